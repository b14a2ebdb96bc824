//! What goes to standard output and standard error.

use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use rustix::fs::{OFlags, fcntl_setfl};
use serde_json::json;

use crate::process::{GUIDE, Server, binary, project, run, two_documents};

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
        ("sub\u{202e}\u{1b}[31m\n/docs/t\u{202e}dm.md", "body \u{202e}\u{1b}[31m\n"),
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
        &["get", odd, "b", "c"],
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
        assert!(shown.iter().any(|shown| said.contains(shown)), "{arguments:?}: {said}");
    }
}

#[test]
fn a_document_is_printed_byte_for_byte() {
    let folder = with_hidden_characters();
    let ran = run(folder.path(), &["--project", "sub\u{202e}\u{1b}[31m\n", "get", "docs", "t*"]);
    assert_eq!((ran.code, &*ran.out), (0, "body \u{202e}\u{1b}[31m\n"));
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
        &["schema"],
        &["man"],
        &["completions", "bash"],
        &["init", "--dry-run"],
        &["--help"],
        &["get", "--help"],
        &["--version"],
    ] {
        let full = std::fs::File::create("/dev/full").expect("a full device");
        let failed = output(arguments, full.into());
        let said = String::from_utf8_lossy(&failed.stderr);
        assert_eq!(failed.status.code(), Some(1), "{arguments:?}: {said}");
        assert_eq!(
            said, "mcp-guide: cannot write to standard output: No space left on device (os error 28)\n",
            "{arguments:?}"
        );
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let closed = output(arguments, writer.into());
        assert_eq!(closed.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&closed.stderr), "", "{arguments:?}");
    }
}

/// A reader may have made the pipe one that does not wait, and take its time.
#[test]
fn a_pipe_that_takes_nothing_for_now_is_waited_for() {
    let text = "0123456789abcdef\n".repeat(50_000);
    let folder = project(&[GUIDE, ("docs/a.md", &text)]);
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    fcntl_setfl(&writer, OFlags::NONBLOCK).expect("it is ours");
    let mut command = binary();
    command.current_dir(folder.path()).args(["get", "docs"]);
    command.stdout(writer).stderr(Stdio::piped());
    let child = command.spawn().expect("it runs");
    drop(command);
    // It has filled the pipe by now, or it will wait all the same.
    std::thread::sleep(Duration::from_millis(300));
    let mut got = String::new();
    reader.read_to_string(&mut got).expect("it can be read");
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(said, "");
    assert_eq!(ended.status.code(), Some(0));
    assert!(got == text, "{} of {} bytes", got.len(), text.len());
}

/// What a client does wrong it is told; the log is for whoever runs the server.
#[test]
fn clients_do_not_fill_the_log() {
    let folder = two_documents();
    let log = tempfile::NamedTempFile::new().expect("a file");
    let mut command = binary();
    command.arg("--project").arg(folder.path()).arg("serve");
    let stderr = log.reopen().expect("the same file");
    let mut server = Server::spawn_with(command, stderr.into());
    server.answer("ping", json!({}));
    server.answer("tools/list", json!({}));
    server.answer("nothing/of/this", json!({}));
    server.initialize(json!({}));
    server.answer("nothing/of/this", json!({}));
    for _ in 0..5 {
        // A call may be answered before it is cancelled: none of them is waited for.
        server.ask("tools/call", json!({ "name": "nothing", "arguments": {} }));
        let params = json!({ "name": "get_content", "arguments": { "category_or_collection": "docs" } });
        let id = server.ask("tools/call", params);
        server.send(&json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
        }));
    }
    server.hang_up();
    assert_eq!(server.ended().code(), Some(0));
    let said = std::fs::read_to_string(log.path()).expect("it can be read");
    assert_eq!(said, "");
}

/// The line that says that it works is for a terminal only.
#[cfg(target_os = "linux")]
#[test]
fn no_thread_waits_for_a_person_where_none_reads() {
    let documents: Vec<String> = (0..1_000).map(|at| format!("docs/{at}.md")).collect();
    let mut files = vec![("guide.yaml", "categories: { docs: { dir: docs, patterns: ['*.md'] } }\n")];
    files.extend(documents.iter().map(|path| (path.as_str(), "Text.\n")));
    let folder = project(&files);
    let check = || {
        binary().current_dir(folder.path()).arg("check").stdout(Stdio::null()).stderr(Stdio::piped()).spawn()
    };
    let mut child = check().expect("the program runs");
    let (tasks, mut most) = (format!("/proc/{}/task", child.id()), 0);
    while child.try_wait().expect("it is a child").is_none() {
        let count = std::fs::read_dir(&tasks).map_or(0, Iterator::count);
        most = most.max(count);
    }
    assert_eq!(most, 1);
}
