//! The native operations that a tool's row can run: they find documents, and return
//! what they found as values.

mod about;
pub mod advice;
pub mod catalog;
pub mod completion;
pub mod error;
pub mod list;
pub mod matches;
mod members;
pub mod nearby;
pub mod outcome;
pub mod retrieve;
pub mod search;
pub mod wanted;

use crate::documents::discover::FileInfo;
use crate::documents::pattern::Pattern;
use crate::operation::wanted::{Section, Wanted};
use crate::project::session::BoundProject;
use crate::spec::SearchKind;
use crate::text::query::Query;

/// What an operation is given: a call whose arguments were checked.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The project.
    pub bound: &'a BoundProject,
    /// The suffixes that mark a template, the preferred first.
    pub suffixes: &'a [String],
    /// Whether a document is Markdown.
    pub is_markdown: &'a dyn Fn(&FileInfo) -> bool,
    /// Where the name is looked up, in this order.
    pub search: &'a [SearchKind],
    /// The name of a category or a collection.
    pub name: Option<&'a str>,
    /// The pattern in place of the default ones.
    pub pattern: Option<&'a Pattern>,
    /// The one document that is wanted, whatever the default patterns are.
    pub document: Option<&'a Wanted<'a>>,
    /// The sections that are wanted in place of whole documents.
    pub section: Option<&'a Section<'a>>,
    /// The words that are searched for.
    pub query: Option<&'a Query>,
    /// Whether the caller gave up.
    pub cancelled: &'a dyn Fn() -> bool,
}
