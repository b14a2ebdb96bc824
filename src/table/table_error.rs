//! Errors in a table.

use std::fmt;

use crate::text::escaped::{Escaped, escape_at_most};
use rule_files::located::Located;

/// The maximum number of characters of a path that an error shows.
const MAX_PATH: usize = 80;
/// The maximum number of characters in the message of an error.
const MAX_MESSAGE: usize = 1000;

/// An error that prevents a table from being loaded. The text is in English, because it is for the
/// author of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The file that contains the table.
    pub file: String,
    /// The place, for example `tools[2].arguments.pattern.role` or `line 3 column 4`. If both are
    /// known, they are joined with `at`.
    pub path: String,
    /// The problem, and the values that are valid.
    pub message: String,
}

impl TableError {
    /// Creates the error for `problem` in `file`.
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

/// A problem with a row, in English.
pub(super) type Problem = Located<String>;

/// Returns an error with the given place and message.
pub(super) fn problem<T>(
    place: impl Into<String>,
    message: impl Into<String>,
) -> Result<T, Problem> {
    Err(Problem {
        path: place.into(),
        ..Problem::unread(message.into())
    })
}

/// Returns a function that completes the place of a problem in the row with the index `index` of
/// `path`. The function prepends the path of the row to the place within the row.
pub(super) fn within(path: &str, index: usize) -> impl Fn(Problem) -> Problem + Copy {
    move |problem| Problem {
        path: format!("{path}[{index}].{}", problem.path),
        ..problem
    }
}

/// Returns the index of the first row that has the same key as an earlier row. Rows without a key
/// are ignored.
pub(super) fn repeated<'r, T, K: PartialEq>(
    rows: &'r [T],
    key: impl Fn(&'r T) -> Option<K>,
) -> Option<usize> {
    let keys: Vec<Option<K>> = rows.iter().map(key).collect();
    (1..keys.len()).find(|at| keys[*at].is_some() && keys[..*at].contains(&keys[*at]))
}

/// Formats names as a list for a message.
pub(super) fn list(names: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    if names.is_empty() {
        "none".into()
    } else {
        names.join(", ")
    }
}
