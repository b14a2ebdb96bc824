//! The JSON Schema of a type, from what is declared of it.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// The schema (draft 2020-12) of a type that reads YAML as [`parse`] does: what may
/// be left out is left out, and not there without a value.
///
/// [`parse`]: super::yaml::parse
pub(crate) fn schema_of<T: JsonSchema>() -> Schema {
    let without_nothing = |schema: &mut Schema| {
        if schema.get("default") == Some(&Value::Null) {
            schema.remove("default");
        }
    };
    SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(without_nothing))
        .into_generator()
        .into_root_schema_for::<T>()
}
