//! What clients do to the protocol: ids, the end of input, signals, and what the
//! system does not give.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::process::{GUIDE, PATIENCE, Server, binary, project};

/// The least soft limits under which a program starts at all, and a few more.
const DESCRIPTORS: std::ops::RangeInclusive<u32> = 4..=40;

fn call(id: &Value) -> Value {
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

/// Runs a server by a shell that takes something from it first, initializes it and
/// calls: what it answers in the order of the calls, its exit code and what it says.
fn under(
    limit: &str,
    environment: &[(&str, &str)],
    folder: &Path,
    calls: &[Value],
) -> (Vec<Value>, Option<i32>, String) {
    let mut child = Command::new("sh")
        .args([
            "-c",
            &format!("{limit}; exec \"$0\" --project \"$1\" serve"),
        ])
        .arg(env!("CARGO_BIN_EXE_mcp-guide"))
        .arg(folder)
        .envs(environment.iter().copied())
        .env_remove("MCP_GUIDE_PROJECT")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("piped");
    let initialize = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "faults", "version": "0" },
    }});
    let lines: Vec<String> = calls.iter().map(|call| format!("{call}\n")).collect();
    // It may be gone already.
    let _ = write!(stdin, "{initialize}\n{}", lines.concat());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let mut answers: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|answer| answer["id"] != 0)
        .collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    (
        answers,
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// However many calls come at once, and whatever each of them opens, none fails
/// for want of descriptors.
#[test]
fn few_descriptors_are_right_answers_or_a_clear_end() {
    const CALLS: usize = 60;
    let deep = "docs/1/2/3/4/5/6/7/8/9/a.md";
    let wide = 8;
    let mut guide = "categories:\n  docs: {dir: docs, patterns: ['**']}\n".to_owned();
    for at in 0..wide {
        guide.push_str(&format!("  c{at}: {{dir: docs/{at}, patterns: ['**']}}\n"));
    }
    let members: Vec<String> = (0..wide).map(|at| format!("c{at}")).collect();
    guide.push_str(&format!(
        "collections:\n  all: {{categories: [{}]}}\n",
        members.join(", ")
    ));
    let documents: Vec<(String, String)> = (0..wide)
        .map(|at| (format!("docs/{at}/b{at}.md"), format!("body {at}")))
        .collect();
    let mut files = vec![("guide.yaml", guide.as_str()), (deep, "deep")];
    files.extend(documents.iter().map(|(path, body)| (&path[..], &body[..])));
    let folder = project(&files);
    let get = |id: usize, name: &str, pattern: &str| {
        let params = json!({ "name": "get_content", "arguments": {
            "category_or_collection": name, "pattern": pattern,
        }});
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
    };
    let calls: Vec<Value> = (1..=CALLS)
        .map(|id| match id % 4 {
            0 => get(id, "all", "b*"),
            _ => get(id, "docs", "**/a.md"),
        })
        .collect();
    let mut answered = 0;
    for limit in DESCRIPTORS {
        let (answers, code, said) =
            under(&format!("ulimit -n {limit}"), &[], folder.path(), &calls);
        if code == Some(127) {
            println!("{limit}: nothing starts");
            continue;
        }
        if answers.is_empty() {
            assert_eq!(code, Some(1), "{limit}: {said}");
            assert!(said.contains("descriptors are needed"), "{limit}: {said}");
            continue;
        }
        answered += 1;
        assert_eq!((answers.len(), code), (CALLS, Some(0)), "{limit}: {said}");
        for answer in answers {
            let text = answer["result"]["content"][0]["text"].as_str();
            let result: Value = serde_json::from_str(text.expect("a text")).expect("JSON");
            let value = result["value"].as_str().unwrap_or_default();
            let right = match answer["id"].as_u64().expect("an id") % 4 {
                0 => (0..wide).all(|at| value.contains(&format!("body {at}"))),
                _ => value == "deep",
            };
            assert!(
                right && result.get("message").is_none(),
                "{limit}: {result}"
            );
        }
    }
    assert!(answered >= 3, "{answered} were answered");
}

#[test]
fn no_thread_is_a_clear_end() {
    // No system gives a thread so much room for its stack.
    let stack = (1_u64 << 60).to_string();
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let environment = [("RUST_MIN_STACK", &stack[..])];
    let (answers, code, said) = under("true", &environment, folder.path(), &[call(&json!(1))]);
    assert_eq!((answers.len(), code), (0, Some(1)), "{said}");
    assert!(said.contains("thread"), "{said}");
}

/// Room for some threads and not for others: whatever starts also answers.
#[test]
fn few_threads_are_an_answer_or_a_clear_end() {
    let stack = (1_u64 << 30).to_string();
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let environment = [("RUST_MIN_STACK", &stack[..])];
    for threads in 1..=6_u64 {
        let limit = format!("ulimit -v {}", threads * (1 << 20) + (1 << 19));
        let (answers, code, said) = under(&limit, &environment, folder.path(), &[call(&json!(1))]);
        match answers.first() {
            Some(answer) => assert!(answer.get("result").is_some(), "{threads}: {answer}"),
            None => {
                assert_eq!(code, Some(1), "{threads}: {said}");
                assert!(said.contains("thread"), "{threads}: {said}");
            }
        }
    }
}
