//! What a session was given is remembered, whatever ends a hook or becomes of its files.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::Range;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::hooks::{GUIDE, RULE, hook, hook_of, message, said};
use crate::process::project;

/// The file of the only session.
fn session(state: &Path) -> PathBuf {
    let files = std::fs::read_dir(state.join("mcp-guide")).expect("a folder").flatten();
    let mut files = files.filter(|file| file.file_name().to_string_lossy().starts_with("session-"));
    files.next().expect("a session").path()
}

/// A rule that is longer than a message: numbered lines.
fn long() -> String {
    let lines = (0..400).map(|line| format!("Line {line} of this rule: remember it well.\n"));
    format!("---\nglobs: '**'\n---\n{}", lines.collect::<String>())
}

/// Which lines of it an answer has.
fn lines(answer: &str) -> Range<usize> {
    let answer: Value = serde_json::from_str(answer).unwrap_or_default();
    let given = &answer["hookSpecificOutput"];
    let text = given["additionalContext"].as_str().or(given["permissionDecisionReason"].as_str());
    let numbers = text.unwrap_or_default().lines();
    let numbers = numbers.filter_map(|line| line.strip_prefix("  Line ")?.split(' ').next()?.parse().ok());
    let numbers: Vec<usize> = numbers.collect();
    numbers.first().map_or(0..0, |first| *first..first + numbers.len())
}

/// Where nothing can be remembered, the rules are given each time.
#[test]
fn what_cannot_be_remembered_is_given_again() {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", RULE), ("file", "")]);
    let (project, state) = (folder.path().join("p"), folder.path().join("state"));
    let message = message(&project, "1");
    let twice = |state: &Path| {
        for _ in 0..2 {
            assert!(said(hook(&project, state), &message).contains("Remember this."));
        }
    };
    twice(&folder.path().join("file"));
    // Others may write into the folder.
    let open = folder.path().join("open");
    std::fs::create_dir_all(open.join("mcp-guide")).expect("a folder");
    let everybody = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(open.join("mcp-guide"), everybody).expect("it is ours");
    twice(&open);
    // Its files are links.
    said(hook(&project, &state), &message);
    let kept = folder.path().join("kept");
    std::fs::write(&kept, "kept").expect("a file");
    for entry in std::fs::read_dir(state.join("mcp-guide")).expect("a folder").flatten() {
        std::fs::remove_file(entry.path()).expect("it is there");
        symlink(&kept, entry.path()).expect("a link");
    }
    twice(&state);
    // Its files have other names.
    for entry in std::fs::read_dir(state.join("mcp-guide")).expect("a folder").flatten() {
        std::fs::remove_file(entry.path()).expect("it is there");
        std::fs::hard_link(&kept, entry.path()).expect("a link");
    }
    twice(&state);
    assert_eq!(std::fs::read_to_string(kept).expect("it stays"), "kept");
    // It is a link itself.
    let linked = folder.path().join("linked");
    std::fs::create_dir_all(folder.path().join("elsewhere")).expect("a folder");
    std::fs::create_dir_all(&linked).expect("a folder");
    symlink(folder.path().join("elsewhere"), linked.join("mcp-guide")).expect("a link");
    twice(&linked);
    let elsewhere = std::fs::read_dir(folder.path().join("elsewhere")).expect("a folder");
    assert_eq!(elsewhere.count(), 0);
}

/// Where nothing more can be remembered, the beginning of a long rule comes each time, with the command that
/// prints it, and no write is denied.
#[test]
fn a_session_over_its_bound_has_no_parts() {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", &long())]);
    let (project, state) = (folder.path().join("p"), folder.path().join("state"));
    let message = message(&project, "1");
    let strict = || {
        let mut hook = hook(&project, &state);
        hook.arg("--strict");
        said(hook, &message)
    };
    let first = strict();
    assert!(first.contains("deny") && first.contains("part 1 of 2"), "{first}");
    let session = session(&state);
    let rows = std::fs::read_to_string(&session).expect("rows");
    let row = rows.lines().find(|row| row.contains(".cursor/rules/a.mdc")).expect("a row");
    let row: Value = serde_json::from_str(row).expect("JSON");
    // Of so many rules that they are over a mebibyte.
    let rows = (0..8_000_u32).map(|at| {
        let mut row = row.clone();
        row["rule"]["rule"] = format!("rules/{at}.md").into();
        row["rule"]["text"] = format!("{at:08}-0000-4000-8000-000000000000").into();
        format!("{row}\n")
    });
    let rows: String = rows.collect();
    assert!(rows.len() > 1 << 20);
    std::fs::write(&session, &rows[..1 << 20]).expect("a file");
    for _ in 0..2 {
        let said = strict();
        assert!(lines(&said).start == 0 && lines(&said).end > 100, "{said}");
        assert!(said.contains("Read them by this command: "), "{said}");
        assert!(!said.contains("deny") && !said.contains("part 1"), "{said}");
        assert_eq!(session.metadata().expect("a file").len(), 1 << 20);
    }
    // What is no row does not count.
    std::fs::write(&session, "a b\n".repeat(1 << 18)).expect("a file");
    assert_eq!(lines(&strict()).start, 0);
    assert!(lines(&strict()).start > 100);
    assert_eq!(strict(), "");
    assert!(session.metadata().expect("a file").len() < 4_096);
}

/// Of a row that was not written whole nothing counts, and what follows it does.
#[test]
fn a_torn_row_loses_no_part() {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", &long())]);
    let project = folder.path().join("p");
    let message = message(&project, "1");
    for cut in [1, 2, 40, 100, 150, 300] {
        let state = folder.path().join(format!("state{cut}"));
        let give = || lines(&said(hook(&project, &state), &message));
        let first = give();
        let session = session(&state);
        let rows = std::fs::read(&session).expect("rows");
        std::fs::write(&session, &rows[..rows.len().saturating_sub(cut)]).expect("a file");
        let mut next = give();
        // The row of the first part is the first one.
        if next.start == 0 {
            assert_eq!(next, first, "{cut}");
            next = give();
        }
        assert_eq!((next.start, next.end), (first.end, 400), "{cut}");
        assert_eq!(give(), 0..0, "{cut}");
    }
}

/// A hook may be ended at any moment: every line comes, and those that a hook could not say it gave come again.
#[test]
fn hooks_that_are_ended_lose_nothing() {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", &long())]);
    let project = folder.path().join("p");
    let message = message(&project, "1");
    for strict in [false, true] {
        let state = folder.path().join(format!("state-{strict}"));
        let start = || -> Command {
            let mut hook = hook(&project, &state);
            hook.args(strict.then_some("--strict"));
            hook
        };
        let mut came = [false; 400];
        let mut take = |said: &str| came[lines(said)].fill(true);
        for at in 0..40 {
            let mut child = start().spawn().expect("it starts");
            let _ = child.stdin.take().expect("a pipe").write_all(message.as_bytes());
            thread::sleep(Duration::from_micros(at * 700));
            let _ = child.kill();
            let output = child.wait_with_output().expect("it ends");
            take(&String::from_utf8_lossy(&output.stdout));
        }
        for _ in 0..4 {
            take(&said(start(), &message));
        }
        let lost = came.iter().position(|came| !came);
        assert_eq!(lost, None, "strict: {strict}");
        assert_eq!(said(start(), &message), "");
    }
}

/// Of more files than one call may have, none is dropped.
#[test]
fn many_files_wait() {
    const NESTED: &str = "categories: { agents: { dir: ., nested: [AGENTS.md], patterns: [AGENTS.md] } }\n";
    let packages = 0..150;
    let rules = packages.clone().map(|at| {
        let text = format!("Of package {at}: {}.\n", "remember this ".repeat(40));
        (format!("p/packages/{at:03}/AGENTS.md"), text)
    });
    let mut files = vec![("p/guide.yaml".to_owned(), NESTED.to_owned())];
    files.extend(rules);
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let folder = project(&files);
    let (project, state) = (folder.path().join("p"), folder.path().join("state"));
    let send = |event: Value| {
        let mut event = event;
        event["session_id"] = "1".into();
        event["cwd"] = project.to_str().into();
        said(hook_of("codex", &project, &state), &event.to_string())
    };
    let mut came = BTreeSet::new();
    let mut take = |said: String| {
        let parts = said.split("Of package ").skip(1);
        came.extend(parts.filter_map(|part| part.split(':').next()?.parse::<usize>().ok()));
        !said.is_empty()
    };
    for first in [0, 50, 100] {
        let files = (first..first + 50).map(|at| format!("*** Update File: packages/{at:03}/a.ts\n"));
        let patch = format!("*** Begin Patch\n{}*** End Patch\n", files.collect::<String>());
        let input = json!({ "command": patch });
        take(send(
            json!({ "hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": input }),
        ));
    }
    let next = || send(json!({ "hook_event_name": "UserPromptSubmit", "prompt": "Go on." }));
    assert!((0..40).any(|_| !take(next())), "it does not end");
    let lost: Vec<usize> = packages.filter(|at| !came.contains(at)).collect();
    assert_eq!(lost, [0_usize; 0]);
}
