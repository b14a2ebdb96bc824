//! Values of a JSON answer by pointer, and whether all of it was looked at.

use serde_json::Value;

use super::difference::difference;

/// Stands for the version of the package under test.
const VERSION: &str = "(version)";

/// Compares the value at a pointer; `(absent)`: there is none.
///
/// # Errors
///
/// What stands there.
pub fn value(object: &Value, pointer: &str, due: &str) -> Result<(), String> {
    let came = object.pointer(pointer);
    if due == "(absent)" {
        return match came {
            None => Ok(()),
            Some(came) => Err(format!("{pointer} should be absent, and is {came}")),
        };
    }
    let mut wanted: Value =
        serde_json::from_str(due).map_err(|error| format!("{due} is not JSON: {error}"))?;
    version(&mut wanted);
    match came {
        None => Err(format!("{pointer} is absent, and {due} is due")),
        Some(came) if *came == wanted => Ok(()),
        Some(came) => Err(format!(
            "{pointer} {}",
            difference(&wanted.to_string(), &came.to_string())
        )),
    }
}

fn version(value: &mut Value) {
    match value {
        Value::String(text) if text == VERSION => *text = env!("CARGO_PKG_VERSION").into(),
        Value::Array(values) => values.iter_mut().for_each(version),
        Value::Object(fields) => fields.values_mut().for_each(version),
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
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
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
