//! YAML → typed values, with the place of every fault.
//!
//! A file is anybody's, so it is read in two steps. `yaml/events.rs` takes it as a
//! stream of events, bounds it, and writes it down again in one plain form;
//! `serde_yaml` reads that form and never sees the file itself: whatever it is
//! slow on, or reads otherwise than the first reader, does not reach it.

mod caught;
mod events;
mod fault;
mod plain;
pub(crate) mod scalar;
mod strict;

use std::fmt;

use serde::de::DeserializeOwned;

use caught::Kept;
use plain::{Node, Plain};
use strict::Strict;

pub use fault::{YamlFault, YamlType, YamlValue};

/// How many lists and mappings may be open at once.
pub const MAX_DEPTH: usize = 16;
/// How many events a file may have, each alias counted as what it stands for:
/// one for a scalar, two for a list or a mapping.
pub const MAX_EVENTS: usize = 100_000;
/// How much all aliases of a file may stand for, in bytes, where the file itself
/// is not larger.
pub const MIN_EXPANSION: usize = 1 << 16;
/// How many characters of the file a fault repeats at a time.
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
    /// Where what follows this text begins.
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
    /// Where in the structure, such as `tools[2].arguments`, at most 80
    /// characters of it; empty for the whole file, and where it is not known.
    pub path: String,
    /// Where in the text.
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

/// Reads a value. What a type takes for text is text: a number, a truth value
/// or nothing is none, and nothing is no list and no mapping either.
///
/// # Errors
///
/// What is not YAML, every [`YamlFault`], and whatever the type does not allow.
pub fn parse<T: DeserializeOwned>(content: &[u8]) -> Result<T, YamlError> {
    placed(content).map(|placed| placed.value)
}

/// A value, and where its parts stand in the file.
#[derive(Debug)]
pub(crate) struct Placed<T> {
    /// The value.
    pub value: T,
    plain: Plain,
}

impl<T> Placed<T> {
    /// Where a value stands: the steps to it are keys, and items as `[0]`.
    pub fn place(&self, steps: &[&str]) -> Place {
        self.plain.find(steps).value
    }

    /// Where the key of a value stands.
    pub fn key(&self, steps: &[&str]) -> Place {
        self.plain.find(steps).key
    }
}

/// Reads a value whose parts can be found in the file.
///
/// # Errors
///
/// As [`parse`].
pub(crate) fn placed<T: DeserializeOwned>(content: &[u8]) -> Result<Placed<T>, YamlError> {
    let text = std::str::from_utf8(content).map_err(|error| {
        let (valid, _) = content.split_at(error.valid_up_to());
        let place = Place::after(&String::from_utf8_lossy(valid));
        YamlError::at(place, YamlFault::Encoding)
    })?;
    let plain = events::plain(text)?;
    let kept = Kept::default();
    let file = Strict::new(serde_yaml::Deserializer::from_str(&plain.text), &kept);
    match serde_path_to_error::deserialize(file) {
        Ok(value) => Ok(Placed { value, plain }),
        Err(error) => {
            let path = match error.path().to_string() {
                root if root == "." => String::new(),
                path => path,
            };
            let error = error.into_inner();
            let line = error.line();
            let fault = error.fault(&kept);
            let (path, fault) = as_written(path, fault, plain.node(line));
            Err(YamlError {
                path: shortened(&path),
                place: plain.place(line),
                fault,
            })
        }
    }
}

/// A fault with what the file writes in place of what was read there; the node is
/// that of its place, and perhaps a key, which is not a part of a path by itself.
fn as_written(path: String, fault: YamlFault, node: Option<Node<'_>>) -> (String, YamlFault) {
    let (YamlFault::Type { found, .. }, Some(node)) = (&fault, node) else {
        return (path, fault);
    };
    let path = match path.strip_suffix('?').or(path.strip_suffix(found.read())) {
        Some(around) if node.is_key => match node.bare {
            Some(written) => format!("{around}{written}"),
            None => around.trim_end_matches('.').to_owned(),
        },
        _ => path,
    };
    match node.bare {
        Some(written) => (path, fault.written(written)),
        None => (path, fault),
    }
}

/// A text of the file, cut to what a fault repeats.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
