//! The URI templates of resources, and the kinds of resources that they identify.

use serde::{Deserialize, Deserializer};

use crate::text::location::{Location, UriTemplate, split_fragment};

/// The beginnings of URIs. Each one consists of a scheme and an authority.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locations {
    /// The beginning of the URIs of documents found in a category.
    pub category: UriTemplate,
    /// The beginning of the URIs of documents found through a collection.
    #[serde(deserialize_with = "through")]
    pub collection: UriTemplate,
    /// The beginning of the URIs of guidance for files.
    pub files: UriTemplate,
}

impl Locations {
    /// Parses the URI of a document or a directory. Returns its location and its decoded fragment,
    /// or `None` if no template matches.
    pub fn parse_uri(&self, uri: &str) -> Option<(Location<'static>, Option<String>)> {
        let (uri, fragment) = split_fragment(uri)?;
        let (uri, slash) = match uri.strip_suffix('/') {
            Some(uri) => (uri, "/"),
            None => (uri, ""),
        };
        let templates = [&self.collection, &self.category];
        let mut location = (templates.iter()).find_map(|template| template.parse_uri(uri))?;
        location.path.to_mut().push_str(slash);
        Some((location, fragment))
    }
}

/// Deserializes the URI template of documents found through a collection.
fn through<'de, D: Deserializer<'de>>(text: D) -> Result<UriTemplate, D::Error> {
    UriTemplate::deserialize(text).map(UriTemplate::through_collection)
}

/// The kind of resource that a URI identifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResourceKind {
    /// All default documents of a category.
    Category,
    /// All documents of a collection.
    Collection,
    /// A document of a category.
    Document,
    /// A document found through a collection.
    CollectionDocument,
    /// The guidance for files.
    Files,
}

impl ResourceKind {
    /// Returns the URI template of this kind, in the form that clients receive.
    pub(crate) fn uri_template(self, locations: &Locations) -> String {
        let (template, rest) = match self {
            Self::Category => (&locations.category, "{name}"),
            Self::Collection => (&locations.collection, "{id}"),
            Self::Document => (&locations.category, "{name}/{path}"),
            Self::CollectionDocument => (&locations.collection, "{id}/category/{name}/{path}"),
            Self::Files => (&locations.files, "{+path}"),
        };
        [&template.prefix, rest].concat()
    }

    /// Returns the names of the variables in the URI template.
    pub(crate) fn variables(self) -> &'static [&'static str] {
        match self {
            Self::Category => &["name"],
            Self::Collection => &["id"],
            Self::Document => &["name", "path"],
            Self::CollectionDocument => &["id", "name", "path"],
            Self::Files => &["path"],
        }
    }
}
