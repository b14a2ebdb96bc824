//! The number of documents and folders that Git ignores.

use std::fmt;

use crate::text::counted::counted;

/// The number of documents and folders that Git ignores and that would otherwise be proposed.
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
