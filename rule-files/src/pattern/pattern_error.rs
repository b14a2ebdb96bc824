//! The reasons why a string is not a valid pattern.

use std::fmt;

use crate::limits::{MAX_PATTERN_ALTERNATIVES, MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS};
use crate::quoted::Quoted;

/// The reason why a string is not a valid pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PatternError {
    /// The kind of the error.
    pub kind: PatternErrorKind,
    /// The position of the error in the pattern, in characters counted from 1, if it is known.
    pub position: Option<usize>,
}

/// Errors in a pattern. `Display` says what is wrong and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PatternErrorKind {
    /// The pattern, or an alternative, is empty.
    Empty,
    /// A component is `..`.
    Traversal,
    /// The pattern begins with a `/`, or with a drive prefix, for example `C:`.
    Absolute,
    /// The pattern, or an alternative, begins with `!`.
    Negated,
    /// The pattern has a backslash.
    Backslash,
    /// The pattern has a NUL.
    Nul,
    /// The pattern has this number of bytes, and the limit is [`MAX_PATTERN_BYTES`].
    TooLong(usize),
    /// The pattern has this number of components, and the limit is [`MAX_PATTERN_COMPONENTS`].
    TooDeep(usize),
    /// The braces expand to more than [`MAX_PATTERN_ALTERNATIVES`] alternatives.
    TooManyAlternatives,
    /// The components with `?` or sets are too long in total. The position is that of the first
    /// component beyond the limit.
    TooCostly,
    /// A `{` is not closed.
    OpenBrace,
    /// A `[` is not closed.
    OpenBracket,
    /// `**` is not a whole component, or there are more than two `*` in a row.
    Recursive,
    /// A range runs backwards, for example `z-a`.
    Range(String),
}

impl PatternErrorKind {
    /// Returns the error of this kind at the character `position`, counted from 1.
    pub(super) const fn at(self, position: usize) -> PatternError {
        PatternError {
            kind: self,
            position: Some(position),
        }
    }
}

impl From<PatternErrorKind> for PatternError {
    fn from(kind: PatternErrorKind) -> Self {
        Self {
            kind,
            position: None,
        }
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(position) => write!(formatter, "character {position}: {}", self.kind),
            None => self.kind.fmt(formatter),
        }
    }
}

impl std::error::Error for PatternError {}

impl fmt::Display for PatternErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => formatter.write_str("the pattern or an alternative is empty"),
            Self::Traversal => formatter.write_str("'..' leads out of the folder"),
            Self::Absolute => formatter
                .write_str("an absolute path or a drive is not allowed; write a relative path"),
            Self::Negated => formatter.write_str(
                "a leading '!' excludes nothing here; write './!name' for a name that begins with '!'",
            ),
            Self::Backslash => {
                formatter.write_str("a backslash is not allowed; separate folders with '/'")
            }
            Self::Nul => formatter.write_str("a NUL is not allowed"),
            Self::TooLong(bytes) => {
                write!(formatter, "{bytes} bytes; the limit is {MAX_PATTERN_BYTES}")
            }
            Self::TooDeep(components) => write!(
                formatter,
                "{components} components; the limit is {MAX_PATTERN_COMPONENTS}"
            ),
            Self::TooManyAlternatives => write!(
                formatter,
                "the braces expand to more than {MAX_PATTERN_ALTERNATIVES} alternatives"
            ),
            Self::TooCostly => write!(
                formatter,
                "the names with '?' or sets have more than {MAX_PATTERN_BYTES} characters in all \
                 alternatives; use fewer alternatives or shorter sets"
            ),
            Self::OpenBrace => formatter.write_str("this '{' is not closed"),
            Self::OpenBracket => formatter.write_str("this '[' is not closed"),
            Self::Recursive => formatter.write_str("'**' must stand alone between slashes"),
            Self::Range(range) => write!(formatter, "the range {} runs backwards", Quoted(range)),
        }
    }
}

impl std::error::Error for PatternErrorKind {}
