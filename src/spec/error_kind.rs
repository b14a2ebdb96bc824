//! The closed set of error types.

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
