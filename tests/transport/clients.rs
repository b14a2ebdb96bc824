//! Clients that ask for much, that go away, or that do not read.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::process::{GUIDE, PATIENCE, Server, binary, project, result_of};

/// A document of this many bytes, so that answers fill what lies between.
const BYTES: usize = 200_000;

fn large() -> tempfile::TempDir {
    project(&[GUIDE, ("docs/a.md", &"x".repeat(BYTES))])
}

fn call(id: usize) -> String {
    let params = json!({ "name": "get_category_content", "arguments": { "category": "docs" } });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
}

#[test]
fn a_thousand_calls_in_flight_are_each_answered_once() {
    let folder = large();
    let mut server = Server::start(folder.path());
    let before = server.resident();
    let mut line = String::new();
    for id in 1000..2000 {
        line.push_str(&call(id));
        line.push('\n');
    }
    // In one piece: all of them are on their way before the first answer is read.
    server.line(line.trim_end());
    let mut answers: HashMap<u64, usize> = HashMap::new();
    let mut most = 0;
    for _ in 0..1000 {
        let answer = server.receive();
        let value = result_of(&answer["result"]);
        assert_eq!(value["value"].as_str().map(str::len), Some(BYTES));
        *answers
            .entry(answer["id"].as_u64().expect("an id"))
            .or_default() += 1;
        most = most.max(server.resident());
    }
    assert_eq!(answers.len(), 1000);
    assert!(answers.values().all(|count| *count == 1));
    assert!(
        server.silent(Duration::from_millis(200)),
        "an answer too many"
    );
    let grown = most.saturating_sub(before);
    println!(
        "1,000 calls of {BYTES} bytes: {} MiB more at most",
        grown >> 20
    );
    assert!(grown < 200 << 20, "{grown} bytes more");
}

#[test]
fn a_client_that_disappears_ends_the_server() {
    let folder = large();
    let mut server = Server::start(folder.path());
    for id in 0..50 {
        server.line(&call(id));
    }
    server.receive();
    server.hang_up();
    let status = server.ended();
    assert_eq!(status.code(), Some(0), "{status}");
}

#[test]
fn a_client_that_closes_both_ends_mid_answer_ends_the_server() {
    let folder = large();
    let mut child = unread(folder.path());
    let mut stdin = child.stdin.take().expect("piped");
    writeln!(stdin, "{}", initialize()).expect("it reads");
    for id in 0..50 {
        writeln!(stdin, "{}", call(id)).expect("it reads");
    }
    let mut first = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    stdout.read_line(&mut first).expect("an answer");
    drop(stdout);
    drop(stdin);
    let started = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(started.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A server whose output nobody reads yet.
fn unread(project: &Path) -> Child {
    binary()
        .arg("--project")
        .arg(project)
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

fn initialize() -> Value {
    json!({
        "jsonrpc": "2.0", "id": "first", "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "faults", "version": "0" },
        },
    })
}

#[test]
fn a_client_that_never_reads_cannot_make_the_server_grow() {
    const CALLS: usize = 20_000;
    let folder = large();
    let mut child = unread(folder.path());
    let mut stdin = child.stdin.take().expect("piped");
    let written = AtomicUsize::new(0);
    let resident = || {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS"))
            .expect("a size");
        line.split_whitespace()
            .nth(1)
            .and_then(|number| number.parse::<u64>().ok())
            .expect("a number")
    };
    let most = std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            writeln!(stdin, "{}", initialize())?;
            for id in 0..CALLS {
                writeln!(stdin, "{}", call(id))?;
                written.fetch_add(1, Ordering::Relaxed);
            }
            std::io::Result::Ok(())
        });
        let (mut most, mut before) = (0, usize::MAX);
        // Until nothing more is taken for a second.
        while written.load(Ordering::Relaxed) != before {
            before = written.load(Ordering::Relaxed);
            for _ in 0..20 {
                most = most.max(resident());
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        rustix::process::kill_process(
            rustix::process::Pid::from_child(&child),
            rustix::process::Signal::KILL,
        )
        .expect("it runs");
        let _ = writing.join().expect("no panic");
        most
    });
    child.wait().expect("it is gone");
    let taken = written.load(Ordering::Relaxed);
    println!(
        "{taken} of {CALLS} calls were taken, {} MiB at most",
        most >> 10
    );
    assert!(
        taken < CALLS,
        "it took every call of a client that never reads"
    );
    assert!(most < 200 << 10, "{most} KiB");
}
