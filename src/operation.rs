//! The native operations that a tool's row can run: they find documents, and return
//! what they found as values.

pub mod catalog;
pub mod error;
pub mod guidance;
pub mod index;
pub mod list;
pub mod matches;
mod members;
pub mod named;
pub mod note;
pub mod search;
pub mod section;
pub mod skills;
pub mod suggest;

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::document::{OpenDocument, about};
use crate::documents::error::{Cancelled, FileError};
use crate::documents::filter::Served;
use crate::documents::pattern::Pattern;
use crate::documents::rendered::Templates;
use crate::documents::sandbox::Tree;
use crate::operation::error::{Error, Scope, Suggestion};
use crate::operation::index::SearchIndex;
use crate::operation::matches::DocumentRef;
use crate::operation::named::Named;
use crate::operation::section::Section;
use crate::project::guide::Category;
use crate::project::session::BoundProject;
use crate::search::query::Query;
use crate::spec::{SearchKind, Table};
use crate::text::frontmatter::About;
use crate::text::mustache::Rendered;

/// The input of an operation: a call whose arguments were checked.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub bound: &'a BoundProject,
    pub table: &'a Table,
    /// Whether the caller gave up; looked at for each document and each entry of a
    /// directory.
    pub cancelled: &'a dyn Fn() -> bool,
    /// Where the name is looked up, in this order.
    pub search: &'a [SearchKind],
    /// The name of a category or a collection.
    pub name: Option<&'a str>,
    /// The pattern in place of the default ones.
    pub pattern: Option<&'a Pattern>,
    /// Whether the pattern finds only names that end as the default ones do, unless it spells
    /// another ending.
    pub narrows: bool,
    /// The only document to find, whatever the default patterns are.
    pub document: Option<&'a DocumentRef<'a>>,
    /// The sections to deliver in place of whole documents.
    pub section: Option<&'a Section<'a>>,
    /// What to search for.
    pub query: Option<&'a Query>,
    /// The files whose guidance is asked for, by their paths from the project's folder.
    pub paths: &'a [String],
    /// What searches keep.
    pub index: Option<&'a SearchIndex>,
}

impl<'a> Request<'a> {
    /// Returns a request without arguments.
    pub fn new(bound: &'a BoundProject, table: &'a Table, cancelled: &'a dyn Fn() -> bool) -> Self {
        Self {
            bound,
            table,
            cancelled,
            search: &[],
            name: None,
            pattern: None,
            narrows: false,
            document: None,
            section: None,
            query: None,
            paths: &[],
            index: None,
        }
    }

    /// Returns the names of a kind, in the project's order.
    pub fn names(&self, kind: SearchKind) -> impl Iterator<Item = &'a str> + use<'a> {
        Named::all(&self.bound.project, kind).map(Named::name)
    }

    /// Returns whether the project has a name of a kind.
    pub fn has_name(&self, kind: SearchKind, name: &str) -> bool {
        Named::find(&self.bound.project, kind, name).is_some()
    }

    /// Returns what has a name, of the kinds that are looked up.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`]: nothing has it.
    pub fn named(&self, name: &str) -> Result<Vec<Named<'a>>, Error> {
        let kinds = self.search.iter();
        let named = kinds.filter_map(|kind| Named::find(&self.bound.project, *kind, name));
        let named: Vec<Named<'_>> = named.collect();
        if !named.is_empty() {
            return Ok(named);
        }
        let valid = self.search.iter().flat_map(|kind| self.names(*kind));
        let valid: IndexSet<&str> = valid.collect();
        let valid: Vec<&str> = valid.into_iter().collect();
        Err(Error::NotFound {
            kind: Scope::of(self.search).kind(),
            name: name.to_owned(),
            cause: None,
            suggestion: Some(Suggestion::of(name, &valid)),
        })
    }

    /// Returns whether a document is the only one that is asked for, if there is such a one.
    pub(super) fn means(&self, file: &FileInfo) -> bool {
        let kind = match file.origin.collection {
            Some(_) => SearchKind::Collection,
            None => SearchKind::Category,
        };
        let category = &file.origin.category;
        let is_meant = |of: &DocumentRef<'_>| of.path_in(category, kind) == Some(file.document());
        self.document.is_none_or(is_meant)
    }

    /// Returns [`Cancelled`] if the caller gave up.
    pub fn check_cancelled(&self) -> Result<(), Cancelled> {
        match (self.cancelled)() {
            true => Err(Cancelled),
            false => Ok(()),
        }
    }

    /// Opens a document that was found, within the project's limit.
    pub fn open(&self, files: &Tree, info: &FileInfo) -> Result<OpenDocument, FileError> {
        OpenDocument::open(files, info, self.bound.project.limits.file_bytes)
    }

    /// Returns whether a document is Markdown.
    pub fn is_markdown(&self, info: &FileInfo) -> bool {
        self.table.is_markdown(info.basename())
    }

    /// Returns whether a document is a template that is delivered as it is stored.
    pub fn is_unrendered(&self, info: &FileInfo) -> bool {
        info.is_template() && !self.bound.renders(&info.origin.category)
    }

    /// Returns whether a document is delivered without its frontmatter.
    pub fn strips(&self, info: &FileInfo) -> bool {
        self.bound.strips(&info.origin.category) && self.is_markdown(info)
    }

    /// Returns the title and the description of an open document, after rendering if it
    /// is a template: none if it is no Markdown or cannot be rendered.
    pub(super) fn about(&self, files: &Tree, info: &FileInfo, opened: &OpenDocument) -> About {
        match self.templates(files, info) {
            _ if !self.is_markdown(info) => About::default(),
            None => opened.about(),
            Some(templates) => {
                let rendered = templates.render(info);
                rendered.map_or_else(|_| About::default(), |rendered| about(rendered.text.into()))
            }
        }
    }

    /// Reads an open document, and renders it if it is a template of a category that
    /// renders them.
    pub fn text(
        &self,
        files: &Tree,
        info: &FileInfo,
        opened: &OpenDocument,
    ) -> Result<Rendered, FileError> {
        let limit = self.bound.project.limits.file_bytes;
        match self.templates(files, info) {
            Some(templates) => templates.render(info),
            None => opened.read(limit).map(Rendered::plain),
        }
    }

    /// Returns what a category serves.
    pub fn served<'t>(&'t self, category: &'t Category) -> Served<'t> {
        category.served(&self.table.template_suffixes)
    }

    fn templates<'t>(&'t self, files: &'t Tree, info: &FileInfo) -> Option<Templates<'t>> {
        let name = &*info.origin.category;
        let category = self.bound.project.categories.get(name);
        let category = category.filter(|_| info.is_template())?;
        let served = self.served(category);
        self.bound.templates((name, category), files, served)
    }
}
