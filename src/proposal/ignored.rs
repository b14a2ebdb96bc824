//! How much Git ignores of a folder.

use std::fmt;

use crate::text::counted::counted;

/// How much Git ignores that would be looked at otherwise.
#[derive(Debug, Default)]
pub struct Ignored {
    pub(super) documents: usize,
    pub(super) folders: usize,
}

impl fmt::Display for Ignored {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.documents, "document", "documents"),
            (self.folders, "folder", "folders"),
        ];
        let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(count, one, many)| counted(count, one, many))
            .collect();
        formatter.write_str(&counts.join(" and "))
    }
}
