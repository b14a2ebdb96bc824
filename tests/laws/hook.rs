//! The laws of hooks: of messages, of names, and of sessions.

mod answer;
mod course;
pub mod cutting;
pub mod damage;
mod mind;
pub mod session;
pub mod world;
pub mod written;

use std::collections::BTreeMap;
use std::fs;
use std::io::Result as IoResult;
use std::sync::{Mutex, OnceLock, PoisonError};

use camino::Utf8PathBuf;
use mcp_guide::cli::hook::{Environment, HookRun};
use mcp_guide::cli::setup::client::Client;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Verdict, ensure, table};

/// Answers a message: the subject of a law.
pub type Answer<'a> = dyn Fn(&HookRun, &[u8]) -> Option<String> + 'a;

/// The program's own answer.
pub fn engine(hook: &HookRun, message: &[u8]) -> Option<String> {
    let mut printed = None;
    let mut print = |answer: &str| -> IoResult<()> {
        printed = Some(answer.to_owned());
        Ok(())
    };
    session::engine(hook, message, &mut print);
    printed
}

/// Checks that any message is answered by a text within bounds, or not at all. `@` in it is the
/// path of a project with one rule for every file.
///
/// # Errors
///
/// The answer decides something, is too long, or gives what is no rule.
pub fn message_of_anybody(message: &[u8], answer: &Answer<'_>) -> Verdict {
    static LAB: OnceLock<(TempDir, Utf8PathBuf)> = OnceLock::new();
    let (_, project) = LAB.get_or_init(|| {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().canonicalize().expect("it is there");
        let project = Utf8PathBuf::from_path_buf(path).expect("UTF-8").join("project");
        fs::create_dir_all(project.join("src/api")).expect("a folder");
        fs::write(project.join("src/api/old.ts"), "").expect("a file");
        fs::write(project.join("rule.md"), "---\napplies_to: ['**']\n---\nRemember this.\n").expect("a file");
        let guide = "categories: { rules: { dir: ., patterns: [rule.md] } }\n";
        fs::write(project.join("guide.yaml"), guide).expect("a file");
        (folder, project)
    });
    let message = String::from_utf8_lossy(message).replace('@', project.as_str());
    for name in
        ["claude-code", "vscode", "cursor", "codex", "gemini-cli", "copilot-cli", "qwen-code", "opencode"]
    {
        let run = HookRun {
            table: table().clone(),
            client: client(name),
            program: vec!["mcp-guide".to_owned()],
            project: None,
            memory: None,
            until: None,
            user: false,
            strict: false,
            environment: Environment::default(),
        };
        let Some(came) = answer(&run, message.as_bytes()) else {
            continue;
        };
        let came: Value = serde_json::from_str(&came).map_err(|error| error.to_string())?;
        let inner = &came["hookSpecificOutput"];
        let own = [&came["additionalContext"], &came["additional_context"]];
        let text = [&came, &inner["additionalContext"]].into_iter().chain(own);
        let text = text.filter_map(Value::as_str).next().ok_or("there is no text")?;
        ensure(text.chars().count() <= 9_500, || format!("{name}: {} characters", text.chars().count()))?;
        // Without a folder the message is of the process's own.
        let is_ours = text.contains("\n  Remember this.\n") || !message.contains("\"cwd\"");
        ensure(is_ours, || format!("{name}: {text:?}"))?;
        let fields = |of: &Value| of.as_object().map_or(0, serde_json::Map::len);
        let allowed = [(0, 0), (1, 0), (1, 2)].contains(&(fields(&came), fields(inner)));
        ensure(allowed, || format!("{name} decides: {came}"))?;
    }
    Ok(())
}

/// A known client. The table of clients is read once for each.
pub fn client(name: &str) -> Client {
    static KNOWN: Mutex<BTreeMap<String, Client>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(name.to_owned()).or_insert_with(|| Client::find(name).expect("a client")).clone()
}

/// What is around the names in the line of a rule.
const RULE: [&str; 4] = ["- ", ", which applies to ", " (", "):"];

/// Splits a line into what is in quotes, of which what is around them must be these.
fn quoted<'l, const N: usize>(line: &'l str, around: &[&str]) -> Result<[&'l str; N], String> {
    let parts: Vec<&str> = line.split('\'').collect();
    let (outside, inside): (Vec<_>, Vec<_>) = (0..parts.len()).partition(|at| at % 2 == 0);
    let is_ours = outside.iter().map(|at| parts[*at]).eq(around.iter().copied());
    ensure(is_ours, || format!("a line of a rule is another: {line}"))?;
    let inside: Vec<&str> = inside.into_iter().map(|at| parts[at]).collect();
    inside.try_into().map_err(|_| format!("a line of a rule has other names: {line}"))
}

/// Checks that the name of a rule and of the file that is touched imitate nothing.
///
/// # Errors
///
/// The line that is not what it should be.
pub fn names(rule: &str, file: &str, answer: &Answer<'_>) -> Verdict {
    let folder = TempDir::new().expect("a folder");
    let root = Utf8PathBuf::from_path_buf(folder.path().canonicalize().expect("it is there")).expect("UTF-8");
    fs::create_dir_all(root.join(".cursor/rules")).expect("a folder");
    fs::write(root.join(format!(".cursor/rules/{rule}.mdc")), "---\nglobs: '**'\n---\nText.\n")
        .expect("a file");
    let guide = "categories: { rules: { dir: .cursor/rules, patterns: ['*.mdc'] } }\n";
    fs::write(root.join("guide.yaml"), guide).expect("a file");
    let run = HookRun {
        table: table().clone(),
        client: client("claude-code"),
        program: vec!["mcp-guide".to_owned()],
        project: None,
        memory: None,
        until: None,
        user: false,
        strict: false,
        environment: Environment::default(),
    };
    let event = json!({ "session_id": "1", "cwd": root, "hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": { "file_path": root.join(file) } });
    let came = answer(&run, event.to_string().as_bytes()).ok_or("nothing came")?;
    let came: Value = serde_json::from_str(&came).map_err(|error| error.to_string())?;
    let text = came["hookSpecificOutput"]["additionalContext"].as_str().ok_or("there is no text")?;
    let lines: Vec<&str> = text.lines().collect();
    let [head, line, "  Text.", end] = lines.as_slice() else {
        return Err(format!("other lines: {lines:?}"));
    };
    let [_] = quoted(head, &["Rules of this project for ", ":"])?;
    let [name, pattern, source] = quoted(line, &RULE)?;
    ensure((pattern, source) == ("**", "globs"), || format!("another reason: {line}"))?;
    let begin: String = rule.chars().take_while(char::is_ascii_alphanumeric).take(50).collect();
    ensure(name.starts_with(&format!(".cursor/rules/{begin}")), || format!("another name: {line}"))?;
    ensure(end.starts_with("These are all"), || format!("another end: {end}"))
}
