//! What is wrong with the arguments of a call.

use crate::limits::{MAX_GUIDANCE_PATHS, MAX_PATTERN_COMPONENTS, MAX_QUOTED_PARTS};
use crate::operation::error::{Scope, Suggestion};
use crate::table::JsonType;
use crate::text::message::{MessageDef, ToArg, ToMessage, messages};
use crate::text::texts::Texts;

messages! {
    /// What is wrong with an argument of a call.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ArgumentErrorKind {
        /// Required and not there, or `""` or `null`.
        Missing = "argument_missing" within argument with type = JsonType::String;
        /// A query without a word to search for.
        Wordless = "argument_wordless" within argument;
        /// Of another JSON type, named here.
        Type(got: &'static str) = "argument_type" within argument with type = JsonType::String;
        /// Not an argument of the tool; the suggestion is empty or `argument_nearest`.
        Unknown(suggestion: Option<Suggestion>) = "argument_unknown" within argument;
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
        /// A document of this category or collection, where the call names something else.
        Elsewhere {
            kind: Scope,
            name: String,
        } = "argument_elsewhere" within argument;
        /// A query with more quoted parts than it may have; this many.
        ManyQuoted(count: usize) = "argument_many_quoted" within argument with limit = MAX_QUOTED_PARTS;
        /// More paths than a call may have; this many.
        ManyPaths(count: usize) = "argument_many_paths" within argument with limit = MAX_GUIDANCE_PATHS;
        /// A path with `*` or `?`.
        PathPattern(path: String) = "argument_path_pattern" within argument;
        PathBackslash(path: String) = "argument_path_backslash" within argument;
        /// A path that ends in `/`.
        PathFolder(path: String) = "argument_path_folder" within argument;
        /// A path of more than 63 names.
        PathDeep(path: String) = "argument_path_deep" within argument with limit = MAX_PATTERN_COMPONENTS;
        /// A path with `..`, or an absolute one that is not beneath the project's folder.
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

impl ToMessage for ArgumentError {
    fn def(&self) -> &'static MessageDef {
        self.kind.def()
    }

    fn args(&self, texts: &Texts) -> Vec<(&'static str, String)> {
        let mut args = self.kind.args(texts);
        args.push(("argument", self.argument.said(texts)));
        args
    }
}
