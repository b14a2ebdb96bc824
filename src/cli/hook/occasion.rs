//! What an event is about.

use super::given::PendingFile;
use crate::operation::guidance::RuleCopy;

/// Files at hand, and then those for which rules wait.
pub(super) struct Occasion<'a> {
    /// Each with the index of its path in the call for the rules.
    pub files: &'a [(PendingFile, Option<usize>)],
    /// How many of them are at hand.
    pub own: usize,
}

impl Occasion<'_> {
    /// Returns the files for which a copy applies, with their indices.
    pub fn reasons(&self, copy: &RuleCopy) -> impl Iterator<Item = (usize, &PendingFile)> {
        let files = self.files.iter().enumerate();
        let files = files.filter(|(_, (_, path))| match path {
            Some(at) => copy.paths.contains(at),
            None => copy.is_for_every_file,
        });
        files.map(|(at, (file, _))| (at, file))
    }
}
