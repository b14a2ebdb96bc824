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
        let mut counts = Vec::new();
        if self.documents > 0 {
            counts.push(counted(self.documents, "document", "documents"));
        }
        if self.folders > 0 {
            counts.push(counted(self.folders, "folder", "folders"));
        }
        formatter.write_str(&counts.join(" and "))
    }
}
