//! What the pages list is what is declared: the fields of the table as its loader names
//! them, and the dependencies in Cargo.toml.

use std::collections::BTreeSet;

use mcp_guide::table::{EMBEDDED, Table};

use super::page::Page;

/// The names that the loader's error lists for the table with this edit.
#[track_caller]
fn expected(old: &str, new: &str) -> BTreeSet<String> {
    assert!(EMBEDDED.contains(old), "{old:?}");
    let table = EMBEDDED.replacen(old, new, 1);
    let error = Table::load(table.as_bytes(), "own.yaml").expect_err("it does not load");
    let error = error.to_string();
    let (_, listed) = (error.split_once("expected")).unwrap_or_else(|| panic!("{error}"));
    names(listed)
}

/// The names in backticks.
fn names(text: &str) -> BTreeSet<String> {
    let names = text.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

#[test]
fn a_field_of_the_table_takes_what_its_row_says() {
    let page = Page::read("spec/README.md");
    #[rustfmt::skip] // One case, one line.
    let cases = [
        ("outcomes.no_matches", "no_matches: failure", "no_matches: odd"),
        ("multipart.boundary.unique", "unique: on_collision", "unique: odd"),
        ("operation", "operation: retrieve", "operation: odd"),
        ("command", "command: get", "command: odd"),
        ("search", "search: [collection, category]", "search: [odd]"),
        ("role", "role: name", "role: odd"),
        ("kind", "kind: collection\n", "kind: odd\n"),
    ];
    for (row, old, new) in cases {
        let due = expected(old, new);
        assert!(due.len() > 1, "{row}: {due:?}");
        let start = format!("\n| `{row}` | ");
        let (_, rest) = page.text.split_once(&start).expect("a row");
        let cell = rest.split(" | ").next().unwrap_or_default();
        assert_eq!(names(cell), due, "{row}");
    }
}

#[test]
fn every_field_of_a_tool_has_its_row() {
    let page = Page::read("spec/README.md");
    let (_, section) = page.text.split_once("\n### `tools`\n").expect("tools");
    let section =
        Page { path: String::new(), text: section.split("\n### ").next().unwrap_or_default().to_owned() };
    for (head, old, new) in [
        ("| field | type | meaning |", "    operation: retrieve\n", "    operation: retrieve\n    odd: 1\n"),
        (
            "| field of an argument | type | meaning |", "        role: name\n",
            "        role: name\n        odd: 1\n",
        ),
    ] {
        let rows = section.table(head);
        let listed: BTreeSet<String> = rows.iter().flat_map(|row| names(row[0])).collect();
        assert_eq!(listed, expected(old, new), "{head}");
    }
}

/// Every dependency of the program has a row in DESIGN.md, and every row is of one.
#[test]
fn every_dependency_has_its_reason() {
    let mut due = BTreeSet::new();
    for manifest in ["Cargo.toml", "rule-files/Cargo.toml"] {
        let manifest = Page::read(manifest).text;
        let (_, after) = manifest.split_once("\n[dependencies]\n").expect("a list");
        let (lists, _) = after.split_once("\n[build-dependencies]\n").expect("another list");
        let lines = lists.lines().filter(|line| !line.starts_with('['));
        due.extend(lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.to_owned()));
    }
    // It is a member of this workspace.
    due.remove("rule-files");
    let design = Page::read("DESIGN.md");
    let rows = design.table("| crate | what for | what was weighed instead |");
    let listed: BTreeSet<String> = rows.iter().flat_map(|row| names(row[0])).collect();
    assert_eq!(listed, due);
}
