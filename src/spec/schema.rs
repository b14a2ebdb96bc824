//! A tool's row → its published input schema.

use serde_json::{Map, Value, json};

use super::Tool;

impl Tool {
    /// The JSON Schema of the arguments. It is plain: an object with properties
    /// and no others, without `$schema`, `$ref`, combinators or lists of types,
    /// which clients are known to reject.
    pub fn input_schema(&self) -> Map<String, Value> {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for (name, argument) in &self.arguments {
            let mut property = Map::new();
            property.insert("type".into(), argument.json_type.to_string().into());
            property.insert("description".into(), argument.description.clone().into());
            if !argument.examples.is_empty() {
                property.insert("examples".into(), argument.examples.clone().into());
            }
            properties.insert(name.clone(), property.into());
            if argument.required {
                required.push(Value::from(name.as_str()));
            }
        }
        let mut schema = Map::new();
        schema.insert("type".into(), "object".into());
        schema.insert("properties".into(), properties.into());
        if !required.is_empty() {
            schema.insert("required".into(), required.into());
        }
        schema.insert("additionalProperties".into(), json!(false));
        schema
    }
}
