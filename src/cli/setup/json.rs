//! An entry of a JSON file, which may have comments and trailing commas.

use std::collections::HashSet;

use jsonc_parser::ast;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use jsonc_parser::errors::ParseError;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

use super::client::SERVER;
use super::{check_ours, line_of};
use crate::text::escape::escape_truncated;

/// How many keys, values and what is between them an object may have that is edited: the
/// editor takes time quadratic in it.
const MAX_CHILDREN: usize = 10_000;
/// What is read: JSON, comments and trailing commas.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Returns the text with this server under a key, or without the server.
///
/// # Errors
///
/// Why it cannot be read or edited, and where.
pub(super) fn edit(
    text: &str,
    key: &str,
    server: Option<&Map<String, Value>>,
) -> Result<String, String> {
    let root = parse(text)?;
    let Some(server) = server else {
        let servers = root.object_value().and_then(|root| root.object_value(key));
        if let Some(entry) = servers.and_then(|servers| servers.get(SERVER)) {
            check_ours(entry.to_serde_value())?;
            entry.remove();
        }
        return Ok(root.to_string());
    };
    let object = root.object_value_or_create();
    let object = object.ok_or("its value is not an object")?;
    check_size(&object)?;
    let servers = object.object_value_or_create(key);
    let servers = servers.ok_or_else(|| format!("\"{key}\" is not an object"))?;
    check_size(&servers)?;
    let Some(entry) = servers.get(SERVER) else {
        servers.append(SERVER, input(&Value::Object(server.clone())));
        return Ok(root.to_string());
    };
    check_ours(entry.to_serde_value())?;
    let entry = entry.object_value_or_set();
    check_size(&entry)?;
    for (name, value) in server {
        match entry.get(name) {
            None => {
                entry.append(name, input(value));
            }
            Some(field) if field.to_serde_value().as_ref() != Some(value) => {
                field.set_value(input(value));
            }
            Some(_) => {}
        }
    }
    Ok(root.to_string())
}

/// Parses a file whose objects have no key twice.
pub(super) fn parse(text: &str) -> Result<CstRootNode, String> {
    let read = parse_to_ast(text, &CollectOptions::default(), &OPTIONS).map_err(|e| told(&e))?;
    read.value
        .map_or(Ok(()), |value| check_keys(&value, text))?;
    CstRootNode::parse(text, &OPTIONS).map_err(|error| told(&error))
}

/// Checks that an object is small enough to be edited.
pub(super) fn check_size(object: &CstObject) -> Result<(), String> {
    match object.children().len() > MAX_CHILDREN {
        true => Err("an object has too many keys; add the entry to it by hand".to_owned()),
        false => Ok(()),
    }
}

/// Checks that no key stands twice in an object.
fn check_keys(value: &ast::Value<'_>, text: &str) -> Result<(), String> {
    match value {
        ast::Value::Object(object) => {
            let mut names = HashSet::new();
            object.properties.iter().try_for_each(|property| {
                let name = property.name.as_str();
                if !names.insert(name) {
                    let (name, line) =
                        (escape_truncated(name), line_of(text, property.range.start));
                    return Err(format!("line {line}: the key \"{name}\" stands twice"));
                }
                check_keys(&property.value, text)
            })
        }
        ast::Value::Array(array) => {
            let mut elements = array.elements.iter();
            elements.try_for_each(|element| check_keys(element, text))
        }
        _ => Ok(()),
    }
}

fn told(error: &ParseError) -> String {
    let (line, column) = (error.line_display(), error.column_display());
    format!("line {line} column {column}: {}", error.kind())
}

/// Returns a value as the editor takes it.
pub(super) fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(string) => CstInputValue::String(string.clone()),
        Value::Array(values) => CstInputValue::Array(values.iter().map(input).collect()),
        Value::Object(map) => {
            let fields = map.iter().map(|(name, value)| (name.clone(), input(value)));
            CstInputValue::Object(fields.collect())
        }
    }
}
