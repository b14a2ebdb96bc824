//! Descriptors and threads that the system does not give.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::process::{get_docs, hello, one_document, project, request};

/// The least soft limits under which a program starts at all, and a few more.
const DESCRIPTORS: std::ops::RangeInclusive<u32> = 4..=40;

/// The limit under which a program that is started here can open so many: what it
/// has open then are its streams, and what it inherits from whoever runs the tests.
fn limit_for(more: u32) -> u32 {
    let open = laws::command("sh")
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
    let mut child = laws::command("sh")
        .args(["-c", &format!("{limit}; exec \"$0\" -v --project \"$1\" serve")])
        .arg(env!("CARGO_BIN_EXE_mcp-guide"))
        .arg(folder)
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("piped");
    let initialize = request(0, "initialize", hello("2025-06-18", json!({})));
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
    (answers, output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// How many calls come at once.
const CALLS: usize = 60;
/// How many categories the collection has.
const WIDE: usize = 8;

/// A project with a collection of several categories, one of them deep, and calls of
/// both.
fn busy() -> (tempfile::TempDir, Vec<Value>) {
    let mut guide = "categories:\n  docs: {dir: docs, patterns: ['**']}\n".to_owned();
    for at in 0..WIDE {
        guide.push_str(&format!("  c{at}: {{dir: docs/{at}, patterns: ['**']}}\n"));
    }
    let members: Vec<String> = (0..WIDE).map(|at| format!("c{at}")).collect();
    guide.push_str(&format!("collections:\n  all: {{categories: [{}]}}\n", members.join(", ")));
    let documents: Vec<(String, String)> =
        (0..WIDE).map(|at| (format!("docs/{at}/b{at}.md"), format!("body {at}"))).collect();
    let deep = ("docs/1/2/3/4/5/6/7/8/9/a.md", "deep");
    let mut files = vec![("guide.yaml", guide.as_str()), deep];
    files.extend(documents.iter().map(|(path, body)| (&path[..], &body[..])));
    let get = |id: usize, name: &str, pattern: &str| {
        let params = json!({ "name": "get_content", "arguments": {
            "category_or_collection": name, "pattern": pattern,
        }});
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
    };
    let calls = (1..=CALLS).map(|id| match id % 4 {
        0 => get(id, "all", "b*"),
        _ => get(id, "docs", "**/a.md"),
    });
    (project(&files), calls.collect())
}

/// Whether an answer of [`busy`]'s calls is all that was asked for; else it has to say
/// that files could not be opened.
fn is_right(answer: &Value) -> bool {
    let text = answer["result"]["content"][0]["text"].as_str();
    let text = text.unwrap_or_else(|| panic!("no text: {answer}"));
    let result: Value = serde_json::from_str(text).expect("JSON");
    let value = result["value"].as_str().unwrap_or_default();
    let right = match answer["id"].as_u64().expect("an id") % 4 {
        0 => (0..WIDE).all(|at| value.contains(&format!("body {at}"))),
        _ => value == "deep",
    };
    let right = right && result.get("message").is_none();
    assert!(right || text.contains("too many open files"), "{result}");
    right
}

/// However few descriptors there are, each call is answered: with all that was asked
/// for, or with what could not be opened.
#[test]
fn few_descriptors_are_true_answers_or_a_clear_end() {
    let (folder, calls) = busy();
    let (mut answered, mut right) = (0, 0);
    for limit in DESCRIPTORS {
        let (answers, code, said) = under(&format!("ulimit -n {limit}"), &[], folder.path(), &calls);
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
        right += answers.iter().filter(|answer| is_right(answer)).count();
    }
    println!("{right} of {} are complete", answered * CALLS);
    assert!(answered >= 3, "{answered} were answered");
    assert!(right > 0, "none is complete");
}

/// The soft limit is raised to the hard one: under a low one all calls are complete.
#[test]
fn the_soft_limit_is_raised() {
    let (folder, calls) = busy();
    let (answers, code, said) = under("ulimit -S -n 30", &[], folder.path(), &calls);
    assert_eq!((answers.len(), code), (CALLS, Some(0)), "{said}");
    assert!(answers.iter().all(is_right));
}

/// A server opens nothing before the first call: it starts with the descriptors of its
/// streams only, and a call says that there are no more.
#[test]
fn a_server_starts_without_a_spare_descriptor() {
    let folder = one_document();
    for (more, complete) in [(1, false), (20, true)] {
        let given = format!("ulimit -n {}", limit_for(more));
        let (answers, code, said) = under(&given, &[], folder.path(), &[get_docs(1)]);
        assert_eq!((answers.len(), code), (1, Some(0)), "{more}: {said}");
        let text = answers[0]["result"]["content"][0]["text"].to_string();
        assert_eq!(!text.contains("too many open files"), complete, "{more}: {text}");
    }
}

/// However deep the directories are, a call opens few of them at once.
#[test]
fn a_deep_walk_opens_few_files() {
    let limit = limit_for(9);
    let deep = "d/".repeat(30);
    let files: Vec<String> = (1..=30).map(|depth| format!("docs/{}a.md", &deep[..2 * depth])).collect();
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
        let output = laws::command("sh")
            .args(["-c", &format!("ulimit -n {limit}; exec \"$0\" --project \"$1\" get docs")])
            .arg(env!("CARGO_BIN_EXE_mcp-guide"))
            .arg(folder.path())
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
    let (end, found) =
        tries.find(|((_, said), _)| !disturbed(said)).expect("a moment in which nothing is renamed");
    assert_eq!(end, (Some(0), String::new()));
    let found = String::from_utf8_lossy(&found);
    assert_eq!(found.matches("Content-Location").count(), 30 + 30 + 29);
}

#[test]
fn without_a_further_thread_it_ends_and_says_so() {
    // No system gives a thread so much room for its stack.
    let stack = (1_u64 << 60).to_string();
    let folder = one_document();
    let (answers, code, said) = under("true", &[("RUST_MIN_STACK", &stack)], folder.path(), &[get_docs(1)]);
    assert_eq!((answers.len(), code), (0, Some(1)), "{said}");
    assert!(said.contains("cannot start a thread that waits for signals: "), "{said}");
}

/// Room for some threads and not for others: whatever starts also answers.
#[test]
fn few_threads_are_an_answer_or_a_clear_end() {
    let stack = (1_u64 << 30).to_string();
    let folder = one_document();
    let environment = [("RUST_MIN_STACK", &stack[..])];
    let mut ends = String::new();
    for threads in 1..=6_u64 {
        let limit = format!("ulimit -v {}", threads * (1 << 20) + (1 << 19));
        let (answers, code, said) = under(&limit, &environment, folder.path(), &[get_docs(1)]);
        match answers.first() {
            Some(answer) => assert!(answer.get("result").is_some(), "{threads}: {answer}"),
            None => assert!(code == Some(1) && said.contains("thread"), "{threads}: {code:?} {said}"),
        }
        ends += &said;
    }
    assert!(ends.contains("no further thread can be started"), "{ends}");
}
