//! The table: what a faulty one is told, and that another one is an edit of
//! YAML alone.

mod alone;
mod headers;
mod panics;
mod reference;
mod suffixes;
mod templates;

use mcp_guide::spec::{EMBEDDED, MAX_DESCRIPTION, MAX_NAME, Table};
use serde_json::{Value, json};

/// The fault of the default table with one stretch of it replaced.
#[track_caller]
fn fault(old: &str, new: &str) -> String {
    assert!(
        EMBEDDED.contains(old),
        "the default table no longer holds {old:?}"
    );
    let text = EMBEDDED.replacen(old, new, 1);
    Table::load(text.as_bytes(), "own.yaml")
        .err()
        .unwrap_or_else(|| panic!("the table loads with {new:?}"))
        .to_string()
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
fn yaml_faults_have_a_line() {
    refuses("outcomes:", "outcomes: [", &["line "]);
    refuses(
        "outcomes:",
        "server: {}\noutcomes:",
        &["duplicate", "server"],
    );
    refuses(
        "  title: mcp-guide",
        "  title: mcp-guide\n  title: twice",
        &["duplicate", "title"],
    );
}

#[test]
fn unknown_and_missing_fields_are_named() {
    refuses(
        "outcomes:\n",
        "outcome: {}\noutcomes:\n",
        &["outcome: ", "unknown field `outcome`", "`outcomes`"],
    );
    refuses(
        "    operation: list\n",
        "",
        &["tools[3]", "missing field `operation`"],
    );
    refuses(
        "role: name",
        "rule: name",
        &[
            "tools[0].arguments.category_or_collection",
            "unknown field `rule`",
        ],
    );
}

#[test]
fn references_are_checked_with_what_would_be_valid() {
    refuses(
        "operation: list",
        "operation: lists",
        &["tools[3].operation", "lists", "`retrieve`, `list`"],
    );
    refuses(
        "role: name",
        "role: nam",
        &[
            "tools[0].arguments.category_or_collection",
            "`nam`",
            "`name`",
        ],
    );
    refuses(
        "  unknown:\n    message",
        "  odd:\n    message",
        &["errors", "`odd`", "`unknown`"],
    );
    refuses(
        "  unknown:\n    message",
        "  odd: {message: '', instruction: ''}\n  unknown:\n    message",
        &["errors", "`odd`", "`not_found`"],
    );
    refuses(
        "  separator: \", \"\n",
        "",
        &["phrases.separator", "missing"],
    );
    refuses(
        "  separator: \", \"\n",
        "  separator: \", \"\n  seperator: x\n",
        &["phrases.seperator", "unknown phrase"],
    );
    refuses(
        "search: [category]",
        "search: [categories]",
        &["tools[1].search[0]", "`category`"],
    );
    refuses("search: [category]", "search: []", &["tools[1].search"]);
    refuses(
        "search: [category]",
        "search: [category, category]",
        &["tools[1].search", "twice"],
    );
    refuses(
        "no_matches: failure",
        "no_matches: maybe",
        &["outcomes.no_matches", "`success`"],
    );
    refuses(
        "type: string",
        "type: number",
        &["tools[0].arguments", "`string`"],
    );
}

#[test]
fn placeholders_are_checked() {
    refuses(
        "{kind} '{name}' not found",
        "{sort} '{name}' not found",
        &["errors.not_found.message", "{sort}", "{kind}, {name}"],
    );
    refuses(
        "and {count} more",
        "and {number} more",
        &["phrases.more", "{number}", "{count}"],
    );
    refuses(
        "and {count} more",
        "and } more",
        &["phrases.more", "write it twice"],
    );
    refuses(
        "and {count} more",
        "and {count more",
        &["phrases.more", "write it twice"],
    );
}

#[test]
fn names_are_checked() {
    refuses(
        "name: get_content\n",
        "name: get content\n",
        &["tools[0].name", &format!("[A-Za-z0-9_.-]{{1,{MAX_NAME}}}")],
    );
    refuses(
        "      category:\n",
        "      a category:\n",
        &["tools[1].arguments", "\"a category\""],
    );
    let long = format!("name: {}\n", "x".repeat(MAX_NAME + 1));
    refuses("name: get_content\n", &long, &["tools[0].name"]);
    refuses(
        "name: get_category_content\n",
        "name: get_content\n",
        &["tools[1].name", "twice"],
    );
    refuses("command: list", "command: get", &["tools[3].command"]);
    refuses(
        "        role: name\n        type: string\n        required: true\n        description: Exact name of the category, as `list_content` shows it; case matters\n",
        "        role: pattern\n        type: string\n        required: true\n        description: Exact name of the category, as `list_content` shows it; case matters\n",
        &["tools[1].arguments.pattern.role", "another argument"],
    );
    refuses(
        "        role: name\n        type: string\n        required: true\n        description: Exact name of the category, as `list_content` shows it; case matters\n",
        "        role: name\n        type: string\n        description: Exact name of the category, as `list_content` shows it; case matters\n",
        &["tools[1].arguments", "required argument of role name"],
    );
}

#[test]
fn an_operation_takes_only_arguments_of_its_roles() {
    refuses(
        "Glob pattern that replaces the default patterns of every category that is searched, relative to each one's\n          directory, and narrows the members of a collection that have a pattern: `*` within a name, `**` across\n          directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension. Without a name it says which documents are counted\n        examples: *patterns\n",
        "x\n      document: { role: document, type: string, description: x }\n",
        &[
            "tools[3].arguments.document.role",
            "the operation list takes no argument of role document",
            "valid are: name, pattern",
        ],
    );
}

#[test]
fn descriptions_are_bounded() {
    let long = format!(
        "description: Exact name of the category, as `list_content` shows it; case matters {}\n",
        "x".repeat(MAX_DESCRIPTION)
    );
    refuses(
        "description: Exact name of the category, as `list_content` shows it; case matters\n",
        &long,
        &[
            "tools[1].arguments.category.description",
            &format!("limit of {MAX_DESCRIPTION}"),
        ],
    );
}

#[test]
fn what_stands_in_headers_is_checked() {
    refuses(
        "base: guide-boundary",
        "base: 'guide boundary'",
        &["multipart: boundary.base", "' '"],
    );
    refuses(
        "base: guide-boundary",
        "base: 'guide\"'",
        &["multipart: boundary.base"],
    );
    let long = format!("base: {}", "x".repeat(34));
    refuses(
        "base: guide-boundary",
        &long,
        &["multipart: boundary.base", "1 to 33"],
    );
    refuses(
        "guide://category/{category}/{path}",
        "guide://category/{category}",
        &["locations.category", "{path}"],
    );
    refuses(
        "guide://category/{category}/{path}",
        "guide://{categories}/{category}/{path}",
        &["locations.category"],
    );
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
        (
            "/resources/templates/0/uri",
            json!("guide://category/{name}"),
        ),
        (
            "/resources/templates/0/variables",
            json!({ "name": "path" }),
        ),
        (
            "/resources/templates/0/variables",
            json!({ "id": "collection" }),
        ),
        (
            "/resources/templates/0/variables",
            json!({ "a b": "category" }),
        ),
        ("/resources/templates/0/listed/name", json!("{id}")),
        ("/resources/help/uri", json!("guide://category/help")),
        ("/resources/help/uri", json!("guide://Help")),
        ("/resources/help/media_type", json!("text")),
        ("/resources/page", json!(0)),
        ("/prompts", json!([])),
        ("/prompts/0/title", json!("{id}")),
        ("/prompts/0/arguments/pattern/role", json!("name")),
        ("/caching/tools/scope", json!("all")),
        ("/pattern_help", json!([])),
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
        match other == gone {
            true => fields.remove(name),
            false => fields.insert(name.to_owned(), other.clone()),
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
        tools
            .flat_map(|tool| tool.arguments.keys().cloned())
            .collect()
    };
    assert_eq!(order(&embedded), order(&loaded));
}
