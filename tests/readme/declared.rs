//! What the pages list is what is declared: the fields of the table in its schema, and the
//! dependencies in Cargo.toml.

use std::collections::BTreeSet;

use serde_json::Value;

use super::page::Page;
use super::process::run;

/// The schema of the table, as the program prints it.
fn schema() -> Value {
    let folder = laws::folder();
    let printed = run(folder.path(), &["schema", "--table"]).out;
    serde_json::from_str(&printed).expect("JSON")
}

/// A node of a schema, with its references followed.
fn resolved<'a>(schema: &'a Value, node: &'a Value) -> &'a Value {
    match node["$ref"].as_str() {
        Some(path) => resolved(
            schema,
            schema
                .pointer(path.trim_start_matches('#'))
                .expect("a node"),
        ),
        None => node,
    }
}

/// The node of a field by its path; `[]` is an item of a list, `{}` a value of a map.
fn field<'a>(schema: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(schema, |node, name| {
        let node = resolved(schema, node);
        match name {
            "[]" => &node["items"],
            "{}" => &node["additionalProperties"],
            name => &node["properties"][name],
        }
    })
}

/// The strings that a field takes, where it takes only some.
fn strings(schema: &Value, node: &Value, found: &mut BTreeSet<String>) {
    let node = resolved(schema, node);
    let listed = node["enum"].as_array().into_iter().flatten();
    let values = listed.chain(node.get("const"));
    found.extend(values.filter_map(Value::as_str).map(str::to_owned));
    let inner = ["oneOf", "anyOf"].into_iter();
    let inner = inner.flat_map(|name| node[name].as_array().into_iter().flatten());
    let items = ["items", "additionalProperties"].into_iter();
    for node in inner.chain(items.filter_map(|name| node.get(name))) {
        strings(schema, node, found);
    }
}

/// The names in backticks of a cell.
fn names(cell: &str) -> BTreeSet<String> {
    let names = cell.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

#[test]
fn a_field_of_the_table_takes_what_its_row_says() {
    let (schema, page) = (schema(), Page::read("spec/README.md"));
    for (row, path) in [
        ("outcomes.no_matches", "outcomes.no_matches"),
        ("multipart.boundary.unique", "multipart.boundary.unique"),
        ("operation", "tools.[].operation"),
        ("command", "tools.[].command"),
        ("search", "tools.[].search"),
        ("role", "tools.[].arguments.{}.role"),
        ("variables", "resources.templates.[].variables"),
    ] {
        let mut due = BTreeSet::new();
        strings(&schema, field(&schema, path), &mut due);
        assert!(!due.is_empty(), "{path}: {:#}", field(&schema, path));
        let start = format!("\n| `{row}` | ");
        let (_, rest) = page.text.split_once(&start).expect("a row");
        let cell = rest.split(" | ").next().unwrap_or_default();
        assert_eq!(names(cell), due, "{path}");
    }
}

#[test]
fn every_field_of_a_tool_has_its_row() {
    let (schema, page) = (schema(), Page::read("spec/README.md"));
    let (_, section) = page.text.split_once("\n### `tools`\n").expect("tools");
    let section = Page {
        path: String::new(),
        text: section
            .split("\n### ")
            .next()
            .unwrap_or_default()
            .to_owned(),
    };
    for (head, path) in [
        ("| field | type | meaning |", "tools.[]"),
        (
            "| field of an argument | type | meaning |",
            "tools.[].arguments.{}",
        ),
    ] {
        let node = resolved(&schema, field(&schema, path));
        let fields = node["properties"].as_object().expect("fields");
        let due: BTreeSet<String> = fields.keys().cloned().collect();
        let rows = section.table(head);
        let listed: BTreeSet<String> = rows.iter().flat_map(|row| names(row[0])).collect();
        assert_eq!(listed, due, "{path}");
    }
}

/// Every dependency of the program has a row in DESIGN.md, and every row is of one.
#[test]
fn every_dependency_has_its_reason() {
    let manifest = Page::read("Cargo.toml").text;
    let (_, after) = manifest.split_once("\n[dependencies]\n").expect("a list");
    let lines = after.lines().take_while(|line| !line.starts_with('['));
    let due: BTreeSet<String> = lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name.to_owned())
        .collect();
    let design = Page::read("DESIGN.md");
    let rows = design.table("| crate | what for | what was weighed instead |");
    let listed: BTreeSet<String> = rows.iter().flat_map(|row| names(row[0])).collect();
    assert_eq!(listed, due);
}
