//! What a person is told of a failure: what went wrong, and what can be done.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use serde_json::Value;

use super::process::{binary, project, run, two_documents};

const GUIDE: &str = "categories:\n  docs: {dir: docs, patterns: ['**/*.md']}\n  it's: {dir: docs, patterns: ['*.x']}\n  \
                     raw: {dir: raw, patterns: ['*']}\n";

/// The failures of a project, the words that its error begins with, and what can be
/// done about each.
const FAILURES: &[(&[&str], &str, &str)] = &[
    (
        &["get", "dock"],
        "Category or collection 'dock' not found. Did you mean 'docs'?",
        "To see what there is: mcp-guide list",
    ),
    (
        &["list", "docs", "nothing"],
        "No documents in category 'docs' match 'nothing'",
        "To see what it holds: mcp-guide list docs '**'",
    ),
    (
        &["get", "it's"],
        "No documents in category 'it's' match '*.x'",
        "To see what it holds: mcp-guide list 'it'\\''s' '**'",
    ),
    (
        &["get", "docs", "["],
        "Invalid pattern '[' at character 1: this '[' is never closed. ",
        "Put the pattern in single quotes, so that the shell does not expand it.",
    ),
    (
        &["get", "raw"],
        "Could not read b (binary: NUL at byte 0; ",
        "To see everything that cannot be read: mcp-guide check",
    ),
    (
        &["get", "docs", "a", "--document", "a.md"],
        "Invalid arguments for get_content: 'pattern' cannot be given together with 'document', which names one \
         document. ",
        "To see its arguments: mcp-guide get --help",
    ),
    (
        &["get", "docs", "--document", "c.md"],
        "Document 'c.md' not found in category 'docs'",
        "To see what there is: mcp-guide list",
    ),
    (
        &["--project", "no\u{1b}where", "list"],
        "No active project session: guide.yaml cannot be loaded: the file does not exist",
        "--project names 'no\\u{1b}where'. Correct the path, or write a guide.yaml in that folder: mcp-guide init FOLDER",
    ),
    (
        &["--project", "broken", "list"],
        "No active project session: guide.yaml cannot be loaded: ",
        "--project names 'broken'. Fix it, then run: mcp-guide check",
    ),
];

#[test]
fn a_failure_is_told_with_what_a_person_can_do() {
    let folder = project(&[
        ("guide.yaml", GUIDE),
        ("docs/a.md", "# A\n"),
        ("raw/b", "\0"),
        ("broken/guide.yaml", "["),
    ]);
    for (arguments, error, advice) in FAILURES {
        let ran = run(folder.path(), arguments);
        assert_eq!((ran.code, &*ran.out), (1, ""), "{arguments:?}: {}", ran.err);
        let lines: Vec<&str> = ran.err.lines().collect();
        assert_eq!(lines.len(), 2, "{arguments:?}: {}", ran.err);
        assert!(lines[0].starts_with(error), "{arguments:?}: {}", lines[0]);
        assert_eq!(lines[1], *advice, "{arguments:?}");
        // An agent is told the same, and what agents do.
        let ran = run(folder.path(), &[arguments, &["--json"][..]].concat());
        let result: Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!((ran.code, &*ran.err), (1, ""), "{arguments:?}");
        assert_eq!(result["error"], lines[0], "{arguments:?}");
        let instruction = result["instruction"].as_str().expect("a text");
        assert!(!instruction.is_empty() && instruction != *advice);
    }
}

#[test]
fn without_a_project_a_person_is_told_how_to_begin() {
    let folder = project(&[("sub/a", ""), ("broken/guide.yaml", "[")]);
    let ran = run(folder.path(), &["list"]);
    assert_eq!(
        ran.err,
        "No active project session: no guide.yaml was found. Tried: --project (not given); MCP_GUIDE_PROJECT (not \
         set); the client's roots (it offers none); the working directory and every directory above it (no \
         guide.yaml)\n\
         To write one here: mcp-guide init. To use a project elsewhere: mcp-guide --project PATH\n"
    );
    let ran = run(&folder.path().join("broken"), &["list"]);
    let advice = "It is the nearest guide.yaml from the working directory upward. Fix it, then run: mcp-guide check";
    assert_eq!(ran.err.lines().nth(1), Some(advice), "{}", ran.err);
    let named = |path: &OsStr| {
        let mut command = binary();
        command.current_dir(folder.path()).arg("list");
        command.env("MCP_GUIDE_PROJECT", path);
        let output = command.output().expect("it runs");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        (output.status.code(), said)
    };
    let (code, said) = named("gone".as_ref());
    let advice = "MCP_GUIDE_PROJECT names 'gone'. Correct the path, or write a guide.yaml in that folder: mcp-guide init FOLDER";
    assert_eq!(
        (code, said.lines().nth(1)),
        (Some(1), Some(advice)),
        "{said}"
    );
    // What is empty is not set.
    assert!(named("".as_ref()).1.contains("MCP_GUIDE_PROJECT (not set)"));
    let (code, said) = named(OsStr::from_bytes(b"\xff"));
    assert_eq!(
        (code, &*said),
        (
            Some(2),
            "mcp-guide: MCP_GUIDE_PROJECT is not UTF-8: '\u{fffd}'\n"
        )
    );
}

#[test]
fn a_project_that_is_no_path_is_a_usage_error() {
    let folder = two_documents();
    for (path, said) in [
        (
            &b""[..],
            "error: a value is required for '--project <PATH>' but none was supplied\n",
        ),
        (
            b"a\xff\x1b",
            "error: invalid UTF-8 was detected in one or more arguments\n",
        ),
    ] {
        for command in ["list", "check", "serve", "init"] {
            let output = binary()
                .current_dir(folder.path())
                .arg("--project")
                .arg(OsStr::from_bytes(path))
                .arg(command)
                .output()
                .expect("it runs");
            assert_eq!(output.status.code(), Some(2), "{command}");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(told.starts_with(said), "{command}: {told}");
        }
    }
}

/// A shell puts the names of files in the place of a pattern without quotes.
#[test]
fn more_patterns_than_one_are_a_usage_error_that_suggests_quotes() {
    let folder = two_documents();
    for (arguments, command) in [
        (&["get", "docs", "a.md", "b.md", "c.md"][..], "get docs"),
        (&["list", "a b", "a.md", "b.md", "c.md"], "list 'a b'"),
    ] {
        let ran = run(folder.path(), arguments);
        assert_eq!((ran.code, &*ran.out), (2, ""));
        assert_eq!(
            ran.err,
            format!(
                "mcp-guide: expected one pattern, got 3. Put it in single quotes, so that the shell does not expand it: \
                 mcp-guide {command} '*.md'\n"
            )
        );
    }
}

#[test]
fn what_is_left_out_is_told_with_what_a_person_can_do() {
    let folder = project(&[
        (
            "guide.yaml",
            "categories: {docs: {dir: docs, patterns: ['*']}}\nlimits: {response_bytes: 10}\n",
        ),
        ("docs/a", "aaaaaaaa"),
        ("docs/b", "b"),
    ]);
    let ran = run(folder.path(), &["get", "docs"]);
    assert!(
        ran.code == 0 && ran.out.contains("\r\n\r\naaaaaaaa\r\n"),
        "{}",
        ran.out
    );
    assert_eq!(
        ran.err,
        "Left out because the answer would exceed 10 bytes: b (1 B).\n\
         For the rest, give a narrower pattern or raise limits.response_bytes in guide.yaml.\n"
    );
}

#[test]
fn get_takes_exactly_one_document() {
    let folder = two_documents();
    for document in ["deep/b.md", "guide://category/docs/deep/b.md"] {
        let ran = run(folder.path(), &["get", "docs", "--document", document]);
        assert_eq!((ran.code, &*ran.out, &*ran.err), (0, "no newline", ""));
    }
}
