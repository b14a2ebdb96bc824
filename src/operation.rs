//! The operations that a row of the table can select. Each operation turns a call into a value.
//! Data from the table is passed in, and this module contains no text for users.

pub mod call;
pub mod error;
pub mod export;
pub mod find;
pub mod guidance;
pub mod kind;
pub mod list;
pub mod note;
pub mod place_uri;
pub mod resource_item;
pub mod retrieve;
pub mod search;

use indexmap::IndexSet;

use crate::documents::dir_error::DirError;
use crate::documents::discover::{CategoryWalk, FileInfo, discover};
use crate::documents::document::Document;
use crate::documents::file_error::Cancelled;
use crate::documents::formats::Formats;
use crate::operation::call::{Call, NameRef};
use crate::operation::error::{Error, Suggestion, quoted};
use crate::operation::find::named::Named;
use crate::operation::guidance::deliver::deliver;
use crate::operation::kind::{Kind, NameKind};
use crate::operation::list::{DocumentList, NameList, list_documents, list_names};
use crate::operation::note::{Note, Notes};
use crate::operation::retrieve::{Documents, retrieve};
use crate::operation::search::search_index::SearchIndex;
use crate::operation::search::{Found, search};
use crate::project::bound_project::BoundProject;
use crate::project::category::Category;
use crate::text::paths::hidden_name;
use rule_files::pattern::Pattern;

/// The reason why an operation has no result.
#[derive(Debug)]
pub enum OperationError {
    /// The operation failed. Notes accompany the error.
    Failed(Box<(Error, Notes)>),
    /// The call was cancelled.
    Cancelled,
    /// The caller must first be asked where the project is.
    NeedsRoots,
}

impl OperationError {
    /// Creates a failure with accompanying notes.
    pub fn failed(error: Error, notes: Notes) -> Self {
        Self::Failed(Box::new((error, notes)))
    }
}

impl From<Cancelled> for OperationError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<Error> for OperationError {
    fn from(error: Error) -> Self {
        Self::failed(error, Notes::default())
    }
}

/// The maximum number of categories that are compared with each other to find those with the same
/// directory.
const MANY_CATEGORIES: usize = 200;

/// The result of an operation.
#[derive(Debug)]
pub enum Answer {
    /// The documents or sections that were read. Empty if none applies.
    Documents(Box<Documents>),
    /// The documents under a name.
    List(DocumentList),
    /// The names of the project.
    Names(NameList),
    /// The sections that a search found.
    Found(Found),
}

impl Answer {
    /// Runs the operation that `call` describes. If `index` is `None`, a search reads all
    /// documents.
    ///
    /// # Errors
    ///
    /// Returns an error if the operation fails.
    pub fn new(
        context: &OperationContext<'_>,
        call: &Call<'_>,
        index: Option<&SearchIndex>,
    ) -> Result<Self, OperationError> {
        match call {
            Call::Retrieve(call) => {
                retrieve(context, call).map(|documents| Self::Documents(Box::new(documents)))
            }
            Call::Guidance(call) => {
                deliver(context, call).map(|documents| Self::Documents(Box::new(documents)))
            }
            Call::Search(call) => search(context, call, index).map(Self::Found),
            Call::List(call) => list_documents(context, call).map(Self::List),
            Call::ListNames(selection) => list_names(context, selection).map(Self::Names),
        }
    }

    /// Returns the notes to show with the answer.
    pub fn notes_mut(&mut self) -> &mut Notes {
        match self {
            Self::Documents(documents) => &mut documents.notes,
            Self::List(list) => &mut list.notes,
            Self::Names(list) => &mut list.notes,
            Self::Found(found) => &mut found.notes,
        }
    }
}

/// The context in which an operation runs.
#[derive(Clone, Copy)]
pub struct OperationContext<'a> {
    pub bound: &'a BoundProject,
    /// The table's data about files.
    pub formats: &'a Formats,
    /// A function that returns whether the call is cancelled. Operations call it for each document
    /// and each directory entry.
    pub cancelled: &'a dyn Fn() -> bool,
}

impl<'a> OperationContext<'a> {
    /// Returns the names of all categories or of all collections, as `kind` says, in the project's
    /// order.
    pub fn names(&self, kind: NameKind) -> impl Iterator<Item = &'a str> + use<'a> {
        Named::all(&self.bound.project, kind).map(|container| container.name)
    }

    /// Returns the categories and collections to which `name` refers, limited to the kinds in
    /// `name.kinds`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::NotFound`] if nothing has the name.
    pub fn named(&self, name: &NameRef<'_>) -> Result<Vec<Named<'a>>, OperationError> {
        let named: Vec<Named<'_>> = self.all_named(name).collect();
        if !named.is_empty() {
            return Ok(named);
        }
        let valid = name.kinds.iter().flat_map(|kind| self.names(*kind));
        let valid: IndexSet<&str> = valid.collect();
        let valid: Vec<&str> = valid.into_iter().collect();
        let suggestion = Suggestion::of_missing(&name.name, &self.bound.project.missing)
            .unwrap_or_else(|| Suggestion::of(&name.name, &valid));
        let may_be_left_out = matches!(suggestion, Suggestion::Valid(_) | Suggestion::Empty);
        let error = Error::NotFound {
            kind: Kind::of(name.kinds),
            name: name.name.to_string(),
            cause: None,
            suggestion: Some(suggestion),
        };
        let hidden = hidden_name(&name.name).into_iter();
        let mut notes = Vec::from_iter(quoted(hidden).note(Note::Hidden));
        let left_out = may_be_left_out.then(|| Note::left_out(&self.bound.project));
        notes.extend(left_out.into_iter().flatten());
        Err(OperationError::failed(error, notes))
    }

    /// Returns the categories and collections to which `name` refers, if any.
    pub(crate) fn all_named(&self, name: &NameRef<'_>) -> impl Iterator<Item = Named<'a>> {
        let project = &self.bound.project;
        let kinds = name.kinds.iter();
        kinds.filter_map(|kind| Named::find(project, *kind, &name.name))
    }

    /// Returns an error if the call is cancelled.
    pub fn check_cancelled(&self) -> Result<(), Cancelled> {
        if (self.cancelled)() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }

    /// Returns the document for `file`, as the file's category serves it.
    pub fn document<'d>(&self, file: &'d FileInfo) -> Document<'d>
    where
        'a: 'd,
    {
        let category = self.bound.project.categories.get(&*file.origin.category);
        self.document_of(category, file)
    }

    /// Returns the document for `file`, as `category` serves it. The category need not be part of
    /// the project.
    pub fn document_of<'d>(
        &self,
        category: Option<&'d Category>,
        file: &'d FileInfo,
    ) -> Document<'d>
    where
        'a: 'd,
    {
        let mut document = Document::new(file, self.bound.project.limits.file_bytes);
        document.markup = self.formats.markup(file.basename());
        document.is_notebook = self.formats.is_notebook(&file.path);
        let Some(category) = category else {
            return document;
        };
        document.is_stripped = self.formats.is_markdown(file.basename()) && category.is_stripped();
        if file.is_template() {
            let served = category.served(&self.formats.template_suffixes);
            let name = &*file.origin.category;
            document.templates = self.bound.templates(name, category, served);
        }
        document
    }

    /// Returns a walk of `category` that finds the files matching `patterns`.
    pub fn category_walk<'t>(
        &'t self,
        name: &str,
        category: &'t Category,
        patterns: &'t [&'t Pattern],
    ) -> CategoryWalk<'t> {
        let served = category.served(&self.formats.template_suffixes);
        let mut walk = CategoryWalk::new(name, patterns, served);
        // Sharing directory listings helps only if another category has the same directory. With
        // many categories, one is assumed to exist, because comparing them all takes too long.
        let all = self.bound.project.categories.values();
        let are_many = all.len() > MANY_CATEGORIES;
        let mut of_it = all.filter(|other| other.dir.as_str() == category.dir.as_str());
        let is_shared = are_many || of_it.nth(1).is_some();
        walk.listings = is_shared.then_some(&*self.bound.listings);
        walk
    }

    /// Finds the documents of a category that match `pattern`. If `pattern` is `None`, finds
    /// nothing. The inner result is an error if the category's directory cannot be opened.
    pub fn walk(
        &self,
        name: &str,
        category: &Category,
        pattern: Option<Pattern>,
    ) -> Result<Result<Vec<FileInfo>, DirError>, Cancelled> {
        let tree = match self.bound.open(category) {
            Ok(tree) => tree,
            Err(error) => return Ok(Err(error)),
        };
        let patterns: Vec<&Pattern> = pattern.iter().collect();
        let walk = self.category_walk(name, category, &patterns);
        discover(&tree, &walk, self.cancelled).map(|found| Ok(found.files))
    }
}
