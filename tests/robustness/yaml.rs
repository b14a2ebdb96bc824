//! What YAML files may hold: each row a file, and what is said of it.

use mcp_guide::limits::{MAX_YAML_DEPTH, MAX_YAML_EVENTS, MIN_YAML_EXPANSION};
use mcp_guide::project::Project;
use mcp_guide::project::project_error::project_error;
use mcp_guide::table::Table;
use rule_files::located::Position;
use rule_files::yaml::{YamlError, YamlErrorKind, from_slice};
use serde_yaml::Value;

#[track_caller]
fn refused(file: &str, path: &str, line: usize, column: usize, fault: YamlErrorKind) {
    let error = Project::parse(file.as_bytes()).expect_err("it is refused");
    let expected = project_error(YamlError {
        path: path.to_owned(),
        position: Some(Position { line, column }),
        kind: fault,
    });
    assert_eq!(error, expected, "{file}");
}

#[track_caller]
fn said(file: &str, path: &str, line: usize, column: usize, said: &str) {
    let error = Project::parse(file.as_bytes()).expect_err("it is refused");
    let table = Table::embedded().expect("it is sound");
    let at = format!("{said} at line {line} column {column}");
    let expected = match path {
        "" => at,
        path => format!("{path}: {at}"),
    };
    assert_eq!(table.render(&error), expected, "{file}");
}

#[track_caller]
fn reads(file: &str, same: &str) {
    let value: Value = from_slice(file.as_bytes()).unwrap_or_else(|fault| panic!("{fault}: {file}"));
    assert_eq!(value, from_slice::<Value>(same.as_bytes()).expect("YAML"), "{file}");
}

fn project(category: &str) -> String {
    format!("categories:\n  docs:\n    {category}\n")
}

#[test]
fn what_is_not_taken_is_named_with_its_place() {
    let deep = MAX_YAML_DEPTH + 1;
    let quoted = format!("{}{}", "{\"}\": ".repeat(deep), "}".repeat(deep));
    refused("a: b\n...\n%YAML 1.2\n---\na: b", "", 3, 1, YamlErrorKind::Directive);
    let path = ["}"; MAX_YAML_DEPTH].join(".");
    refused(&quoted, &path, 1, 1 + 6 * MAX_YAML_DEPTH, YamlErrorKind::TooDeep);
    refused("a:\n  - b\n  - !!map {}", "a[1]", 3, 11, YamlErrorKind::Tag);
}

#[test]
fn a_key_is_repeated_however_it_is_written() {
    let key = || YamlErrorKind::RepeatedKey("a".into());
    refused("a: 1\nb: 2\n'a': 3", "a", 3, 1, key());
    refused("{a: 1, \"\\x61\": 3}", "a", 1, 8, key());
    refused("x: {? a : 1, ? 'a'}", "x.a", 1, 16, key());
    refused("&k a: 1\n*k : 2", "a", 2, 1, key());
    refused("- x\n- {a: 1, a: 2}", "[1].a", 2, 10, key());
}

/// What is found wrong once all is read stands where the file has it, however that
/// is written and whatever else is called alike.
#[test]
fn what_is_found_later_has_its_place() {
    let empty = "a directory must not be empty (write '.' for the project's own folder)";
    let none = "at least one pattern is needed";
    let zero = "a limit must be from 1 (index_bytes: 0) to 16777216";
    for (file, path, line, column, what) in [
        (
            "categories:\n  dir: {dir: d, patterns: [dir]}\n  \"a: {\": {patterns: [x], dir: ''}",
            "categories.a: {.dir",
            3,
            32,
            empty,
        ),
        (
            "collections: {limits: {categories: [categories, '[']}}\n\
             categories: {d: &d {dir: d, patterns: [']', '}']}, \"\\u0065\": *d}\n\
             limits:\n  # none\n  response_bytes:\n    0",
            "limits.response_bytes",
            6,
            5,
            zero,
        ),
        ("categories: {a: &a {dir: d, patterns: &p []}, b: *a}", "categories.a.patterns", 1, 42, none),
    ] {
        said(file, path, line, column, what);
    }
    let file = "categories: {a: {dir: d, patterns: [x], exclude: [a, \"{b,c}\", 'a**']}}";
    let error = Project::parse(file.as_bytes()).expect_err("it is refused");
    let place = error.position.map(|place| (place.line, place.column));
    assert_eq!((&*error.path, place), ("categories.a.exclude[2]", Some((1, 63))));
}

#[test]
fn numbers_that_json_does_not_have_are_to_be_quoted() {
    let docs = project("dir: docs\n    patterns: [a]");
    for number in [".inf", "-.inf", ".nan", "18446744073709551616", "-9223372036854775809"] {
        said(
            &format!("context: {{ a: {number} }}\n{docs}"),
            "context.a",
            1,
            15,
            &format!("expected a string, found the number {number} (quote it)"),
        );
        let quoted = format!("context: {{ a: '{number}' }}\n{docs}");
        let project = Project::parse(quoted.as_bytes()).expect("a project");
        assert_eq!(project.context["a"], number);
    }
    for number in ["18446744073709551615", "-9223372036854775808", "1e300"] {
        let file = format!("context: {{ a: {number} }}\n{docs}");
        let project = Project::parse(file.as_bytes()).expect("a project");
        assert!(project.context["a"].is_number(), "{number}");
    }
}

#[test]
fn what_ends_a_line_for_another_reader_ends_no_comment() {
    reads("a: 1 # \u{2028}{\"}\": [\u{85}b: 2", "a: 1");
}

#[test]
fn an_anchor_that_is_set_again_stands_for_the_last() {
    reads("[&a x, &a y, &b z, *a, *b]", "[x, y, z, y, z]");
    reads("{a: &a [1, {b: &b c}], d: [*a, *b]}", "{a: [1, {b: c}], d: [[1, {b: c}], c]}");
}

#[test]
fn events_are_counted_and_aliases_as_what_they_stand_for() {
    let list = |items: usize| format!("[{}]", "a,".repeat(items));
    let problem = |file: &str| from_slice::<Value>(file.as_bytes()).map_err(|error| error.kind);
    assert!(problem(&list(MAX_YAML_EVENTS - 2)).is_ok());
    assert_eq!(problem(&list(MAX_YAML_EVENTS - 1)), Err(YamlErrorKind::TooMany));
    // A comment is of the file, and so they may stand for as much.
    let comment = "x".repeat(1 << 19);
    let many = list(1_000);
    let aliases = |count| format!("[&a {many}, {}] # {comment}", "*a, ".repeat(count));
    assert!(problem(&aliases(98)).is_ok());
    assert_eq!(problem(&aliases(99)), Err(YamlErrorKind::TooMany));
    let text = "x".repeat(MIN_YAML_EXPANSION);
    let aliases = |count| format!("[&a {text}, {}]", "*a, ".repeat(count));
    assert!(problem(&aliases(1)).is_ok());
    assert_eq!(problem(&aliases(2)), Err(YamlErrorKind::Expansion));
    let chain: String = (1..=MAX_YAML_DEPTH).map(|n| format!("- &a{n} [*a{}]\n", n - 1)).collect();
    assert_eq!(problem(&format!("- &a0 x\n{chain}")), Err(YamlErrorKind::TooDeep));
}

#[test]
fn an_error_shows_where_it_is_and_what_it_is() {
    let error = from_slice::<Vec<bool>>(b"- true\n- 7\n").expect_err("it is refused");
    let shown = error.to_string();
    assert_eq!(shown, format!("[1] at line 2 column 3: {}", error.kind));
    assert!(!error.kind.to_string().is_empty());
}
