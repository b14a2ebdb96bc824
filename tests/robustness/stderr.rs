//! A standard error that is gone, full, or not read.

use std::io::{PipeReader, Write, pipe};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcp_guide::cli::log::{Log, MAX_LINES};
use serde_json::{Value, json};

use crate::process::{PATIENCE, Server, binary, one_document};

/// Enough to fill a pipe many times with what is said about each.
const MANY: usize = 2_000;

/// The standard errors that take nothing, each with its name.
fn broken() -> Vec<(&'static str, Stdio)> {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device that is full");
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    vec![("full", full.into()), ("broken", writer.into())]
}

/// A command whose standard error is closed before it starts.
fn closed(arguments: &[&str]) -> Command {
    let mut command = laws::command("sh");
    command.args(["-c", "exec \"$0\" \"$@\" 2>&-"]).arg(env!("CARGO_BIN_EXE_mcp-guide")).args(arguments);
    command
}

#[test]
fn without_a_project_and_without_a_standard_error_clients_are_served() {
    let folder = laws::folder();
    let mut commands = vec![("closed", closed(&["-v", "serve"]), Stdio::null())];
    for (name, stderr) in broken() {
        let mut command = binary();
        command.args(["-v", "serve"]);
        commands.push((name, command, stderr));
    }
    for (name, mut command, stderr) in commands {
        command.current_dir(folder.path());
        let mut server = Server::spawn_with(command, stderr);
        server.initialize(json!({}));
        let result = server.call("list_content", json!({}));
        assert_eq!(result["error_type"], "no_session", "{name}");
        server.hang_up();
        assert_eq!(server.ended().code(), Some(0), "{name}");
    }
}

/// A server whose standard error is a pipe that nobody reads.
fn unread() -> (tempfile::TempDir, Server, PipeReader) {
    let folder = one_document();
    let (reader, writer) = pipe().expect("a pipe");
    let mut command = binary();
    command.args(["-vv", "--project"]).arg(folder.path()).arg("serve");
    let mut server = Server::spawn_with(command, writer.into());
    server.initialize(json!({}));
    (folder, server, reader)
}

fn call(id: usize, tool: &str) -> Value {
    let params = json!({ "name": tool, "arguments": { "category": "docs" } });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

#[test]
fn an_unread_standard_error_costs_no_answer() {
    let (_folder, mut server, _unread) = unread();
    for id in 1_000..1_000 + MANY {
        server.send(&call(id, "get_nothing"));
        let answer = server.receive();
        assert_eq!(answer["id"], id);
        assert_eq!(answer["error"]["code"], -32602);
    }
    server.hang_up();
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
fn an_unread_standard_error_costs_no_cancellation() {
    let (_folder, mut server, _unread) = unread();
    for id in 1_000..1_000 + MANY {
        server.send(&call(id, "get_category_content"));
        server.send(&json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
        }));
        // Not more than its input holds, or nobody would notice that it is deaf.
        if id % 50 == 0 {
            let last = server.ask("ping", json!({}));
            while server.receive()["id"] != last {}
        }
    }
    // What is still under way would be dropped by the signal.
    server.hang_up();
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
fn commands_end_the_same_without_a_standard_error() {
    let folder = one_document();
    let empty = laws::folder();
    for (folder, arguments) in [
        (folder.path(), vec!["get", "docs"]),
        (folder.path(), vec!["get", "dock"]),
        (folder.path(), vec!["-vvv", "call", "nothing"]),
        (folder.path(), vec!["call", "get_content", "{"]),
        (folder.path(), vec!["check"]),
        (folder.path(), vec!["init"]),
        (folder.path(), vec!["--no-such-option"]),
        (folder.path(), vec!["--help"]),
        (folder.path(), vec!["--spec", "guide.yaml", "check"]),
        (empty.path(), vec!["-v", "list"]),
        (empty.path(), vec!["-v", "check"]),
    ] {
        let ended = |mut command: Command, stderr: Stdio| {
            let output =
                command.current_dir(folder).stdin(Stdio::null()).stderr(stderr).output().expect("it runs");
            (output.status.code(), output.stdout)
        };
        let command = || {
            let mut command = binary();
            command.args(&arguments);
            command
        };
        let expected = ended(command(), Stdio::piped());
        for (name, stderr) in broken() {
            assert_eq!(ended(command(), stderr), expected, "{name}: {arguments:?}");
        }
        assert_eq!(ended(closed(&arguments), Stdio::null()), expected, "closed: {arguments:?}");
    }
}

/// A writer that takes a line whenever it is told to.
struct Slow(Receiver<()>, Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Slow {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        self.0.recv().map_err(std::io::Error::other)?;
        let mut written = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn slow() -> (Log, Sender<()>, Arc<Mutex<Vec<u8>>>) {
    let (go, waiting) = channel();
    let written = Arc::default();
    let log = Log::new(Slow(waiting, Arc::clone(&written)));
    (log, go, written)
}

/// A writer whose first write fails.
struct Failing(bool, Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Failing {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        if std::mem::take(&mut self.0) {
            return Err(std::io::ErrorKind::WouldBlock.into());
        }
        self.1.lock().expect("no panic").write(line)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_line_that_cannot_be_written_is_counted() {
    let written = Arc::default();
    let log = Log::new(Failing(true, Arc::clone(&written)));
    for line in [&b"lost\n"[..], b"kept\n"] {
        std::io::Write::write_all(&mut &log, line).expect("taken");
        log.finish(PATIENCE);
    }
    let written = written.lock().expect("no panic").clone();
    let expected = "1 lines of the log were dropped\nkept\n";
    assert_eq!(String::from_utf8(written).expect("UTF-8"), expected);
}

#[test]
fn what_finds_no_room_in_the_log_is_counted() {
    let (log, go, written) = slow();
    let total = MAX_LINES + MANY;
    for line in 0..total {
        std::io::Write::write_all(&mut &log, format!("line {line}\n").as_bytes()).expect("taken");
    }
    let started = std::time::Instant::now();
    log.finish(Duration::from_millis(100));
    assert!(started.elapsed() < PATIENCE, "it waited");
    for _ in 0..total {
        go.send(()).expect("it waits");
    }
    log.finish(PATIENCE);
    let written = written.lock().unwrap_or_else(PoisonError::into_inner);
    let text = String::from_utf8(written.clone()).expect("UTF-8");
    let (mut kept, mut dropped) = (0, 0);
    for line in text.lines() {
        match line.strip_suffix(" lines of the log were dropped") {
            Some(count) => dropped += count.parse::<usize>().expect("a number"),
            None => kept += 1,
        }
    }
    assert!(kept >= MAX_LINES, "{kept} lines were kept");
    assert_eq!(kept + dropped, total);
}

#[test]
fn what_a_client_says_hides_nothing_in_the_log() {
    let folder = one_document();
    let mut child = binary()
        .args(["-vvv", "--project"])
        .arg(folder.path())
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("piped");
    let hello = json!({
        "jsonrpc": "2.0", "id": "one\u{202e}", "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "client\u{9b}", "version": "0" },
        },
    });
    for line in [
        &hello.to_string(),
        "{\"jsonrpc\":\"2.0\",\"id\":\"two\u{202e}\",\"method\":\"no\u{9b}such\"}",
        "no message \u{202e}\u{1b}[2J",
    ] {
        writeln!(stdin, "{line}").expect("it reads");
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let hidden = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
    assert!(!said.contains(hidden), "{said:?}");
    assert!(said.contains("\\u{202e}"), "nothing of it was logged: {said}");
}
