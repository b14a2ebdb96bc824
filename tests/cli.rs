//! The command line: what it prints, where, and its exit codes.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and says by a panic what did not hold"
)]

#[path = "process/terminal.rs"]
mod at_terminal;
#[path = "cli/cases.rs"]
mod cases;
mod process;
#[path = "cli/streams.rs"]
mod streams;
#[path = "cli/terminal.rs"]
mod terminal;

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
