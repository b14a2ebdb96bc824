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
#[path = "cli/failures.rs"]
mod failures;
mod process;
#[path = "cli/search.rs"]
mod search;
#[path = "cli/shells.rs"]
mod shells;
#[path = "cli/streams.rs"]
mod streams;
#[path = "cli/terminal.rs"]
mod terminal;

use process::{GUIDE, binary, project, run, two_documents};
use serde_json::Value;

#[test]
fn get_prints_the_value_as_it_is() {
    let folder = two_documents();
    let ran = run(folder.path(), &["get", "docs", "deep/b"]);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, "no newline", ""));
}

#[test]
fn get_prints_the_whole_result_as_json() {
    let folder = two_documents();
    let ran = run(folder.path(), &["get", "docs", "a.md", "--json"]);
    assert_eq!(
        (ran.code, &*ran.out),
        (0, "{\"success\":true,\"value\":\"# A\\n\"}\n")
    );
}

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

#[test]
fn a_message_is_told_on_stderr_beside_the_value() {
    let folder = project(&[GUIDE, ("docs/a.md.mustache", "{{name}}")]);
    let ran = run(folder.path(), &["get", "docs"]);
    assert_eq!((ran.code, &*ran.out), (0, "{{name}}"));
    assert_eq!(ran.err, "Unrendered templates: a.md.mustache.\n");
}

#[test]
fn get_prints_sections() {
    let folder = two_documents();
    let ran = run(folder.path(), &["get", "docs", "--section", "a"]);
    assert_eq!((ran.code, &*ran.out), (0, "# A\n"));
    assert_eq!(ran.err, "Documents without this section: 1.\n");
    let ran = run(folder.path(), &["get", "guide://category/docs/a.md#a"]);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, "# A\n", ""));
    let ran = run(folder.path(), &["get", "docs", "--section", "B"]);
    assert_eq!((ran.code, &*ran.out), (1, ""));
}

#[test]
fn list_shows_what_exists() {
    let folder = two_documents();
    let ran = run(folder.path(), &["list"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.out
            .contains("| docs | Category |  | `**/*.md` | 2 | 14 |"),
        "{}",
        ran.out
    );
    let ran = run(folder.path(), &["list", "docs", "a"]);
    assert!(
        ran.out
            .contains("| guide://category/docs/a.md | A |  | text/markdown | 4 |"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("b.md"), "{}", ran.out);
}

#[test]
fn call_runs_any_row_with_raw_arguments() {
    let folder = two_documents();
    let ran = run(
        folder.path(),
        &[
            "call",
            "get_category_content",
            r#"{"category":"docs","pattern":"a"}"#,
        ],
    );
    assert_eq!(
        (ran.code, &*ran.out),
        (0, "{\"success\":true,\"value\":\"# A\\n\"}\n")
    );
    let ran = run(folder.path(), &["call", "get_category_content"]);
    assert_eq!(ran.code, 1);
    let result: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(result["error_type"], "invalid_argument");
}

#[test]
fn usage_errors_exit_with_2() {
    let folder = two_documents();
    for arguments in [
        &["call", "get_everything"][..],
        &["call", "get_content", "[1]"],
        &["call", "get_content", "{"],
        &["fetch"],
        &["get"],
        &["--spec", "nowhere.yaml", "list"],
    ] {
        let ran = run(folder.path(), arguments);
        assert_eq!((ran.code, &*ran.out), (2, ""), "{arguments:?}");
        assert!(!ran.err.is_empty(), "{arguments:?}");
    }
    let ran = run(folder.path(), &["call", "get_everything"]);
    assert!(
        ran.err.contains("Valid names: 'get_content'"),
        "{}",
        ran.err
    );
}

#[test]
fn a_table_that_does_not_load_exits_with_2_and_its_place() {
    let folder = two_documents();
    let table = mcp_guide::spec::EMBEDDED.replace("role: pattern", "role: patern");
    std::fs::write(folder.path().join("own.yaml"), table).expect("a table");
    let ran = run(folder.path(), &["--spec", "own.yaml", "list"]);
    assert_eq!(ran.code, 2);
    for words in [
        "own.yaml: tools[0].arguments.pattern.role: unknown variant `patern`",
        "expected one of `name`, `pattern`, `document`, `section`, `query`",
    ] {
        assert!(ran.err.contains(words), "{words:?} is not in {}", ran.err);
    }
}

/// What it needs is a table's, and no project's.
#[test]
fn an_empty_table_is_told_to_be_one() {
    let folder = two_documents();
    let said = "top level: missing field `server`";
    for table in ["", "{}"] {
        std::fs::write(folder.path().join("own.yaml"), table).expect("a table");
        let ran = run(folder.path(), &["--spec", "own.yaml", "check"]);
        let said = format!("mcp-guide: own.yaml: {said}\n");
        assert_eq!((ran.code, &*ran.err, &*ran.out), (2, &*said, ""));
    }
}

#[test]
fn no_project_is_a_failure_and_not_a_usage_error() {
    let folder = laws::folder();
    for (arguments, begins) in [
        (&["list"][..], "No active project session: no guide.yaml"),
        (&["check"], "error: no guide.yaml was found. Tried: "),
        (
            &["--project", "nowhere", "get", "docs"],
            "No active project session: guide.yaml",
        ),
    ] {
        let ran = run(folder.path(), arguments);
        assert_eq!(ran.code, 1, "{arguments:?}");
        let said = ran.out + &ran.err;
        let mut lines = said.lines();
        assert!(
            lines.any(|line| line.starts_with(begins)),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn docs_prints_every_tool_argument_and_error() {
    let folder = two_documents();
    let ran = run(folder.path(), &["docs"]);
    assert_eq!(ran.code, 0);
    let table: serde_yaml::Value = serde_yaml::from_str(mcp_guide::spec::EMBEDDED).expect("YAML");
    for tool in table["tools"].as_sequence().expect("tools") {
        let name = tool["name"].as_str().expect("a name");
        assert!(ran.out.contains(&format!("## {name}\n")), "{name}");
        for argument in tool["arguments"].as_mapping().expect("arguments").keys() {
            let row = format!("| `{}` | string |", argument.as_str().expect("a name"));
            assert!(ran.out.contains(&row), "{row}");
        }
    }
    for (kind, row) in table["errors"].as_mapping().expect("errors") {
        for words in [kind, &row["instruction"]] {
            let words = words.as_str().expect("words");
            assert!(ran.out.contains(words), "{words}");
        }
    }
}

#[test]
fn docs_prints_the_table_that_is_given() {
    let folder = two_documents();
    let own = mcp_guide::spec::EMBEDDED
        .replace("name: list_content", "name: show_what_there_is")
        .replace("Inform user that", "Say that");
    std::fs::write(folder.path().join("own.yaml"), own).expect("a file");
    let ran = run(folder.path(), &["--spec", "own.yaml", "docs"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("## show_what_there_is\n"), "{}", ran.out);
    assert!(!ran.out.contains("## list_content"), "{}", ran.out);
    assert!(ran.out.contains("Say that project context is required."));
}

#[test]
fn duplicates_are_dropped_before_anything_is_opened() {
    let folder = project(&[
        (
            "guide.yaml",
            "categories:\n  all: {dir: docs, patterns: ['**/*.md']}\n  deep: {dir: docs/deep, patterns: ['*.md']}\n\
             collections:\n  all: {categories: [deep, all]}\n",
        ),
        ("docs/a.md", "# A\n"),
        ("docs/deep/b.md", "# B\n"),
    ]);
    let ran = run(folder.path(), &["-vvv", "get", "all"]);
    assert_eq!(ran.code, 0);
    let opened: Vec<&str> = ran
        .err
        .lines()
        .filter_map(|line| line.split_once("mcp_guide::documents::sandbox: open path="))
        .map(|(_, path)| path)
        .filter(|path| *path != "guide.yaml")
        .collect();
    assert_eq!(opened, ["b.md", "a.md"]);
}

#[test]
fn the_environment_names_a_project_as_the_option_does() {
    let (folder, elsewhere) = (two_documents(), laws::folder());
    let output = binary()
        .current_dir(elsewhere.path())
        .env("MCP_GUIDE_PROJECT", folder.path())
        .args(["get", "docs", "a"])
        .output()
        .expect("the program runs");
    assert_eq!(output.stdout, b"# A\n");
}

#[test]
fn without_a_command_and_without_a_terminal_it_serves() {
    let folder = two_documents();
    let ran = run(folder.path(), &[]);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, "", ""));
}

#[test]
fn a_found_project_file_that_leads_elsewhere_is_not_read() {
    let (folder, elsewhere) = (two_documents(), laws::folder());
    std::fs::write(elsewhere.path().join("secret"), "the secret").expect("a file");
    let link = folder.path().join("guide.yaml");
    std::fs::remove_file(&link).expect("it is there");
    std::os::unix::fs::symlink(elsewhere.path().join("secret"), &link).expect("a link");
    let ran = run(folder.path(), &["list"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("it lies outside the project's folder"),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains("the secret"), "{}", ran.err);
    // Whoever names it may have it anywhere.
    std::fs::write(elsewhere.path().join("secret"), GUIDE.1).expect("a file");
    let ran = run(
        folder.path(),
        &["--project", "guide.yaml", "get", "docs", "a"],
    );
    assert_eq!((ran.code, &*ran.out), (0, "# A\n"));
}
