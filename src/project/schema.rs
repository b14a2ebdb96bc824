//! The JSON Schema of `guide.yaml`, from what parses it.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::Value;

use super::guide::RawProject;

/// Returns the schema (draft 2020-12). It accepts what [`Project::parse`] does, as JSON:
/// a field that may be left out is never there without a value.
///
/// [`Project::parse`]: super::guide::Project::parse
pub fn schema() -> Schema {
    let without_null = |schema: &mut Schema| {
        if schema.get("default") == Some(&Value::Null) {
            schema.remove("default");
        }
    };
    SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(without_null))
        .into_generator()
        .into_root_schema_for::<RawProject>()
}
