//! The total size of documents.

use std::time::SystemTime;

use crate::documents::document::Document;
use crate::documents::document_error::DocumentError;

/// The total size of one or more documents.
#[derive(Debug, Clone, Copy)]
pub struct Totals {
    pub documents: usize,
    pub bytes: u64,
    /// The time of the latest modification.
    pub modified: SystemTime,
}

impl Totals {
    /// Returns the totals of one open document.
    pub(crate) fn of(document: &Document<'_>) -> Result<Self, DocumentError> {
        Ok(Self {
            documents: 1,
            bytes: document.bytes()?,
            modified: document.modified()?,
        })
    }

    /// Returns the combined totals of `self` and `other`.
    pub fn plus(self, other: Self) -> Self {
        Self {
            documents: self.documents + other.documents,
            bytes: self.bytes.saturating_add(other.bytes),
            modified: self.modified.max(other.modified),
        }
    }
}
