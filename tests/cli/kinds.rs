//! The kinds of findings: the page has each of them, and a session or a test meets it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use mcp_guide::cli::check::finding_kind::FindingKind;

const PAGE: &str = include_str!("../../docs/findings.md");

#[test]
fn the_page_has_each_kind() {
    let row = |kind: &FindingKind| format!("| `{}` | {} |\n", kind.name(), kind.help());
    let table: String = FindingKind::ALL.iter().map(row).collect();
    assert!(PAGE.ends_with(&format!("|---|---|\n{table}")), "the page's table has to end with:\n{table}");
    let names: Vec<&str> = FindingKind::ALL.iter().map(|kind| kind.name()).collect();
    assert!(names.is_sorted(), "{names:?}");
}

/// What the sessions of `check` print, in which a kind stands behind its severity.
#[test]
fn each_kind_is_met() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut texts = String::new();
    for file in [
        "cases/check.txt", "cases/found.txt", "cases/proposals.txt", "cases/agents.txt", "cases/reach.txt",
        "cases/changed.txt", "dialects.rs",
    ] {
        texts += &fs::read_to_string(folder.join(file)).expect("it is there");
    }
    let met = |kind: &&FindingKind| {
        ["error", "warning", "note"].iter().any(|word| texts.contains(&format!("{word}[{}]:", kind.name())))
    };
    let missing: BTreeSet<&str> =
        FindingKind::ALL.iter().filter(|kind| !met(kind)).map(|of| of.name()).collect();
    assert!(missing.is_empty(), "no session has {missing:?}");
}
