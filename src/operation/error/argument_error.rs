//! Errors in the arguments of a call.

use crate::operation::kind::Kind;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::{MAX_GUIDANCE_PATHS, MAX_PATTERN_COMPONENTS, MAX_QUOTED_PARTS};
use crate::operation::error::Suggestion;
use crate::text::messages::{ToArg, messages};
use crate::text::texts::Texts;

messages! {
    /// Errors in an argument of a call.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ArgumentErrorKind of ArgumentError {
        /// A required argument of this type is missing, or is `""` or `null`.
        Missing(r#type: JsonType) = "argument_missing" from argument;
        /// A query does not contain any word to search for.
        Wordless = "argument_wordless" from argument;
        /// An argument has a different JSON type than its row requires.
        Type {
            r#type: JsonType,
            got: &'static str,
        } = "argument_type" from argument;
        /// The tool does not have this argument. The suggestion is `None` or `argument_nearest`.
        Unknown(suggestion: Option<Suggestion>) = "argument_unknown" from argument;
        /// An argument is given together with `other`, which already selects one document.
        Together(other: String) = "argument_together" from argument;
        /// An argument is given together with `other`, whose URI already contains a section.
        OfSection(other: String) = "argument_section" from argument;
        /// An argument is longer than the limit.
        TooLong {
            /// The size in bytes.
            bytes: usize,
            /// The limit in bytes.
            limit: usize,
        } = "argument_too_long" from argument;
        /// A document is in this category or collection, but the call gives a different name.
        Elsewhere {
            kind: Kind,
            name: String,
        } = "argument_elsewhere" from argument;
        /// A query has too many quoted parts. The field is the number of quoted parts.
        ManyQuoted(count: usize) = "argument_many_quoted" from argument with limit = MAX_QUOTED_PARTS;
        /// A call has too many paths. The field is the number of paths.
        ManyPaths(count: usize) = "argument_many_paths" from argument with limit = MAX_GUIDANCE_PATHS;
        /// A path contains `*` or `?`.
        PathPattern(path: String) = "argument_path_pattern" from argument;
        PathBackslash(path: String) = "argument_path_backslash" from argument;
        /// A path ends in `/`.
        PathFolder(path: String) = "argument_path_folder" from argument;
        /// A path has more than [`MAX_PATTERN_COMPONENTS`] components.
        PathDeep(path: String) = "argument_path_deep" from argument with limit = MAX_PATTERN_COMPONENTS;
        /// A path contains `..`, or is absolute and outside the project's folder.
        PathOutside(path: String) = "argument_path_outside" from argument;
    }
}

/// An argument of a call, and its error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentError {
    /// The argument's name, as given or as the row spells it.
    pub argument: String,
    /// The problem with the argument.
    pub kind: ArgumentErrorKind,
}

impl ArgumentError {
    fn argument(&self) -> &String {
        &self.argument
    }
}

/// Writes the key and the values, without a table.
impl fmt::Display for ArgumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&Texts::default().render(self))
    }
}

impl std::error::Error for ArgumentError {}

/// The JSON type of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonType {
    /// A string.
    String,
}

impl ToArg for JsonType {
    fn render(&self, _: &Texts) -> String {
        match self {
            Self::String => "string".to_owned(),
        }
    }
}
