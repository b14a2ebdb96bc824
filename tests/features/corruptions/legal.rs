//! What a server may do as well as not: no scenario may turn red by it.

use serde_json::{Value, json};

use super::corruption::Change::{Answer, Call, Lines, Of};
use super::corruption::{Corruption, legal};

const RESULTS: &[&str] = &["Success response format", "Failure response format"];
const TOOLS: &[&str] = &["Tools in the order of the table"];

/// An object with its keys in the opposite order, and all within it; texts stay.
fn turned(value: &Value) -> Value {
    match value {
        Value::Object(object) => object
            .iter()
            .rev()
            .map(|(key, value)| (key.clone(), turned(value)))
            .collect(),
        Value::Array(values) => values.iter().map(turned).collect(),
        other => other.clone(),
    }
}

/// Written with a blank wherever JSON allows one.
fn spaced(value: &Value) -> String {
    let pretty = serde_json::to_string_pretty(value).unwrap_or_default();
    pretty.replace('\n', " ")
}

pub const ALL: &[Corruption] = &[
    legal(
        "keys_in_another_order",
        Answer(|message| *message = turned(message)),
        RESULTS,
    ),
    legal(
        "keys_of_tools_in_another_order",
        Of("tools/list", |result| *result = turned(result)),
        TOOLS,
    ),
    legal(
        "blanks_between",
        Lines(|message| vec![spaced(message)]),
        RESULTS,
    ),
    legal(
        "carriage_return_at_the_end",
        Lines(|message| vec![format!("{message}\r")]),
        RESULTS,
    ),
    legal(
        "escaped_where_none_is_needed",
        Lines(|message| vec![message.to_string().replace("success", "succe\\u0073s")]),
        RESULTS,
    ),
    legal(
        "metadata_of_a_result",
        Call(|result| result["_meta"] = json!({"example.org/took": 3})),
        RESULTS,
    ),
    legal(
        "metadata_of_a_block",
        Call(|result| result["content"][0]["_meta"] = json!({"example.org/took": 3})),
        RESULTS,
    ),
    legal(
        "metadata_of_a_tool",
        Of("tools/list", |result| {
            result["tools"][0]["_meta"]["example.org/since"] = "1".into();
        }),
        TOOLS,
    ),
    legal(
        "is_error_left_out_of_a_success",
        Call(|result| {
            let result = result.as_object_mut().expect("an object");
            result.retain(|key, value| key != "isError" || *value != false);
        }),
        &["Success response format"],
    ),
    legal(
        "blanks_in_a_result",
        Call(|result| {
            let text = result["content"][0]["text"].as_str().unwrap_or_default();
            let parsed: Value = serde_json::from_str(text).unwrap_or_default();
            result["content"][0]["text"] = spaced(&parsed).into();
        }),
        RESULTS,
    ),
    legal(
        "ping",
        Lines(|message| {
            let ping = json!({"jsonrpc": "2.0", "id": "ping", "method": "ping"});
            vec![ping.to_string(), message.to_string()]
        }),
        RESULTS,
    ),
];
