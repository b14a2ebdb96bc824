//! The reasons why a YAML file is rejected.

use std::fmt;

use crate::limits::{MAX_YAML_DEPTH, MAX_YAML_EVENTS};
use crate::located::Located;
use crate::quoted::{Quoted, QuotedList};

/// The reason why a YAML file is rejected, and the place of the problem.
pub type YamlError = Located<YamlErrorKind>;

/// Errors in a YAML file. `Display` says what is wrong and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum YamlErrorKind {
    /// The file is not UTF-8.
    Encoding,
    /// The file has no value.
    Empty,
    /// More than [`MAX_YAML_DEPTH`] lists and mappings are within each other.
    TooDeep,
    /// The file has more than [`MAX_YAML_EVENTS`] events.
    TooMany,
    /// A line begins with `%`.
    Directive,
    /// A tag other than `!!str`.
    Tag,
    /// A tab in the indentation of a line.
    Tab,
    /// An alias of an anchor that does not exist, usually a pattern without quotes.
    Alias(String),
    /// A backslash in double quotes that begins no escape.
    Escape,
    /// An alias inside the node that it refers to.
    EndlessAlias,
    /// Aliases that expand to more bytes than are allowed.
    Expansion,
    /// A key that a mapping has twice.
    RepeatedKey(String),
    /// A second document in the file.
    SecondDocument,
    /// A value whose type the field does not accept.
    Type {
        /// The type that the field accepts.
        expected: YamlType,
        /// The value that is there.
        found: YamlValue,
    },
    /// Text where a list is required.
    NoList(String),
    /// A number or a boolean where text is required.
    Unquoted {
        /// The type that the field accepts.
        expected: YamlType,
        /// The value that is there.
        found: YamlValue,
    },
    /// A field that does not exist, and the fields that do.
    UnknownField(String, Vec<&'static str>),
    /// A field that does not exist, and a similar one that does.
    MistakenField(String, &'static str),
    /// A field that is required and missing.
    MissingField(&'static str),
    /// A word that the field does not accept, and the words that it accepts.
    UnknownWord(String, Vec<&'static str>),
    /// The lines that Git writes around the two sides of a conflict.
    MergeConflict,
    /// A `: ` in text without quotes.
    UnquotedColon,
    /// A bracket or quote that was not closed before a `:` or text.
    Unclosed,
    /// A line without a `:` where a key is required.
    NoColon,
    /// Another problem, in the parser's words.
    Syntax(String),
}

/// Types that a field of a YAML file accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum YamlType {
    /// `true` or `false`.
    Truth,
    /// A whole number of at least 1.
    Number,
    /// A string.
    Text,
    /// A list.
    List,
    /// A mapping.
    Map,
}

/// Values that a field of a YAML file has instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum YamlValue {
    /// Nothing: `null`, `~`, or a key without a value.
    Nothing,
    /// A boolean, as it is written.
    Truth(String),
    /// A number, as it is written.
    Number(String),
    /// A string.
    Text(String),
    /// A list.
    List,
    /// A mapping.
    Map,
}

impl fmt::Display for YamlErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoding => formatter.write_str("not UTF-8"),
            Self::Empty => formatter.write_str("the file is empty"),
            Self::TooDeep => write!(
                formatter,
                "lists and mappings are nested more than {MAX_YAML_DEPTH} deep"
            ),
            Self::TooMany => write!(
                formatter,
                "more than {MAX_YAML_EVENTS} values, lists and mappings; an alias counts as its anchor"
            ),
            Self::Directive => formatter.write_str("a directive ('%') is not allowed"),
            Self::Tag => formatter.write_str(
                "a tag ('!') other than !!str is not allowed; quote a string that begins with '!'",
            ),
            Self::Tab => formatter.write_str("a tab indents this line; indent with spaces"),
            Self::Alias(text) => write!(
                formatter,
                "{} is an alias without an anchor; quote a string that begins with '*'",
                Quoted(text)
            ),
            Self::Escape => formatter.write_str(
                "a backslash in double quotes begins no escape; separate folders with '/'",
            ),
            Self::EndlessAlias => formatter.write_str("an alias is inside its own anchor"),
            Self::Expansion => formatter
                .write_str("the aliases expand to more bytes than the file has; use fewer"),
            Self::RepeatedKey(key) => {
                write!(formatter, "the key {} is there twice", Quoted(key))
            }
            Self::SecondDocument => {
                formatter.write_str("a second document begins; one is allowed")
            }
            Self::Type { expected, found } => {
                write!(formatter, "expected {expected}, found {found}")
            }
            Self::NoList(text) => write!(
                formatter,
                "expected a list, found the string {}; write it in brackets",
                Quoted(text)
            ),
            Self::Unquoted { expected, found } => write!(
                formatter,
                "expected {expected}, found {found}; put it in quotes"
            ),
            Self::UnknownField(field, fields) => write!(
                formatter,
                "the field {} is unknown; valid are {}",
                Quoted(field),
                QuotedList(fields)
            ),
            Self::MistakenField(field, meant) => write!(
                formatter,
                "the field {} is unknown; did you mean {}?",
                Quoted(field),
                Quoted(meant)
            ),
            Self::MissingField(field) => {
                write!(formatter, "the field {} is missing", Quoted(field))
            }
            Self::UnknownWord(word, words) => write!(
                formatter,
                "{} is not valid; valid are {}",
                Quoted(word),
                QuotedList(words)
            ),
            Self::MergeConflict => formatter.write_str(
                "a merge conflict begins here; keep one side and remove the three marker lines",
            ),
            Self::UnquotedColon => formatter.write_str(
                "a ':' is not allowed here; quote a text that contains ': ', or check the indentation",
            ),
            Self::Unclosed => {
                formatter.write_str("a '[', '{' or quote in the lines above is not closed")
            }
            Self::NoColon => formatter
                .write_str("a line is neither 'name: value' nor part of the line before it"),
            Self::Syntax(problem) => write!(formatter, "{problem}"),
        }
    }
}

impl std::error::Error for YamlErrorKind {}

impl fmt::Display for YamlType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Truth => "true or false",
            Self::Number => "a whole number of at least 1",
            Self::Text => "a string",
            Self::List => "a list",
            Self::Map => "a mapping",
        })
    }
}

impl fmt::Display for YamlValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => formatter.write_str("nothing"),
            Self::Truth(value) => formatter.write_str(value),
            Self::Number(value) => write!(formatter, "the number {value}"),
            Self::Text(text) => write!(formatter, "the string {}", Quoted(text)),
            Self::List => formatter.write_str("a list"),
            Self::Map => formatter.write_str("a mapping"),
        }
    }
}
