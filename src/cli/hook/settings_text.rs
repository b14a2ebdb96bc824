//! The text of a client's settings file, as values.

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};
use toml_edit::{Document, Item};

/// The maximum size of a settings file, in bytes.
pub const MAX_BYTES: u64 = 1 << 16;

/// Parses the text of a settings file. Returns `None` if it is invalid or contains no object. An
/// empty file has no settings.
pub fn settings_text(text: &str, file: &str) -> Option<Map<String, Value>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if file.ends_with(".toml") {
        let document = Document::parse(text).ok()?;
        return match value(document.as_item()) {
            Value::Object(object) => Some(object),
            _ => None,
        };
    }
    if text.trim().is_empty() {
        return Some(Map::new());
    }
    let options = ParseOptions {
        allow_comments: true,
        allow_loose_object_property_names: false,
        allow_trailing_commas: true,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options).ok()?;
    match parsed.value.map(Value::from) {
        Some(Value::Object(object)) => Some(object),
        _ => None,
    }
}

/// Converts a TOML value to JSON. A value that is not supported becomes null.
fn value(item: &Item) -> Value {
    if let Some(table) = item.as_table_like() {
        let fields = table
            .iter()
            .map(|(key, item)| (key.to_owned(), value(item)));
        return Value::Object(fields.collect());
    }
    let text = |scalar: &toml_edit::Value| scalar.as_str().map_or(Value::Null, Value::from);
    match item.as_value() {
        Some(toml_edit::Value::Integer(number)) => (*number.value()).into(),
        Some(toml_edit::Value::Boolean(flag)) => (*flag.value()).into(),
        Some(toml_edit::Value::Array(items)) => items.iter().map(text).collect(),
        Some(other) => text(other),
        None => Value::Null,
    }
}
