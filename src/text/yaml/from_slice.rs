//! Deserializes YAML to typed values. Every error has a position.

use std::fmt;

use serde::de::DeserializeOwned;

use crate::limits::{MAX_YAML_DEPTH, MAX_YAML_EVENTS};
use crate::text::located::{Located, Position};
use crate::text::messages::messages;

use super::yaml_node::YamlNode;

/// The reason why a YAML file is rejected, and the place of the problem.
pub type YamlError = Located<YamlErrorKind>;

impl fmt::Display for YamlError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place(), self.kind)
    }
}

impl std::error::Error for YamlError {}

messages! {
    /// Errors in a YAML file.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum YamlErrorKind {
        Encoding = "yaml_encoding";
        Empty = "yaml_empty";
        TooDeep = "yaml_too_deep" with limit = MAX_YAML_DEPTH;
        TooMany = "yaml_too_many" with limit = MAX_YAML_EVENTS;
        Directive = "yaml_directive";
        Tag = "yaml_tag";
        /// A tab in the indentation of a line.
        Tab = "yaml_tab";
        /// An alias of an anchor that does not exist, usually a pattern without quotes.
        Alias(text: String) = "yaml_alias";
        Escape = "yaml_escape";
        /// An alias inside the node that it refers to.
        EndlessAlias = "yaml_endless_alias";
        /// Aliases that expand to more bytes than are allowed.
        Expansion = "yaml_expansion";
        RepeatedKey(key: String) = "yaml_repeated_key";
        SecondDocument = "yaml_second_document";
        /// A value whose type the field does not accept. The message of `found` is a
        /// `yaml_found_…`.
        Type {
            expected: YamlType,
            found: YamlValue,
        } = "yaml_type";
        /// Text where a list is required.
        NoList(text: String) = "yaml_no_list";
        /// A number or a boolean where text is required. The message of `found` is a
        /// `yaml_found_…`.
        Unquoted {
            expected: YamlType,
            found: YamlValue,
        } = "yaml_unquoted";
        UnknownField(field: String, fields: Vec<&'static str>) = "yaml_unknown_field";
        /// A field that does not exist, and a similar one that does.
        MistakenField(field: String, meant: &'static str) = "yaml_mistaken_field";
        MissingField(field: &'static str) = "yaml_missing_field";
        /// A word that the field does not accept, and the words that it accepts.
        UnknownWord(word: String, words: Vec<&'static str>) = "yaml_unknown_word";
        /// The lines that Git writes around the two sides of a conflict.
        MergeConflict = "yaml_merge_conflict";
        /// A `: ` in text without quotes.
        UnquotedColon = "yaml_unquoted_colon";
        /// A bracket or quote that was not closed before a `:` or text.
        Unclosed = "yaml_unclosed";
        /// A line without a `:` where a key is required.
        NoColon = "yaml_no_colon";
        Syntax(problem: String) = "yaml_syntax";
    }
}

messages! {
    /// Types that a field of a YAML file accepts.
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
    /// Values that a field of a YAML file has instead.
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

/// Parses `content`, a YAML file, into a tree.
///
/// # Errors
///
/// Returns a syntax error, or any [`YamlErrorKind`] that does not depend on a type.
pub fn parse(content: impl AsRef<[u8]>) -> Result<YamlNode, YamlError> {
    let content = content.as_ref();
    let text = std::str::from_utf8(content).map_err(|error| {
        let (valid, _) = content.split_at(error.valid_up_to());
        let position = Position::after(&String::from_utf8_lossy(valid));
        YamlError::at(position, YamlErrorKind::Encoding)
    })?;
    YamlNode::build(text)
}

/// Deserializes `content`, a YAML file, without conversions. A number, a boolean or null is not a
/// string. Null is neither a list nor a mapping.
///
/// # Errors
///
/// Returns the errors of [`parse`], or an error if a value does not have the type that `T`
/// requires.
pub fn from_slice<T: DeserializeOwned>(content: impl AsRef<[u8]>) -> Result<T, YamlError> {
    parse(content)?.read()
}
