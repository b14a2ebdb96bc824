//! Where a document was found → its URI, in the table's shapes.

use crate::documents::discover::{FileInfo, Origin};
use crate::format::uri::Location;
use crate::spec::Table;

/// The URI of a document.
pub(super) fn of_document(info: &FileInfo, table: &Table) -> String {
    of_path(&info.origin, info.document(), table)
}

/// The URI of a path in a category: a document's, or a directory's with a `/`
/// after it.
pub(crate) fn of_path(origin: &Origin, path: &str, table: &Table) -> String {
    let shape = match origin.collection {
        Some(_) => &table.collection_location,
        None => &table.category_location,
    };
    shape.build(&Location {
        collection: origin.collection.as_deref().map(Into::into),
        category: (&*origin.category).into(),
        path: path.into(),
    })
}
