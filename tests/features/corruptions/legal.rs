//! What a server may do as well as not: no scenario may turn red by it.

use serde_json::{Value, json};

use super::corruption::{Corruption, answer, call, legal, lines, of};

const RESULTS: &[&str] = &["Success response format", "Failure response format"];
const TOOLS: &[&str] = &["Tools in the order of the table"];

/// An object with its keys in the opposite order, and all within it; texts stay.
fn turned(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            object.iter().rev().map(|(key, value)| (key.clone(), turned(value))).collect()
        }
        Value::Array(values) => values.iter().map(turned).collect(),
        other => other.clone(),
    }
}

/// Written with a blank wherever JSON allows one.
fn spaced(value: &Value) -> String {
    let pretty = serde_json::to_string_pretty(value).unwrap_or_default();
    pretty.replace('\n', " ")
}

#[rustfmt::skip] // One case, one line.
pub const ALL: &[Corruption] = &[
    legal(answer("keys_in_another_order", RESULTS, |message| {
        *message = turned(message);
    })),
    legal(of("keys_of_tools_in_another_order", TOOLS, "tools/list", |result| {
        *result = turned(result)
    })),
    legal(lines("blanks_between", RESULTS, |message| vec![spaced(message)])),
    legal(lines("carriage_return_at_the_end", RESULTS, |message| vec![format!("{message}\r")])),
    legal(lines("escaped_where_none_is_needed", RESULTS, |message| {
        vec![message.to_string().replace("success", "succe\\u0073s")]
    })),
    legal(call("metadata_of_a_result", RESULTS, |result| {
        result["_meta"] = json!({"example.org/took": 3});
    })),
    legal(call("metadata_of_a_block", RESULTS, |result| {
        result["content"][0]["_meta"] = json!({"example.org/took": 3});
    })),
    legal(of("metadata_of_a_tool", TOOLS, "tools/list", |result| {
        result["tools"][0]["_meta"]["example.org/since"] = "1".into();
    })),
    legal(call("is_error_left_out_of_a_success", &["Success response format"], |result| {
        let result = result.as_object_mut().expect("an object");
        result.retain(|key, value| key != "isError" || *value != false);
    })),
    legal(call("blanks_in_a_result", RESULTS, |result| {
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        let parsed: Value = serde_json::from_str(text).unwrap_or_default();
        result["content"][0]["text"] = spaced(&parsed).into();
    })),
    legal(lines("ping", RESULTS, |message| {
        let ping = json!({"jsonrpc": "2.0", "id": "ping", "method": "ping"});
        vec![ping.to_string(), message.to_string()]
    })),
];
