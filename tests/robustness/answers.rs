//! How large answers are: those about this repository by its own `guide.yaml`.

use std::path::Path;

use serde_json::{Value, json};

use crate::process::Server;

/// The most bytes of an answer on the wire.
const MOST: usize = 40_000;

fn own() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What every session begins with is short, and the first sentence of each tool says when.
#[test]
fn the_tools_are_listed_in_few_bytes() {
    let mut server = Server::start(own());
    let list = server.request("tools/list", json!({}));
    let bytes = list.to_string().len();
    assert!(bytes <= 5_550, "{bytes} bytes with what is around the list");
    for tool in list["tools"].as_array().expect("tools") {
        let said = tool["description"].as_str().expect("a description");
        // Clients show their models the first 150 characters, or fewer.
        let first = said.find(": ").unwrap_or(usize::MAX);
        assert!(said.starts_with("Use ") && first < 100, "{said}");
        for argument in tool["inputSchema"]["properties"].as_object().expect("arguments").values() {
            let said = argument["description"].as_str().expect("a description");
            assert!((5..200).contains(&said.len()), "{said}");
            assert!(argument["examples"][0].is_string(), "{argument}");
        }
    }
}

/// Clients show their models the first line of the instructions, cut to 250 characters.
#[test]
fn the_first_line_of_the_instructions_says_what_to_call() {
    let mut server = Server::unbegun(own());
    let result = server.initialize(json!({}));
    let first = result["instructions"].as_str().and_then(|text| text.lines().next()).expect("a line");
    assert!(first.len() <= 250, "{} characters", first.len());
    for tool in ["get_guidance", "search_content", "get_content"] {
        assert!(first.contains(tool), "{first}");
    }
}

/// Without a pattern no answer is larger than clients accept, but for one of one document.
#[test]
fn default_answers_about_this_repository_are_short() {
    let guide = std::fs::read_to_string(own().join("guide.yaml")).expect("a project");
    let guide: Value = serde_yaml::from_str(&guide).expect("YAML");
    let names = |key: &str| guide[key].as_object().expect("names").keys().cloned();
    let mut calls = vec![
        ("tools/call", json!({ "name": "list_content", "arguments": {} })),
        ("resources/list", json!({})),
    ];
    let mut add = |tool: &str, arguments: Value| {
        let params = json!({ "name": tool, "arguments": arguments });
        calls.push(("tools/call", params));
    };
    for name in names("categories").chain(names("collections")) {
        add("get_content", json!({ "category_or_collection": name }));
        add("list_content", json!({ "category_or_collection": name }));
        let all = json!({ "category_or_collection": name, "pattern": "**/*" });
        add("list_content", all);
        let query = json!({ "category_or_collection": name, "query": "which documents are left out" });
        add("search_content", query);
    }
    add("search_content", json!({ "query": "what is a document the limit of an answer in bytes" }));
    for name in names("categories") {
        add("get_category_content", json!({ "category": name }));
    }
    for name in names("collections") {
        add("get_collection_content", json!({ "collection": name }));
    }
    for name in names("categories").chain(names("collections")) {
        calls.push(("prompts/get", json!({ "name": name })));
    }
    for (kind, key) in [("category", "categories"), ("collection", "collections")] {
        let uris = names(key).map(|name| json!({ "uri": format!("guide://{kind}/{name}") }));
        calls.extend(uris.map(|uri| ("resources/read", uri)));
    }
    let mut server = Server::start(own());
    let mut largest = 0;
    for (method, params) in calls {
        server.ask(method, params.clone());
        let line = server.receive_line();
        let answer: Value = serde_json::from_str(&line).expect("JSON");
        let failed = answer.get("error").or(answer["result"].get("isError"));
        let fine = failed.is_none_or(|failed| failed == false);
        assert!(fine, "{method} {params}: {line}");
        let bytes = line.len();
        assert!(bytes <= MOST, "{method} {params}: {bytes} bytes");
        largest = largest.max(bytes);
    }
    assert!(largest > MOST / 2, "nothing was near: {largest}");
}
