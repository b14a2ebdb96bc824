//! Every test behind a criterion ran in this run of `cargo test`, and came to its
//! end. Cargo runs the test files by name, so this one is the last.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    missing_docs,
    reason = "a test reads files, and says by a panic what did not hold"
)]

mod record;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use serde::Deserialize;

#[derive(Deserialize)]
struct Criterion {
    #[serde(default)]
    tests: Vec<String>,
}

/// How much of the tests this run was to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// `cargo test`.
    All,
    /// Some of the files.
    Files,
    /// Some of the tests in them.
    Tests,
}

#[test]
fn every_test_behind_a_criterion_came_to_its_end() {
    let recorded = record::all();
    let (missing, unchecked) = missing(&due(), &recorded, extent());
    record::forget();
    for line in unchecked {
        // Not by a macro: what those print is shown of failures alone.
        let _ = writeln!(std::io::stderr(), "not checked: {line}");
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The tests that the criteria name.
fn due() -> BTreeSet<String> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/spec/criteria.yaml");
    let text = std::fs::read_to_string(file).expect("the criteria");
    let criteria: BTreeMap<String, Criterion> = serde_yaml::from_str(&text).expect("criteria");
    let due: BTreeSet<String> = criteria
        .into_values()
        .flat_map(|criterion| criterion.tests)
        .collect();
    assert!(!due.is_empty(), "some criteria are shown by tests");
    due
}

fn extent() -> Extent {
    const FILES: &[&str] = &[
        "--test",
        "--lib",
        "--bin",
        "--bins",
        "--doc",
        "--example",
        "--examples",
        "--bench",
        "--benches",
    ];
    let command = record::command();
    let chosen = |word: &String| {
        let option = word.split('=').next().unwrap_or_default();
        FILES.contains(&option)
    };
    if std::env::args().len() > 1 {
        Extent::Tests
    } else if command.iter().any(chosen) || !command.iter().any(|word| word == "test") {
        Extent::Files
    } else {
        Extent::All
    }
}

/// The tests that ought to have come to their end, and what cannot be said.
fn missing(
    due: &BTreeSet<String>,
    recorded: &BTreeSet<String>,
    extent: Extent,
) -> (Vec<String>, Vec<String>) {
    let file = |test: &str| test.split("::").next().unwrap_or_default().to_owned();
    let files: BTreeSet<String> = recorded.iter().map(|test| file(test)).collect();
    let (mut missing, mut unchecked) = (Vec::new(), Vec::new());
    for test in due.difference(recorded) {
        if extent == Extent::Tests {
            unchecked.push(format!("{test}: this run is of some tests"));
        } else if extent == Extent::Files && !files.contains(&file(test)) {
            unchecked.push(format!("{test}: its file was not run"));
        } else {
            missing.push(format!(
                "spec/criteria.yaml: the test '{test}' did not come to its end in this run"
            ));
        }
    }
    (missing, unchecked)
}

#[test]
fn what_did_not_run_is_missing_where_it_was_due() {
    let set = |tests: &[&str]| tests.iter().map(|test| (*test).to_owned()).collect();
    let due: BTreeSet<String> = set(&["a.rs::one", "a.rs::two", "b.rs::three"]);
    let recorded = set(&["a.rs::one"]);
    let count = |extent| {
        let (missing, unchecked) = missing(&due, &recorded, extent);
        (missing.len(), unchecked.len())
    };
    assert_eq!(count(Extent::All), (2, 0));
    assert_eq!(count(Extent::Files), (1, 1));
    assert_eq!(count(Extent::Tests), (0, 2));
    assert_eq!(missing(&due, &due, Extent::All), (Vec::new(), Vec::new()));
}
