//! Why an operation failed, and what has to be said beside a result.

mod argument;

use std::fmt;

use indexmap::IndexSet;
use serde::{Serialize, Serializer};

use crate::documents::discover::FileInfo;
use crate::documents::error::{Cancelled, FileError, Unreadable};
use crate::documents::pattern::PatternError;
use crate::documents::rendered::Variable;
use crate::project::error::{ProjectError, SessionError};
use crate::spec::{Argument, SearchKind};
use crate::text::message::{ToMessage, messages};
use crate::text::names::Truncated;

pub use argument::{ArgumentError, ArgumentErrorKind};

messages! {
    /// The types of errors that a result can carry in `error_type`: rows of `errors`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ErrorKind {
        /// A category or a collection does not exist, or has no directory.
        NotFound = "not_found" within kind, name, cause, suggestion;
        /// A document or a section does not exist, and its category does.
        NoDocument = "no_document" within kind, name, cause, suggestion;
        /// The patterns match no document.
        NoMatches = "no_matches" within kind, name, patterns, nearby;
        /// The pattern's syntax is invalid, or it would leave the category.
        InvalidPattern = "invalid_pattern" within pattern, place, reason, help;
        /// No project is bound.
        NoSession = "no_session" within reason;
        /// Nothing that matched could be read.
        IoError = "io_error" within documents;
        /// The arguments do not fit the tool's row.
        InvalidArgument = "invalid_argument" within tool, reasons, arguments;
        /// An error that nobody foresaw.
        Unknown = "unknown" within tool;
    }
}

impl ErrorKind {
    /// Returns the type as `error_type` and the table spell it.
    pub fn name(self) -> &'static str {
        self.def().key
    }
}

impl Serialize for ErrorKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Why an operation has no result.
#[derive(Debug)]
pub enum OperationError {
    /// It failed, and notes beside the error.
    Failed(Box<(Error, Notes)>),
    /// The caller gave up.
    Cancelled,
}

impl OperationError {
    /// Returns a failure with notes beside it.
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

/// Which of the two kinds of name a tool searched, or a name turned out to be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scope {
    #[default]
    Category,
    Collection,
    Either,
}

impl Scope {
    /// Returns the scope of a search of these kinds.
    pub fn of(kinds: &[SearchKind]) -> Self {
        match kinds {
            [SearchKind::Category] => Self::Category,
            [SearchKind::Collection] => Self::Collection,
            _ => Self::Either,
        }
    }
}

/// Why a call failed.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// [`ErrorKind::NotFound`]
    NotFound {
        /// What was searched.
        scope: Scope,
        name: String,
        cause: MissingCause,
    },
    /// [`ErrorKind::NoMatches`]
    NoMatches {
        scope: Scope,
        name: String,
        /// The patterns that were searched.
        patterns: Truncated<String>,
        nearby: Option<Box<Nearby>>,
    },
    /// [`ErrorKind::NoDocument`]
    NoDocument {
        scope: Scope,
        /// The name under which it was looked for.
        name: String,
        /// The document as given.
        document: String,
        nearby: Option<Box<Nearby>>,
    },
    /// [`ErrorKind::NoDocument`]: no document that matches has the section.
    NoSection(Box<NoSection>),
    /// [`ErrorKind::InvalidPattern`]
    InvalidPattern {
        pattern: String,
        /// The category or the member of a collection that has it; `None` if the call
        /// gave it.
        of: Option<String>,
        error: PatternError,
    },
    /// [`ErrorKind::NoSession`]
    NoSession(SessionError),
    /// [`ErrorKind::IoError`]
    Io(Truncated<Unreadable>),
    /// [`ErrorKind::InvalidArgument`]: the errors, and the arguments that are valid.
    InvalidArgument(Vec<ArgumentError>, Vec<(String, Argument)>),
    /// [`ErrorKind::Unknown`]
    Unknown,
}

impl Error {
    /// Returns the error's type.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::NotFound { .. } => ErrorKind::NotFound,
            Self::NoDocument { .. } | Self::NoSection(_) => ErrorKind::NoDocument,
            Self::NoMatches { .. } => ErrorKind::NoMatches,
            Self::InvalidPattern { .. } => ErrorKind::InvalidPattern,
            Self::NoSession(_) => ErrorKind::NoSession,
            Self::Io(_) => ErrorKind::IoError,
            Self::InvalidArgument(..) => ErrorKind::InvalidArgument,
            Self::Unknown => ErrorKind::Unknown,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {self:?}", self.kind().name())
    }
}

impl std::error::Error for Error {}

/// Why a name was not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissingCause {
    /// There is no such name; these are the valid ones, in the project's order.
    Name(Vec<String>),
    /// The category's directory, as the project spells it, does not exist or is none.
    Directory(String, FileError),
    /// None of the collection's categories has a directory.
    Directories(Truncated<String>),
}

/// Suggestions where nothing was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Nearby {
    /// Whether no pattern was given, and those of the categories were searched.
    pub defaults: bool,
    /// The directory at the path that was asked for, with a `/` after it.
    pub directory: Option<String>,
    /// The first documents that match if case is ignored.
    pub cased: Vec<String>,
    /// A pattern that finds further down what was asked for.
    pub deeper: Option<String>,
    /// Documents of nearly the same name, the nearest first.
    pub near: Vec<String>,
    /// The documents that exist, in order.
    pub holds: Truncated<String>,
    /// Whether there are more that were not looked at.
    pub partly: bool,
}

/// A section that no document of a name has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSection {
    pub scope: Scope,
    /// The name under which it was looked for.
    pub name: String,
    /// The section as given: a heading, or a URI.
    pub section: String,
    /// Whether the headings are similar, the nearest first; else they are the first in
    /// order.
    pub are_near: bool,
    pub headings: Truncated<PlacedHeading>,
}

/// A heading, and the document that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedHeading {
    pub text: String,
    /// Its name in a URI.
    pub slug: String,
    pub info: FileInfo,
}

/// How a call's pattern was read otherwise than it is written.
#[derive(Debug, Clone, Default)]
pub struct PatternReading {
    /// As this, which finds names in any folder.
    pub pattern: Option<String>,
    /// Within names that end so.
    pub endings: IndexSet<String>,
}

impl PatternReading {
    /// Adds how it was read in another category.
    pub fn add(&mut self, other: &Self) {
        self.pattern = self.pattern.take().or(other.pattern.clone());
        self.endings.extend(other.endings.iter().cloned());
    }
}

/// What has to be said beside a result.
#[derive(Debug, Default)]
pub struct Notes {
    /// Why the project is not the file's present content.
    pub stale: Option<ProjectError>,
    /// The collection that is incomplete, and what it lacks.
    pub missing: Option<(String, Truncated<Missing>)>,
    /// Beside [`Error::NoMatches`]: the categories that do not serve the hidden names for
    /// which the pattern asks.
    pub unserved: Truncated<String>,
    /// How the call's pattern was read.
    pub reading: PatternReading,
    /// What matched and could not be read.
    pub unreadable: Truncated<Unreadable>,
    /// How many documents that matched have no such section.
    pub without: usize,
    /// The documents or sections that the response budget left out.
    pub left_out: Truncated<LeftOut>,
    /// The one that is delivered although it is over the budget.
    pub large: Option<LeftOut>,
    /// The response budget in bytes.
    pub limit: u64,
    /// What has to be said of a listing, as messages of the table.
    pub listing: Vec<String>,
    /// The words that a search found, folded, to be marked at a terminal.
    pub marked: Vec<String>,
    /// The documents that are templates, as stored.
    pub templates: Truncated<String>,
    /// The variables of rendered templates that have no value.
    pub variables: Truncated<Variable>,
    /// The only document, if it begins as an answer of several does.
    pub lone: Option<String>,
}

impl Notes {
    /// Returns the note that a collection is incomplete, if it is.
    pub fn incomplete(collection: &str, missing: IndexSet<Missing>) -> Self {
        let missing: Truncated<Missing> = missing.into_iter().collect();
        Self {
            missing: (!missing.is_empty()).then(|| (collection.to_owned(), missing)),
            ..Self::default()
        }
    }
}

/// A document or a section that the response budget leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    pub uri: String,
    pub bytes: u64,
    /// The URIs of its largest sections, and their bytes, if it is over the budget by itself.
    pub sections: Vec<(String, usize)>,
}

/// A member or a category of a collection that cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Missing {
    /// A member that is neither a category nor a collection.
    Member(String),
    /// A member whose pattern is invalid.
    Pattern {
        member: String,
        pattern: String,
        error: PatternError,
    },
    /// A category whose directory does not exist, or is none.
    Directory {
        category: String,
        /// The directory as the project spells it.
        dir: String,
        error: FileError,
    },
}

/// Something that a listing cannot show.
#[derive(Debug)]
pub enum Unlisted {
    /// It matched and cannot be opened.
    Unreadable(Unreadable),
    /// A category whose documents cannot be found.
    Failed { name: String, error: Error },
    /// A collection that is incomplete.
    Missing(String, Truncated<Missing>),
}
