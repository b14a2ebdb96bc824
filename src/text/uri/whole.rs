//! URIs of what holds documents: a category, or a collection.

use super::{Location, LocationShape, ShapeError, meet};

/// The shape of the URIs of all categories, or all collections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholeShape(LocationShape);

impl WholeShape {
    /// Parses a shape such as `guide://category/{category}`; the name stands where
    /// `{category}` does, whatever it is the name of.
    ///
    /// # Errors
    ///
    /// As for [`LocationShape::parse`].
    pub fn parse(text: &str) -> Result<Self, ShapeError> {
        LocationShape::parse(&format!("{text}/{{path}}"), false).map(Self)
    }

    /// Builds the URI; [`read`](Self::read) reads it back.
    pub fn build(&self, name: &str) -> String {
        let mut uri = self.0.build(&Location {
            collection: None,
            category: name.into(),
            path: "".into(),
        });
        // What the path would have stood after.
        uri.pop();
        uri
    }

    /// The name in a URI of this shape; `None` if it is of another.
    pub fn read(&self, uri: &str) -> Option<String> {
        const DOCUMENT: &str = "-";
        let location = self.0.parse_uri(&format!("{uri}/{DOCUMENT}"))?;
        (location.path == DOCUMENT).then(|| location.category.into_owned())
    }

    /// Whether some URI is of both shapes.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.0.fixed.len() == other.0.fixed.len() && self.0.overlaps(&other.0)
    }

    /// Whether some URI is of this shape, and a document's of the other.
    pub fn hides(&self, documents: &LocationShape) -> bool {
        let (fixed, of_document) = (&self.0.fixed, &documents.fixed);
        self.0.base == documents.base
            && fixed.len() > of_document.len()
            && (0..of_document.len()).all(|at| meet(fixed.get(at), of_document.get(at)))
    }
}
