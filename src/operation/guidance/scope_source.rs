//! What says to which files something applies.

use crate::documents::discover::FileInfo;
use crate::text::escape::escape_truncated;
use crate::text::field_path::FieldPath;
use crate::text::message::ToArg;
use crate::text::texts::Texts;

/// What says to which files something applies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ScopeSource {
    /// A field of `guide.yaml`.
    Field(FieldPath),
    /// A document, by its category and its path there, and as it is shown.
    Document {
        category: String,
        path: String,
        shown: String,
    },
}

impl ScopeSource {
    /// Takes a document, and how it is shown.
    pub fn document(file: &FileInfo, shown: String) -> Self {
        Self::Document {
            category: file.origin.category.to_string(),
            path: file.document().to_owned(),
            shown,
        }
    }
}

impl ToArg for ScopeSource {
    fn render(&self, _: &Texts) -> String {
        match self {
            Self::Field(path) => path.to_string(),
            Self::Document { shown, .. } => escape_truncated(shown),
        }
    }
}
