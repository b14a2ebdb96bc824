//! How a rule reaches a client.

use serde::{Serialize, Serializer};

/// A way in which a rule reaches a client. The ways are ordered from the weakest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::cli) enum Way {
    Never,
    /// Only the hook gives the rule.
    Hook,
    /// The client loads only the beginning of the rule.
    Cut,
    /// The client loads the rule with a file to which it applies.
    Read,
    /// The client loads the rule when it starts.
    Start,
}

/// How one rule reaches one client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct Cell {
    pub way: Way,
    /// Whether `way` was measured, or needs no measurement.
    pub is_sure: bool,
    /// Whether the client loads the file's imports as well; `None` if it does not load the file.
    pub follows: Option<bool>,
}

impl Way {
    /// Returns whether the client itself loads the rule, or part of it.
    pub fn is_own(self) -> bool {
        self >= Self::Cut
    }

    /// Returns the word that is shown for the way.
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
    /// Returns the word for the way, followed by `?` if it is not backed by a measurement.
    pub fn shown(&self) -> String {
        format!("{}{}", self.way.word(), if self.is_sure { "" } else { "?" })
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.shown())
    }
}
