//! The way in which a client loads a rule file by itself at an event.

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
