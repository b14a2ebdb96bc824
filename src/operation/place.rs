//! Where a document, a section or a directory is.

use crate::documents::discover::Origin;

/// Where a document, a section or a directory is, and its URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceUri {
    /// The category.
    pub category: String,
    /// The path in it.
    pub path: String,
    /// The section in the document.
    pub fragment: Option<String>,
    /// The URI of all of this.
    pub uri: String,
}

impl PlaceUri {
    /// Takes a path in a category, the section there, and the URI of both.
    pub(crate) fn new(origin: &Origin, path: &str, fragment: Option<&str>, uri: String) -> Self {
        Self {
            category: origin.category.to_string(),
            path: path.to_owned(),
            fragment: fragment.map(str::to_owned),
            uri,
        }
    }
}
