//! Calls to operations, with validated arguments.

use std::borrow::Cow;

use crate::documents::discover::FileInfo;
use crate::operation::find::section::Section;
use crate::operation::guidance::known_headers::KnownHeaders;
use crate::operation::kind::NameKind;
use crate::search::query::Query;
use crate::text::location::Location;
use rule_files::pattern::Pattern;

/// A call to an operation.
#[derive(Debug, Clone)]
pub enum Call<'a> {
    Retrieve(DocumentsCall<'a>),
    List(DocumentsCall<'a>),
    /// Lists all names. For each name, counts the documents that the selection matches.
    ListNames(Selection<'a>),
    Search(SearchCall<'a>),
    Guidance(GuidanceCall<'a>),
}

/// A call that delivers or lists the documents under a name, or their sections.
#[derive(Debug, Clone)]
pub struct DocumentsCall<'a> {
    pub name: NameRef<'a>,
    pub selection: Selection<'a>,
    /// The sections to use instead of whole documents.
    pub section: Option<Section<'a>>,
}

/// A call that searches the documents under a name, or of all categories if there is no name.
#[derive(Debug, Clone)]
pub struct SearchCall<'a> {
    pub name: Option<NameRef<'a>>,
    pub selection: Selection<'a>,
    pub query: Query,
    /// The maximum number of sections to find.
    pub most: usize,
}

/// A call that delivers the documents that apply to files. If there is no name, all names are
/// searched.
#[derive(Debug, Clone, Default)]
pub struct GuidanceCall<'a> {
    pub name: Option<NameRef<'a>>,
    /// The only document to consider, or `None` to consider all documents.
    pub document: Option<DocumentRef<'a>>,
    /// The sections to deliver instead of whole documents.
    pub section: Option<Section<'a>>,
    /// The files, as paths relative to the project's folder.
    pub paths: Vec<String>,
    /// The number of paths at the start of `paths` that take precedence. If a document applies to
    /// one of these paths, its pattern is chosen from the patterns that match these paths. `None`
    /// means all paths.
    pub first: Option<usize>,
    /// Whether documents for every file are included, even if they match none of `paths`.
    pub every_file: bool,
    /// The documents that earlier calls found to have no `applies_to`. If this is set, names with
    /// rules are searched first, and a cancelled call returns the results found so far.
    pub known: Option<&'a KnownHeaders>,
    /// Whether the caller is a person at a shell, who may pass any number of files.
    pub at_shell: bool,
}

impl<'a> Call<'a> {
    /// Returns whether the call covers all names of the project.
    pub fn is_of_all_names(&self) -> bool {
        match self {
            Self::Search(call) => call.name.is_none(),
            Self::Guidance(call) => call.name.is_none(),
            Self::ListNames(_) => true,
            Self::Retrieve(_) | Self::List(_) => false,
        }
    }

    /// Returns the document and the pattern that the call selects, if any.
    pub fn selected(&self) -> (Option<&DocumentRef<'a>>, Option<&Pattern>) {
        match self {
            Self::Retrieve(DocumentsCall { selection, .. })
            | Self::List(DocumentsCall { selection, .. })
            | Self::ListNames(selection)
            | Self::Search(SearchCall { selection, .. }) => {
                (selection.document(), selection.pattern())
            }
            Self::Guidance(call) => (call.document.as_ref(), None),
        }
    }

    /// Returns the name that the call looks up, if any.
    pub fn name(&self) -> Option<&NameRef<'a>> {
        match self {
            Self::Retrieve(call) | Self::List(call) => Some(&call.name),
            Self::ListNames(_) => None,
            Self::Search(SearchCall { name, .. }) | Self::Guidance(GuidanceCall { name, .. }) => {
                name.as_ref()
            }
        }
    }
}

/// A name as given in a call.
#[derive(Debug, Clone)]
pub struct NameRef<'a> {
    pub name: Cow<'a, str>,
    /// The kinds of names to look up, in order.
    pub kinds: &'a [NameKind],
}

impl<'a> NameRef<'a> {
    /// Creates a reference to a name that is looked up only as `kind`.
    pub fn of(kind: NameKind, name: &'a str) -> Self {
        Self {
            name: name.into(),
            kinds: match kind {
                NameKind::Category => &[NameKind::Category],
                NameKind::Collection => &[NameKind::Collection],
            },
        }
    }
}

/// The documents under a name that a call selects.
#[derive(Debug, Clone)]
pub enum Selection<'a> {
    /// The documents that the default patterns match.
    Defaults,
    /// The documents that the default patterns match, and the Markdown documents in the folders of
    /// skills.
    Searched,
    /// The documents that a pattern matches.
    Pattern(Pattern),
    /// The documents that a pattern matches, limited to the file name endings in the default
    /// patterns. The pattern can add endings by spelling them out.
    Names(Pattern),
    /// The documents that a pattern matches, whatever their file name endings. The last component
    /// of the pattern consists only of wildcards and dots.
    Listed(Pattern),
    /// A single document, even if no default pattern matches it.
    Document(DocumentRef<'a>),
}

impl<'a> Selection<'a> {
    /// Returns the pattern that replaces the default patterns, if any.
    pub fn pattern(&self) -> Option<&Pattern> {
        match self {
            Self::Pattern(pattern) | Self::Names(pattern) | Self::Listed(pattern) => Some(pattern),
            Self::Defaults | Self::Searched | Self::Document(_) => None,
        }
    }

    /// Returns whether the default patterns select the documents.
    pub fn is_default(&self) -> bool {
        matches!(self, Self::Defaults | Self::Searched)
    }

    /// Returns the single document, if one is selected.
    pub fn document(&self) -> Option<&DocumentRef<'a>> {
        match self {
            Self::Document(document) => Some(document),
            Self::Defaults
            | Self::Searched
            | Self::Pattern(_)
            | Self::Names(_)
            | Self::Listed(_) => None,
        }
    }
}

/// A document as given in a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRef<'a> {
    /// The text as given.
    pub given: &'a str,
    /// The parsed URI, if `given` is a URI.
    pub location: Option<Location<'static>>,
}

impl DocumentRef<'_> {
    /// Returns the document's path in `category`, or `None` if the document is not in that
    /// category. `kind` says whether the call searches the category itself or a collection that
    /// contains it.
    pub(super) fn path_in(&self, category: &str, kind: NameKind) -> Option<&str> {
        let through = kind == NameKind::Collection;
        match &self.location {
            Some(location) => (location.collection.is_some() == through
                && location.category == category)
                .then_some(&location.path),
            None if through => self.given.strip_prefix(category)?.strip_prefix('/'),
            None => Some(self.given),
        }
    }

    /// Returns whether `file` is this document.
    pub(super) fn means(&self, file: &FileInfo) -> bool {
        let kind = match file.origin.collection {
            Some(_) => NameKind::Collection,
            None => NameKind::Category,
        };
        self.path_in(&file.origin.category, kind) == Some(file.document())
    }
}
