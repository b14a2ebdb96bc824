//! The types of errors, and errors of a table and of the arguments of a call.

use std::fmt;

use serde::Deserialize;

use crate::limits::{MAX_PATHS, MAX_PATTERN_COMPONENTS, MAX_QUOTED};
use crate::text::escape::{Escaped, escape_at_most};
use crate::text::message::messages;

/// The most bytes of a table error's message.
const MAX_MESSAGE: usize = 1000;

macro_rules! error_kinds {
    ($(
        $(#[doc = $when:literal])+
        $variant:ident = $name:literal ($($placeholder:literal),+);
    )+) => {
        /// The closed set of error types that a result can carry in `error_type`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorKind {
            $($(#[doc = $when])+ $variant,)+
        }

        impl ErrorKind {
            /// Every kind, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the kind as `error_type` spells it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Returns the placeholders of the kind's message; `spec/README.md` describes them.
            pub const fn placeholders(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($placeholder),+],)+
                }
            }
        }
    };
}

error_kinds! {
    /// A category or a collection does not exist, or has no directory.
    NotFound = "not_found" ("kind", "name", "cause", "suggestion");
    /// A document or a section does not exist, and its category does.
    NoDocument = "no_document" ("kind", "name", "cause", "suggestion");
    /// The patterns match no document.
    NoMatches = "no_matches" ("kind", "name", "patterns", "nearby");
    /// The pattern's syntax is invalid, or it would leave the category.
    InvalidPattern = "invalid_pattern" ("pattern", "place", "reason", "help");
    /// No project is bound.
    NoSession = "no_session" ("reason");
    /// Nothing that matched could be read.
    IoError = "io_error" ("documents");
    /// The arguments do not fit the tool's row.
    InvalidArgument = "invalid_argument" ("tool", "reasons", "arguments");
    /// An error that nobody foresaw.
    Unknown = "unknown" ("tool");
}

messages! {
    /// What is wrong with an argument of a call; its type is that of the row.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ArgumentErrorKind {
        /// Required and not there.
        Missing = "argument_missing" within argument, type;
        /// Required and `""` or `null`.
        Empty = "argument_empty" within argument, type;
        /// Of another JSON type, named here.
        Type(got: &'static str) = "argument_type" within argument, type;
        /// Not an argument of the tool; the suggestion is empty or `argument_nearest`.
        Unknown = "argument_unknown" within argument, suggestion;
        /// Given beside the argument named here, which names one document already.
        Together(other: String) = "argument_together" within argument;
        /// Given beside the argument named here, whose URI names a section already.
        OfSection(other: String) = "argument_section" within argument;
        /// Longer than any argument may be.
        TooLong {
            /// Its size in bytes.
            bytes: usize,
            /// The limit in bytes.
            limit: usize,
        } = "argument_too_long" within argument;
        /// A document of this category, where the call names something else.
        OfCategory(category: String) = "argument_of_category" within argument;
        /// A document of this collection, where the call names something else.
        OfCollection(collection: String) = "argument_of_collection" within argument;
        /// A query with more quoted parts than it may have; this many.
        ManyQuoted(count: usize) = "argument_many_quoted" within argument with limit = MAX_QUOTED;
        /// More paths than a call may have; this many.
        ManyPaths(count: usize) = "argument_many_paths" within argument with limit = MAX_PATHS;
        /// A path with `*` or `?`.
        PathPattern(path: String) = "argument_path_pattern" within argument;
        PathBackslash(path: String) = "argument_path_backslash" within argument;
        /// A path with `..`.
        PathAbove(path: String) = "argument_path_above" within argument;
        /// A path that ends in `/`.
        PathFolder(path: String) = "argument_path_folder" within argument;
        /// A path of more than 63 names.
        PathDeep(path: String) = "argument_path_deep" within argument with limit = MAX_PATTERN_COMPONENTS;
        /// An absolute path that is not beneath the project's folder.
        PathOutside(path: String) = "argument_path_outside" within argument;
    }
}

/// What is wrong with one argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentError {
    /// The argument's name as given or as the row spells it.
    pub argument: String,
    /// What is wrong.
    pub kind: ArgumentErrorKind,
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {}", self.argument, self.kind)
    }
}

impl std::error::Error for ArgumentError {}

/// Why a table cannot be loaded, in English: its reader is the table's author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The table's file.
    pub file: String,
    /// The place, such as `tools[2].arguments.pattern.role` or `line 3 column 4`.
    pub path: String,
    /// What is wrong, and what would be valid.
    pub message: String,
}

impl TableError {
    /// Makes an error of a place, `""` or `.` for the whole table, and a message.
    pub(super) fn new(file: &str, path: &str, message: &str) -> Self {
        let mut message = Escaped(message).to_string();
        if let Some((end, _)) = message.char_indices().find(|(at, _)| *at > MAX_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        Self {
            file: file.to_owned(),
            path: match path {
                "" | "." => "top level".to_owned(),
                path => escape_at_most(path, 80),
            },
            message,
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            path,
            message,
        } = self;
        write!(formatter, "{}: {path}: {message}", Escaped(file))
    }
}

impl std::error::Error for TableError {}

/// A place of the table, and what is wrong there.
pub(super) type Problem = (String, String);

/// Returns an error of this place and message.
pub(super) fn problem<T>(
    place: impl Into<String>,
    message: impl Into<String>,
) -> Result<T, Problem> {
    Err((place.into(), message.into()))
}

/// Returns what puts the path of a row before the place of a problem in it.
pub(super) fn within(path: &str, index: usize) -> impl Fn(Problem) -> Problem + Copy {
    move |(place, message)| (format!("{path}[{index}].{place}"), message)
}

/// Returns names as a list for a message.
pub(super) fn list(names: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.is_empty() {
        true => "none".into(),
        false => names.join(", "),
    }
}
