//! The way in which a client loads a rule file by itself at an event.

use std::fmt;

use crate::dialect::Load;

/// A function that tests a condition on the paths of an event's files, and returns whether it is
/// true for any of them. If the event is about no particular file, it returns true.
pub type AnyFile<'f> = dyn Fn(&dyn Fn(&str) -> bool) -> bool + 'f;

/// The way in which a client loads a rule file by itself at an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loading<'l> {
    /// The client does not load the file.
    Nothing,
    /// It is not known whether the client loads the file.
    Unknown,
    /// The client's sessions do not use the file, because another file replaces it.
    Replaced,
    /// The client loads only the beginning.
    Cut {
        /// The size of the file and the files above it, in bytes.
        size: u64,
        /// The number of these bytes that the client loads.
        most: u64,
    },
    /// The client loads the whole file because of this row or, if it is `None`, because of a
    /// setting.
    Whole(Option<&'l Load>),
}

/// Writes what is loaded: `whole`, `the first 32768 of 40000 bytes, with the files above`, `nothing`.
impl fmt::Display for Loading<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => formatter.write_str("nothing"),
            Self::Unknown => formatter.write_str("unknown"),
            Self::Replaced => formatter.write_str("another file in its place"),
            Self::Cut { size, most } => write!(
                formatter,
                "the first {most} of {size} bytes, with the files above"
            ),
            Self::Whole(_) => formatter.write_str("whole"),
        }
    }
}

impl Loading<'_> {
    /// Returns whether the client needs no other way to get the file: it loads the whole file, or
    /// another file replaces it.
    pub fn is_done(&self) -> bool {
        matches!(self, Self::Whole(_) | Self::Replaced)
    }

    /// Returns whether the client follows the file's imports.
    pub fn imports(&self) -> bool {
        matches!(self, Self::Whole(Some(load)) if load.imports)
    }
}
