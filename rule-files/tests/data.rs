//! `data/rule-files.json` is what the tables and the measured cells say, and what the program reads.
//! `UPDATE=1 cargo test -p rule-files --test data` writes it.

#![allow(clippy::expect_used, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, reason = "it reads and writes the data")]

use std::path::Path;

use rule_files::{
    CLIENTS_YAML, Client, ClientSession, DIALECTS_YAML, Dialects, Event, Files, yaml,
};
use serde_json::{Value, json};

/// The version of the data's structure. It changes with a field that is renamed or removed.
const STRUCTURE: u64 = 1;

/// The measured clients: the name, its version, the date, the folder and the ending of the rule
/// files, and the cells.
const MEASURED: [(&str, &str, &str, &str, &str, &str); 2] = [
    (
        "claude-code",
        "2.1.332",
        "2026-11-26",
        ".claude/rules",
        ".md",
        include_str!("../data/cells/claude-code.tsv"),
    ),
    (
        "copilot-cli",
        "1.0.102",
        "2026-11-26",
        ".github/instructions",
        ".instructions.md",
        include_str!("../data/cells/copilot-cli.tsv"),
    ),
];
const DIFFERENCES: &str = include_str!("../data/cells/differences.tsv");

/// Returns the cells of a client: for each header, what happened with each file.
fn cells() -> Vec<Value> {
    let differences: Vec<(&str, &str)> = DIFFERENCES
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once('\t'))
        .collect();
    let mut all = Vec::new();
    for (client, version, date, folder, end, table) in MEASURED {
        let mut lines = table
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>());
        let files = lines.next().expect("a line of files");
        let mut rows = Vec::new();
        for line in lines {
            let header: Value = serde_json::from_str(line[0]).expect("a JSON string");
            let mut row = json!({"header": header, "cells": &line[1..]});
            if let Some((_, why)) = differences.iter().find(|(header, _)| *header == line[0]) {
                row["differs"] = json!(why);
            }
            rows.push(row);
        }
        all.push(json!({
            "client": client, "version": version, "date": date, "folder": folder, "end": end,
            "files": &files[1..], "rows": rows,
        }));
    }
    all
}

/// Writes `value` with one line for each item of an item.
fn lines(value: &Value) -> String {
    let mut text = String::from("{\n");
    let fields = value.as_object().expect("an object");
    for (at, (name, value)) in fields.iter().enumerate() {
        let comma = if at + 1 == fields.len() { "" } else { "," };
        let inner = match value {
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
                format!("[\n{}\n  ]", items.join(",\n"))
            }
            other => other.to_string(),
        };
        text += &format!("  {}: {inner}{comma}\n", json!(name));
    }
    text + "}\n"
}

#[test]
fn the_json_is_what_the_tables_say() {
    let dialects: Value = yaml::from_slice(DIALECTS_YAML).expect("YAML");
    let clients: Value = yaml::from_slice(CLIENTS_YAML).expect("YAML");
    let due = lines(&json!({
        "structure": STRUCTURE,
        "version": env!("CARGO_PKG_VERSION"),
        "dialects": dialects["dialects"],
        "clients": clients,
        "cells": cells(),
    }));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/rule-files.json");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &due).expect("it is written");
    }
    let written = std::fs::read_to_string(&file).expect("it is there");
    assert!(
        written == due,
        "stale: UPDATE=1 cargo test -p rule-files --test data"
    );
}

/// The rows come as JSON, which another parser reads.
#[test]
fn the_built_in_rows_are_those_of_the_yaml() {
    let dialects: Dialects = yaml::from_slice(DIALECTS_YAML).expect("it is sound");
    assert!(dialects.dialects.len() > 25);
    assert_eq!(Dialects::built_in(), dialects);
    assert_eq!(
        Dialects::built_in()
            .with_rows(DIALECTS_YAML)
            .expect("they are sound"),
        dialects
    );
    assert_eq!(
        Client::all(),
        Client::rows(CLIENTS_YAML).expect("they are sound")
    );
}

/// Shows what the examples of README.md print.
#[test]
fn the_readme_shows_what_its_examples_print() {
    let readme = include_str!("../README.md");
    let dialects = Dialects::built_in();
    let text = "---\nglobs: *.ts\n---\nUse strict.\n";
    let rules = [(".cursor/rules/ts.mdc", text), ("AGENTS.md", "Be brief.\n")];
    let mut printed = Vec::new();
    for rule in dialects.verdicts("src/app/a.ts", rules) {
        printed.push(format!("{}: {}", rule.path, rule.applies));
    }
    let rules = [("AGENTS.md", "Be brief.\n"), ("CLAUDE.md", "Be polite.\n")];
    let files = Files::of(rules);
    for name in ["claude-code", "codex", "opencode"] {
        let session = ClientSession::built_in(name, &dialects, &files).expect("a client");
        for (path, text) in rules {
            let loading = session.loading(path, text, Event::Start, None);
            printed.push(format!("{name} loads of {path} at its start: {loading}"));
        }
    }
    for line in printed {
        assert!(readme.contains(&format!("\n{line}\n")), "{line}");
    }
    let kinds = format!("a table of {} kinds", dialects.dialects.len());
    assert!(readme.contains(&kinds), "{kinds}");
}

/// Every version of a measured client has its line in the changelog of cells.
#[test]
fn the_changelog_names_what_was_measured() {
    let changes = include_str!("../data/CELLS.md");
    for (client, version, date, _, _, _) in MEASURED {
        let line = format!("| {date} | {client} | {version} |");
        assert!(changes.contains(&line), "{line} is not in data/CELLS.md");
    }
}
