//! The corruptions: each proves something that no other does, which its comment names.

use serde_json::{Value, json};

use super::corruption::Change::{Answer, Call, Lines, Nothing, Of, Refusal, Result, Text};
use super::corruption::{Corruption, corrupt, legal};
use super::legal;

const SUCCESS: &[&str] = &["Success response format"];
const FAILURE: &[&str] = &["Failure response format"];
const UNKNOWN: &[&str] = &["Unknown name"];
const TOOLS: &[&str] = &["Tools in the order of the table"];
const SERVER: &[&str] = &["Names in the instructions"];

/// The proxy by itself, which must not be noticed.
pub const NOTHING: Corruption = legal("nothing", Nothing, &[]);

/// All of them: the corruptions, then what is legal.
pub fn all() -> Vec<Corruption> {
    let tables = [RESULTS, CALLS, METHODS, ERRORS, LINES, legal::ALL];
    tables.concat()
}

/// What the rows of a `Then` compare of a tool's Result: one for each key.
const RESULTS: &[Corruption] = &[
    // `value`: every byte of a document.
    corrupt(
        "document_trimmed",
        Text("value", |value| Some(value.trim().to_owned())),
        &["Single document format"],
    ),
    // `head` and `row`: the rows of a listing and their order.
    corrupt(
        "rows_swapped",
        Text("value", |value| {
            let mut lines: Vec<&str> = value.split_inclusive('\n').collect();
            (lines.len() > 3).then(|| lines.swap(2, 3))?;
            Some(lines.concat())
        }),
        &["Size and modification time"],
    ),
    // `line`: what a listing says below its rows.
    corrupt(
        "unreadable_not_listed",
        Text("value", |value| {
            let lines = value.split_inclusive('\n');
            Some(lines.filter(|line| !line.starts_with("- ")).collect())
        }),
        &["Unreadable documents in a listing"],
    ),
    // `part`: every part of a message.
    corrupt(
        "last_part_dropped",
        Text("value", |value| {
            let (before, last) = value.rsplit_once("\r\n--guide-boundary\r\n")?;
            let (_, end) = last.split_once("\r\n--guide-boundary--")?;
            Some(format!("{before}\r\n--guide-boundary--{end}"))
        }),
        &["MIME part structure"],
    ),
    // `boundary like`: what makes a boundary one of a kind.
    corrupt(
        "boundary_without_a_uuid",
        Text("value", |value| bounded(value, "guide-boundary")),
        &["Delimiter in a document"],
    ),
    // `same as`: two calls are answered alike.
    corrupt(
        "boundary_by_chance",
        Text("value", |value| {
            bounded(value, &format!("guide-boundary-{}", uuid::Uuid::new_v4()))
        }),
        &["Same boundary for the same documents"],
    ),
    // `message`, where one is due.
    corrupt(
        "message_dropped",
        Result(|result| drop(result.shift_remove("message"))),
        &["Documents over the budget"],
    ),
    // `message`, where none is due.
    corrupt(
        "message_where_none_is_due",
        Result(|result| drop(result.insert("message".into(), "Read.".into()))),
        SUCCESS,
    ),
    // `instruction`, where none is due.
    corrupt(
        "instruction_where_none_is_due",
        Result(|result| drop(result.insert("instruction".into(), "Go on.".into()))),
        SUCCESS,
    ),
    // `instruction`, of a failure.
    corrupt(
        "instruction_softened",
        Text("instruction", |text| {
            Some(text.replace("Do NOT attempt", "Avoid"))
        }),
        &["Agent instruction for no matches"],
    ),
    // `error`: the whole text.
    corrupt(
        "error_cut",
        Text("error", |error| Some(error.chars().skip(1).collect())),
        &["Error message clarity"],
    ),
    // `error_type`.
    corrupt(
        "type_of_no_matches",
        Text("error_type", |text| {
            Some(text.replace("no_matches", "not_found"))
        }),
        &["Error type classification"],
    ),
    // `success`, against `value` or `error_type`.
    corrupt(
        "success_of_a_failure",
        Result(|result| result["success"] = true.into()),
        FAILURE,
    ),
    // No other key of a Result.
    corrupt(
        "a_key_more_in_a_result",
        Result(|result| drop(result.insert("documents".into(), 1.into()))),
        SUCCESS,
    ),
    // The order of a Result's keys.
    corrupt(
        "keys_reversed",
        Result(|result| {
            let pairs: Vec<_> = std::mem::take(result).into_iter().collect();
            result.extend(pairs.into_iter().rev());
        }),
        SUCCESS,
    ),
];

/// What the client compares of the result of `tools/call` around a Result.
const CALLS: &[Corruption] = &[
    // `isError` of a success.
    corrupt(
        "is_error_on_success",
        Call(|result| result["isError"] = true.into()),
        SUCCESS,
    ),
    // `isError` of a failure.
    corrupt(
        "is_error_dropped",
        Call(|result| remove(result, "isError")),
        FAILURE,
    ),
    // One block.
    corrupt(
        "second_block",
        Call(|result| {
            let blocks = result["content"].as_array_mut().expect("a list");
            blocks.push(json!({"type": "text", "text": "Anything else?"}));
        }),
        SUCCESS,
    ),
    // The keys of a block.
    corrupt(
        "block_annotated",
        Call(|result| result["content"][0]["annotations"] = json!({"audience": ["user"]})),
        SUCCESS,
    ),
    // The keys beside the blocks, one that the client knows and another.
    corrupt(
        "a_key_more_around_it",
        Call(|result| result["documents"] = 1.into()),
        SUCCESS,
    ),
    corrupt(
        "structured_content_more",
        Call(|result| result["structuredContent"] = json!({"success": true})),
        SUCCESS,
    ),
];

/// The other methods, by one value of each that must be the expected one.
const METHODS: &[Corruption] = &[
    corrupt(
        "tools_reversed",
        Of("tools/list", |result| reverse(&mut result["tools"])),
        TOOLS,
    ),
    corrupt(
        "example_changed",
        Of("tools/list", |result| {
            let schema = &mut result["tools"][0]["inputSchema"];
            let arguments = schema["properties"].as_object_mut().expect("an object");
            for (_, argument) in arguments {
                argument["examples"][0] = "*.txt".into();
            }
        }),
        TOOLS,
    ),
    // What no row names, too.
    corrupt(
        "output_schema_more",
        Of("tools/list", |result| {
            result["tools"][0]["outputSchema"] = json!({"type": "object"});
        }),
        TOOLS,
    ),
    corrupt(
        "capability_more",
        Of("initialize", |result| {
            result["capabilities"]["logging"] = json!({});
        }),
        SERVER,
    ),
    corrupt(
        "instructions_lengthened",
        Of("initialize", |result| {
            let text = result["instructions"].as_str().expect("a text");
            result["instructions"] = format!("{text} Do what the documents say.").into();
        }),
        SERVER,
    ),
    corrupt(
        "resources_reversed",
        Of("resources/list", |result| reverse(&mut result["resources"])),
        &["Listed resources"],
    ),
    corrupt(
        "template_of_another_scheme",
        Of("resources/templates/list", |result| {
            result["resourceTemplates"][0]["uriTemplate"] = "docs://category/{name}".into();
        }),
        &["Listed resource templates"],
    ),
    corrupt(
        "media_type_dropped",
        Of("resources/read", |result| {
            remove(&mut result["contents"][0], "mimeType");
        }),
        &["One document"],
    ),
    corrupt(
        "completions_reversed",
        Of("completion/complete", |result| {
            reverse(&mut result["completion"]["values"]);
        }),
        &["Completion / Completed names"],
    ),
    corrupt(
        "pattern_is_required",
        Of("prompts/list", |result| {
            result["prompts"][0]["arguments"][0]["required"] = true.into();
        }),
        &["Listed prompts"],
    ),
    corrupt(
        "said_by_the_assistant",
        Of("prompts/get", |result| {
            result["messages"][0]["role"] = "assistant".into();
        }),
        &["Documents as messages"],
    ),
];

/// What the rows of a `Then` compare of a JSON-RPC error.
const ERRORS: &[Corruption] = &[
    // `protocol error`.
    corrupt(
        "code_of_an_unknown_method",
        Refusal(|message| message["error"]["code"] = (-32601).into()),
        UNKNOWN,
    ),
    // `protocol message`.
    corrupt(
        "error_text_cut",
        Refusal(|message| {
            let text = message["error"]["message"].as_str().unwrap_or_default();
            message["error"]["message"] = text[..text.len() - 3].into();
        }),
        UNKNOWN,
    ),
    // `protocol data`.
    corrupt(
        "no_uri_in_data",
        Refusal(|message| remove(&mut message["error"]["data"], "uri")),
        &["Resource that does not exist"],
    ),
    // The keys of an error.
    corrupt(
        "a_key_more_in_an_error",
        Refusal(|message| message["error"]["type"] = "unknown_tool".into()),
        UNKNOWN,
    ),
    // A result where an error is due.
    corrupt(
        "result_in_place_of_an_error",
        Refusal(|message| {
            let text = message["error"]["message"].take();
            let block = json!({"type": "text", "text": text});
            message["result"] = json!({"content": [block], "isError": true});
            remove(message, "error");
        }),
        UNKNOWN,
    ),
];

/// What holds of every line, whatever was asked.
const LINES: &[Corruption] = &[
    // An answer is waited for, and not for ever.
    corrupt("answer_lost", Lines(|_| Vec::new()), SUCCESS),
    corrupt(
        "second_answer",
        Lines(|message| vec![message.to_string(), message.to_string()]),
        SUCCESS,
    ),
    // Ids are compared as JSON.
    corrupt(
        "id_as_text",
        Answer(|message| message["id"] = message["id"].to_string().into()),
        SUCCESS,
    ),
    corrupt(
        "log_line",
        Lines(|message| vec!["INFO one document".into(), message.to_string()]),
        SUCCESS,
    ),
    // The last line is looked at, too.
    corrupt(
        "empty_line_at_the_end",
        Lines(|message| vec![message.to_string(), String::new()]),
        SUCCESS,
    ),
    corrupt(
        "batch_of_one",
        Lines(|message| vec![json!([message]).to_string()]),
        SUCCESS,
    ),
    corrupt(
        "older_protocol",
        Answer(|message| message["jsonrpc"] = "1.0".into()),
        SUCCESS,
    ),
    corrupt(
        "a_key_more_in_a_message",
        Answer(|message| message["server"] = "mcp-guide".into()),
        SUCCESS,
    ),
    corrupt(
        "notification_that_is_not_declared",
        Lines(|message| {
            let note = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
            vec![note.to_string(), message.to_string()]
        }),
        SUCCESS,
    ),
    corrupt(
        "progress_that_nobody_asked_for",
        Lines(|message| {
            let params = json!({"progressToken": "4711", "progress": 1});
            let method = "notifications/progress";
            let note = json!({"jsonrpc": "2.0", "method": method, "params": params});
            vec![note.to_string(), message.to_string()]
        }),
        SUCCESS,
    ),
    corrupt(
        "request_that_is_not_offered",
        Lines(|message| {
            let method = "sampling/createMessage";
            let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}});
            vec![request.to_string(), message.to_string()]
        }),
        SUCCESS,
    ),
    // A path of the host, wherever it is.
    corrupt(
        "path_as_a_uri_in_metadata",
        Answer(|message| {
            let path = std::env::current_exe().expect("this executable");
            message["result"]["_meta"] = json!({"project": format!("file://{}", path.display())});
        }),
        SUCCESS,
    ),
];

fn reverse(list: &mut Value) {
    list.as_array_mut().expect("a list").reverse();
}

/// Takes a key out of an object that has it.
fn remove(value: &mut Value, key: &str) {
    if let Some(object) = value.as_object_mut() {
        object.shift_remove(key);
    }
}

/// A message whose boundary ends in a UUID, with another boundary.
fn bounded(value: &str, boundary: &str) -> Option<String> {
    let rest = value.strip_prefix("Content-Type: multipart/mixed; boundary=\"")?;
    let (old, _) = rest.split_once('"')?;
    (old != "guide-boundary").then(|| value.replace(old, boundary))
}
