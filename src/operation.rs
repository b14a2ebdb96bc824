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

use std::sync::Arc;

use indexmap::IndexSet;

use crate::documents::discover::{CategorySearch, FileInfo, discover};
use crate::documents::document::Document;
use crate::documents::error::Cancelled;
use crate::documents::filter::Served;
use crate::documents::pattern::Pattern;
use crate::documents::sandbox::Tree;
use crate::operation::error::{Error, OperationError, Scope, Suggestion, hidden};
use crate::operation::index::SearchIndex;
use crate::operation::matches::DocumentRef;
use crate::operation::named::Named;
use crate::operation::section::Section;
use crate::project::guide::Category;
use crate::project::session::BoundProject;
use crate::search::query::Query;
use crate::spec::{SearchKind, Table};

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
    pub fn named(&self, name: &str) -> Result<Vec<Named<'a>>, OperationError> {
        let kinds = self.search.iter();
        let named = kinds.filter_map(|kind| Named::find(&self.bound.project, *kind, name));
        let named: Vec<Named<'_>> = named.collect();
        if !named.is_empty() {
            return Ok(named);
        }
        let valid = self.search.iter().flat_map(|kind| self.names(*kind));
        let valid: IndexSet<&str> = valid.collect();
        let valid: Vec<&str> = valid.into_iter().collect();
        let error = Error::NotFound {
            kind: Scope::of(self.search).kind(),
            name: name.to_owned(),
            cause: None,
            suggestion: Some(Suggestion::of(name, &valid)),
        };
        Err(OperationError::failed(error, Vec::from_iter(hidden(name))))
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

    /// Returns a document that was found, as its category serves it.
    pub fn document<'d>(&self, file: &'d FileInfo) -> Document<'d>
    where
        'a: 'd,
    {
        let category = self.bound.project.categories.get(&*file.origin.category);
        self.document_of(category, file)
    }

    /// Returns a document that was found in a category, which the project need not have.
    pub fn document_of<'d>(
        &self,
        category: Option<&'d Category>,
        file: &'d FileInfo,
    ) -> Document<'d>
    where
        'a: 'd,
    {
        let mut document = Document::new(file, self.bound.project.limits.file_bytes);
        document.is_markdown = self.table.is_markdown(file.basename());
        let Some(category) = category else {
            return document;
        };
        document.is_stripped = document.is_markdown && category.is_stripped();
        if file.is_template() {
            let served = category.served(&self.table.template_suffixes);
            let name = &*file.origin.category;
            document.templates = self.bound.templates((name, category), served);
        }
        document
    }

    /// Returns a search of a category by these patterns.
    pub fn search<'t>(
        &'t self,
        name: &str,
        category: &'t Category,
        patterns: &'t [&'t Pattern],
    ) -> CategorySearch<'t> {
        let mut search = CategorySearch::new(name, patterns, self.served(category));
        // A call without a name searches several categories, which may be of one directory.
        search.listings = self.name.is_none().then_some(&*self.bound.listings);
        search
    }

    /// Finds the documents of a category that a pattern matches, if it is one.
    pub fn walk(
        &self,
        (name, category): (&str, &Category),
        tree: &Arc<Tree>,
        pattern: Option<Pattern>,
    ) -> Result<Vec<FileInfo>, Cancelled> {
        let patterns: Vec<&Pattern> = pattern.iter().collect();
        let search = self.search(name, category, &patterns);
        discover(tree, &search, self.cancelled)
    }

    /// Returns what a category serves.
    pub fn served<'t>(&'t self, category: &'t Category) -> Served<'t> {
        category.served(&self.table.template_suffixes)
    }
}
