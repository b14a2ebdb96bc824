//! How a rule reaches a client.

use serde::{Serialize, Serializer};

/// How a rule reaches a client, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::cli) enum Way {
    Never,
    /// Only by the hook.
    Hook,
    /// The client loads only its beginning.
    Cut,
    /// The client loads it with a file.
    Read,
    /// The client loads it when it starts.
    Start,
}

/// A rule and a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct Cell {
    pub way: Way,
    /// Whether that was measured, or needs no measurement.
    pub is_sure: bool,
    /// Whether the client loads the file, with what it imports, or without.
    pub follows: Option<bool>,
}

impl Way {
    /// Returns whether the client has something of it by itself.
    pub fn is_own(self) -> bool {
        self >= Self::Cut
    }

    /// Returns how it is shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Hook => "hook",
            Self::Cut => "cut",
            Self::Read => "read",
            Self::Start => "start",
        }
    }
}

impl Cell {
    /// Returns its word, with a `?` if no measurement stands behind it.
    pub fn shown(&self) -> String {
        format!("{}{}", self.way.word(), if self.is_sure { "" } else { "?" })
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.shown())
    }
}
