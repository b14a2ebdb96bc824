//! Clients that ask for much, repeat their ids, go away or do not read.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::process::{
    GUIDE, Running, Server, binary, get_docs, hello, one_document, project, request, result_of,
};

/// The size of the document, so that answers fill what is between client and server.
const BYTES: usize = 200_000;

fn large() -> TempDir {
    project(&[GUIDE, ("docs/a.md", &"x".repeat(BYTES))])
}

#[track_caller]
fn lives(server: &mut Server) {
    let result = server.call("get_category_content", json!({ "category": "docs" }));
    assert_eq!(result["value"], "a");
}

#[test]
fn a_thousand_calls_in_flight_are_each_answered_once() {
    let folder = large();
    let mut server = Server::start(folder.path());
    let before = server.resident();
    let lines: Vec<_> = (1000..2000).map(|id| get_docs(id).to_string()).collect();
    // In one piece: all of them are on their way before the first answer is read.
    server.line(&lines.join("\n"));
    let mut answers: HashMap<u64, usize> = HashMap::new();
    let mut most = 0;
    for _ in 0..1000 {
        let answer = server.receive();
        let value = result_of(&answer["result"]);
        assert_eq!(value["value"].as_str().map(str::len), Some(BYTES));
        *answers.entry(answer["id"].as_u64().expect("an id")).or_default() += 1;
        most = most.max(server.resident());
    }
    assert_eq!(answers.len(), 1000);
    assert!(answers.values().all(|count| *count == 1));
    assert!(server.silent(Duration::from_millis(200)), "an answer too many");
    let grown = most.saturating_sub(before);
    println!("{} MiB more at most", grown >> 20);
    assert!(grown < 200 << 20, "{grown} bytes more");
}

#[test]
fn ids_that_were_cancelled_cost_nothing() {
    let folder = one_document();
    let mut server = Server::start(folder.path());
    for round in 0..200 {
        let id = format!("again {round}");
        let cancel = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
        });
        let call = get_docs(id);
        server.line(&[&call, &cancel, &call, &cancel].map(Value::to_string).join("\n"));
    }
    let last = server.ask("ping", json!({}));
    let mut answers: HashMap<String, usize> = HashMap::new();
    loop {
        let answer = server.receive();
        if answer["id"] == last {
            break;
        }
        *answers.entry(answer["id"].to_string()).or_default() += 1;
    }
    assert!(answers.values().all(|count| *count <= 2), "{answers:?}");
    for _ in 0..70 {
        lives(&mut server);
    }
}

#[test]
fn odd_arguments_are_answered_shortly() {
    let folder = one_document();
    let mut server = Server::start(folder.path());
    let long = "x".repeat(64 << 10);
    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    let deep: Value = serde_json::from_str(&deep).expect("JSON");
    let many: serde_json::Map<_, _> = (0..5000).map(|n| (format!("a{n}"), json!(n))).collect();
    for (arguments, most) in [
        (json!({ "category": "docs", long: "x" }), 2_000),
        (json!({ "category": deep }), 2_000),
        (many.into(), 10_000),
    ] {
        let result = server.call("get_category_content", arguments);
        assert_eq!(result["error_type"], "invalid_argument");
        let error = result["error"].as_str().expect("words");
        assert!(error.len() < most, "{} bytes of error", error.len());
    }
    lives(&mut server);
}

/// One line of 14 MB of many small values.
#[test]
fn many_small_values_take_little_memory() {
    let folder = one_document();
    let mut server = Server::start(folder.path());
    let before = server.resident();
    server.line(&format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"get_content","arguments":{{"a":[{}0]}}}}}}"#,
        "0,".repeat(7_000_000)
    ));
    let answer = server.receive();
    assert_eq!(answer["id"], 7);
    assert_eq!(answer["error"]["code"], -32600);
    let peak = server.most_resident();
    println!("{} MiB more", peak.saturating_sub(before) >> 20);
    assert!(peak < before + (64 << 20), "{before} and then {peak} bytes");
}

/// A line in which words, and what is quoted, stand at every place.
#[test]
fn many_places_in_a_line_take_little_memory() {
    let line = "x ".repeat(500_000);
    let folder = project(&[GUIDE, ("docs/a.txt", &line), ("docs/b.md", &line)]);
    let mut server = Server::start(folder.path());
    let before = server.resident();
    let query = json!({ "query": "x \"x x\" y", "pattern": "*" });
    let value = server.call("search_content", query)["value"].clone();
    assert_eq!(value.as_str().map(|text| text.lines().count()), Some(2));
    let peak = server.most_resident();
    println!("{} KiB more", peak.saturating_sub(before) >> 10);
    assert!(peak < before + (24 << 20), "{before} and then {peak} bytes");
}

/// A server whose client reads nothing yet.
struct Unread {
    _folder: TempDir,
    child: Running,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Unread {
    /// Starts a server, initializes it and sends so many calls.
    #[track_caller]
    fn start(calls: usize) -> Self {
        let folder = large();
        let mut child = binary()
            .arg("--project")
            .arg(folder.path())
            .arg("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = child.stdin.take().expect("piped");
        let initialize = request(0, "initialize", hello("2025-06-18", json!({})));
        writeln!(stdin, "{initialize}").expect("it reads");
        for id in 1..=calls {
            writeln!(stdin, "{}", get_docs(id)).expect("it reads");
        }
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        Self { _folder: folder, child: Running(child), stdin, stdout }
    }

    /// Reads one line.
    #[track_caller]
    fn first(mut self) -> Self {
        let mut first = String::new();
        self.stdout.read_line(&mut first).expect("an answer");
        self
    }
}

#[test]
fn a_client_that_closes_both_ends_mid_answer_ends_the_server() {
    let Unread { _folder, mut child, stdin, stdout } = Unread::start(50).first();
    drop((stdin, stdout));
    child.ended();
}

#[test]
fn a_client_that_never_reads_cannot_make_the_server_grow() {
    const CALLS: usize = 20_000;
    let Unread { _folder, mut child, mut stdin, stdout } = Unread::start(0);
    let written = AtomicUsize::new(0);
    let most = std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            for id in 1..=CALLS {
                writeln!(stdin, "{}", get_docs(id))?;
                written.fetch_add(1, Ordering::Relaxed);
            }
            std::io::Result::Ok(())
        });
        let (mut most, mut before) = (0, usize::MAX);
        // Until nothing more is taken for a second.
        while written.load(Ordering::Relaxed) != before {
            before = written.load(Ordering::Relaxed);
            for _ in 0..20 {
                most = most.max(child.resident());
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        child.signal(Signal::KILL);
        let _ = writing.join().expect("no panic");
        most
    });
    child.ended();
    drop(stdout);
    let taken = written.load(Ordering::Relaxed);
    println!("{taken} of {CALLS} calls, {} MiB at most", most >> 20);
    assert!(taken < CALLS, "it took every call of a client that never reads");
    assert!(most < 200 << 20, "{most} bytes");
}

#[test]
fn answers_go_out_whole_after_the_end_of_input() {
    let mut unread = Unread::start(20);
    drop(unread.stdin);
    // Longer than rmcp would wait.
    std::thread::sleep(Duration::from_millis(5_500));
    let mut ids = Vec::new();
    for line in unread.stdout.lines() {
        let answer: Value = serde_json::from_str(&line.expect("a line")).expect("a whole line");
        ids.push(answer["id"].as_u64().expect("an id"));
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..=20).collect::<Vec<_>>());
    assert_eq!(unread.child.ended().code(), Some(0));
}

#[test]
fn a_signal_drops_answers_that_nobody_reads_and_reports_it() {
    let mut unread = Unread::start(20);
    std::thread::sleep(Duration::from_millis(500));
    unread.child.signal(Signal::TERM);
    assert_eq!(unread.child.ended().code(), Some(1));
    let mut log = String::new();
    let stderr = unread.child.stderr.as_mut().expect("piped");
    stderr.read_to_string(&mut log).expect("UTF-8");
    // It has waited no longer than for the line, and not as at the end of input.
    assert!(log.ends_with("a line was cut: the client does not read timeout=1s\n"), "{log}");
}

/// After a signal, lines are whole for a client that reads.
#[test]
fn a_signal_does_not_cut_a_line_that_is_read() {
    let mut unread = Unread::start(20).first();
    unread.child.signal(Signal::TERM);
    for line in unread.stdout.lines() {
        serde_json::from_str::<Value>(&line.expect("a line")).expect("a whole line");
    }
    unread.child.ended();
}

/// A signal between any two lines, or in one, ends it, whoever waits to write.
#[test]
fn a_signal_among_queued_answers_ends_it() {
    for delay in [0, 1, 3, 10, 30] {
        let Unread { _folder, mut child, stdin, mut stdout } = Unread::start(20).first();
        std::thread::spawn(move || {
            let mut room = vec![0; 64 << 10];
            // Slowly, so that a line is on its way and others wait.
            while stdout.read(&mut room).is_ok_and(|bytes| bytes > 0) {
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        std::thread::sleep(Duration::from_millis(delay));
        child.signal(Signal::TERM);
        let code = child.ended().code();
        drop(stdin);
        assert!(matches!(code, Some(0 | 1)), "{delay} ms: {code:?}");
    }
}
