//! The file formats that a table defines: media types, templates, URIs and dialects. They contain
//! no messages, so the code that finds and reads documents needs no other part of the table.

use camino::Utf8Path;
use indexmap::IndexMap;

use super::discover::{FileInfo, Origin};
use super::locations::Locations;
use crate::text::location::Location;
use crate::text::markup::Markup;
use crate::text::multipart_message::Boundary;
use rule_files::Dialects;

/// The media type of text without a more specific type (RFC 2046 §4.1.3).
pub(crate) const PLAIN_TEXT: &str = "text/plain";

/// The media type of Jupyter notebooks.
const NOTEBOOK: &str = "application/x-ipynb+json";

/// The media types and URIs of documents, the boundaries of multipart messages, and the rule files
/// of clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formats {
    /// The media type of each extension.
    pub media_types: IndexMap<String, String>,
    /// The media types that are not text.
    pub binary_types: Vec<String>,
    /// The suffixes that mark a template, in order of preference.
    pub template_suffixes: Vec<String>,
    /// The URI templates of documents.
    pub locations: Locations,
    /// The settings for the boundaries of multipart messages.
    pub boundary: Boundary,
    /// The rule files of clients.
    pub dialects: Dialects,
}

impl Formats {
    /// Returns the media type of a document named `basename`, by its extension, or by the whole
    /// name if it has no extension. An unknown name is plain text.
    pub fn media_type(&self, basename: &str) -> &str {
        let extension = basename.rsplit('.').next().unwrap_or(basename);
        let known = self.media_types.get(extension);
        known
            .or_else(|| self.media_types.get(&extension.to_ascii_lowercase()))
            .map_or(PLAIN_TEXT, String::as_str)
    }

    /// Returns the markup of the headings in a document named `basename`, if its format has
    /// headings.
    pub fn markup(&self, basename: &str) -> Option<Markup> {
        match &*self.media_type(basename).to_ascii_lowercase() {
            "text/markdown" => Some(Markup::Markdown),
            "text/x-rst" => Some(Markup::Rst),
            "text/asciidoc" => Some(Markup::Adoc),
            _ => None,
        }
    }

    /// Returns whether a document named `basename` is Markdown.
    pub fn is_markdown(&self, basename: &str) -> bool {
        self.markup(basename) == Some(Markup::Markdown)
    }

    /// Returns whether the file at `path` is a Jupyter notebook, by its extension. Another case of
    /// letters is another extension.
    pub fn is_notebook(&self, path: &Utf8Path) -> bool {
        let known = path
            .extension()
            .and_then(|extension| self.media_types.get(extension));
        known.is_some_and(|known| known == NOTEBOOK)
    }

    /// Returns whether documents of this media type are not text.
    pub fn is_binary(&self, media_type: &str) -> bool {
        self.binary_types.iter().any(|binary| binary == media_type)
    }

    /// Returns the URI of a document.
    pub fn document_uri(&self, info: &FileInfo) -> String {
        self.path_uri(&info.origin, info.document())
    }

    /// Returns the URI of `path` in a category. The path to a directory ends in `/`.
    pub fn path_uri(&self, origin: &Origin, path: &str) -> String {
        let template = match origin.collection {
            Some(_) => &self.locations.collection,
            None => &self.locations.category,
        };
        template.build(&Location {
            collection: origin.collection.as_deref().map(Into::into),
            category: (&*origin.category).into(),
            path: path.into(),
        })
    }
}
