//! What clients do to the protocol: ids, the end of input and signals.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::process::{GUIDE, PATIENCE, Server, binary, project};

pub fn call(id: &Value) -> Value {
    let params = json!({ "name": "get_category_content", "arguments": { "category": "docs" } });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

#[test]
fn ids_that_are_in_flight_cost_nothing() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let mut server = Server::start(folder.path());
    for round in 0..20 {
        let equal = format!("{}\n", call(&json!(format!("equal {round}")))).repeat(65);
        // In one write, so that none is answered before the last is read.
        server.line(equal.trim_end());
        let mut results = 0;
        for _ in 0..65 {
            let answer = server.receive();
            match answer.get("error") {
                Some(error) => assert_eq!(error["code"], -32600, "{answer}"),
                None => results += 1,
            }
        }
        assert!(results >= 1, "none was answered");
    }
    let result = server.call("get_category_content", json!({ "category": "docs" }));
    assert_eq!(result["value"], "a");
}

#[test]
fn ids_that_were_cancelled_cost_nothing() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let mut server = Server::start(folder.path());
    let cancelled = |id: &Value| {
        json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
        })
    };
    for round in 0..200 {
        let id = json!(format!("again {round}"));
        let lines = [call(&id), cancelled(&id), call(&id), cancelled(&id)];
        server.line(&lines.map(|line| line.to_string()).join("\n"));
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
        let result = server.call("get_category_content", json!({ "category": "docs" }));
        assert_eq!(result["value"], "a");
    }
}

/// One line of 14 MB of many small values.
#[test]
fn many_small_values_take_little_memory() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let mut server = Server::start(folder.path());
    let before = server.resident();
    server.line(&format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"get_content","arguments":{{"a":[{}0]}}}}}}"#,
        "0,".repeat(7_000_000)
    ));
    let answer = server.receive();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(7), &json!(-32600))
    );
    let peak = server.most_resident();
    println!("{} MiB more", peak.saturating_sub(before) >> 20);
    assert!(peak < before + (64 << 20), "{before} and then {peak} bytes");
}

/// A line in which each of many words stands at every place.
#[test]
fn many_places_in_a_line_take_little_memory() {
    let line = "x".repeat(1_000_000);
    let folder = project(&[GUIDE, ("docs/a.txt", &line), ("docs/b.md", &line)]);
    let mut server = Server::start(folder.path());
    let words: Vec<String> = (1..=32).map(|length| "x".repeat(length)).collect();
    let found = |server: &mut Server| {
        let query = json!({ "query": words.join(" "), "pattern": "*" });
        let value = server.call("search_content", query)["value"].clone();
        assert_eq!(value.as_str().map(|text| text.lines().count()), Some(4));
    };
    let before = server.resident();
    found(&mut server);
    let peak = server.most_resident();
    println!("{} KiB more", peak.saturating_sub(before) >> 10);
    assert!(peak < before + (8 << 20), "{before} and then {peak} bytes");
}

#[test]
fn other_messages_before_initialize_are_ignored() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let mut command = binary();
    command.arg("--project").arg(folder.path()).arg("serve");
    let mut server = Server::spawn(command);
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    server.send(&json!({ "jsonrpc": "2.0", "id": 7, "result": {} }));
    server.send(&json!({ "jsonrpc": "2.0", "id": 7, "error": { "code": 1, "message": "x" } }));
    let answer = server.answer("initialize", json!({}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let words = answer["error"]["message"].to_string();
    assert!(words.contains("initialize"), "{words}");
    server.initialize(json!({}));
    let result = server.call("get_category_content", json!({ "category": "docs" }));
    assert_eq!(result["value"], "a");
}

/// A server whose client sent calls and reads nothing yet.
fn unread() -> (tempfile::TempDir, Child) {
    let folder = project(&[GUIDE, ("docs/a.md", &"x".repeat(200_000))]);
    let mut child = binary()
        .arg("--project")
        .arg(folder.path())
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let stdin = child.stdin.as_mut().expect("piped");
    let initialize = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "faults", "version": "0" },
    }});
    writeln!(stdin, "{initialize}").expect("it reads");
    for id in 1..=20 {
        writeln!(stdin, "{}", call(&json!(id))).expect("it reads");
    }
    (folder, child)
}

/// Less than what a client has at the end of input, 30 s: a signal has not waited
/// for that.
const AT_THE_END: Duration = Duration::from_secs(20);

/// How a process ended, and after how long.
fn ended(child: &mut Child) -> (Option<i32>, Duration) {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return (status.code(), started.elapsed());
        }
        assert!(started.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn answers_go_out_whole_after_the_end_of_input() {
    let (_folder, mut child) = unread();
    drop(child.stdin.take());
    // Longer than rmcp would wait.
    std::thread::sleep(Duration::from_millis(5_500));
    let stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut ids = Vec::new();
    for line in stdout.lines() {
        let answer: Value = serde_json::from_str(&line.expect("a line")).expect("a whole line");
        ids.push(answer["id"].as_u64().expect("an id"));
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..=20).collect::<Vec<_>>());
    assert_eq!(ended(&mut child).0, Some(0));
}

#[test]
fn a_signal_drops_answers_that_nobody_reads_and_says_so() {
    let (_folder, mut child) = unread();
    std::thread::sleep(Duration::from_millis(500));
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), Signal::TERM)
        .expect("it runs");
    let (code, took) = ended(&mut child);
    assert_eq!(code, Some(1));
    assert!(took < AT_THE_END, "{took:?}");
}

/// After a signal, lines are whole for a client that reads.
#[test]
fn a_signal_does_not_cut_a_line_that_is_read() {
    let (_folder, mut child) = unread();
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut first = String::new();
    stdout.read_line(&mut first).expect("an answer");
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), Signal::TERM)
        .expect("it runs");
    for line in stdout.lines() {
        serde_json::from_str::<Value>(&line.expect("a line")).expect("a whole line");
    }
    ended(&mut child);
}

/// A signal between any two lines, or in one, ends it, whoever waits to write.
#[test]
fn a_signal_among_queued_answers_ends_it_at_once() {
    for delay in [0, 1, 3, 10, 30] {
        let (_folder, mut child) = unread();
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut first = String::new();
        stdout.read_line(&mut first).expect("an answer");
        std::thread::spawn(move || {
            let mut room = vec![0; 64 << 10];
            // Slowly, so that a line is on its way and others wait.
            while stdout.read(&mut room).is_ok_and(|bytes| bytes > 0) {
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        std::thread::sleep(Duration::from_millis(delay));
        rustix::process::kill_process(rustix::process::Pid::from_child(&child), Signal::TERM)
            .expect("it runs");
        let (code, took) = ended(&mut child);
        assert!(matches!(code, Some(0 | 1)), "{delay} ms: {code:?}");
        assert!(took < AT_THE_END, "{delay} ms: {took:?}");
    }
}
