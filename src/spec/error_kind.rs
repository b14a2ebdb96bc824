//! The closed set of error types.

use serde::Deserialize;

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
    /// A category, a collection or a document does not exist, or has no directory.
    NotFound = "not_found" ("kind", "name", "cause", "suggestion");
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
