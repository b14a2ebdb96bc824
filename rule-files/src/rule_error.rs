//! The parts of a rule's header that cannot be read.

use std::fmt;

use crate::limits::{MAX_FRONTMATTER_BYTES, MAX_RULE_COMPONENTS};
use crate::pattern::PatternErrorKind;
use crate::quoted::Quoted;

/// Errors in what a document's header says about the files it applies to. `Display` says what is
/// wrong and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleError {
    /// The frontmatter does not end within [`MAX_FRONTMATTER_BYTES`].
    Endless,
    /// The field of this name contains something other than patterns.
    Field(String),
    /// One of a field's patterns is invalid.
    Pattern {
        /// The name of the field.
        field: String,
        /// The pattern, as it is written.
        pattern: String,
        /// The reason.
        reason: PatternErrorKind,
    },
    /// The patterns of the field of this name have more than [`MAX_RULE_COMPONENTS`] components.
    ManyPatterns(String),
}

impl fmt::Display for RuleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endless => write!(
                formatter,
                "the header is not closed; write a line '---' after its fields, within \
                 {MAX_FRONTMATTER_BYTES} bytes"
            ),
            Self::Field(field) => write!(
                formatter,
                "{} is neither a pattern nor a list of patterns; write a string, or a list of strings",
                Quoted(field)
            ),
            Self::Pattern {
                field,
                pattern,
                reason,
            } => write!(
                formatter,
                "{} has the invalid pattern {}: {reason}",
                Quoted(field),
                Quoted(pattern)
            ),
            Self::ManyPatterns(field) => write!(
                formatter,
                "the patterns of {} have more than {MAX_RULE_COMPONENTS} components in all \
                 alternatives; write fewer or shorter patterns",
                Quoted(field)
            ),
        }
    }
}

impl std::error::Error for RuleError {}
