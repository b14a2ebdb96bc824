//! Errors of a table.

use std::fmt;

use crate::text::escape::{Escaped, escape_at_most};
use crate::text::located::Located;

/// The most characters of a path in a table.
const MAX_PATH: usize = 80;
/// The most characters of a table error's message.
const MAX_MESSAGE: usize = 1000;

/// Why a table cannot be loaded, in English: its reader is the table's author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The table's file.
    pub file: String,
    /// The place, such as `tools[2].arguments.pattern.role`, `line 3 column 4`, or both with `at`
    /// between them.
    pub path: String,
    /// What is wrong, and what would be valid.
    pub message: String,
}

impl TableError {
    /// Makes the error of a file.
    pub(super) fn new(file: &str, problem: &Located<impl fmt::Display>) -> Self {
        let escaped = Located {
            path: escape_at_most(&problem.path, MAX_PATH),
            position: problem.position,
            kind: (),
        };
        Self {
            file: file.to_owned(),
            path: match &*escaped.place() {
                "" | "." => "top level".to_owned(),
                place => place.to_owned(),
            },
            message: escape_at_most(&problem.kind.to_string(), MAX_MESSAGE),
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

/// What is wrong with a row, in English.
pub(super) type Problem = Located<String>;

/// Returns an error of this place and message.
pub(super) fn problem<T>(
    place: impl Into<String>,
    message: impl Into<String>,
) -> Result<T, Problem> {
    Err(Problem {
        path: place.into(),
        ..Problem::unread(message.into())
    })
}

/// Returns a function that completes the place of a problem: the path of the row is put before
/// its place in the row.
pub(super) fn within(path: &str, index: usize) -> impl Fn(Problem) -> Problem + Copy {
    move |problem| Problem {
        path: format!("{path}[{index}].{}", problem.path),
        ..problem
    }
}

/// Returns the index of the first row that has the key of an earlier one. A row without a key repeats
/// none.
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
