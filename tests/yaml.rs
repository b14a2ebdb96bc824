//! What YAML files may hold: each row a file, and what is said of it.

#![allow(
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by a panic"
)]

use mcp_guide::format::yaml::{
    MAX_DEPTH, MAX_EVENTS, MAX_QUOTE, MIN_EXPANSION, Place, YamlProblem, parse,
};
use mcp_guide::project::fault::{ProjectFault, ProjectProblem};
use mcp_guide::project::guide::Project;
use mcp_guide::spec::{EMBEDDED, Table};
use serde_yaml::Value;

#[track_caller]
fn refused(file: &str, path: &str, line: usize, column: usize, problem: YamlProblem) {
    let problem = ProjectProblem::Yaml(problem, Place { line, column });
    let fault = Project::parse(file.as_bytes()).expect_err("it is refused");
    let path = path.to_owned();
    assert_eq!(fault, ProjectFault { path, problem }, "{file}");
}

#[track_caller]
fn said(file: &str, path: &str, line: usize, column: usize, said: &str) {
    refused(file, path, line, column, YamlProblem::Said(said.into()));
}

#[track_caller]
fn reads(file: &str, same: &str) {
    let value: Value = parse(file.as_bytes()).unwrap_or_else(|fault| panic!("{fault}: {file}"));
    assert_eq!(
        value,
        parse::<Value>(same.as_bytes()).expect("YAML"),
        "{file}"
    );
}

fn project(category: &str) -> String {
    format!("categories:\n  docs:\n    {category}\n")
}

#[test]
fn what_is_not_taken_is_named_with_its_place() {
    let quoted = "{\"}\": ".repeat(MAX_DEPTH + 1);
    let bytes = b"categories: {}\n# \xFF\n";
    let fault = parse::<Value>(bytes).expect_err("it is refused");
    assert_eq!(fault.to_string(), "not UTF-8 at line 2 column 3");
    refused("", "", 1, 1, YamlProblem::Empty);
    refused("# x\n\n# categories:\n", "", 1, 1, YamlProblem::Empty);
    refused("%YAML 1.2\n---\na: b", "", 1, 1, YamlProblem::Directive);
    refused(
        "a: b\n...\n%YAML 1.2\n---\na: b",
        "",
        3,
        1,
        YamlProblem::Directive,
    );
    refused("a: b\n---\na: b", "", 2, 1, YamlProblem::SecondDocument);
    refused(&quoted, "", 1, 1 + 6 * MAX_DEPTH, YamlProblem::TooDeep);
    refused("a: !x y", "a", 1, 7, YamlProblem::Tag);
    refused("a:\n  - b\n  - !!map {}", "a[1]", 3, 11, YamlProblem::Tag);
    refused("a: &a\n  b: *a", "a.b", 2, 6, YamlProblem::EndlessAlias);
}

#[test]
fn a_key_is_repeated_however_it_is_written() {
    let key = || YamlProblem::RepeatedKey("a".into());
    refused("a: 1\nb: 2\n'a': 3", "a", 3, 1, key());
    refused("{a: 1, \"\\x61\": 3}", "a", 1, 8, key());
    refused("x: {? a : 1, ? 'a'}", "x.a", 1, 16, key());
    refused("&k a: 1\n*k : 2", "a", 2, 1, key());
    refused("- x\n- {a: 1, a: 2}", "[1].a", 2, 10, key());
}

#[test]
fn types_are_strict_and_faults_have_paths() {
    said("- a", "", 1, 1, "invalid type: sequence, expected a map");
    said(
        "categories:",
        "categories",
        1,
        11,
        "invalid type: unit value, expected a map",
    );
    said(
        &project("dir: 5\n    patterns: [a]"),
        "categories.docs.dir",
        3,
        10,
        "invalid type: integer `5`, expected a UTF-8 path string",
    );
    said(
        &project("patterns: [a, ~]\n    dir: docs"),
        "categories.docs.patterns[1]",
        3,
        19,
        "invalid type: unit value, expected a string",
    );
    // What may be left out is not there without a value either.
    said(
        &project("dir: docs\n    patterns: [a]\n    description:"),
        "categories.docs.description",
        5,
        16,
        "invalid type: unit value, expected a string",
    );
    said(
        &project("[docs, [a], null]"),
        "categories.docs",
        3,
        5,
        "invalid type: sequence, expected a map",
    );
    said(
        &project("dir: docs"),
        "categories.docs",
        3,
        5,
        "missing field `patterns`",
    );
    let name = "ä".repeat(200);
    let cut = format!("{}…", "ä".repeat(MAX_QUOTE));
    said(
        &project(&format!("{name}: docs")),
        &format!(
            "categories.docs.{}…",
            "ä".repeat(MAX_QUOTE - "categories.docs.".len())
        ),
        3,
        5,
        &format!("unknown field `{cut}`, expected one of `dir`, `patterns`, `description`"),
    );
    said(
        &format!("limits: \"{name}\""),
        "limits",
        1,
        9,
        &format!("invalid type: string \"{cut}\", expected a map"),
    );
}

#[test]
fn what_is_quoted_or_a_comment_opens_nothing() {
    let categories: String = (0..101)
        .map(|n| format!("  c{n}: {{dir: x, patterns: [a], description: \"one [\"}}\n"))
        .collect();
    let file = format!("# {}\ncategories:\n{categories}", "[".repeat(101));
    let project = Project::parse(file.as_bytes()).expect("it loads");
    assert_eq!(project.categories.len(), 101);
    // What ends a line for another reader does not here.
    reads("a: 1 # \u{2028}{\"}\": [\u{85}b: 2", "a: 1");
}

#[test]
fn an_anchor_that_is_set_again_stands_for_the_last() {
    reads("[&a x, &a y, &b z, *a, *b]", "[x, y, z, y, z]");
    reads(
        "{a: &a [1, {b: &b c}], d: [*a, *b]}",
        "{a: [1, {b: c}], d: [[1, {b: c}], c]}",
    );
}

#[test]
fn events_are_counted_and_aliases_as_what_they_stand_for() {
    let list = |items: usize| format!("[{}]", "a,".repeat(items));
    let problem = |file: &str| parse::<Value>(file.as_bytes()).map_err(|error| error.problem);
    assert!(problem(&list(MAX_EVENTS - 2)).is_ok());
    assert_eq!(problem(&list(MAX_EVENTS - 1)), Err(YamlProblem::TooMany));
    // A comment is of the file, and so they may stand for as much.
    let comment = "x".repeat(1 << 19);
    let many = list(1_000);
    let aliases = |count| format!("[&a {many}, {}] # {comment}", "*a, ".repeat(count));
    assert!(problem(&aliases(98)).is_ok());
    assert_eq!(problem(&aliases(99)), Err(YamlProblem::TooMany));
    let text = "x".repeat(MIN_EXPANSION);
    let aliases = |count| format!("[&a {text}, {}]", "*a, ".repeat(count));
    assert!(problem(&aliases(1)).is_ok());
    assert_eq!(problem(&aliases(2)), Err(YamlProblem::Expansion));
    let chain: String = (1..=MAX_DEPTH)
        .map(|n| format!("- &a{n} [*a{}]\n", n - 1))
        .collect();
    assert_eq!(
        problem(&format!("- &a0 x\n{chain}")),
        Err(YamlProblem::TooDeep)
    );
}

#[test]
fn the_embedded_table_holds_anchors_and_loads() {
    assert!(EMBEDDED.contains("&pattern") && EMBEDDED.contains("*pattern"));
    Table::load(EMBEDDED.as_bytes(), "table").expect("it loads");
}
