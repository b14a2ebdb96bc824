//! Results that say too little or too much beside the documents.

use serde_json::{Value, json};

use crate::corruption::Change::{Call, Result, Text};
use crate::corruption::{Corruption, corrupt};
use crate::text::{between, counted_up, replaced, reversed, shortened};

const OVER: &[&str] = &["Documents over the budget"];
const SUCCESS: &[&str] = &["Success response format"];
const FAILURE: &[&str] = &["Failure response format"];
const SENTENCES: &[&str] = &["Sentences of a message"];

pub const ALL: &[Corruption] = &[
    corrupt(
        "results",
        "message_dropped",
        Result(|result| drop(result.shift_remove("message"))),
        &["Documents over the budget", "Only one document left"],
    ),
    corrupt(
        "results",
        "message_empty",
        Result(|result| {
            if result.contains_key("value") && !result.contains_key("message") {
                result.insert("message".into(), "".into());
            }
        }),
        SUCCESS,
    ),
    corrupt(
        "results",
        "message_where_none_is_due",
        Result(|result| {
            if result.contains_key("value") && !result.contains_key("message") {
                result.insert("message".into(), "All documents were read.".into());
            }
        }),
        SUCCESS,
    ),
    corrupt(
        "results",
        "message_of_one_sentence",
        Text("message", |message| shortened(message, ". ")),
        SENTENCES,
    ),
    corrupt(
        "results",
        "sentences_reversed",
        Text("message", |message| {
            reversed(message.trim_end_matches('.'), ". ")
        }),
        SENTENCES,
    ),
    corrupt(
        "results",
        "names_reversed",
        Text("message", |message| {
            between(message, "bytes: ", ".", |_| None)
                .or_else(|| between(message, " bytes: ", ").", |names| reversed(names, "), ")))
        }),
        OVER,
    ),
    corrupt(
        "results",
        "a_name_left_out",
        Text("message", |message| {
            between(message, " bytes: ", ").", |names| shortened(names, ", "))
        }),
        OVER,
    ),
    corrupt(
        "results",
        "sizes_left_out",
        Text("message", |message| replaced(message, " (10 B)", "")),
        OVER,
    ),
    corrupt(
        "results",
        "limit_off_by_one",
        Text("message", |message| counted_up(message, "would exceed ")),
        OVER,
    ),
    corrupt(
        "results",
        "no_full_stop",
        Text("message", |message| {
            Some(message.trim_end_matches('.').to_owned())
        }),
        OVER,
    ),
    corrupt(
        "results",
        "rest_counts_one_more",
        Text("message", |message| counted_up(message, " and ")),
        &["Many documents over the budget"],
    ),
    corrupt(
        "results",
        "reason_of_another",
        Text("message", |message| {
            replaced(message, "the link's target does not exist", "no permission")
        }),
        &["Only one document left"],
    ),
    corrupt(
        "results",
        "byte_off_by_one",
        Text("message", |message| counted_up(message, "invalid at byte ")),
        &["Some of several documents"],
    ),
    corrupt(
        "results",
        "template_not_told",
        Text("message", |message| {
            between(message, "Unrendered templates: ", ".", |_| {
                Some("none".into())
            })
        }),
        SENTENCES,
    ),
    corrupt(
        "results",
        "pattern_not_told",
        Text("message", |message| {
            between(message, "such as '", "'", |_| Some("**".into()))
        }),
        &["Directories over the budget"],
    ),
    corrupt(
        "results",
        "instruction_dropped",
        Result(|result| {
            if result.contains_key("value") {
                result.shift_remove("instruction");
            }
        }),
        OVER,
    ),
    corrupt(
        "results",
        "instruction_where_none_is_due",
        Result(|result| {
            if result.contains_key("value") && !result.contains_key("instruction") {
                result.insert("instruction".into(), "Follow these documents.".into());
            }
        }),
        SUCCESS,
    ),
    corrupt(
        "results",
        "error_beside_a_success",
        Result(|result| {
            if result.contains_key("value") {
                result.insert("error".into(), Value::Null);
            }
        }),
        SUCCESS,
    ),
    corrupt(
        "results",
        "value_beside_a_failure",
        Result(|result| {
            if result.contains_key("error") {
                result.insert("value".into(), "".into());
            }
        }),
        FAILURE,
    ),
    corrupt(
        "results",
        "success_of_a_failure",
        Result(|result| {
            if result.contains_key("error") {
                result["success"] = true.into();
            }
        }),
        FAILURE,
    ),
    corrupt(
        "results",
        "success_as_text",
        Result(|result| result["success"] = result["success"].to_string().into()),
        &["Success response format", "Failure response format"],
    ),
    corrupt(
        "results",
        "a_key_more",
        Result(|result| drop(result.insert("documents".into(), 1.into()))),
        SUCCESS,
    ),
    corrupt(
        "results",
        "keys_reversed",
        Result(|result| {
            let pairs: Vec<_> = std::mem::take(result).into_iter().collect();
            result.extend(pairs.into_iter().rev());
        }),
        &["Success response format", "Failure response format"],
    ),
    corrupt(
        "results",
        "is_error_dropped",
        Call(|result| {
            if result["isError"] == true {
                drop(
                    result
                        .as_object_mut()
                        .and_then(|result| result.shift_remove("isError")),
                );
            }
        }),
        FAILURE,
    ),
    corrupt(
        "results",
        "is_error_on_success",
        Call(|result| result["isError"] = true.into()),
        SUCCESS,
    ),
    corrupt(
        "results",
        "structured_content_more",
        Call(|result| result["structuredContent"] = json!({"success": true})),
        SUCCESS,
    ),
    corrupt(
        "results",
        "a_key_more_around",
        Call(|result| result["documents"] = 1.into()),
        SUCCESS,
    ),
    corrupt(
        "results",
        "second_block",
        Call(|result| {
            let blocks = result["content"].as_array_mut().expect("a list");
            blocks.push(json!({"type": "text", "text": "Anything else?"}));
        }),
        &["Success response format", "Failure response format"],
    ),
    corrupt(
        "results",
        "empty_block_first",
        Call(|result| {
            let blocks = result["content"].as_array_mut().expect("a list");
            blocks.insert(0, json!({"type": "text", "text": ""}));
        }),
        SUCCESS,
    ),
    corrupt(
        "results",
        "block_annotated",
        Call(|result| result["content"][0]["annotations"] = json!({"audience": ["user"]})),
        SUCCESS,
    ),
    corrupt(
        "results",
        "block_is_a_resource",
        Call(|result| {
            let text = result["content"][0]["text"].clone();
            let resource = json!({"uri": "guide://category/docs/intro.md", "text": text});
            result["content"][0] = json!({"type": "resource", "resource": resource});
        }),
        SUCCESS,
    ),
    corrupt(
        "results",
        "value_as_the_text",
        Call(|result| {
            let text = result["content"][0]["text"].as_str().unwrap_or_default();
            let parsed: Value = serde_json::from_str(text).unwrap_or_default();
            if let Some(value) = parsed.get("value") {
                result["content"][0]["text"] = value.clone();
            }
        }),
        SUCCESS,
    ),
    corrupt(
        "results",
        "result_in_a_fence",
        Call(|result| {
            let text = result["content"][0]["text"].as_str().unwrap_or_default();
            result["content"][0]["text"] = format!("```json\n{text}\n```").into();
        }),
        SUCCESS,
    ),
];
