//! How many files and directories are open at once.

/// How many a call opens that searches one category: the project's folder, the
/// category's, the directories that a search holds, one that is entered, and what
/// is looked at in it.
const ORDINARY: usize = 10;

/// How many are allowed for one call, those of some categories more among them.
pub const CALL: usize = 12;

/// How many projects are remembered with their folders open.
pub const REMEMBERED: usize = 16;

/// The fewest with which calls can be served, one at a time.
pub const LEAST: usize = CALL + 1;

/// How many a call opens that searches so many categories: each of their
/// directories stays open until its documents are read.
pub fn needed(categories: usize) -> usize {
    (ORDINARY - 1).saturating_add(categories.max(1))
}

/// How many calls may run at once where there are so many, at least one.
pub fn calls(descriptors: usize) -> usize {
    (descriptors.saturating_sub(REMEMBERED) / CALL).max(1)
}
