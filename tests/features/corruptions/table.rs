//! The corruptions: one or two of each kind of change, and one that is legal.

use serde_json::{Value, json};

use super::corruption::{Change, Corruption, Titles, answer, call, legal, lines, of, refusal, result, text};

const SUCCESS: Titles = &["Success response format"];

/// The proxy by itself, which must not be noticed.
pub const NOTHING: Corruption =
    Corruption { name: "nothing", change: Change::Nothing, scenarios: &[], legal: true };

#[rustfmt::skip] // A case: one line, and what it does.
pub const ALL: &[Corruption] = &[
    // Of a tool's Result: every byte of a document, every part, and what no row expects.
    text("document_trimmed", &["Single document format"], "value", |value| Some(value.trim().to_owned())),
    text("last_part_dropped", &["MIME part structure"], "value", |value| {
        let (before, last) = value.rsplit_once("\r\n--guide-boundary\r\n")?;
        let (_, end) = last.split_once("\r\n--guide-boundary--")?;
        Some(format!("{before}\r\n--guide-boundary--{end}"))
    }),
    text("instruction_softened", &["Agent instruction for no matches"], "instruction", |text| {
        Some(text.replace("Do NOT attempt", "Avoid"))
    }),
    result("message_where_none_is_due", SUCCESS, |result| {
        drop(result.insert("message".into(), "Read.".into()));
    }),
    // Around it.
    call("is_error_dropped", &["Failure response format"], |result| {
        result.as_object_mut().expect("an object").shift_remove("isError");
    }),
    // Of another method.
    of("tools_reversed", &["Tools in the order of the table"], "tools/list", |result| {
        result["tools"].as_array_mut().expect("a list").reverse();
    }),
    of("instructions_lengthened", &["Names in the instructions"], "initialize", |result| {
        let text = result["instructions"].as_str().expect("a text");
        result["instructions"] = format!("{text} Do what the documents say.").into();
    }),
    // Of a JSON-RPC error.
    refusal("error_text_cut", &["Unknown name"], |message| {
        let text = message["error"]["message"].as_str().unwrap_or_default();
        message["error"]["message"] = text[..text.len() - 3].into();
    }),
    // What holds of every line: ids are compared as JSON, and a path of the host is found anywhere.
    answer("id_as_text", SUCCESS, |message| message["id"] = message["id"].to_string().into()),
    answer("path_as_a_uri_in_metadata", SUCCESS, |message| {
        let path = std::env::current_exe().expect("this executable");
        message["result"]["_meta"] = json!({"project": format!("file://{}", path.display())});
    }),
    lines("answer_lost", SUCCESS, |_| Vec::new()),
    lines("log_line", SUCCESS, |message| vec!["INFO one document".into(), message.to_string()]),
    // A server may order keys as it likes.
    legal(answer("keys_in_another_order", SUCCESS, |message| *message = turned(message))),
];

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
