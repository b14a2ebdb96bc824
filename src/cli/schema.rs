//! The JSON Schemas of the files that people write.

use crate::project;
use crate::spec::table_schema;

/// The schema of `guide.yaml`, or of a spec table, as indented JSON.
pub fn schema(table: bool) -> String {
    let schema = match table {
        true => table_schema::schema(),
        false => project::schema::schema(),
    };
    format!("{:#}", schema.to_value())
}
