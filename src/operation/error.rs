//! What went wrong in an operation.

mod argument;
mod part;

use std::fmt::{self, Display};

use crate::documents::pattern::{PatternError, PatternErrorKind};
use crate::project::error::SessionError;
use crate::table::{Argument, NameKind};
use crate::text::message::{Joined, QuotedName, messages};
use crate::text::names::Truncated;

pub use argument::{ArgumentError, ArgumentErrorKind};
pub use part::{Item, Missing, Nearby, PatternPlace, Suggestion, UnreadableList, quoted};

impl ErrorKind {
    /// Returns the type as `error_type` and the table spell it.
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
    /// Why a call failed.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Error by ErrorKind {
        /// A category or a collection does not exist, or has no directory.
        NotFound {
            kind: Kind,
            name: String,
            cause: Option<Box<Item>>,
            suggestion: Option<Suggestion>,
        } = "not_found";
        /// A document or a section does not exist, and its category does.
        NoDocument {
            kind: Kind,
            name: String,
            cause: Box<Item>,
            suggestion: Joined<Nearby>,
        } = "no_document";
        /// The patterns match no document.
        NoMatches {
            kind: Scope,
            name: String,
            patterns: Truncated<QuotedName>,
            nearby: Joined<Nearby>,
        } = "no_matches";
        /// The pattern's syntax is invalid, or it would leave the category.
        InvalidPattern {
            pattern: String,
            place: Joined<PatternPlace>,
            reason: PatternErrorKind,
        } = "invalid_pattern";
        /// No project is bound.
        NoSession(reason: SessionError) = "no_session";
        /// Nothing that matched could be read.
        Io(documents: UnreadableList) = "io_error";
        /// The arguments do not fit the tool's row.
        InvalidArgument {
            reasons: Vec<ArgumentError>,
            arguments: Truncated<Item>,
            tool: String,
        } = "invalid_argument";
        /// An error that nobody foresaw.
        Unknown { tool: String } = "unknown";
    }
}

impl Error {
    /// Returns the error of a call of a tool that fails for no reason that is known.
    pub fn unknown(tool: &str) -> Self {
        let tool = tool.to_owned();
        Self::Unknown { tool }
    }

    /// Returns the error of an invalid pattern of a call.
    pub fn invalid_pattern(pattern: &str, error: &PatternError) -> Self {
        Self::InvalidPattern {
            pattern: pattern.to_owned(),
            place: PatternPlace::of(error, None),
            reason: error.kind.clone(),
        }
    }

    /// Returns the error of invalid arguments of a call of a tool, with those that are valid.
    pub fn invalid_arguments<'a>(
        tool: &str,
        reasons: Vec<ArgumentError>,
        valid: impl IntoIterator<Item = (&'a String, &'a Argument)>,
    ) -> Self {
        let row = |(name, row): (&String, &Argument)| {
            let (argument, json_type) = (name.clone(), row.json_type);
            match row.required {
                true => Item::Required {
                    argument,
                    json_type,
                },
                false => Item::Optional {
                    argument,
                    json_type,
                },
            }
        };
        let mut arguments: Truncated<Item> = valid.into_iter().map(row).collect();
        if arguments.is_empty() {
            arguments.push(Item::NoArguments);
        }
        Self::InvalidArgument {
            reasons,
            arguments,
            tool: tool.to_owned(),
        }
    }
}

messages! {
    /// What there is, at the beginning of a sentence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kind {
        Category = "kind_category";
        Collection = "kind_collection";
        Skill = "kind_skill";
        Either = "kind_either";
        Document = "kind_document";
        Section = "kind_section";
    }
}

messages! {
    /// Which kinds of name a tool looks up, or a name turned out to be; within a sentence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Scope {
        Category = "in_category";
        Collection = "in_collection";
        Either = "in_either";
    }
}

impl Scope {
    /// Returns the scope of these kinds.
    pub fn of(kinds: &[NameKind]) -> Self {
        match kinds {
            [NameKind::Category] => Self::Category,
            [NameKind::Collection] => Self::Collection,
            _ => Self::Either,
        }
    }

    /// Returns it for the beginning of a sentence.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Category => Kind::Category,
            Self::Collection => Kind::Collection,
            Self::Either => Kind::Either,
        }
    }
}
