//! The place of a document, a section or a directory.

use crate::documents::discover::Origin;

/// The place of a document, a section or a directory, with its URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceUri {
    /// The name of the category.
    pub category: String,
    /// The path in the category.
    pub path: String,
    /// The URI fragment of the section, if the place is a section.
    pub fragment: Option<String>,
    /// The URI of the place.
    pub uri: String,
}

impl PlaceUri {
    /// Creates the place of the document or directory at `path`, or of its section `fragment` if
    /// given. `uri` is the URI of the place.
    pub(crate) fn new(origin: &Origin, path: &str, fragment: Option<&str>, uri: String) -> Self {
        Self {
            category: origin.category.to_string(),
            path: path.to_owned(),
            fragment: fragment.map(str::to_owned),
            uri,
        }
    }
}
