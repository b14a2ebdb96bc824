//! YAML to typed values, with the position of every error.
//!
//! Files may come from anybody: `yaml/node.rs` bounds the parser's events while it builds
//! a tree of [`YamlNode`]s, and `yaml/de.rs` deserializes the tree without conversions.

mod de;
mod node;
mod scalar;

use std::fmt;

use serde::de::DeserializeOwned;

use crate::limits::{MAX_YAML_DEPTH, MAX_YAML_EVENTS};
use crate::text::located::{Located, Position};
use crate::text::message::messages;

pub use node::YamlNode;

/// Why a YAML file is refused.
pub type YamlError = Located<YamlErrorKind>;

impl fmt::Display for YamlError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place(), self.kind)
    }
}

impl std::error::Error for YamlError {}

messages! {
    /// What is wrong with a YAML file.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum YamlErrorKind {
        Encoding = "yaml_encoding";
        Empty = "yaml_empty";
        TooDeep = "yaml_too_deep" with limit = MAX_YAML_DEPTH;
        TooMany = "yaml_too_many" with limit = MAX_YAML_EVENTS;
        Directive = "yaml_directive";
        Tag = "yaml_tag";
        /// A tab where a line is indented.
        Tab = "yaml_tab";
        /// An alias of an anchor that there is not: mostly a pattern without quotes.
        Alias(text: String) = "yaml_alias";
        Escape = "yaml_escape";
        /// An alias within its own node.
        EndlessAlias = "yaml_endless_alias";
        /// The aliases stand for more than the file holds.
        Expansion = "yaml_expansion";
        RepeatedKey(key: String) = "yaml_repeated_key";
        SecondDocument = "yaml_second_document";
        /// Another value than the field takes; what it takes, and a `yaml_found_…`.
        Type {
            expected: YamlType,
            found: YamlValue,
        } = "yaml_type";
        /// A text where a list is taken.
        NoList(text: String) = "yaml_no_list";
        /// A number or a truth value where a text is taken; a `yaml_found_…`.
        Unquoted {
            expected: YamlType,
            found: YamlValue,
        } = "yaml_unquoted";
        UnknownField(field: String, fields: Vec<&'static str>) = "yaml_unknown_field";
        /// No field, but like that one.
        MistakenField(field: String, meant: &'static str) = "yaml_mistaken_field";
        MissingField(field: &'static str) = "yaml_missing_field";
        /// None of the words that the field takes; those are.
        UnknownWord(word: String, words: Vec<&'static str>) = "yaml_unknown_word";
        /// The lines that Git writes around the two sides of a conflict.
        MergeConflict = "yaml_merge_conflict";
        /// A `: ` in a text without quotes.
        UnquotedColon = "yaml_unquoted_colon";
        /// A `:`, or text, where a bracket or a quote above is open.
        Unclosed = "yaml_unclosed";
        /// A line without a `:` where a key has to be.
        NoColon = "yaml_no_colon";
        Syntax(problem: String) = "yaml_syntax";
    }
}

messages! {
    /// What a field of a YAML file takes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum YamlType {
        Truth = "yaml_truth";
        Number = "yaml_number";
        Text = "yaml_text";
        List = "yaml_list";
        Map = "yaml_map";
    }
}

messages! {
    /// What a field of a YAML file has instead.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum YamlValue {
        /// Nothing: `null`, `~`, or a key without a value.
        Nothing = "yaml_found_nothing";
        Truth(value: String) = "yaml_found_truth";
        Number(value: String) = "yaml_found_number";
        Text(text: String) = "yaml_found_text";
        List = "yaml_found_list";
        Map = "yaml_found_map";
    }
}

/// Parses a file into a tree.
///
/// # Errors
///
/// Syntax errors, and every [`YamlErrorKind`] that needs no type.
pub fn parse(content: impl AsRef<[u8]>) -> Result<YamlNode, YamlError> {
    let content = content.as_ref();
    let text = std::str::from_utf8(content).map_err(|error| {
        let (valid, _) = content.split_at(error.valid_up_to());
        let position = Position::after(&String::from_utf8_lossy(valid));
        YamlError::at(position, YamlErrorKind::Encoding)
    })?;
    YamlNode::build(text)
}

/// Deserializes a file without conversions: a number, a boolean or null is no string, and
/// null is neither a list nor a mapping.
///
/// # Errors
///
/// As [`parse`], and values of other types than `T` has.
pub fn from_slice<T: DeserializeOwned>(content: impl AsRef<[u8]>) -> Result<T, YamlError> {
    parse(content)?.read()
}
