//! What can go wrong in a call: kind and context, never wording.
//!
//! The words stand in the spec table, one row per [`ErrorKind`]; the table is
//! refused at load when a row is missing or is not one of these.

use crate::named::Named;
use crate::pattern::PatternError;
use crate::yaml::{Place, YamlProblem};

/// The closed set of error types that a result can carry in `error_type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorKind {
    /// A category or collection does not exist, or has no directory.
    NotFound,
    /// The patterns match no document.
    NoMatches,
    /// The pattern's syntax is invalid, or it would leave the category.
    InvalidPattern,
    /// No project is bound.
    NoSession,
    /// Nothing that matched could be read.
    IoError,
    /// The arguments do not fit the tool's row.
    InvalidArgument,
    /// A fault that nobody foresaw.
    Unknown,
}

impl ErrorKind {
    /// Every kind, in the order of the table.
    pub const ALL: [Self; 7] = [
        Self::NotFound,
        Self::NoMatches,
        Self::InvalidPattern,
        Self::NoSession,
        Self::IoError,
        Self::InvalidArgument,
        Self::Unknown,
    ];

    /// The kind as `error_type` spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::NoMatches => "no_matches",
            Self::InvalidPattern => "invalid_pattern",
            Self::NoSession => "no_session",
            Self::IoError => "io_error",
            Self::InvalidArgument => "invalid_argument",
            Self::Unknown => "unknown",
        }
    }

    /// The placeholders that the kind's message row may hold.
    pub const fn placeholders(self) -> &'static [&'static str] {
        match self {
            Self::NotFound => &["kind", "name", "cause", "suggestion"],
            Self::NoMatches => &["kind", "name", "patterns"],
            Self::InvalidPattern => &["pattern", "place", "reason", "help"],
            Self::NoSession => &["reason"],
            Self::IoError => &["documents"],
            Self::InvalidArgument => &["tool", "reasons", "arguments"],
            Self::Unknown => &["tool"],
        }
    }
}

/// Which of the two kinds of name a tool searched, or a name turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Categories alone.
    Category,
    /// Collections alone.
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
        patterns: Named<String>,
    },
    /// [`ErrorKind::InvalidPattern`]
    InvalidPattern {
        /// The pattern as given.
        pattern: String,
        /// What is wrong with it, and where.
        error: PatternError,
    },
    /// [`ErrorKind::NoSession`]
    NoSession(NoSession),
    /// [`ErrorKind::IoError`]
    Io(Named<Unreadable>),
    /// [`ErrorKind::InvalidArgument`]
    InvalidArgument(Vec<ArgumentFault>),
    /// [`ErrorKind::Unknown`]
    Unknown,
}

impl Error {
    /// The error's type.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NotFound { .. } => ErrorKind::NotFound,
            Self::NoMatches { .. } => ErrorKind::NoMatches,
            Self::InvalidPattern { .. } => ErrorKind::InvalidPattern,
            Self::NoSession(_) => ErrorKind::NoSession,
            Self::Io(_) => ErrorKind::IoError,
            Self::InvalidArgument(_) => ErrorKind::InvalidArgument,
            Self::Unknown => ErrorKind::Unknown,
        }
    }
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
    Directory(String, Fault),
    /// Of the collection's categories none exists with a directory.
    Directories(Named<String>),
}

/// A document or directory that matched and could not be delivered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unreadable {
    /// Its path, relative to the category (or prefixed with the category's name).
    pub path: String,
    /// Why.
    pub fault: Fault,
}

/// Why the sandbox could not deliver something.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Nothing is there (any more).
    Missing,
    /// A link whose target does not exist.
    Dangling,
    /// A link that leads out of the category.
    Outside,
    /// A category directory outside a found project's folder.
    OutsideProject,
    /// A cycle of links.
    Loop,
    /// The system's permissions forbid it.
    Permission,
    /// A directory, FIFO, socket or device where a file was expected.
    NotRegular,
    /// A file where a directory was expected.
    NotDirectory,
    /// Longer than the system's limit.
    TooLong,
    /// Holds a NUL at this byte (from 0).
    Binary(usize),
    /// Not UTF-8 at this byte (from 0).
    Encoding(usize),
    /// The name itself is not UTF-8.
    Name,
    /// Over the project's `limits.file_bytes`.
    TooLarge {
        /// Size in bytes.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Too many files are open in the process or the system.
    Busy,
    /// It does not stay the same while it is read.
    Changing,
    /// There is no memory to hold it.
    Memory,
    /// Anything else, as the system calls it (never a path).
    Other(std::io::ErrorKind),
}

/// What is wrong with one argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentFault {
    /// The argument's name as given or as the row spells it.
    pub argument: String,
    /// What is wrong.
    pub problem: ArgumentProblem,
}

/// What can be wrong with an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentProblem {
    /// Required and not there.
    Missing,
    /// Required and `""` or `null`.
    Empty,
    /// Of another JSON type, named here.
    Type(&'static str),
    /// Not an argument of the tool.
    Unknown,
}

/// Why no project is bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSession {
    /// None was found, by any of these ways.
    Nowhere(Vec<Way>),
    /// One was found, and it cannot be loaded.
    Unloadable(ProjectFault),
}

/// A way of finding a project, and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// `--project` was not given.
    Option,
    /// `MCP_GUIDE_PROJECT` is not set.
    Environment,
    /// The client offers no roots.
    NoRoots,
    /// None of the client's roots (this many) has a project.
    EmptyRoots(usize),
    /// The client did not answer within this many seconds.
    SilentRoots(u64),
    /// The client answered with an error, or with what holds no list of roots.
    FailedRoots,
    /// No directory upward from the working directory has one.
    Upward,
}

/// Why a `guide.yaml` cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectFault {
    /// The YAML path, such as `categories.docs.patterns`; empty for the whole file.
    pub path: String,
    /// What is wrong there.
    pub problem: ProjectProblem,
}

/// What can be wrong with a `guide.yaml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProjectProblem {
    /// The file does not exist.
    Missing,
    /// The file cannot be read.
    Unreadable(Fault),
    /// Not YAML that is taken, or not of the right shape.
    Yaml(YamlProblem, Place),
    /// A category without patterns.
    NoPatterns,
    /// An empty name.
    EmptyName,
    /// A name that no location can hold: `.` or `..`.
    DotName,
    /// A limit of 0.
    ZeroLimit,
    /// A limit over [`MAX_LIMIT`](crate::project::MAX_LIMIT).
    LargeLimit,
}

/// The call was cancelled before it had a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;
