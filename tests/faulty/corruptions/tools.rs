//! Tools that are described as something else.

use serde_json::{Value, json};

use crate::corruption::Change::Tools;
use crate::corruption::{Corruption, corrupt};

const TOOLS: &[&str] = &["Tools in the order of the table"];

/// A tool by its name.
fn tool<'a>(tools: &'a mut [Value], name: &str) -> &'a mut Value {
    let tool = tools.iter_mut().find(|tool| tool["name"] == name);
    tool.expect("the tool is there")
}

/// An argument of a tool.
fn argument<'a>(tools: &'a mut [Value], name: &str, argument: &str) -> &'a mut Value {
    &mut tool(tools, name)["inputSchema"]["properties"][argument]
}

/// A key taken out of an object.
fn drop_key(value: &mut Value, key: &str) {
    let object = value.as_object_mut().expect("an object");
    object.shift_remove(key).expect("the key is there");
}

pub const ALL: &[Corruption] = &[
    corrupt("tools", "reversed", Tools(|tools| tools.reverse()), TOOLS),
    corrupt(
        "tools",
        "last_dropped",
        Tools(|tools| drop(tools.pop())),
        TOOLS,
    ),
    corrupt(
        "tools",
        "one_more",
        Tools(|tools| {
            tools.push(json!({"name": "get_document", "inputSchema": {"type": "object"}}))
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "last_repeated",
        Tools(|tools| tools.extend(tools.last().cloned())),
        TOOLS,
    ),
    corrupt(
        "tools",
        "title_changed",
        Tools(|tools| tool(tools, "list_content")["title"] = "List".into()),
        TOOLS,
    ),
    corrupt(
        "tools",
        "title_dropped",
        Tools(|tools| drop_key(tool(tools, "get_collection_content"), "title")),
        TOOLS,
    ),
    corrupt(
        "tools",
        "description_dropped",
        Tools(|tools| drop_key(tool(tools, "list_content"), "description")),
        TOOLS,
    ),
    corrupt(
        "tools",
        "description_of_another",
        Tools(|tools| {
            let other = tool(tools, "get_category_content")["description"].clone();
            tool(tools, "get_collection_content")["description"] = other;
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "description_cut",
        Tools(|tools| {
            for tool in tools {
                let text = tool["description"].as_str().expect("a text");
                let cut = text
                    .split_inclusive(". ")
                    .next()
                    .expect("a sentence")
                    .trim_end();
                tool["description"] = cut.into();
            }
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "read_only_flipped",
        Tools(|tools| tool(tools, "list_content")["annotations"]["readOnlyHint"] = false.into()),
        TOOLS,
    ),
    corrupt(
        "tools",
        "destructive_flipped",
        Tools(|tools| {
            tool(tools, "get_category_content")["annotations"]["destructiveHint"] = true.into()
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "idempotent_dropped",
        Tools(|tools| {
            drop_key(
                &mut tool(tools, "get_collection_content")["annotations"],
                "idempotentHint",
            )
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "open_world_flipped",
        Tools(|tools| {
            tool(tools, "get_category_content")["annotations"]["openWorldHint"] = true.into()
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "annotations_dropped",
        Tools(|tools| drop_key(tool(tools, "get_category_content"), "annotations")),
        TOOLS,
    ),
    corrupt(
        "tools",
        "annotation_more",
        Tools(|tools| tool(tools, "get_content")["annotations"]["title"] = "Get".into()),
        TOOLS,
    ),
    corrupt(
        "tools",
        "argument_description_dropped",
        Tools(|tools| drop_key(argument(tools, "list_content", "pattern"), "description")),
        TOOLS,
    ),
    corrupt(
        "tools",
        "argument_description_changed",
        Tools(|tools| {
            argument(tools, "get_category_content", "pattern")["description"] = "A pattern".into();
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "argument_type_changed",
        Tools(|tools| {
            argument(tools, "get_collection_content", "pattern")["type"] = json!(["string", "null"])
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "argument_dropped",
        Tools(|tools| {
            drop_key(
                &mut tool(tools, "list_content")["inputSchema"]["properties"],
                "pattern",
            );
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "argument_more",
        Tools(|tools| {
            let schema = &mut tool(tools, "get_content")["inputSchema"];
            schema["properties"]["limit"] = json!({"type": "string", "description": "How many"});
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "example_changed",
        Tools(|tools| {
            argument(tools, "get_category_content", "pattern")["examples"][0] = "*.txt".into();
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "examples_dropped",
        Tools(|tools| {
            drop_key(
                argument(tools, "list_content", "category_or_collection"),
                "examples",
            )
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "examples_reversed",
        Tools(|tools| {
            let examples = &mut argument(tools, "get_collection_content", "pattern")["examples"];
            examples.as_array_mut().expect("a list").reverse();
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "choice_more",
        Tools(|tools| {
            argument(tools, "get_category_content", "category")["enum"] = json!(["docs"]);
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "default_more",
        Tools(|tools| {
            argument(tools, "list_content", "pattern")["default"] = "**".into();
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "nothing_required",
        Tools(|tools| tool(tools, "get_category_content")["inputSchema"]["required"] = json!([])),
        TOOLS,
    ),
    corrupt(
        "tools",
        "more_required",
        Tools(|tools| {
            tool(tools, "list_content")["inputSchema"]["required"] = json!(["pattern"]);
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "other_arguments_allowed",
        Tools(|tools| {
            tool(tools, "list_content")["inputSchema"]["additionalProperties"] = true.into()
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "dialect_more",
        Tools(|tools| {
            let schema = &mut tool(tools, "get_collection_content")["inputSchema"];
            schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "alternatives_more",
        Tools(|tools| {
            let schema = &mut tool(tools, "get_category_content")["inputSchema"];
            schema["anyOf"] = json!([{"required": ["category"]}]);
        }),
        TOOLS,
    ),
    corrupt(
        "tools",
        "output_schema_more",
        Tools(|tools| tool(tools, "list_content")["outputSchema"] = json!({"type": "object"})),
        TOOLS,
    ),
];
