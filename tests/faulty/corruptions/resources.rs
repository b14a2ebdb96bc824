//! What is wrong with resources, completion and prompts.

use serde_json::{Value, json};

use crate::corruption::Change::{Of, Refusal};
use crate::corruption::{Change, Corruption, corrupt};

const LIST: &str = "resources/list";
const TEMPLATES: &str = "resources/templates/list";
const READ: &str = "resources/read";
const COMPLETE: &str = "completion/complete";
const PROMPTS: &str = "prompts/list";
const PROMPT: &str = "prompts/get";

/// Changes an array of a method's result, by its name.
macro_rules! array {
    ($name:literal, $change:expr) => {
        |result: &mut Value| {
            if let Some(Value::Array(items)) = result.get_mut($name) {
                let change: fn(&mut Vec<Value>) = $change;
                change(items);
            }
        }
    };
}

const fn resources(
    name: &'static str,
    change: Change,
    scenarios: &'static [&'static str],
) -> Corruption {
    corrupt("resources", name, change, scenarios)
}

const LISTED: &[&str] = &["Listed resources", "Page by page"];
const SEVERAL: &[&str] = &["Several documents"];
const COMPLETED: &[&str] = &["Completion / Names"];
const MESSAGES: &[&str] = &["Documents as messages"];

pub const ALL: &[Corruption] = &[
    resources(
        "help_not_listed",
        Of(LIST, array!("resources", |items| drop(items.remove(0)))),
        LISTED,
    ),
    resources(
        "last_not_listed",
        Of(LIST, array!("resources", |items| drop(items.pop()))),
        LISTED,
    ),
    resources(
        "listed_twice",
        Of(
            LIST,
            array!("resources", |items| items.extend(items.last().cloned())),
        ),
        LISTED,
    ),
    resources(
        "listed_backwards",
        Of(LIST, array!("resources", |items| items.reverse())),
        LISTED,
    ),
    resources(
        "size_of_characters",
        Of(
            LIST,
            array!("resources", |items| {
                for item in items.iter_mut().filter(|item| item["size"].is_number()) {
                    item["size"] = (item["size"].as_u64().unwrap_or(0) - 1).into();
                }
            }),
        ),
        &["Listed resources"],
    ),
    resources(
        "no_times",
        Of(
            LIST,
            array!("resources", |items| {
                for item in items.iter_mut().filter_map(Value::as_object_mut) {
                    item.shift_remove("annotations");
                }
            }),
        ),
        &["Listed resources"],
    ),
    resources(
        "a_field_more",
        Of(
            LIST,
            array!("resources", |items| items[0]["icons"] = json!([])),
        ),
        LISTED,
    ),
    resources(
        "no_cursor",
        Of(LIST, |result| {
            if let Some(result) = result.as_object_mut() {
                result.shift_remove("nextCursor");
            }
        }),
        &["Page by page"],
    ),
    resources(
        "a_cursor_at_the_end",
        Of(LIST, |result| {
            if let Some(result) = result.as_object_mut() {
                result.entry("nextCursor").or_insert("guide://help".into());
            }
        }),
        LISTED,
    ),
    resources(
        "a_template_less",
        Of(
            TEMPLATES,
            array!("resourceTemplates", |items| drop(items.pop())),
        ),
        &["Listed resource templates"],
    ),
    resources(
        "template_of_another_scheme",
        Of(
            TEMPLATES,
            array!("resourceTemplates", |items| {
                items[0]["uriTemplate"] = "docs://category/{name}".into();
            }),
        ),
        &["Listed resource templates"],
    ),
    resources(
        "uri_as_asked",
        Of(
            READ,
            array!("contents", |items| {
                items[0]["uri"] = "guide://category/api/v1%2Froutes.md".into();
            }),
        ),
        &["One document"],
    ),
    resources(
        "last_character_cut",
        Of(
            READ,
            array!("contents", |items| {
                let text = items[0]["text"].as_str().unwrap_or_default();
                let mut text = text.to_owned();
                text.pop();
                items[0]["text"] = text.into();
            }),
        ),
        &["One document"],
    ),
    resources(
        "text_as_blob",
        Of(
            READ,
            array!("contents", |items| {
                if let Some(item) = items[0].as_object_mut()
                    && let Some(text) = item.shift_remove("text")
                {
                    item.insert("blob".into(), text);
                }
            }),
        ),
        &["One document"],
    ),
    resources(
        "no_media_type",
        Of(
            READ,
            array!("contents", |items| {
                if let Some(item) = items[0].as_object_mut() {
                    item.shift_remove("mimeType");
                }
            }),
        ),
        &["One document", "Several documents"],
    ),
    resources(
        "contents_backwards",
        Of(READ, array!("contents", |items| items.reverse())),
        SEVERAL,
    ),
    resources(
        "a_content_lost",
        Of(READ, array!("contents", |items| drop(items.remove(0)))),
        SEVERAL,
    ),
    resources(
        "notes_lost",
        Of(READ, array!("contents", |items| drop(items.pop()))),
        &["Incomplete resources"],
    ),
    resources(
        "notes_under_another_uri",
        Of(
            READ,
            array!("contents", |items| {
                if let Some(last) = items.last_mut() {
                    last["uri"] = "guide://help".into();
                }
            }),
        ),
        &["Incomplete resources"],
    ),
    resources(
        "not_found_by_the_other_code",
        Refusal(|message| {
            let code = message["error"]["code"].as_i64();
            message["error"]["code"] = match code {
                Some(-32002) => (-32602).into(),
                _ => (-32002).into(),
            };
        }),
        &[
            "Resource that does not exist",
            "Revisions and codes",
            "A prompt that fails",
        ],
    ),
    resources(
        "no_uri_in_data",
        Refusal(|message| {
            if let Some(data) = message["error"]["data"].as_object_mut() {
                data.shift_remove("uri");
            }
        }),
        &[
            "Resource that does not exist",
            "Unreadable document as a resource",
        ],
    ),
    resources(
        "completed_backwards",
        Of(COMPLETE, |result| {
            if let Some(values) = result["completion"]["values"].as_array_mut() {
                values.reverse();
            }
        }),
        COMPLETED,
    ),
    resources(
        "a_completion_more",
        Of(COMPLETE, |result| {
            if let Some(values) = result["completion"]["values"].as_array_mut() {
                values.push("zzz".into());
            }
        }),
        COMPLETED,
    ),
    resources(
        "total_of_what_is_given",
        Of(COMPLETE, |result| {
            result["completion"]["total"] = 100.into()
        }),
        &["More than a hundred"],
    ),
    resources(
        "more_unsaid",
        Of(COMPLETE, |result| {
            result["completion"]["hasMore"] = false.into()
        }),
        &["More than a hundred"],
    ),
    resources(
        "a_prompt_less",
        Of(PROMPTS, array!("prompts", |items| drop(items.pop()))),
        &["Listed prompts"],
    ),
    resources(
        "prompts_backwards",
        Of(PROMPTS, array!("prompts", |items| items.reverse())),
        &["Listed prompts"],
    ),
    resources(
        "pattern_is_required",
        Of(
            PROMPTS,
            array!("prompts", |items| {
                items[0]["arguments"][0]["required"] = true.into();
            }),
        ),
        &["Listed prompts"],
    ),
    resources(
        "said_by_the_assistant",
        Of(
            PROMPT,
            array!("messages", |items| items[0]["role"] = "assistant".into()),
        ),
        MESSAGES,
    ),
    resources(
        "documents_as_plain_text",
        Of(
            PROMPT,
            array!("messages", |items| {
                let text = items[0]["content"]["resource"]["text"].clone();
                items[0]["content"] = json!({"type": "text", "text": text});
            }),
        ),
        MESSAGES,
    ),
    resources(
        "messages_backwards",
        Of(PROMPT, array!("messages", |items| items.reverse())),
        &["Documents as messages", "A prompt of both kinds"],
    ),
    resources(
        "last_message_lost",
        Of(PROMPT, array!("messages", |items| drop(items.pop()))),
        &["Incomplete prompt"],
    ),
    resources(
        "prompt_without_description",
        Of(PROMPT, |result| {
            if let Some(result) = result.as_object_mut() {
                result.shift_remove("description");
            }
        }),
        MESSAGES,
    ),
    resources(
        "documents_for_everybody",
        Of(READ, |result| {
            if result.get("cacheScope").is_some() {
                result["cacheScope"] = "public".into();
            }
        }),
        &["How long a list is fresh"],
    ),
    resources(
        "fresh_for_an_hour",
        Of(PROMPTS, |result| {
            if result.get("ttlMs").is_some() {
                result["ttlMs"] = 3_600_000.into();
            }
        }),
        &["How long a list is fresh"],
    ),
];
