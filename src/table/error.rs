//! Errors of a table.

use std::fmt;

use crate::text::escape::{Escaped, escape_at_most};

/// The most characters of a table error's message.
const MAX_MESSAGE: usize = 1000;

/// Why a table cannot be loaded, in English: its reader is the table's author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The table's file.
    pub file: String,
    /// The place, such as `tools[2].arguments.pattern.role` or `line 3 column 4`.
    pub path: String,
    /// What is wrong, and what would be valid.
    pub message: String,
}

impl TableError {
    /// Makes an error of a place, `""` or `.` for the whole table, and a message.
    pub(super) fn new(file: &str, path: &str, message: &str) -> Self {
        Self {
            file: file.to_owned(),
            path: match path {
                "" | "." => "top level".to_owned(),
                path => escape_at_most(path, 80),
            },
            message: escape_at_most(message, MAX_MESSAGE),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", Escaped(&self.file))?;
        write!(formatter, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for TableError {}

/// A place of the table, and what is wrong there.
pub(super) type Problem = (String, String);

/// Returns an error of this place and message.
pub(super) fn problem<T>(
    place: impl Into<String>,
    message: impl Into<String>,
) -> Result<T, Problem> {
    Err((place.into(), message.into()))
}

/// Returns a function that completes the place of a problem: the path of the row is put before
/// its place in the row.
pub(super) fn within(path: &str, index: usize) -> impl Fn(Problem) -> Problem + Copy {
    move |(place, message)| (format!("{path}[{index}].{place}"), message)
}

/// Returns the index of the first row whose key one before it has.
pub(super) fn repeated<'r, T, K: PartialEq>(
    rows: &'r [T],
    key: impl Fn(&'r T) -> Option<K>,
) -> Option<usize> {
    let keys: Vec<Option<K>> = rows.iter().map(key).collect();
    (1..keys.len()).find(|at| keys[*at].is_some() && keys[..*at].contains(&keys[*at]))
}

/// Returns names as a list for a message.
pub(super) fn list(names: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.is_empty() {
        true => "none".into(),
        false => names.join(", "),
    }
}
