//! The command line, the pages' examples, the packages, the layers of `src`.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_names,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and reports by a panic what did not hold"
)]

mod action;
mod cases;
mod changed;
mod dialects;
mod doors;
mod folders;
mod kinds;
mod mutants;
mod nouns;
mod packages;
#[path = "../process/mod.rs"]
mod process;
mod project_commands;
mod reach;
mod readme;
mod schema;
mod screen;
mod shapes;
mod streams;
mod terminal;

use process::terminal as at_terminal;
use process::{GUIDE, project, run};
use serde_json::Value;

/// More than goes out at once, also where it is escaped.
#[test]
fn a_large_value_is_printed_whole() {
    let line = "\"a\"\t\\ü€😀\u{1}\r\n";
    let text = line.repeat(20_000);
    let folder = project(&[GUIDE, ("docs/a.md", &text)]);
    let ran = run(folder.path(), &["get", "docs"]);
    assert!(ran.code == 0 && ran.out == text, "{:.200}", ran.out);
    let ran = run(folder.path(), &["get", "docs", "--json"]);
    let result: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(ran.code == 0 && result["value"] == text, "{:.200}", ran.out);
    assert!(ran.out.ends_with("}\n"));
}
