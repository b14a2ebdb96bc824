//! The law of hooks: of the rules for the files of a message, a session and agent is given each
//! once, and nothing else.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::sync::OnceLock;

use camino::Utf8PathBuf;
use mcp_guide::Table;
use mcp_guide::cli::hook::memory::Memory;
use mcp_guide::cli::hook::{HookRun, receive};
use mcp_guide::cli::setup::client::Client;
use mcp_guide::text::escape::EscapedLines;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Verdict, ensure};

/// A pattern, and whether it matches a path.
type Matching = (&'static str, fn(&str) -> bool);

/// The pattern of each rule.
pub const PATTERNS: [Matching; 5] = [
    ("**", |_| true),
    ("src/**", |path| path.starts_with("src/")),
    ("src/**/*.ts", |path| path.starts_with("src/") && path.ends_with(".ts")),
    ("docs/*.md", |path| path.starts_with("docs/") && path.ends_with(".md")),
    ("nothing/**", |_| false),
];
/// Paths of files, of which those that do not begin with `../` are in the project.
pub const PATHS: [&str; 6] = ["src/a.ts", "src/new/b.ts", "docs/c.md", "d.md", "../e.ts", "src"];

/// What happens to a hook.
#[derive(Debug, Clone)]
pub enum Step {
    /// A tool of this session and agent is about to touch a path of [`PATHS`].
    Touch(u8, Option<u8>, usize, Form),
    /// A session of this agent begins, by this cause.
    Start(u8, Option<u8>, &'static str),
    /// A rule gets this text.
    Rewrite(usize, String),
    /// Anything else is sent.
    Bytes(Vec<u8>),
}

/// How a message names a file.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    Absolute,
    Relative,
    Patch,
    Shell,
}

/// Rules, each with its text.
type Rules = BTreeSet<(usize, String)>;

/// Answers a message: the subject of the law.
pub type Answer<'a> = dyn Fn(&HookRun, &[u8]) -> Option<String> + 'a;

/// The program's own answer.
pub fn engine(hook: &HookRun, message: &[u8]) -> Option<String> {
    let mut printed = None;
    let message = receive(&hook.client, hook.memory.as_ref(), message).ok()?;
    let prepared = hook.prepare(&message).ok()?;
    let print = |answer: &str| {
        printed = Some(answer.to_owned());
        Ok(())
    };
    let _ = prepared.give(print);
    printed
}

/// Checks each answer of a sequence against what was given so far.
///
/// # Errors
///
/// What an answer has too much, or lacks.
pub fn hook(texts: &[String], steps: &[Step], strict: bool, answer: &Answer<'_>) -> Verdict {
    let folder = TempDir::new().expect("a folder");
    let root = Utf8PathBuf::from_path_buf(folder.path().canonicalize().expect("it is there")).expect("UTF-8");
    let project = root.join("project");
    for name in [".cursor/rules", "src/new", "docs"] {
        fs::create_dir_all(project.join(name)).expect("a folder");
    }
    for path in ["src/a.ts", "docs/c.md"] {
        fs::write(project.join(path), "").expect("a file");
    }
    let guide = "categories: { rules: { dir: .cursor/rules, patterns: ['*.mdc'] } }\n";
    fs::write(project.join("guide.yaml"), guide).expect("a file");
    let mut texts = texts.to_vec();
    let write = |at: usize, text: &str| {
        let header = format!("---\nglobs: {}\n---\n", PATTERNS[at].0);
        fs::write(project.join(format!(".cursor/rules/r{at}.mdc")), header + text).expect("a file");
    };
    texts.iter().enumerate().for_each(|(at, text)| write(at, text));
    let run = HookRun {
        table: Table::embedded().expect("a table"),
        client: Client::find("claude-code").expect("a client"),
        program: vec!["mcp-guide".to_owned()],
        project: None,
        memory: Memory::at(&root.join("state")).ok(),
        until: None,
        user: false,
        strict,
    };
    let mut given: HashMap<(u8, Option<u8>), Rules> = HashMap::new();
    for step in steps {
        let message = match step {
            Step::Rewrite(at, text) => {
                text.clone_into(&mut texts[*at]);
                write(*at, text);
                continue;
            }
            Step::Bytes(bytes) => {
                let said = answer(&run, bytes);
                ensure(said.is_none(), || format!("{step:?} is answered by {said:?}"))?;
                continue;
            }
            Step::Start(session, agent, source) => {
                if matches!(*source, "clear" | "compact") {
                    given.remove(&(*session, *agent));
                }
                let event = json!({ "hook_event_name": "SessionStart", "source": source });
                message(&project, *session, *agent, event)
            }
            Step::Touch(session, agent, path, form) => {
                let (tool, input) = form.input(&project, PATHS[*path]);
                let mut event =
                    json!({ "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input });
                if path % 2 == 0 {
                    // Fields of other events, and with other types.
                    event["source"] = "clear".into();
                    event["sessionId"] = 7.into();
                    event["agentId"] = json!({});
                }
                message(&project, *session, *agent, event)
            }
        };
        let came = answer(&run, message.to_string().as_bytes());
        let mut due = BTreeMap::new();
        if let Step::Touch(session, agent, path, form) = step {
            let path = PATHS[*path];
            let counts = match form {
                Form::Shell => matches!(path, "src/a.ts" | "docs/c.md"),
                _ => !path.starts_with("../") && path != "src",
            };
            let given = given.entry((*session, *agent)).or_default();
            for (at, text) in texts.iter().enumerate().filter(|(at, _)| counts && PATTERNS[*at].1(path)) {
                if given.insert((at, text.clone())) {
                    due.insert(format!(".cursor/rules/r{at}.mdc"), text.clone());
                }
            }
        }
        let denies = strict && matches!(step, Step::Touch(_, _, _, Form::Absolute | Form::Relative));
        check(came.as_deref(), &due, denies).map_err(|error| format!("{step:?}: {error}\n{came:?}"))?;
    }
    Ok(())
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
            table: Table::embedded().expect("a table"),
            client: Client::find(name).expect("a client"),
            program: vec!["mcp-guide".to_owned()],
            project: None,
            memory: None,
            until: None,
            user: false,
            strict: false,
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

fn message(project: &Utf8PathBuf, session: u8, agent: Option<u8>, event: Value) -> Value {
    let mut message = json!({ "session_id": format!("s{session}"), "cwd": project });
    if let Some(agent) = agent {
        message["agent_id"] = format!("a{agent}").into();
    }
    for (key, value) in event.as_object().into_iter().flatten() {
        message[key] = value.clone();
    }
    message
}

impl Form {
    fn input(self, project: &Utf8PathBuf, path: &str) -> (&'static str, Value) {
        match self {
            Self::Absolute => ("Write", json!({ "file_path": project.join(path), "content": "x" })),
            Self::Relative => ("Edit", json!({ "file_path": path })),
            Self::Patch => {
                let patch = format!("*** Begin Patch\n*** Update File: {path}\n@@\n-x\n*** End Patch\n");
                ("apply_patch", json!({ "command": patch }))
            }
            Self::Shell => {
                ("Bash", json!({ "command": format!("cat -n '{path}' >/dev/null; echo \"$(id)\"") }))
            }
        }
    }
}

/// Checks that an answer gives or names these rules and no others.
fn check(came: Option<&str>, due: &BTreeMap<String, String>, denies: bool) -> Verdict {
    let Some(came) = came else {
        return ensure(due.is_empty(), || format!("nothing came, where these were due: {due:?}"));
    };
    let answer: Value = serde_json::from_str(came).map_err(|error| error.to_string())?;
    let key = if denies { "permissionDecisionReason" } else { "additionalContext" };
    let text = answer["hookSpecificOutput"][key].as_str().ok_or("there is no text")?;
    let mut whole = json!({ "hookSpecificOutput": { "hookEventName": "PreToolUse" } });
    if denies {
        whole["hookSpecificOutput"]["permissionDecision"] = "deny".into();
    }
    whole["hookSpecificOutput"][key] = text.into();
    ensure(answer == whole, || "it has other fields".to_owned())?;
    ensure(text.chars().count() <= 9_500, || format!("it has {} characters", text.chars().count()))?;
    let (mut seen, mut more) = (BTreeSet::new(), 0);
    let mut lines = text.lines().skip(1).peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("- ") {
            let [name, _, _] = quoted(line, &RULE)?;
            let mut body = String::new();
            while let Some(line) = lines.next_if(|line| line.is_empty() || line.starts_with("  ")) {
                body += line.strip_prefix("  ").unwrap_or(line);
                body.push('\n');
            }
            let due = due.get(name).ok_or_else(|| format!("{name} is not due"))?;
            let words = |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).collect::<String>();
            ensure(words(&body).contains(&words(&visible(due))), || {
                format!("{name} has another text: {body:?}")
            })?;
            ensure(seen.insert(name.to_owned()), || format!("{name} comes twice"))?;
        } else if let Some(rest) = line.strip_prefix("More apply, which do not fit here: ") {
            let names = rest.split('\'').filter(|name| name.starts_with(".cursor/"));
            for name in names {
                ensure(due.contains_key(name), || format!("{name} is not due"))?;
                ensure(seen.insert(name.to_owned()), || format!("{name} comes twice"))?;
            }
            let count = rest
                .split_once(" more")
                .and_then(|(before, _)| before.rsplit(' ').next()?.parse::<usize>().ok());
            more = count.unwrap_or(0);
        } else {
            ensure(line.starts_with("These are all"), || format!("a line of nothing: {line:?}"))?;
        }
    }
    ensure(seen.len() + more == due.len(), || format!("of {due:?} only {seen:?} came"))
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
        table: Table::embedded().expect("a table"),
        client: Client::find("claude-code").expect("a client"),
        program: vec!["mcp-guide".to_owned()],
        project: None,
        memory: None,
        until: None,
        user: false,
        strict: false,
    };
    let event = json!({ "hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": { "file_path": root.join(file) } });
    let came = answer(&run, message(&root, 0, None, event).to_string().as_bytes()).ok_or("nothing came")?;
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

/// A text as it is given.
fn visible(text: &str) -> String {
    EscapedLines(text).to_string()
}
