//! An object of a JSON file, which may have comments and trailing commas.

use std::collections::HashSet;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};
use serde_json::{Map, Value};

use super::client::SERVER;
use super::{check_ours, words};
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

/// Returns the text in which the object under a key is edited; it is created unless `removes`,
/// and `more` beside it. A text without whitespace gets none. If nothing but `more` is left,
/// nothing is returned.
///
/// # Errors
///
/// Why it cannot be read or edited, and where.
pub(super) fn edit(
    text: &str,
    (key, more): (&str, &Map<String, Value>),
    removes: bool,
    edit: impl FnOnce(&CstObject) -> Result<(), String>,
) -> Result<String, String> {
    let root = CstRootNode::parse(if text.is_empty() { "{}\n" } else { text }, &OPTIONS);
    let root = root.map_err(|error| {
        let (line, column) = (error.line_display(), error.column_display());
        format!("line {line} column {column}: {}", error.kind())
    })?;
    let value = || root.to_serde_value().map(|value| value.to_string());
    let is_compact = value().as_deref() == Some(text.trim_end());
    let object = root.object_value_or_create();
    let object = object.ok_or("its value is not an object")?;
    check(&object, removes)?;
    for (name, value) in more
        .iter()
        .filter(|(name, _)| !removes && object.get(name).is_none())
    {
        object.append(name, input(value));
    }
    let inner = match removes {
        true => object.object_value(key),
        false => object.object_value_or_create(key),
    };
    let Some(inner) = inner else {
        return match removes {
            true => Ok(text.to_owned()),
            false => Err(format!("\"{key}\" is not an object")),
        };
    };
    check(&inner, removes)?;
    edit(&inner)?;
    if root.to_string() == text {
        return Ok(text.to_owned());
    }
    if removes && has_only(&inner, &Map::new()) {
        object.get(key).into_iter().for_each(CstObjectProp::remove);
    }
    let has_comments = root.children().iter().any(CstNode::is_comment);
    if removes && has_only(&object, more) && !has_comments {
        return Ok(String::new());
    }
    let edited = value().filter(|_| is_compact);
    let end = &text[text.trim_end().len()..];
    Ok(edited.map_or_else(|| root.to_string(), |edited| edited + end))
}

/// Sets the server in an object of servers, or removes it.
///
/// # Errors
///
/// It is another program's.
pub(super) fn edit_server(
    servers: &CstObject,
    server: Option<&Map<String, Value>>,
) -> Result<(), String> {
    let entry = servers.get(SERVER);
    let found = entry.as_ref().and_then(CstObjectProp::to_serde_value);
    found.map_or(Ok(()), |found| check_ours(&words(&found)))?;
    match (entry, server) {
        (None, None) => {}
        (Some(entry), None) => entry.remove(),
        (None, Some(server)) => drop(servers.append(SERVER, input(&server.clone().into()))),
        (Some(entry), Some(server)) => {
            let entry = entry.object_value_or_set();
            check(&entry, false)?;
            for (name, value) in server {
                match entry.get(name) {
                    None => drop(entry.append(name, input(value))),
                    Some(field) if field.to_serde_value().as_ref() == Some(value) => {}
                    Some(field) => field.set_value(input(value)),
                }
            }
        }
    }
    Ok(())
}

/// Checks that an object has no key twice, and is small enough to be edited.
fn check(object: &CstObject, removes: bool) -> Result<(), String> {
    if !removes && object.children().len() > MAX_CHILDREN {
        return Err("an object has too many keys; add the entry to it by hand".to_owned());
    }
    let mut names = HashSet::new();
    let mut all = object.properties().into_iter();
    let twice = all.find_map(|of| of.decoded_name().filter(|name| !names.insert(name.clone())));
    twice.map_or(Ok(()), |name| {
        let name = escape_truncated(&name);
        Err(format!("the key \"{name}\" stands twice"))
    })
}

/// Returns whether an object has only these fields, and no comments.
fn has_only(object: &CstObject, fields: &Map<String, Value>) -> bool {
    let has_comments = object.children().iter().any(CstNode::is_comment);
    !has_comments && object.to_serde_value() == Some(Value::Object(fields.clone()))
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
