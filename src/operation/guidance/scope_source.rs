//! The source of the patterns that decide to which files a document applies.

use crate::documents::discover::FileInfo;
use crate::text::escaped::escape_truncated;
use crate::text::field_path::FieldPath;
use crate::text::messages::ToArg;
use crate::text::texts::Texts;

/// The source of the patterns that decide to which files a document applies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ScopeSource {
    /// A field of `guide.yaml`.
    Field(FieldPath),
    /// A document: its category, its path in the category, and the name to show.
    Document {
        category: String,
        path: String,
        shown: String,
    },
}

impl ScopeSource {
    /// Creates the source for a document, with the name to show.
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
