//! Stands between a client and a server, and corrupts what the server says.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ExitCode, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::table;

type Asked = Arc<Mutex<HashMap<String, String>>>;

/// Runs a command with the corruption of this name: `NAME FILE COMMAND…`. The file
/// gets a byte for each answer that was changed.
pub fn run(arguments: &[String]) -> ExitCode {
    let [name, told, program, arguments @ ..] = arguments else {
        eprintln!("--proxy NAME FILE COMMAND…");
        return ExitCode::from(2);
    };
    let mut all = table::ALL.iter().copied().chain([table::NOTHING]);
    let corruption = all.find(|corruption| corruption.name == name);
    let corruption = corruption.expect("a corruption of this name");
    let mut told = File::options().append(true).open(told).expect("a file");
    let mut child = laws::command(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let asked = Asked::default();
    let requests = child.stdin.take().expect("it is piped");
    let theirs = Arc::clone(&asked);
    std::thread::spawn(move || pass(requests, &theirs));
    let answers = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut out = std::io::stdout().lock();
    for line in answers.lines().map_while(Result::ok) {
        let method = method(&line, &asked);
        let lines = match corruption.apply(&method, &line) {
            Some(lines) => {
                told.write_all(b".").expect("it is told");
                lines
            }
            None => vec![line],
        };
        for line in lines {
            // The client may be gone.
            let _ = out.write_all(line.as_bytes());
            let _ = out.write_all(b"\n");
        }
        let _ = out.flush();
    }
    match child.wait() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Passes the client's lines on, and keeps what is asked.
fn pass(mut to: impl std::io::Write, asked: &Asked) {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        if let Ok(message) = serde_json::from_str::<Value>(&line)
            && let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str())
        {
            let mut asked = asked.lock().expect("no panic holds it");
            asked.insert(id.to_string(), method.to_owned());
        }
        if writeln!(to, "{line}").and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// What a line of the server is the answer to; empty where it is none.
fn method(line: &str, asked: &Asked) -> String {
    let message: Value = serde_json::from_str(line).unwrap_or_default();
    if message.get("method").is_some() {
        return String::new();
    }
    let mut asked = asked.lock().expect("no panic holds it");
    asked.remove(&message["id"].to_string()).unwrap_or_default()
}
