//! The calls of the operations: for each what it needs, checked.

use std::borrow::Cow;

use crate::documents::discover::FileInfo;
use crate::documents::pattern::Pattern;
use crate::operation::find::section::Section;
use crate::operation::guidance::known::KnownHeaders;
use crate::operation::kind::NameKind;
use crate::search::query::Query;
use crate::text::uri::Location;

/// A call of an operation.
#[derive(Debug, Clone)]
pub enum Call<'a> {
    Retrieve(DocumentsCall<'a>),
    List(DocumentsCall<'a>),
    /// Lists the names, and counts what this selects of each.
    ListNames(Selection<'a>),
    Search(SearchCall<'a>),
    Guidance(GuidanceCall<'a>),
}

/// Delivers or lists the documents of a name, or their sections.
#[derive(Debug, Clone)]
pub struct DocumentsCall<'a> {
    pub name: NameRef<'a>,
    pub selection: Selection<'a>,
    /// The sections that are meant in place of whole documents.
    pub section: Option<Section<'a>>,
}

/// Searches the documents of a name, or without one of all categories.
#[derive(Debug, Clone)]
pub struct SearchCall<'a> {
    pub name: Option<NameRef<'a>>,
    pub selection: Selection<'a>,
    pub query: Query,
    /// How many sections are found at most.
    pub most: usize,
}

/// Delivers the documents of a name, or without one of all, that apply to files.
#[derive(Debug, Clone, Default)]
pub struct GuidanceCall<'a> {
    pub name: Option<NameRef<'a>>,
    /// The only document that is delivered if it applies.
    pub document: Option<DocumentRef<'a>>,
    /// Its sections to deliver in place of the whole.
    pub section: Option<Section<'a>>,
    /// The files, by their paths from the project's folder.
    pub paths: Vec<String>,
    /// How many of the paths, where one of these matches, decide by which pattern a document
    /// applies; by default all do.
    pub first: Option<usize>,
    /// Whether what applies to every file is meant, too, whatever the paths are.
    pub every_file: bool,
    /// What is known from earlier calls. With it, what is found until the call is cancelled is
    /// returned, rule files first.
    pub known: Option<&'a KnownHeaders>,
    /// Whether a person asks at a shell, who may name any number of files.
    pub at_shell: bool,
}

impl<'a> Call<'a> {
    /// Returns whether it is about all names of the project.
    pub fn is_of_all_names(&self) -> bool {
        match self {
            Self::Search(call) => call.name.is_none(),
            Self::Guidance(call) => call.name.is_none(),
            Self::ListNames(_) => true,
            Self::Retrieve(_) | Self::List(_) => false,
        }
    }

    /// Returns the document and the pattern that it selects, if it has one.
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

    /// Returns the name that it looks up, if it has one.
    pub fn name(&self) -> Option<&NameRef<'a>> {
        match self {
            Self::Retrieve(of) | Self::List(of) => Some(&of.name),
            Self::ListNames(_) => None,
            Self::Search(SearchCall { name, .. }) | Self::Guidance(GuidanceCall { name, .. }) => {
                name.as_ref()
            }
        }
    }
}

/// A name, as a call has it.
#[derive(Debug, Clone)]
pub struct NameRef<'a> {
    pub name: Cow<'a, str>,
    /// Of what it may be the name, in the order in which it is looked up.
    pub kinds: &'a [NameKind],
}

impl<'a> NameRef<'a> {
    /// Returns a name as one of only this kind.
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

/// Which documents of a name are meant.
#[derive(Debug, Clone)]
pub enum Selection<'a> {
    /// Those that the default patterns match.
    Defaults,
    /// These, and the Markdown documents in the folders of skills.
    Searched,
    /// Those that a pattern matches.
    Pattern(Pattern),
    /// Those that a pattern matches, of the names that end as the default patterns do, unless it
    /// spells another ending.
    Names(Pattern),
    /// Only this one, whatever the default patterns are.
    Document(DocumentRef<'a>),
}

impl<'a> Selection<'a> {
    /// Returns the pattern in place of the default ones.
    pub fn pattern(&self) -> Option<&Pattern> {
        match self {
            Self::Pattern(pattern) | Self::Names(pattern) => Some(pattern),
            Self::Defaults | Self::Searched | Self::Document(_) => None,
        }
    }

    /// Returns whether the default patterns decide.
    pub fn is_default(&self) -> bool {
        matches!(self, Self::Defaults | Self::Searched)
    }

    /// Returns the only document.
    pub fn document(&self) -> Option<&DocumentRef<'a>> {
        match self {
            Self::Document(document) => Some(document),
            Self::Defaults | Self::Searched | Self::Pattern(_) | Self::Names(_) => None,
        }
    }
}

/// A document, as a call asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRef<'a> {
    /// As it was given.
    pub given: &'a str,
    /// The parsed URI, if it is one.
    pub location: Option<Location<'static>>,
}

impl DocumentRef<'_> {
    /// Returns its path in a category of this name that the call searches by itself, or
    /// through a collection. `None` if it names no document there.
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

    /// Returns whether a document that was found is this one.
    pub(super) fn means(&self, file: &FileInfo) -> bool {
        let kind = match file.origin.collection {
            Some(_) => NameKind::Collection,
            None => NameKind::Category,
        };
        self.path_in(&file.origin.category, kind) == Some(file.document())
    }
}
