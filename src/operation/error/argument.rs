//! What is wrong with the arguments of a call.

use crate::operation::kind::Kind;
use serde::{Deserialize, Serialize};

use crate::limits::{MAX_GUIDANCE_PATHS, MAX_PATTERN_COMPONENTS, MAX_QUOTED_PARTS};
use crate::operation::error::Suggestion;
use crate::text::message::{ToArg, messages};
use crate::text::texts::Texts;

messages! {
    /// What is wrong with an argument of a call.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ArgumentErrorKind of ArgumentError {
        /// Required, of this type, and not there, or `""` or `null`.
        Missing(r#type: JsonType) = "argument_missing" from argument;
        /// A query without a word to search for.
        Wordless = "argument_wordless" from argument;
        /// Of another JSON type than the row has.
        Type {
            r#type: JsonType,
            got: &'static str,
        } = "argument_type" from argument;
        /// Not an argument of the tool; the suggestion is empty or `argument_nearest`.
        Unknown(suggestion: Option<Suggestion>) = "argument_unknown" from argument;
        /// Given beside the argument named here, which names one document already.
        Together(other: String) = "argument_together" from argument;
        /// Given beside the argument named here, whose URI names a section already.
        OfSection(other: String) = "argument_section" from argument;
        /// Longer than any argument may be.
        TooLong {
            /// Its size in bytes.
            bytes: usize,
            /// The limit in bytes.
            limit: usize,
        } = "argument_too_long" from argument;
        /// A document of this category or collection, where the call names something else.
        Elsewhere {
            kind: Kind,
            name: String,
        } = "argument_elsewhere" from argument;
        /// A query with more quoted parts than it may have; this many.
        ManyQuoted(count: usize) = "argument_many_quoted" from argument with limit = MAX_QUOTED_PARTS;
        /// More paths than a call may have; this many.
        ManyPaths(count: usize) = "argument_many_paths" from argument with limit = MAX_GUIDANCE_PATHS;
        /// A path with `*` or `?`.
        PathPattern(path: String) = "argument_path_pattern" from argument;
        PathBackslash(path: String) = "argument_path_backslash" from argument;
        /// A path that ends in `/`.
        PathFolder(path: String) = "argument_path_folder" from argument;
        /// A path of more than 63 names.
        PathDeep(path: String) = "argument_path_deep" from argument with limit = MAX_PATTERN_COMPONENTS;
        /// A path with `..`, or an absolute one that is not beneath the project's folder.
        PathOutside(path: String) = "argument_path_outside" from argument;
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

impl ArgumentError {
    fn argument(&self) -> &String {
        &self.argument
    }
}

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
