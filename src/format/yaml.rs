//! YAML → typed values, with the place of every fault.
//!
//! A file is anybody's, so it is read in two steps. `yaml/events.rs` takes it as a
//! stream of events, bounds it, and writes it down again in one plain form;
//! `serde_yaml` reads that form and never sees the file itself: whatever it is
//! slow on, or reads otherwise than the first reader, does not reach it.

mod events;
pub(crate) mod scalar;
mod strict;

use std::fmt;

use serde::de::DeserializeOwned;

use strict::Strict;

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

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column } = self;
        write!(formatter, "line {line} column {column}")
    }
}

/// What is wrong with a YAML file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum YamlProblem {
    /// Not UTF-8.
    Encoding,
    /// It holds nothing but comments.
    Empty,
    /// More than [`MAX_DEPTH`] lists and mappings are open.
    TooDeep,
    /// More than [`MAX_EVENTS`] events.
    TooMany,
    /// A directive: a line that begins with `%`.
    Directive,
    /// A tag other than `!!str`.
    Tag,
    /// An alias within what it stands for.
    EndlessAlias,
    /// The aliases stand for more than the file holds.
    Expansion,
    /// A key that its mapping has already.
    RepeatedKey(String),
    /// A second document.
    SecondDocument,
    /// Not YAML, or not of the right shape, as the readers say it.
    Said(String),
}

impl fmt::Display for YamlProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoding => formatter.write_str("not UTF-8"),
            Self::Empty => formatter.write_str("the file is empty"),
            Self::TooDeep => write!(
                formatter,
                "more than {MAX_DEPTH} lists and mappings within each other"
            ),
            Self::TooMany => write!(
                formatter,
                "more than {MAX_EVENTS} values, lists and mappings"
            ),
            Self::Directive => formatter.write_str("directives ('%') are not allowed"),
            Self::Tag => formatter.write_str("tags ('!') other than !!str are not allowed"),
            Self::EndlessAlias => formatter.write_str("an alias within what it stands for"),
            Self::Expansion => {
                formatter.write_str("the aliases stand for more than the file holds")
            }
            Self::RepeatedKey(key) => write!(formatter, "duplicate key {key:?}"),
            Self::SecondDocument => {
                formatter.write_str("a second document begins, and one is allowed")
            }
            Self::Said(problem) => formatter.write_str(problem),
        }
    }
}

/// A fault of a YAML file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// Where in the structure, such as `tools[2].arguments`, at most 80
    /// characters of it; empty for the whole file, and where it is not known.
    pub path: String,
    /// Where in the text.
    pub place: Place,
    /// What.
    pub problem: YamlProblem,
}

impl fmt::Display for YamlError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at {}", self.problem, self.place)
    }
}

impl YamlError {
    fn at(place: Place, problem: YamlProblem) -> Self {
        Self {
            path: String::new(),
            place,
            problem,
        }
    }
}

/// Reads a value. What a type takes for text is text: a number, a truth value
/// or nothing is none, and nothing is no list and no mapping either.
///
/// # Errors
///
/// What is not YAML, every [`YamlProblem`], and whatever the type does not allow.
pub fn parse<T: DeserializeOwned>(content: &[u8]) -> Result<T, YamlError> {
    let text = std::str::from_utf8(content).map_err(|error| {
        let (valid, _) = content.split_at(error.valid_up_to());
        let valid = String::from_utf8_lossy(valid);
        let last = valid.rsplit('\n').next().unwrap_or_default();
        let place = Place {
            line: 1 + memchr::memchr_iter(b'\n', valid.as_bytes()).count(),
            column: 1 + last.chars().count(),
        };
        YamlError::at(place, YamlProblem::Encoding)
    })?;
    let plain = events::plain(text)?;
    let file = Strict(serde_yaml::Deserializer::from_str(&plain.text));
    serde_path_to_error::deserialize(file).map_err(|error| {
        let path = match error.path().to_string() {
            root if root == "." => String::new(),
            path => path,
        };
        let error = error.into_inner();
        let place = plain.place(error.location().map(|location| location.line()));
        let problem = YamlProblem::Said(said(&error, &path));
        YamlError {
            path: shortened(&path),
            place,
            problem,
        }
    })
}

/// What serde says, without the path and the place that `serde_yaml` adds: the
/// path is told beside it, and the place is one of the plain form.
fn said(error: &serde_yaml::Error, path: &str) -> String {
    let said = error.to_string();
    let mut bare = said.as_str();
    if let Some(at) = error.location() {
        let place = format!(" at line {} column {}", at.line(), at.column());
        bare = bare.strip_suffix(&place).unwrap_or(bare);
    }
    // It names the mapping where the path already names the key.
    let ends = path.match_indices(['.', '[']).map(|(end, _)| end);
    std::iter::once(path.len())
        .chain(ends.collect::<Vec<_>>().into_iter().rev())
        .find_map(|end| bare.strip_prefix(&path[..end])?.strip_prefix(": "))
        .unwrap_or(bare)
        .to_owned()
}

/// A text of the file, cut to what a fault repeats.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
