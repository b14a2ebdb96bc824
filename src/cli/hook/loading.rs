//! What a client does with a rule file at an event.

use crate::documents::dialect::Load;

/// Says whether something holds of the path of one of the files at an event, or of none in particular.
pub(in crate::cli) type AnyFile<'f> = dyn Fn(&dyn Fn(&str) -> bool) -> bool + 'f;

/// What a client does with a rule file by itself at an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Loading<'l> {
    /// It does not load it.
    Nothing,
    /// That is not known.
    Unknown,
    /// It is meant for no session of the client: another file takes its place.
    Replaced,
    /// It loads the beginning: the file and those above it have so many bytes together, of which it loads
    /// `most`.
    Cut { size: u64, most: u64 },
    /// It loads it as this says, or as a setting does.
    Whole(Option<&'l Load>),
}

impl Loading<'_> {
    /// Returns whether nothing of it is left to be given.
    pub fn is_done(&self) -> bool {
        matches!(self, Self::Whole(_) | Self::Replaced)
    }

    /// Returns whether the client follows its imports.
    pub fn imports(&self) -> bool {
        matches!(self, Self::Whole(Some(load)) if load.imports)
    }
}
