//! The place of a document, a section or a directory.

use crate::documents::discover::Origin;

/// The place of a document, a section or a directory, with its URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceUri {
    /// The category.
    pub category: String,
    /// The path in the category.
    pub path: String,
    /// The fragment of the section in the document.
    pub fragment: Option<String>,
    /// The URI of the place.
    pub uri: String,
}

impl PlaceUri {
    /// Creates a place from a path in a category, a section of it, and the URI of both.
    pub(crate) fn new(origin: &Origin, path: &str, fragment: Option<&str>, uri: String) -> Self {
        Self {
            category: origin.category.to_string(),
            path: path.to_owned(),
            fragment: fragment.map(str::to_owned),
            uri,
        }
    }
}
