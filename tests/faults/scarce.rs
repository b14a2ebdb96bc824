//! Descriptors and threads that the system does not give.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::protocol::call;
use crate::process::{GUIDE, project};

/// The least soft limits under which a program starts at all, and a few more.
const DESCRIPTORS: std::ops::RangeInclusive<u32> = 4..=40;

/// The limit under which a program that is started here can open so many: what it
/// has open then are its streams, and what it inherits from whoever runs the tests.
fn limit_for(more: u32) -> u32 {
    let open = Command::new("sh")
        .args(["-c", "ls /proc/$$/fd; true"])
        .stdin(Stdio::piped())
        .output()
        .expect("a shell");
    let open = String::from_utf8_lossy(&open.stdout).into_owned();
    let mut open: Vec<u32> = open.lines().filter_map(|one| one.parse().ok()).collect();
    open.sort_unstable();
    let beyond = |limit, one| limit + u32::from(one < limit);
    open.into_iter().fold(more, beyond)
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
            &format!("{limit}; exec \"$0\" -v --project \"$1\" serve"),
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

/// The number at which it does not start, and how many calls run at once above.
#[test]
fn descriptors_decide_how_many_calls_run_at_once() {
    // What is opened before the first call, and what remembered projects keep open.
    let idle = 8 + 16;
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    for (more, at_once) in [
        (20, None),
        (21, Some(1)),
        (idle + 2 * 12 - 1, Some(1)),
        (idle + 2 * 12, Some(2)),
        (idle + 3 * 12 - 1, Some(2)),
        (idle + 3 * 12, Some(3)),
        (idle + 64 * 12 - 1, Some(63)),
        (idle + 64 * 12, Some(64)),
        (2000, Some(64)),
    ] {
        let limit = limit_for(more);
        let given = format!("ulimit -n {limit}");
        let (answers, code, said) = under(&given, &[], folder.path(), &[call(&json!(1))]);
        let Some(at_once) = at_once else {
            assert_eq!((answers.len(), code), (0, Some(1)), "{limit}: {said}");
            let why = "21 more file descriptors are needed and cannot be had";
            assert!(said.contains(why), "{limit}: {said}");
            continue;
        };
        assert_eq!((answers.len(), code), (1, Some(0)), "{limit}: {said}");
        let told = format!("at_once={at_once}\n");
        assert!(said.contains(&told), "{limit}: {said}");
    }
}

/// However deep the directories are, a call opens no more than is reckoned for it,
/// and here one less.
#[test]
fn a_deep_walk_opens_what_is_reckoned() {
    let limit = limit_for(9);
    let deep = "d/".repeat(30);
    let files: Vec<String> = (1..=30)
        .map(|depth| format!("docs/{}a.md", &deep[..2 * depth]))
        .collect();
    let guide = "categories: {docs: {dir: docs, patterns: ['**/*.md']}}\n";
    let mut all = vec![("guide.yaml", guide)];
    all.extend(files.iter().map(|path| (path.as_str(), "text")));
    let folder = project(&all);
    for depth in 1..=30 {
        let at = folder.path().join("docs").join(&deep[..2 * depth]);
        std::os::unix::fs::symlink("a.md", at.join("link.md")).expect("a link");
        if depth > 1 {
            std::os::unix::fs::symlink("../a.md", at.join("up.md")).expect("a link");
        }
    }
    let get = || {
        let output = Command::new("sh")
            .args([
                "-c",
                &format!("ulimit -n {limit}; exec \"$0\" --project \"$1\" get docs"),
            ])
            .arg(env!("CARGO_BIN_EXE_mcp-guide"))
            .arg(folder.path())
            .env_remove("MCP_GUIDE_PROJECT")
            .stdin(Stdio::piped())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        ((output.status.code(), said), output.stdout)
    };
    // While something is renamed anywhere on the machine, a link with `..` is gone
    // through name by name, which opens more: only a quiet moment says what is reckoned.
    let disturbed = |said: &str| said.contains("up.md (too many open files)");
    let mut tries = (0..100).map(|_| get());
    let (end, found) = tries
        .find(|((_, said), _)| !disturbed(said))
        .expect("a moment in which nothing is renamed");
    assert_eq!(end, (Some(0), String::new()));
    let found = String::from_utf8_lossy(&found);
    assert_eq!(found.matches("Content-Location").count(), 30 + 30 + 29);
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
