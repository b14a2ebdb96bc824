//! YAML to typed values, with the position of every error.
//!
//! Anybody may have written a file. So `yaml/node.rs` bounds the parser's events while it
//! builds a tree of [`YamlNode`]s from them, and `yaml/de.rs` deserializes that.

mod de;
mod fault;
mod node;
pub(crate) mod scalar;

use std::fmt;

use serde::de::DeserializeOwned;

pub use fault::{YamlFault, YamlType, YamlValue};
pub use node::YamlNode;

/// How many lists and mappings may be open at once.
pub const MAX_DEPTH: usize = 16;
/// How many events a file may have, each alias counted as what it stands for:
/// one for a scalar, two for a list or a mapping.
pub const MAX_EVENTS: usize = 100_000;
/// How many bytes all aliases of a file may stand for, if the file itself is not larger.
pub const MIN_EXPANSION: usize = 1 << 16;
/// How many characters of the file an error repeats at a time.
#[doc(hidden)]
pub const MAX_QUOTE: usize = 80;

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
}

impl Place {
    /// Returns the position after `text`.
    pub(crate) fn after(text: &str) -> Self {
        let line = text.rsplit('\n').next().unwrap_or_default();
        Self {
            line: 1 + memchr::memchr_iter(b'\n', text.as_bytes()).count(),
            column: 1 + line.chars().count(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column } = self;
        write!(formatter, "line {line} column {column}")
    }
}

/// Why a YAML file is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// The path in the structure, such as `tools[2].arguments`, at most 80 characters of
    /// it; empty for the whole file, and where it is not known.
    pub path: String,
    /// The position in the text.
    pub place: Place,
    /// What is wrong.
    pub fault: YamlFault,
}

impl fmt::Display for YamlError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, place, fault } = self;
        write!(formatter, "{path:?}: {fault} at {place}")
    }
}

impl std::error::Error for YamlError {}

impl YamlError {
    fn at(place: Place, fault: YamlFault) -> Self {
        Self {
            path: String::new(),
            place,
            fault,
        }
    }
}

/// Parses a file, whose parts can be found in the tree and deserialized.
///
/// # Errors
///
/// Syntax errors, and every [`YamlFault`] that needs no type.
pub fn parse(content: impl AsRef<[u8]>) -> Result<YamlNode, YamlError> {
    let content = content.as_ref();
    let text = std::str::from_utf8(content).map_err(|error| {
        let (valid, _) = content.split_at(error.valid_up_to());
        let place = Place::after(&String::from_utf8_lossy(valid));
        YamlError::at(place, YamlFault::Encoding)
    })?;
    YamlNode::build(text)
}

/// Deserializes a file. Nothing is converted: a number, a truth value or nothing is no
/// string, and nothing is no list and no mapping either.
///
/// # Errors
///
/// As [`parse`], and what the type does not take.
pub fn from_slice<T: DeserializeOwned>(content: impl AsRef<[u8]>) -> Result<T, YamlError> {
    parse(content)?.read()
}

/// Returns a string of the file, cut to what an error repeats.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
