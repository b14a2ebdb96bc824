//! The closed set of error types.

use serde::Deserialize;

/// A placeholder of an error type's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placeholder {
    /// Its name.
    pub name: &'static str,
    /// What stands there.
    pub holds: &'static str,
}

macro_rules! error_kinds {
    ($(
        $(#[doc = $when:literal])+
        $variant:ident = $name:literal { $($placeholder:literal: $holds:literal),+ $(,)? };
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

            /// The kind as `error_type` spells it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// When a result is of this kind.
            pub const fn when(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($when),+),)+
                }
            }

            /// The placeholders that the kind's message row may hold.
            pub const fn placeholders(self) -> &'static [Placeholder] {
                match self {
                    $(Self::$variant => &[
                        $(Placeholder { name: $placeholder, holds: $holds }),+
                    ],)+
                }
            }
        }
    };
}

error_kinds! {
    /// A category, a collection or a document does not exist, or has no directory.
    NotFound = "not_found" {
        "kind": "a `kind_…` of what was searched",
        "name": "the name or the document as given",
        "cause": "empty, or a `cause_…`",
        "suggestion": "empty, or a `suggestion_…`; of a document each `nearby_…` that holds",
    };
    /// The patterns match no document.
    NoMatches = "no_matches" {
        "kind": "an `in_…` of what the name is",
        "name": "the name as given",
        "patterns": "those that were searched, quoted, or `no_patterns`",
        "nearby": "each `nearby_…` that holds",
    };
    /// The pattern's syntax is invalid, or it would leave the category.
    InvalidPattern = "invalid_pattern" {
        "pattern": "the pattern as given",
        "place": "empty, or `at_character`, and `pattern_of` where no call gave it",
        "reason": "a `pattern_…`",
        "help": "`pattern_help`",
    };
    /// No project is bound.
    NoSession = "no_session" {
        "reason": "`session_none` or `session_unloadable`",
    };
    /// Nothing that matched could be read.
    IoError = "io_error" {
        "documents": "each an `unreadable`",
    };
    /// The arguments do not fit the tool's row.
    InvalidArgument = "invalid_argument" {
        "tool": "the tool's name",
        "reasons": "each one of the first four `argument_…`",
        "arguments": "each an `argument_row`, or `arguments_none`",
    };
    /// A fault that nobody foresaw.
    Unknown = "unknown" {
        "tool": "the tool's name",
    };
}
