//! The files that an event is about.

use super::given::PendingFile;
use crate::operation::guidance::RuleCopy;

/// The files at hand, which the event is about, followed by the files with pending rules.
pub(super) struct Occasion<'a> {
    /// The files, each with the index of its path in the search for rules, or `None` if it has no
    /// path.
    pub files: &'a [(PendingFile, Option<usize>)],
    /// The number of files at hand.
    pub at_hand: usize,
}

impl Occasion<'_> {
    /// Returns the files to which `copy` applies, with their indices.
    pub fn reasons(&self, copy: &RuleCopy) -> impl Iterator<Item = (usize, &PendingFile)> {
        let files = self.files.iter().enumerate();
        let applicable = files.filter(|(_, (_, path_index))| match path_index {
            Some(path_index) => copy.paths.contains(path_index),
            None => copy.is_for_every_file,
        });
        applicable.map(|(index, (file, _))| (index, file))
    }
}
