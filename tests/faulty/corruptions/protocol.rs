//! What is wrong with the messages themselves.

use serde_json::{Value, json};

use crate::corruption::Change::{Answer, Lines, Refusal, Result, Text};
use crate::corruption::{Corruption, corrupt};
use crate::text::shortened;

const ANY: &[&str] = &["Success response format"];
const UNKNOWN: &[&str] = &["Unknown name"];
const MALFORMED: &[&str] = &["Arguments of another type", "No name"];

/// A path of the host that runs this.
fn path() -> String {
    std::env::current_exe().map_or_else(|_| String::new(), |path| path.display().to_string())
}

pub const ALL: &[Corruption] = &[
    corrupt(
        "protocol",
        "code_of_an_unknown_method",
        Refusal(|message| message["error"]["code"] = (-32601).into()),
        &["Unknown name", "Arguments of another type", "No name"],
    ),
    corrupt(
        "protocol",
        "code_as_text",
        Refusal(|message| message["error"]["code"] = "-32602".into()),
        UNKNOWN,
    ),
    corrupt(
        "protocol",
        "error_text_cut",
        Refusal(|message| {
            let text = message["error"]["message"].as_str().unwrap_or_default();
            message["error"]["message"] = text[..text.len() - 3].into();
        }),
        &["Unknown name", "Arguments of another type", "No name"],
    ),
    corrupt(
        "protocol",
        "suggestion_dropped",
        Refusal(|message| {
            let text = message["error"]["message"].as_str().unwrap_or_default();
            if let Some(cut) = shortened(text, " Did you mean") {
                message["error"]["message"] = cut.into();
            }
        }),
        UNKNOWN,
    ),
    corrupt(
        "protocol",
        "data_beside_an_error",
        Refusal(|message| message["error"]["data"] = json!({"hint": "ask again"})),
        &["Unknown name", "Arguments of another type", "No name"],
    ),
    corrupt(
        "protocol",
        "path_in_data",
        Refusal(|message| message["error"]["data"] = path().into()),
        UNKNOWN,
    ),
    corrupt(
        "protocol",
        "a_key_more_in_an_error",
        Refusal(|message| message["error"]["type"] = "unknown_tool".into()),
        UNKNOWN,
    ),
    corrupt(
        "protocol",
        "result_beside_an_error",
        Refusal(|message| message["result"] = json!({"content": []})),
        UNKNOWN,
    ),
    corrupt(
        "protocol",
        "result_in_place_of_an_error",
        Refusal(|message| {
            let text = message["error"]["message"].clone();
            let object = message.as_object_mut().expect("an object");
            object.shift_remove("error");
            let block = json!({"type": "text", "text": text});
            object.insert(
                "result".into(),
                json!({"content": [block], "isError": true}),
            );
        }),
        UNKNOWN,
    ),
    corrupt(
        "protocol",
        "error_in_place_of_a_failure",
        Answer(|message| {
            if message["result"]["isError"] == true {
                let object = message.as_object_mut().expect("an object");
                object.shift_remove("result");
                object.insert(
                    "error".into(),
                    json!({"code": -32603, "message": "It failed."}),
                );
            }
        }),
        &["Failure response format"],
    ),
    corrupt(
        "protocol",
        "id_as_text",
        Answer(|message| message["id"] = message["id"].to_string().into()),
        ANY,
    ),
    corrupt(
        "protocol",
        "id_of_nobody",
        Lines(|message| {
            let mut message = message.clone();
            message["id"] = 4711.into();
            vec![message.to_string()]
        }),
        ANY,
    ),
    corrupt(
        "protocol",
        "id_dropped",
        Lines(|message| {
            let mut message = message.clone();
            drop(
                message
                    .as_object_mut()
                    .and_then(|message| message.shift_remove("id")),
            );
            vec![message.to_string()]
        }),
        ANY,
    ),
    corrupt("protocol", "answer_lost", Lines(|_| Vec::new()), ANY),
    corrupt(
        "protocol",
        "second_answer",
        Lines(|message| vec![message.to_string(), message.to_string()]),
        ANY,
    ),
    corrupt(
        "protocol",
        "answer_to_nobody",
        Lines(|message| {
            vec![
                message.to_string(),
                json!({"jsonrpc": "2.0", "id": 4711, "result": {}}).to_string(),
            ]
        }),
        ANY,
    ),
    corrupt(
        "protocol",
        "answer_before_it_is_asked_for",
        Lines(|message| {
            let id = message["id"].as_i64().unwrap_or_default() + 1;
            vec![
                message.to_string(),
                json!({"jsonrpc": "2.0", "id": id, "result": {}}).to_string(),
            ]
        }),
        ANY,
    ),
    corrupt(
        "protocol",
        "notification_of_nothing",
        Lines(|message| {
            let method = "notifications/tools/list_changed";
            vec![
                json!({"jsonrpc": "2.0", "method": method}).to_string(),
                message.to_string(),
            ]
        }),
        ANY,
    ),
    corrupt(
        "protocol",
        "log_message_not_declared",
        Lines(|message| {
            let params = json!({"level": "info", "data": "one document"});
            let method = "notifications/message";
            let note = json!({"jsonrpc": "2.0", "method": method, "params": params});
            vec![note.to_string(), message.to_string()]
        }),
        ANY,
    ),
    corrupt(
        "protocol",
        "progress_of_nobody",
        Lines(|message| {
            let params = json!({"progressToken": "4711", "progress": 1});
            let method = "notifications/progress";
            let note = json!({"jsonrpc": "2.0", "method": method, "params": params});
            vec![note.to_string(), message.to_string()]
        }),
        ANY,
    ),
    corrupt(
        "protocol",
        "request_that_is_not_offered",
        Lines(|message| {
            let method = "sampling/createMessage";
            let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}});
            vec![request.to_string(), message.to_string()]
        }),
        ANY,
    ),
    corrupt(
        "protocol",
        "log_line_before",
        Lines(|message| vec!["INFO one document".into(), message.to_string()]),
        ANY,
    ),
    corrupt(
        "protocol",
        "log_line_after",
        Lines(|message| vec![message.to_string(), "INFO one document".into()]),
        ANY,
    ),
    corrupt(
        "protocol",
        "empty_line",
        Lines(|message| vec![message.to_string(), String::new()]),
        ANY,
    ),
    corrupt(
        "protocol",
        "json_that_is_no_message",
        Lines(|message| vec![message.to_string(), "{}".into()]),
        ANY,
    ),
    corrupt(
        "protocol",
        "over_several_lines",
        Lines(|message| {
            let pretty = serde_json::to_string_pretty(message).unwrap_or_default();
            pretty.lines().map(str::to_owned).collect()
        }),
        ANY,
    ),
    corrupt(
        "protocol",
        "batch_of_one",
        Lines(|message| vec![Value::from(vec![message.clone()]).to_string()]),
        ANY,
    ),
    corrupt(
        "protocol",
        "byte_order_mark",
        Lines(|message| vec![format!("\u{feff}{message}")]),
        ANY,
    ),
    corrupt(
        "protocol",
        "older_protocol",
        Answer(|message| message["jsonrpc"] = "1.0".into()),
        ANY,
    ),
    corrupt(
        "protocol",
        "a_key_more",
        Answer(|message| message["server"] = "mcp-guide".into()),
        ANY,
    ),
    corrupt(
        "protocol",
        "path_in_an_error",
        Text("error", |error| Some(format!("{error} ({})", path()))),
        &["Failure response format"],
    ),
    corrupt(
        "protocol",
        "path_in_a_message",
        Result(|result| {
            if result.contains_key("value") {
                result.insert("message".into(), format!("Read below {}.", path()).into());
            }
        }),
        ANY,
    ),
    corrupt(
        "protocol",
        "path_in_metadata",
        Answer(|message| message["result"]["_meta"] = json!({"project": path()})),
        ANY,
    ),
    corrupt(
        "protocol",
        "path_as_a_uri_in_metadata",
        Answer(|message| {
            message["result"]["_meta"] = json!({"project": format!("file://{}", path())})
        }),
        ANY,
    ),
];
