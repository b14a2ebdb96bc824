//! The places of problems in files.

use std::fmt;

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The number of the character in the line, counted from 1.
    pub column: usize,
}

impl Position {
    /// Returns the position of the end of `text`.
    pub fn after(text: &str) -> Self {
        let line = text.rsplit('\n').next().unwrap_or_default();
        Self {
            line: 1 + memchr::memchr_iter(b'\n', text.as_bytes()).count(),
            column: 1 + line.chars().count(),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {} column {}", self.line, self.column)
    }
}

/// A problem with a file, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located<K> {
    /// The path in the file's structure, such as `tools[2].arguments`; empty for the whole file.
    pub path: String,
    /// The position in the file, if known.
    pub position: Option<Position>,
    /// The kind of problem.
    pub kind: K,
}

impl<K> Located<K> {
    /// Creates a problem without a place, for example for a file that was not read.
    pub const fn unread(kind: K) -> Self {
        Self {
            path: String::new(),
            position: None,
            kind,
        }
    }

    /// Returns the problem with its kind converted by `kind`.
    pub fn map<L>(self, kind: impl FnOnce(K) -> L) -> Located<L> {
        Located {
            path: self.path,
            position: self.position,
            kind: kind(self.kind),
        }
    }

    /// Returns the path.
    pub const fn path(&self) -> &String {
        &self.path
    }

    /// Returns the line.
    pub fn line(&self) -> Option<usize> {
        self.position.map(|position| position.line)
    }

    /// Returns the column.
    pub fn column(&self) -> Option<usize> {
        self.position.map(|position| position.column)
    }

    /// Returns the path and the position as one string. The string is empty for a problem with the
    /// whole file.
    pub fn place(&self) -> String {
        match (&*self.path, self.position) {
            (path, None) => path.to_owned(),
            ("", Some(position)) => position.to_string(),
            (path, Some(position)) => format!("{path} at {position}"),
        }
    }
}

/// Writes the place, if it is known, and the kind.
impl<K: fmt::Display> fmt::Display for Located<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.place() {
            "" => write!(formatter, "{}", self.kind),
            place => write!(formatter, "{place}: {}", self.kind),
        }
    }
}

impl<K: fmt::Debug + fmt::Display> std::error::Error for Located<K> {}
