//! The table: what a faulty one is told, and that another one is an edit of
//! YAML alone.

mod alone;
mod headers;
mod panics;
mod reference;
mod suffixes;
mod templates;

use mcp_guide::table::{EMBEDDED, MAX_DESCRIPTION, MAX_NAME, Table};
use serde_json::{Value, json};

/// The fault of the default table with one stretch of it replaced.
#[track_caller]
fn fault(old: &str, new: &str) -> String {
    assert!(EMBEDDED.contains(old), "{old:?} is not in the table");
    let text = EMBEDDED.replacen(old, new, 1);
    let loaded = Table::load(text.as_bytes(), "own.yaml");
    let fault = loaded.err();
    let fault = fault.unwrap_or_else(|| panic!("the table loads with {new:?}"));
    fault.to_string()
}

#[track_caller]
fn refuses(old: &str, new: &str, words: &[&str]) {
    let said = fault(old, new);
    assert!(said.starts_with("own.yaml: "), "{said}");
    for words in words {
        assert!(said.contains(words), "{words:?} is not in {said:?}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases = include_str!("spec_table/refused.txt").lines();
    for case in cases.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let stretches: Vec<String> =
            (case.split(" => ")).map(|stretch| stretch.replace("\\n", "\n")).collect();
        let [old, new, words] = &*stretches else {
            panic!("no old, new and words: {case}");
        };
        refuses(old, new, &words.split(" | ").collect::<Vec<_>>());
    }
}

#[test]
fn lengths_are_bounded() {
    let name = format!("name: {}\n", "x".repeat(MAX_NAME + 1));
    let pattern = format!("[A-Za-z0-9_.-]{{1,{MAX_NAME}}}");
    refuses("name: get_content\n", &name, &["tools[0].name", &pattern]);
    let long = "x".repeat(MAX_DESCRIPTION);
    let description = format!("description: Exact name of the category {long}");
    let words = format!("limit of {MAX_DESCRIPTION}");
    let place = "tools[1].arguments.category.description";
    let old = "description: Exact name of the category";
    refuses(old, &description, &[place, &words]);
    let boundary = format!("base: {}", "x".repeat(34));
    let words = &["multipart.boundary", "1 to 33"];
    refuses("base: guide-boundary", &boundary, words);
}

/// The default table with another value at a place, or without one.
#[test]
fn what_no_table_may_hold_is_refused() {
    let gone = json!("(gone)");
    let sound: Value = serde_yaml::from_str(EMBEDDED).expect("YAML");
    for (place, other) in [
        ("/other", json!(1)),
        ("/server", gone.clone()),
        ("/server/title", json!(1)),
        ("/errors/unknown/message", json!(null)),
        ("/multipart/boundary/unique", json!("never")),
        ("/locations/category", gone.clone()),
        ("/resources/templates/0/uri", json!("guide://x/{name}")),
        ("/resources/templates/0/kind", json!("path")),
        ("/resources/templates/0/kind", json!("collection")),
        ("/resources/templates/0/listed/name", json!("{id}")),
        ("/resources/help/uri", json!("guide://category")),
        ("/resources/help/uri", json!("guide://about/us")),
        ("/resources/help/uri", json!("guide://Help")),
        ("/resources/help/media_type", json!("text")),
        ("/resources/page", json!(0)),
        ("/prompts", json!([])),
        ("/prompts/0/title", json!("{id}")),
        ("/prompts/0/arguments/pattern/role", json!("name")),
        ("/caching/tools/scope", json!("all")),
        ("/phrases/more", json!(1)),
        ("/media_types/a.b", json!("text/plain")),
        ("/tools", json!([])),
        ("/tools/0/name", json!("")),
        ("/tools/0/command", json!("serve")),
        ("/tools/0/arguments", gone.clone()),
        ("/tools/0/arguments/pattern/required", json!("yes")),
        ("/tools/0/arguments/pattern/examples", json!("x")),
        ("/tools/0/annotations/read_only_hint", json!(true)),
    ] {
        let mut table = sound.clone();
        let (parent, name) = place.rsplit_once('/').expect("a pointer");
        let parent = table.pointer_mut(parent).expect(place);
        let fields = parent.as_object_mut().expect(place);
        if other == gone {
            fields.remove(name)
        } else {
            fields.insert(name.to_owned(), other.clone())
        };
        // JSON is YAML.
        let loaded = Table::load(table.to_string().as_bytes(), "own.yaml");
        assert!(loaded.is_err(), "{place} {other}");
    }
    assert!(Table::load(sound.to_string().as_bytes(), "own.yaml").is_ok());
}

#[test]
fn the_longest_boundary_is_taken() {
    let text = EMBEDDED.replace("base: guide-boundary", &format!("base: {}", "x".repeat(33)));
    Table::load(text.as_bytes(), "own.yaml").expect("33 and a UUID make 70");
}

#[test]
fn the_built_in_table_is_the_yaml_file() {
    let embedded = Table::embedded().expect("it is sound");
    let loaded = Table::load(EMBEDDED.as_bytes(), "table.yaml").expect("it is sound");
    assert_eq!(embedded, loaded);
    // Equal maps may differ in their order, which clients see.
    let order = |table: &Table| -> Vec<String> {
        let tools = table.tools.iter();
        tools.flat_map(|tool| tool.arguments.keys().cloned()).collect()
    };
    assert_eq!(order(&embedded), order(&loaded));
}
