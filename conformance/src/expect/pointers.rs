//! Values of a JSON answer by pointer, and whether all of it was looked at.

use serde_json::Value;

use super::difference::difference;
use crate::features;
use crate::world::World;

/// Stand for the name and the version of the server under test.
const NAME: &str = "(name)";
const VERSION: &str = "(version)";

/// Compares the value at a pointer; `(absent)`: there is none.
///
/// # Errors
///
/// What stands there.
pub fn value(world: &World, object: &Value, pointer: &str, due: &str) -> Result<(), String> {
    let came = object.pointer(pointer);
    if due == "(absent)" {
        return match came {
            None => Ok(()),
            Some(came) => Err(format!("{pointer} should be absent, and is {came}")),
        };
    }
    let mut wanted: Value =
        serde_json::from_str(due).map_err(|error| format!("{due} is not JSON: {error}"))?;
    identify(&mut wanted, world.setup.server.identity());
    match came {
        None => Err(format!("{pointer} is absent, and {due} is due")),
        Some(came) if *came == wanted => Ok(()),
        Some(came) => Err(format!("{pointer} {}", difference(&wanted.to_string(), &came.to_string()))),
    }
}

/// Compares a whole value with a JSON file of the features. Entries of `_meta` that the
/// file does not have are the server's own.
///
/// # Errors
///
/// The difference, or a file that cannot be read.
pub fn file(world: &World, came: &Value, path: &str) -> Result<(), String> {
    let text = features::text(path).ok_or_else(|| format!("there is no features/{path}"))?;
    let mut due: Value = serde_json::from_str(text).map_err(|error| format!("features/{path}: {error}"))?;
    identify(&mut due, world.setup.server.identity());
    let came = without_own_metadata(&due, came);
    if due == came { Ok(()) } else { Err(difference(&format!("{due:#}"), &format!("{came:#}"))) }
}

/// Returns what a server says of itself without its instructions, which have rows of their
/// own.
pub fn without_instructions(server: &Value) -> Value {
    let mut server = server.clone();
    if let Some(fields) = server.as_object_mut() {
        fields.shift_remove("instructions");
    }
    server
}

/// Returns the value as a JSON file has it: without the server's own metadata, and with the
/// placeholders of the file before.
pub fn as_file(came: &Value, before: &Value) -> Value {
    let mut value = without_own_metadata(before, came);
    placehold(&mut value, before);
    value
}

fn placehold(value: &mut Value, before: &Value) {
    match value {
        Value::String(text) if [NAME, VERSION].iter().any(|name| before == name) => {
            *text = before.as_str().unwrap_or_default().to_owned();
        }
        Value::Array(values) => (0..).zip(values).for_each(|(at, value): (usize, _)| {
            placehold(value, before.get(at).unwrap_or(&Value::Null));
        }),
        Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| {
            placehold(value, before.get(name).unwrap_or(&Value::Null));
        }),
        _ => {}
    }
}

/// Returns the value without the entries of `_meta` that the due value does not have.
fn without_own_metadata(due: &Value, came: &Value) -> Value {
    match came {
        Value::Array(values) => {
            let due = |at| due.get(at).unwrap_or(&Value::Null);
            let values = values.iter().enumerate();
            values.map(|(at, value)| without_own_metadata(due(at), value)).collect()
        }
        Value::Object(fields) => {
            let fields = fields.iter().filter_map(|(name, value)| {
                let due = due.get(name);
                match (name.as_str(), due, value) {
                    ("_meta", None, _) => None,
                    ("_meta", Some(due), Value::Object(own)) => {
                        let known = own.iter().filter(|(name, _)| due.get(name).is_some());
                        let known = known.map(|(name, value)| (name.clone(), value.clone()));
                        Some((name.clone(), Value::Object(known.collect())))
                    }
                    _ => Some((name.clone(), without_own_metadata(due.unwrap_or(&Value::Null), value))),
                }
            });
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

fn identify(value: &mut Value, identity: (&str, &str)) {
    match value {
        Value::String(text) if text == NAME => *text = identity.0.into(),
        Value::String(text) if text == VERSION => *text = identity.1.into(),
        Value::Array(values) => values.iter_mut().for_each(|value| identify(value, identity)),
        Value::Object(fields) => fields.values_mut().for_each(|value| identify(value, identity)),
        _ => {}
    }
}

/// What no pointer covers of a value, as pointers: each leaf, or the value above
/// it of which nothing is covered. An empty object or list is a leaf.
pub fn unseen(value: &Value, pointers: &[&str]) -> Vec<String> {
    let mut unseen = Vec::new();
    walk(value, "", pointers, &mut unseen);
    unseen
}

fn walk(value: &Value, at: &str, pointers: &[&str], unseen: &mut Vec<String>) {
    if pointers.contains(&at) {
        return;
    }
    let inside = format!("{at}/");
    if !pointers.iter().any(|pointer| pointer.starts_with(&inside)) {
        unseen.push(at.to_owned());
        return;
    }
    let below: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.replace('~', "~0").replace('/', "~1"), value)).collect()
        }
        Value::Array(values) => (0..).map(|at: usize| at.to_string()).zip(values).collect(),
        // A pointer into it says that there is nothing, and not what it is.
        _ => return unseen.push(at.to_owned()),
    };
    if below.is_empty() {
        unseen.push(at.to_owned());
    }
    for (name, value) in below {
        walk(value, &format!("{inside}{name}"), pointers, unseen);
    }
}
