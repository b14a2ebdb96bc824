//! The law of memory: whatever a session's file holds, a hook answers within bounds, and the next time
//! that a file is touched what is left of its rules comes.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;

use camino::Utf8Path;
use mcp_guide::Table;
use mcp_guide::cli::hook::memory::Memory;
use mcp_guide::cli::hook::{Environment, HookRun};
use mcp_guide::cli::setup::client::Client;
use serde_json::{Value, json};

use super::answer::{Body, read};
use super::session::Subject;
use super::world::{Form, Link, Rule, World};
use super::written::{Dress, Script, Shape, Written};
use crate::bytes::Bytes;
use crate::{Verdict, ensure, folder, utf8};

/// What a byte chooses.
const STEPS: usize = 10;
/// The most steps.
const MOST: usize = 24;
/// How many events what is left takes.
const EVENTS: usize = 6;

/// Decodes steps of a session, between which the files of its memory are cut, filled or replaced.
///
/// # Errors
///
/// What an answer has too much, or what never came.
pub fn damage(data: &[u8], subject: &Subject<'_>) -> Verdict {
    let folder = folder();
    let root = utf8(&folder).canonicalize_utf8().expect("it is there");
    let (project, state) = (root.join("project"), root.join("state"));
    let rule = |length, shape, form, place| Rule {
        text: Written { length, script: Script::Ascii, shape, seed: length as u32 },
        link: Link::Nothing,
        copies: vec![(form, place, Dress::Plain)],
    };
    let rules = [
        rule(13_000, Shape::Sections, Form::Cursor, 0),
        rule(11_000, Shape::Lines, Form::Agents, 1),
        rule(700, Shape::Sections, Form::Windsurf, 2),
    ];
    let world = World::new(&project, &rules, None);
    let mut run = HookRun {
        table: Table::clone(crate::table()).into(),
        client: Client::find("claude-code").expect("a client"),
        program: vec!["mcp-guide".to_owned()],
        project: None,
        memory: None,
        until: None,
        user: false,
        strict: false,
        environment: Environment::default(),
    };
    let mut came: BTreeMap<String, Vec<Range<usize>>> = BTreeMap::new();
    let mut send = |message: Value| {
        run.memory = Some(Memory::at(&state).expect("a folder"));
        let mut said = None;
        subject(&run, message.to_string().as_bytes(), &mut |answer| {
            said = Some(answer.to_owned());
            Ok(())
        });
        if message["source"] == "compact" {
            came.clear();
        }
        said.map_or(Ok(()), |said| take(&said, &world, &mut came))
    };
    let mut message = |name: &str, more: Value| {
        let mut message = json!({ "session_id": "1", "cwd": project, "hook_event_name": name });
        more.as_object().into_iter().flatten().for_each(|(key, value)| message[key] = value.clone());
        send(message)
    };
    let touch = |path: &str| json!({ "tool_name": "Write", "tool_input": { "file_path": path } });
    let mut bytes = Bytes(data);
    for _ in 0..MOST {
        if bytes.0.is_empty() {
            break;
        }
        match bytes.next() % STEPS {
            0 | 1 => message("PreToolUse", touch("src/a.ts"))?,
            2 => message("PreToolUse", touch("d.md"))?,
            3 | 4 => message("UserPromptSubmit", json!({ "prompt": "Go on." }))?,
            5 => message("SessionStart", json!({ "source": "compact" }))?,
            _ => change(&state, &mut bytes),
        }
    }
    message("PreToolUse", touch("src/a.ts"))?;
    for _ in 0..EVENTS {
        message("UserPromptSubmit", json!({ "prompt": "Go on." }))?;
    }
    for doc in world.docs.values() {
        let whole = world.text(doc.key);
        let mut rest: Vec<char> = whole.chars().collect();
        for range in came.get(&doc.path).into_iter().flatten() {
            rest[range.clone()].fill(' ');
        }
        let lost: String = rest.into_iter().collect();
        ensure(lost.trim().is_empty(), || format!("of {} this never came: {:?}", doc.path, lost.trim()))?;
    }
    Ok(())
}

/// Notes which characters of which texts came.
fn take(said: &str, world: &World, came: &mut BTreeMap<String, Vec<Range<usize>>>) -> Verdict {
    let answer: Value = serde_json::from_str(said).map_err(|error| error.to_string())?;
    let text = answer["hookSpecificOutput"]["additionalContext"].as_str().ok_or("there is no text")?;
    let length = text.encode_utf16().count();
    ensure(length <= 9_500, || format!("its text has {length} units"))?;
    for entry in read(text)?.entries {
        let doc = world.docs.get(&entry.path).ok_or_else(|| format!("{} is no rule", entry.path))?;
        let Body::Text { text, .. } = &entry.body else {
            continue;
        };
        let (whole, text) = (world.text(doc.key), text.trim());
        let at = match whole.trim_end().strip_suffix(text) {
            Some(before) => Some(before.len()),
            None => whole.find(text),
        };
        // The texts are ASCII.
        let at = at.ok_or_else(|| format!("{} has another text: {text:?}", entry.path))?;
        came.entry(entry.path).or_default().push(at..at + text.len());
    }
    Ok(())
}

/// Changes the files of a session.
fn change(state: &Utf8Path, bytes: &mut Bytes<'_>) {
    let kind = bytes.next() % 8;
    let names = state.read_dir_utf8().into_iter().flatten().flatten();
    let files = names.filter(|entry| entry.file_name().starts_with("session-"));
    let mut files: Vec<_> = files.map(|entry| entry.path().to_owned()).collect();
    files.sort();
    let part = bytes.next();
    let few = |bytes: &mut Bytes<'_>| {
        let count = bytes.next() % 24;
        (0..count).map(|_| bytes.next() as u8).collect::<Vec<u8>>()
    };
    let some = few(bytes);
    for path in files {
        let held = fs::read(&path).expect("it is ours");
        let at = held.len() * part / 255;
        let lines = held.split_inclusive(|byte| *byte == b'\n');
        let now = match kind {
            // It was ended while it wrote.
            0 | 1 => held[..at].to_vec(),
            2 => [&held[..], &some].concat(),
            3 => some.clone(),
            4 => [&held[..at], b"\n", &some, b"\n", &held[at..]].concat(),
            5 => [&held[..], b"\n", &b"a b\n".repeat(1 << (11 + part % 9))].concat(),
            // A row comes again.
            6 => [&held[..], lines.clone().nth(part % lines.count().max(1)).unwrap_or_default()].concat(),
            _ => Vec::new(),
        };
        fs::write(path, now).expect("it is ours");
    }
}
