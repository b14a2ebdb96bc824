//! The JSON Schema of `guide.yaml`, from what parses it.

use schemars::Schema;

use super::guide::RawProject;
use crate::text::json_schema::schema_of;

/// The schema (draft 2020-12). It accepts what [`Project::parse`] does, as JSON.
///
/// [`Project::parse`]: super::guide::Project::parse
pub fn schema() -> Schema {
    schema_of::<RawProject>()
}
