//! How large documents are together.

use std::time::SystemTime;

use crate::documents::document::Document;
use crate::documents::error::FileError;

/// The size of one or more documents together.
#[derive(Debug, Clone, Copy)]
pub struct Totals {
    pub documents: usize,
    pub bytes: u64,
    /// When the latest of them was last modified.
    pub modified: SystemTime,
}

impl Totals {
    /// Returns the totals of one open document.
    pub(crate) fn of(document: &Document<'_>) -> Result<Self, FileError> {
        Ok(Self {
            documents: 1,
            bytes: document.bytes()?,
            modified: document.modified()?,
        })
    }

    /// Returns the size of both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            documents: self.documents + other.documents,
            bytes: self.bytes.saturating_add(other.bytes),
            modified: self.modified.max(other.modified),
        }
    }
}
