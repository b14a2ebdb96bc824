//! Where a document was found → its URI, in the table's shapes.

use crate::documents::discover::{FileInfo, Origin};
use crate::spec::Table;
use crate::text::uri::{Location, split_fragment};

/// The URI of a document.
pub(super) fn of_document(info: &FileInfo, table: &Table) -> String {
    of_path(&info.origin, info.document(), table)
}

/// What a URI of one of the table's shapes says, and its fragment; of a directory too,
/// with the `/` after its path.
pub(crate) fn read(uri: &str, table: &Table) -> Option<(Location<'static>, Option<String>)> {
    let (uri, fragment) = split_fragment(uri)?;
    let shapes = [&table.locations.collection, &table.locations.category];
    let (uri, slash) = match uri.strip_suffix('/') {
        Some(uri) => (uri, "/"),
        None => (uri, ""),
    };
    let mut location = shapes.into_iter().find_map(|shape| shape.parse_uri(uri))?;
    location.path.to_mut().push_str(slash);
    Some((location, fragment))
}

/// The URI of a path in a category: a document's, or a directory's with a `/`
/// after it.
pub(crate) fn of_path(origin: &Origin, path: &str, table: &Table) -> String {
    let shape = match origin.collection {
        Some(_) => &table.locations.collection,
        None => &table.locations.category,
    };
    shape.build(&Location {
        collection: origin.collection.as_deref().map(Into::into),
        category: (&*origin.category).into(),
        path: path.into(),
    })
}
