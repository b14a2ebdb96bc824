//! The JSON Schema of a table, from what parses it and what can be said.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::error_kind::ErrorKind;
use super::load::{RawError, RawTable};
use super::sentences;
use crate::text::json_schema::schema_of;

/// The schema (draft 2020-12). It accepts what [`Table::load`] does, as JSON; what a
/// template or a URI holds, and what no two rows may share, it does not know.
///
/// [`Table::load`]: super::Table::load
pub fn schema() -> Schema {
    schema_of::<RawTable>()
}

/// The error types, each with its row.
pub(super) fn errors(generator: &mut SchemaGenerator) -> Schema {
    let row = generator.subschema_for::<RawError>();
    closed(ErrorKind::ALL.iter().map(|kind| {
        let held = kind.placeholders().iter().map(|held| held.name);
        let mut row = row.clone();
        row.insert("description".into(), described(kind.when(), held).into());
        (kind.name(), row.to_value())
    }))
}

/// Every key of the phrases.
pub(super) fn phrases(_: &mut SchemaGenerator) -> Schema {
    let every = sentences().flat_map(|sentences| sentences.all);
    closed(every.map(|sentence| {
        let held = sentence.placeholders.iter().copied();
        let phrase = json!({ "type": "string", "description": described(sentence.when, held) });
        (sentence.key, phrase)
    }))
}

/// Media types by extension.
pub(super) fn media_types(_: &mut SchemaGenerator) -> Schema {
    let name = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}";
    json_schema!({
        "type": "object",
        "propertyNames": { "pattern": r"^[^./\u0000]+$" },
        "additionalProperties": { "type": "string", "pattern": format!("^{name}/{name}$") },
    })
}

/// An object of exactly these fields.
fn closed(fields: impl Iterator<Item = (&'static str, Value)>) -> Schema {
    let properties: Map<String, Value> = fields
        .map(|(name, field)| (name.to_owned(), field))
        .collect();
    let required: Vec<&String> = properties.keys().collect();
    json_schema!({
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false,
    })
}

fn described(when: &str, held: impl Iterator<Item = &'static str>) -> String {
    let held: Vec<String> = held.map(|name| format!("{{{name}}}")).collect();
    match held.as_slice() {
        [] => when.trim().to_owned(),
        held => format!("{} Placeholders: {}.", when.trim(), held.join(" ")),
    }
}
