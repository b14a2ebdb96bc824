//! Why a call failed: kind and context, never wording.

use std::fmt;

use crate::documents::discover::FileInfo;
use crate::documents::error::{FileError, Unreadable};
use crate::documents::pattern::PatternError;
use crate::project::error::SessionError;
use crate::spec::error_kind::ErrorKind;
use crate::text::truncated::Truncated;

pub use crate::spec::error::{ArgumentError, ArgumentErrorKind};

/// Which of the two kinds of name a tool searched, or a name turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Only categories.
    Category,
    /// Only collections.
    Collection,
    /// Both.
    Either,
}

/// Why a call failed.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// [`ErrorKind::NotFound`]
    NotFound {
        /// What was searched.
        scope: Scope,
        /// The name as given.
        name: String,
        /// Why, where the name itself exists.
        cause: MissingCause,
    },
    /// [`ErrorKind::NoMatches`]
    NoMatches {
        /// What the name is.
        scope: Scope,
        /// The name as given.
        name: String,
        /// The patterns that were searched.
        patterns: Truncated<String>,
        /// What there is instead, where that was looked at.
        nearby: Option<Box<Nearby>>,
    },
    /// [`ErrorKind::NotFound`]: a document.
    NoDocument {
        /// What the name is.
        scope: Scope,
        /// The name under which it was looked for.
        name: String,
        /// The document as given.
        document: String,
        /// What there is instead, where that was looked at.
        nearby: Option<Box<Nearby>>,
    },
    /// [`ErrorKind::NoMatches`], or of a URI [`ErrorKind::NotFound`]: no document that
    /// matches has the section.
    NoSection(Box<NoSection>),
    /// [`ErrorKind::InvalidPattern`]
    InvalidPattern {
        /// The pattern as given.
        pattern: String,
        /// The category or the member of the project whose pattern it is, where no call
        /// gave it.
        of: Option<String>,
        /// What is wrong with it, and where.
        error: PatternError,
    },
    /// [`ErrorKind::NoSession`]
    NoSession(SessionError),
    /// [`ErrorKind::IoError`]
    Io(Truncated<Unreadable>),
    /// [`ErrorKind::InvalidArgument`]
    InvalidArgument(Vec<ArgumentError>),
    /// [`ErrorKind::Unknown`]
    Unknown,
}

impl Error {
    /// The error's type.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::NotFound { .. } | Self::NoDocument { .. } => ErrorKind::NotFound,
            Self::NoSection(missing) if missing.of_uri => ErrorKind::NotFound,
            Self::NoMatches { .. } | Self::NoSection(_) => ErrorKind::NoMatches,
            Self::InvalidPattern { .. } => ErrorKind::InvalidPattern,
            Self::NoSession(_) => ErrorKind::NoSession,
            Self::Io(_) => ErrorKind::IoError,
            Self::InvalidArgument(_) => ErrorKind::InvalidArgument,
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

/// Suggestions where nothing was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Nearby {
    /// Whether no pattern was given, and those of the categories were searched.
    pub defaults: bool,
    /// The directory that stands at the path that was asked for, with a `/` after it.
    pub directory: Option<String>,
    /// Documents that would have been found if case did not matter: the first few.
    pub cased: Vec<String>,
    /// A pattern that finds further down what was asked for.
    pub deeper: Option<String>,
    /// Documents of nearly the same name, the nearest first.
    pub near: Vec<String>,
    /// What can be asked for: the first in order, of what was looked at.
    pub holds: Truncated<String>,
    /// Whether it was not looked at to its end.
    pub partly: bool,
}

/// A section that no document of a name has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSection {
    /// What the name is.
    pub scope: Scope,
    /// The name under which it was looked for.
    pub name: String,
    /// The section as given: a text, or a URI.
    pub section: String,
    /// Whether it is a URI.
    pub of_uri: bool,
    /// What there is instead.
    pub nearby: NearbyHeadings,
}

/// Headings where none is the one that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearbyHeadings {
    /// Whether they are nearly that one, the nearest first; else the first in order.
    pub are_near: bool,
    /// The headings.
    pub headings: Truncated<PlacedHeading>,
}

/// A heading, and the document that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedHeading {
    /// What it says.
    pub text: String,
    /// How a URI names it.
    pub slug: String,
    /// The document.
    pub info: FileInfo,
}

/// Why a name was not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissingCause {
    /// No such name; these would be valid.
    Name {
        /// The valid names, in the project's order.
        valid: Vec<String>,
    },
    /// The category's directory, as the project spells it, is not there: nothing, a
    /// link to nothing, or something else.
    Directory(String, FileError),
    /// Of the collection's categories none exists with a directory.
    Directories(Truncated<String>),
}
