//! Errors of operations.

mod argument_error;
mod suggestion;

use std::fmt::{self, Display};

use crate::operation::kind::Kind;
use crate::project::project_error::SessionError;
use crate::text::messages::{Joined, QuotedName, messages};
use crate::text::truncated::Truncated;
use rule_files::pattern::{PatternError, PatternErrorKind};

pub use argument_error::{ArgumentError, ArgumentErrorKind, JsonType};
pub use suggestion::{Item, Missing, Nearby, PatternPlace, Suggestion, UnreadableList, quoted};

impl ErrorKind {
    /// Returns the type's name, as it appears in `error_type` and in the table.
    pub const fn name(self) -> &'static str {
        self.def().key
    }
}

impl Display for ErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

messages! {
    /// Reasons why a call fails.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Error by
        /// The closed set of error types that a result can carry in `error_type`.
        ErrorKind
    {
        /// A category or a collection does not exist, or its directory does not exist.
        NotFound {
            kind: Kind,
            name: String,
            cause: Option<Box<Item>>,
            suggestion: Option<Suggestion>,
        } = "not_found";
        /// A document or a section does not exist, but its category does.
        NoDocument {
            kind: Kind,
            name: String,
            cause: Box<Item>,
            suggestion: Joined<Nearby>,
        } = "no_document";
        /// The patterns match no document.
        NoMatches {
            kind: Kind,
            name: String,
            patterns: Truncated<QuotedName>,
            nearby: Joined<Nearby>,
        } = "no_matches";
        /// The pattern's syntax is invalid, or the pattern leads out of the category.
        InvalidPattern {
            pattern: String,
            place: Joined<PatternPlace>,
            reason: PatternErrorKind,
        } = "invalid_pattern";
        /// No project is bound.
        NoSession(reason: SessionError) = "no_session";
        /// None of the matching documents could be read.
        Io(documents: UnreadableList) = "io_error";
        /// The arguments do not match the tool's row in the table.
        InvalidArgument {
            reasons: Vec<ArgumentError>,
            arguments: Truncated<Item>,
            tool: String,
        } = "invalid_argument";
        /// An unexpected error.
        Unknown { tool: String } = "unknown";
    }
}

impl Error {
    /// Returns the error for a call of `tool` that failed for an unknown reason.
    pub fn unknown(tool: &str) -> Self {
        let tool = tool.to_owned();
        Self::Unknown { tool }
    }

    /// Returns the error for an invalid pattern in a call.
    pub fn invalid_pattern(pattern: &str, error: &PatternError) -> Self {
        Self::InvalidPattern {
            pattern: pattern.to_owned(),
            place: PatternPlace::of(error, None),
            reason: error.kind.clone(),
        }
    }
}
