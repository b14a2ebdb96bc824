//! The command line: what it prints, where, and its exit codes.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and says by a panic what did not hold"
)]

mod process;
mod record;

use std::process::Stdio;

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

#[test]
fn a_failure_is_told_on_stderr_with_its_instruction() {
    let folder = two_documents();
    let ran = run(folder.path(), &["get", "dock"]);
    assert_eq!((ran.code, &*ran.out), (1, ""));
    assert_eq!(
        ran.err,
        "Category or collection 'dock' not found. Did you mean 'docs'?\n\
         Present this error to the user and take no further action.\n"
    );
    let ran = run(folder.path(), &["get", "dock", "--json"]);
    assert_eq!(ran.code, 1);
    let result: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(result["error_type"], "not_found");
}

#[test]
fn a_message_is_told_on_stderr_beside_the_value() {
    let folder = project(&[GUIDE, ("docs/a.md.mustache", "{{name}}")]);
    let ran = run(folder.path(), &["get", "docs"]);
    assert_eq!((ran.code, &*ran.out), (0, "{{name}}"));
    assert_eq!(ran.err, "Unrendered templates: a.md.mustache.\n");
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
            .contains("| guide://category/docs/a.md | text/markdown | 4 |"),
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
        "own.yaml: tools[0].arguments.pattern",
        "line ",
        "expected one of",
        "`name`",
    ] {
        assert!(ran.err.contains(words), "{words:?} is not in {}", ran.err);
    }
}

#[test]
fn no_project_is_a_failure_and_not_a_usage_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for arguments in [
        &["list"][..],
        &["check"],
        &["--project", "nowhere", "get", "docs"],
    ] {
        let ran = run(folder.path(), arguments);
        assert_eq!(ran.code, 1, "{arguments:?}");
        let said = ran.out + &ran.err;
        assert!(
            said.contains("No active project session"),
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
    record::shown("tests/cli.rs::docs_prints_every_tool_argument_and_error");
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
        .filter_map(|line| line.split_once("mcp_guide::sandbox: open path="))
        .map(|(_, path)| path)
        .filter(|path| *path != "guide.yaml")
        .collect();
    assert_eq!(opened, ["b.md", "a.md"]);
    record::shown("tests/cli.rs::duplicates_are_dropped_before_anything_is_opened");
}

#[test]
fn the_environment_names_a_project_as_the_option_does() {
    let (folder, elsewhere) = (
        two_documents(),
        tempfile::tempdir().expect("a temporary folder"),
    );
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
fn it_runs_on_a_terminal() {
    use std::os::fd::OwnedFd;

    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let folder = two_documents();
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal)
        .and_then(|()| unlockpt(&terminal))
        .expect("it is ours");
    let name = ptsname(&terminal, Vec::new()).expect("its name");
    let flags = OFlags::RDWR | OFlags::NOCTTY;
    let end =
        || -> OwnedFd { rustix::fs::open(&name, flags, Mode::empty()).expect("its other end") };
    let output = binary()
        .current_dir(folder.path())
        .args(["get", "docs", "a"])
        .stdin(end())
        .stderr(end())
        .output()
        .expect("the program runs");
    assert_eq!(
        (output.status.code(), &*output.stdout),
        (Some(0), &b"# A\n"[..])
    );
    let help = binary()
        .current_dir(folder.path())
        .stdin(end())
        .output()
        .expect("the program runs");
    assert_eq!(
        help.status.code(),
        Some(2),
        "without a command it does not wait for a person to speak MCP"
    );
    assert!(String::from_utf8_lossy(&help.stderr).contains("Usage:"));
}

#[test]
fn a_found_project_file_that_leads_elsewhere_is_not_read() {
    let (folder, elsewhere) = (
        two_documents(),
        tempfile::tempdir().expect("a temporary folder"),
    );
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

/// A project in which names, descriptions and files hold what is not seen.
fn with_hidden_characters() -> tempfile::TempDir {
    project(&[
        (
            "sub\u{202e}\u{1b}[31m\n/guide.yaml",
            "categories:\n  \"a\\e[2J\\u202E\":\n    dir: \"d\\u0085\\u2066\"\n    \
             patterns: [\"**\", \"x\\u200F*\", \"[z\\u202E-a]\"]\n    description: \"\\u2028 \\e[0m\\uFEFF\"\n  \
             docs: {dir: docs, patterns: ['*']}\n\
             collections:\n  \"c\\u061C\": {categories: [\"m\\u2069\", docs]}\n",
        ),
        (
            "sub\u{202e}\u{1b}[31m\n/docs/t\u{202e}dm.md",
            "body \u{202e}\u{1b}[31m\n",
        ),
        ("sub\u{202e}\u{1b}[31m\n/docs/b\u{9b}\u{2029}.md", "\0"),
    ])
}

#[test]
fn what_people_read_hides_nothing() {
    let folder = with_hidden_characters();
    let project = "sub\u{202e}\u{1b}[31m\n";
    let odd = "n\u{202e}\u{85}\u{feff}";
    for arguments in [
        &["check"][..],
        &["list"],
        &["list", "docs"],
        &["list", "a\u{1b}[2J\u{202e}"],
        &["get", odd],
        &["get", "docs", odd],
        &["get", "docs", "b*"],
        &["get", "docs", "{\u{202e}"],
        &["get", "c\u{61c}"],
        &["call", odd],
        &["call", "list_content", "{\"\u{202e}\": 1}"],
        &["--spec", odd, "docs"],
        &["--spec", "sub\u{202e}\u{1b}[31m\n/guide.yaml", "docs"],
        &[odd],
        &["get", "a", "b", odd],
        &["--\u{202e}\u{1b}", "get"],
        &["-vvv", "list"],
        &["-vvv", "get", "docs"],
    ] {
        let mut all = vec!["--project", project];
        all.extend(arguments);
        let ran = run(folder.path(), &all);
        // The document itself is as it is.
        let out = ran.out.replace("body \u{202e}\u{1b}[31m\n", "");
        let out = out.replace("\r\n", "\n");
        for text in [&out, &ran.err] {
            let hidden = |c: char| {
                c != '\n' && c.is_control()
                    || matches!(c, '\u{61c}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
            };
            assert!(!text.contains(hidden), "{arguments:?}: {text:?}");
        }
        let shown = ["\\u{202e}", "\\u{1b}", "\\u{9b}", "%E2%80%AE"];
        let said = out + &ran.err;
        assert!(
            shown.iter().any(|shown| said.contains(shown)),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn a_document_is_printed_byte_for_byte() {
    let folder = with_hidden_characters();
    let ran = run(
        folder.path(),
        &["--project", "sub\u{202e}\u{1b}[31m\n", "get", "docs", "t*"],
    );
    assert_eq!((ran.code, &*ran.out), (0, "body \u{202e}\u{1b}[31m\n"));
}

#[test]
fn help_and_version_go_to_standard_output() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ran = run(folder.path(), &["--help"]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert!(
        ran.out.contains("Usage: mcp-guide [OPTIONS]"),
        "{}",
        ran.out
    );
    let ran = run(folder.path(), &["--version"]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert!(ran.out.starts_with("mcp-guide "), "{}", ran.out);
    assert_eq!(run(folder.path(), &["nothing"]).code, 2);
}

/// What could not be written is a failure, and said; a reader that wants no more
/// is none.
#[test]
fn a_standard_output_that_takes_nothing_is_a_failure() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let output = |arguments: &[&str], stdout: Stdio| {
        let mut command = binary();
        command.arg("--project").arg(folder.path()).args(arguments);
        command.stdout(stdout).output().expect("it runs")
    };
    for arguments in [
        &["get", "docs", "--json"][..],
        &["get", "docs", "a.md"],
        &["list", "--json"],
        &["list"],
        &["call", "list_content"],
        &["docs"],
        &["check"],
        &["--help"],
        &["--version"],
    ] {
        let full = std::fs::File::create("/dev/full").expect("a full device");
        let failed = output(arguments, full.into());
        let said = String::from_utf8_lossy(&failed.stderr);
        assert_eq!(failed.status.code(), Some(1), "{arguments:?}: {said}");
        assert_eq!(
            said,
            "mcp-guide: standard output cannot be written: No space left on device (os error 28)\n",
            "{arguments:?}"
        );
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let closed = output(arguments, writer.into());
        assert_eq!(closed.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&closed.stderr), "", "{arguments:?}");
    }
}
