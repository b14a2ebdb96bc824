//! Hooks of clients: many at once, in broken surroundings, and that they end by themselves.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::stalled::Stalled;
use crate::process::{PATIENCE, Running, binary, project, superuser};

pub(super) const GUIDE: &str = "categories: { rules: { dir: .cursor/rules, patterns: ['*.mdc'] } }\n";
pub(super) const RULE: &str = "---\nglobs: '**'\n---\nRemember this.\n";

/// A hook of a session in a project, with its state in a folder.
pub(super) fn hook(project: &Path, state: &Path) -> Command {
    hook_of("claude-code", project, state)
}

pub(super) fn hook_of(client: &str, project: &Path, state: &Path) -> Command {
    let mut command = binary();
    command.args(["hook", client]).current_dir(project).env("XDG_STATE_HOME", state);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(super) fn message(project: &Path, session: &str) -> String {
    let input = json!({ "file_path": project.join("a.ts") });
    let event = json!({ "session_id": session, "cwd": project, "hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": input });
    event.to_string()
}

/// The message of a session whose context was compacted.
fn begins_anew(cwd: &Path, session: &str) -> Value {
    json!({ "session_id": session, "cwd": cwd, "hook_event_name": "SessionStart", "source": "compact" })
}

/// What a hook prints, which ends well.
#[track_caller]
pub(super) fn said(mut command: Command, message: &str) -> String {
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(message.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn sixteen_hooks_at_once_give_a_rule_once() {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", RULE)]);
    let (project, state) = (folder.path().join("p"), folder.path().join("state"));
    for session in ["1", "2", "3", "4"] {
        let message = message(&project, session);
        let given = || !said(hook(&project, &state), &message).is_empty();
        let at_once = thread::scope(|scope| {
            let hooks: Vec<_> = (0..16).map(|_| scope.spawn(given)).collect();
            hooks.into_iter().map(|hook| hook.join().expect("it runs")).filter(|given| *given).count()
        });
        assert_eq!((at_once, given()), (1, false), "session {session}");
    }
}

/// Claude Code reads `AGENTS.md` where no `CLAUDE.md` is, and opencode the reverse.
#[test]
fn what_a_client_reads_in_place_of_another_file_is_left_out() {
    const NESTED: &str = "categories: { agents: { dir: ., nested: [AGENTS.md, CLAUDE.md], patterns: [AGENTS.md, CLAUDE.md] } }\n";
    let given = |client: &str, files: &[&str]| {
        let mut all = vec![("p/guide.yaml", NESTED)];
        let texts: Vec<String> = files.iter().map(|path| format!("Remember this: {path}.\n")).collect();
        all.extend(files.iter().copied().zip(texts.iter().map(String::as_str)));
        let folder = project(&all);
        let (project, state) = (folder.path().join("p"), folder.path().join("state"));
        let input = json!({ "file_path": project.join("src/a.ts"), "filePath": project.join("src/a.ts") });
        let mut event =
            json!({ "session_id": "1", "cwd": project, "tool_name": "Read", "tool_input": input });
        if client == "opencode" {
            event["tool_name"] = "read".into();
        }
        let mut hook = hook_of(client, &project, &state);
        hook.env("CLAUDE_PROJECT_DIR", &project);
        said(hook, &event.to_string()).matches("Remember this: ").count()
    };
    for (client, files, due) in [
        ("claude-code", &["p/AGENTS.md", "p/src/AGENTS.md"] as &[&str], 0),
        ("claude-code", &["p/AGENTS.md", "p/CLAUDE.md", "p/src/AGENTS.md"], 2),
        ("claude-code", &["p/AGENTS.md", "p/.claude/CLAUDE.md"], 1),
        ("claude-code", &["p/AGENTS.md", "p/CLAUDE.local.md"], 1),
        ("claude-code", &["p/AGENTS.md", "CLAUDE.md"], 1),
        ("claude-code", &["p/AGENTS.md", "p/src/AGENTS.md", "p/src/CLAUDE.md"], 1),
        ("opencode", &["p/CLAUDE.md", "p/src/CLAUDE.md"], 0),
        ("opencode", &["p/CLAUDE.md", "p/AGENTS.md", "p/src/CLAUDE.md"], 1),
        ("opencode", &["p/CLAUDE.md", "p/src/AGENTS.md", "p/src/CLAUDE.md"], 1),
    ] {
        assert_eq!(given(client, files), due, "{client} {files:?}");
    }
}

/// Of writes at once one is denied.
#[test]
fn six_strict_writes_at_once_are_denied_once() {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", RULE)]);
    let (project, state) = (folder.path().join("p"), folder.path().join("state"));
    for session in ["1", "2", "3"] {
        let message = message(&project, session);
        let is_denied = || {
            let mut hook = hook(&project, &state);
            hook.arg("--strict");
            let said = said(hook, &message);
            assert_eq!(said.contains("Remember this."), said.contains("deny"), "{said}");
            !said.is_empty()
        };
        let denied = thread::scope(|scope| {
            let hooks: Vec<_> = (0..6).map(|_| scope.spawn(is_denied)).collect();
            hooks.into_iter().map(|hook| hook.join().expect("it runs")).filter(|is| *is).count()
        });
        assert_eq!((denied, is_denied()), (1, false), "session {session}");
    }
}

/// An answer comes whole through the smallest pipe, though it is read after the hook's time.
#[cfg(target_os = "linux")]
#[test]
fn a_slow_reader_gets_a_whole_answer() {
    use std::io::Read;

    let rule = format!("---\nglobs: '**'\n---\n{}\n", "Remember this. ".repeat(600));
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", &rule)]);
    // With more time, where a busy machine lets it answer nothing before.
    let read = [500, 4_000, 32_000].into_iter().find_map(|limit| {
        let mut command = hook(folder.path(), &folder.path().join(format!("state{limit}")));
        let mut child = command.env("MCP_GUIDE_HOOK_TIMEOUT", limit.to_string()).spawn().expect("it starts");
        let mut stdout = child.stdout.take().expect("a pipe");
        rustix::pipe::fcntl_setpipe_size(&stdout, 4096).expect("a pipe");
        let message = message(folder.path(), "1");
        child.stdin.take().expect("a pipe").write_all(message.as_bytes()).expect("it reads");
        thread::sleep(Duration::from_millis(limit + 1_000));
        let mut answer = String::new();
        stdout.read_to_string(&mut answer).expect("UTF-8");
        assert!(child.wait().expect("it ends").success());
        Some(answer).filter(|answer| !answer.is_empty())
    });
    let answer: serde_json::Value = serde_json::from_str(&read.expect("an answer")).expect("a whole answer");
    let text = answer["hookSpecificOutput"]["additionalContext"].as_str().expect("a text");
    assert!(text.len() > 9_000, "{}", text.len());
}

/// A message that does not end.
#[test]
fn a_hook_ends_by_itself() {
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", RULE)]);
    let state = folder.path().join("state");
    let started = Instant::now();
    let mut log = String::new();
    // It does not wait for its log on a busy machine.
    while !log.ends_with("Z claude-code: it took longer than 200 ms\n") {
        assert!(started.elapsed() < PATIENCE, "{log}");
        let mut command = hook(folder.path(), &state);
        let mut child = Running(command.env_remove("MCP_GUIDE_HOOK_TIMEOUT").spawn().expect("it starts"));
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"{").expect("it reads");
        let status = child.ended();
        assert!(status.success(), "{status}");
        log = std::fs::read_to_string(state.join("mcp-guide/hook.log")).unwrap_or_default();
    }
}

/// A file system that does not answer, wherever a hook meets it.
#[test]
fn a_hook_ends_whatever_does_not_answer() {
    let Some(stalled) = Stalled::mount() else {
        return;
    };
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", RULE)]);
    let stalled = stalled.folder.path();
    let own = folder.path().join("state");
    let table = stalled.join("table").into_os_string().into_string().expect("UTF-8");
    let due = message(folder.path(), "1");
    let elsewhere = message(stalled, "1");
    let compact = begins_anew(folder.path(), "1").to_string();
    for (what, state, options, message) in [
        ("a log", stalled, [""; 2], "{"),
        ("a session", stalled, [""; 2], &due),
        ("a mark", stalled, [""; 2], &compact),
        ("the log of wrong options", stalled, ["--nope", "--nope"], "{"),
        ("the log of a table", stalled, ["--spec", "missing.yaml"], "{"),
        ("a project", &own, [""; 2], &elsewhere),
        ("a table", &own, ["--spec", &table], &due),
        ("dialects", &own, ["--dialects", &table], &due),
    ] {
        let mut command = hook(folder.path(), state);
        command
            .env_remove("MCP_GUIDE_HOOK_TIMEOUT")
            .args(options.iter().filter(|option| !option.is_empty()))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let _ = child.stdin.take().expect("a pipe").write_all(message.as_bytes());
        let started = Instant::now();
        while child.try_wait().expect("a child").is_none() && started.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(20));
        }
        // One that has ended keeps its status.
        let _ = child.kill();
        let status = child.wait().expect("it ends");
        assert!(status.success(), "{what}: {status}");
    }
}

/// Whoever does not read the answer stops nothing.
#[test]
fn a_closed_output_is_no_failure() {
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", RULE)]);
    let mut command = hook(folder.path(), &folder.path().join("state"));
    let mut child = command.spawn().expect("it starts");
    drop(child.stdout.take());
    let message = message(folder.path(), "1");
    child.stdin.take().expect("a pipe").write_all(message.as_bytes()).expect("it reads");
    let status = child.wait().expect("it ends");
    assert!(status.success(), "{status}");
}

/// Of many files of sessions only some are looked at by each hook that gives rules; all in the end.
#[test]
fn files_of_old_sessions_are_removed_in_bounded_time() {
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", RULE)]);
    let state = folder.path().join("state");
    said(hook(folder.path(), &state), "{");
    let week = Duration::from_secs(8 * 24 * 60 * 60);
    for at in 0..3_000 {
        let file = std::fs::File::create(state.join(format!("mcp-guide/session-{at}"))).expect("a file");
        file.set_modified(std::time::SystemTime::now() - week).expect("it is ours");
    }
    let left = || std::fs::read_dir(state.join("mcp-guide")).expect("a folder").count();
    let begin = |session: &str| said(hook(folder.path(), &state), &message(folder.path(), session));
    begin("0");
    assert!((2_000..3_000).contains(&left()), "{}", left());
    let is_clean = |at: i32| {
        begin(&at.to_string());
        left() < 200
    };
    assert!((1..100).any(is_clean), "{}", left());
}

/// Files of sessions that are in use do not hide old ones.
#[test]
fn old_sessions_go_whatever_the_number_of_young_ones() {
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", RULE)]);
    let state = folder.path().join("state");
    said(hook(folder.path(), &state), "{");
    let month = Duration::from_secs(30 * 24 * 60 * 60);
    for at in 0..1_200 {
        let name = format!("mcp-guide/session-{at:04}");
        let file = std::fs::File::create(state.join(name)).expect("a file");
        if at % 2 == 1 {
            file.set_modified(std::time::SystemTime::now() - month).expect("it is ours");
        }
    }
    let left = |odd: u32| {
        let names = std::fs::read_dir(state.join("mcp-guide")).expect("a folder").flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok());
        let numbers = names.filter_map(|name| name.strip_prefix("session-")?.parse::<u32>().ok());
        numbers.filter(|number| number % 2 == odd && *number < 1_200).count()
    };
    for at in 0..6 {
        said(hook(folder.path(), &state), &message(folder.path(), &at.to_string()));
    }
    assert_eq!(left(1), 0);
    assert_eq!(left(0), 600);
}

/// What a session was given is forgotten in each of its projects, even while one does not load, and
/// while another hook has its file.
#[test]
fn a_session_begins_anew_whatever_its_projects() {
    let files = ["p", "q"].map(|name| [format!("{name}/guide.yaml"), format!("{name}/.cursor/rules/a.mdc")]);
    let files = files.iter().flat_map(|[guide, rule]| [(&**guide, GUIDE), (&**rule, RULE)]);
    let folder = project(&files.collect::<Vec<_>>());
    let [p, q, state] = ["p", "q", "state"].map(|name| folder.path().join(name));
    let gives = |project: &Path, session: &str, agent: &str| {
        let mut message: Value = serde_json::from_str(&message(project, session)).expect("JSON");
        message["agent_id"] = agent.into();
        !said(hook(project, &state), &message.to_string()).is_empty()
    };
    let all = [(&p, "1", ""), (&q, "1", ""), (&p, "1", "a"), (&p, "2", "")];
    for (project, session, agent) in all {
        assert!(gives(project, session, agent));
        assert!(!gives(project, session, agent));
    }
    let begin = |cwd: &Path, source: &str| {
        let mut message = begins_anew(cwd, "1");
        message["source"] = source.into();
        said(hook(cwd, &state), &message.to_string())
    };
    assert_eq!(begin(&p, "resume"), "");
    assert!(!gives(&p, "1", ""));
    let locked = std::fs::read_dir(state.join("mcp-guide")).expect("a folder").flatten();
    let locked = locked.filter(|entry| entry.file_name().to_string_lossy().starts_with("session-"));
    let locked: Vec<_> = locked.map(|entry| std::fs::File::open(entry.path()).expect("a file")).collect();
    assert!(locked.len() >= 3, "{}", locked.len());
    locked.iter().for_each(|file| file.lock().expect("nobody has it"));
    std::fs::write(p.join("guide.yaml"), "categories: [").expect("a file");
    // It waits for no other hook before it has forgotten, but before it gives anything.
    let marks = || {
        let files = std::fs::read_dir(state.join("mcp-guide")).expect("a folder").flatten();
        let marks =
            files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|of| of == "mark"));
        marks.map(|path| (path.clone(), std::fs::read_to_string(path).ok())).collect::<BTreeMap<_, _>>()
    };
    let (before, started) = (marks(), Instant::now());
    thread::scope(|scope| {
        scope.spawn(|| {
            let said = begin(&p, "compact");
            assert!(said.contains("guide.yaml cannot be loaded"), "{said}");
        });
        while marks() == before && started.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(20));
        }
        let after = marks();
        drop(locked);
        assert_ne!(after, before);
    });
    std::fs::write(p.join("guide.yaml"), GUIDE).expect("a file");
    for (project, session, agent) in &all[..2] {
        assert!(gives(project, session, agent), "{project:?}");
        assert!(!gives(project, session, agent), "{project:?}");
    }
    begin(folder.path(), "clear");
    assert!(gives(&q, "1", ""));
    for (project, session, agent) in &all[2..] {
        assert!(!gives(project, session, agent), "{session} {agent}");
    }
}

/// What the superuser's hook creates in the home of somebody else is theirs.
#[test]
fn what_a_superuser_makes_in_a_home_is_its_owners() {
    use std::os::unix::fs::{MetadataExt, chown};

    if !superuser() {
        return;
    }
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", RULE)]);
    let (project, home) = (folder.path().join("p"), folder.path().join("home"));
    std::fs::create_dir(&home).expect("a folder");
    chown(&home, Some(1234), Some(2345)).expect("root may");
    let by_sudo = |message: &str| {
        let mut hook = hook(&project, &home);
        hook.env_remove("XDG_STATE_HOME").env("HOME", &home).env("SUDO_UID", "1234");
        said(hook, message)
    };
    let due = message(&project, "1");
    assert!(!by_sudo(&due).is_empty());
    assert_eq!(by_sudo(&due), "");
    by_sudo(&begins_anew(&project, "1").to_string());
    let mut made = Vec::new();
    let mut folders = vec![home];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let metadata = entry.metadata().expect("it is there");
            made.push(entry.file_name().into_string().expect("UTF-8"));
            let owner = (metadata.uid(), metadata.gid(), metadata.mode() & 0o077);
            assert_eq!(owner, (1234, 2345, 0), "{made:?}");
            folders.extend(metadata.is_dir().then(|| entry.path()));
        }
    }
    assert!(made.len() >= 7, "{made:?}");
}

/// No reason makes it long.
#[test]
fn the_log_is_bounded_whatever_it_repeats() {
    let folder = project(&[("guide.yaml", GUIDE)]);
    let state = folder.path().join("state");
    let log = state.join("mcp-guide/hook.log");
    let long = format!("\"{}\"", "\u{202e}".repeat(300_000));
    for _ in 0..30 {
        said(hook(folder.path(), &state), &long);
        let text = std::fs::read_to_string(&log).expect("it is there");
        assert!((1..=64 * 1024).contains(&text.len()), "{}", text.len());
        assert!(text.lines().last().is_some_and(|line| line.contains("cannot be read")), "{text}");
    }
}

/// The name of a session is no reason to lose what it was given.
#[test]
fn a_long_session_is_told_what_it_was_given() {
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", RULE)]);
    let state = folder.path().join("state");
    let long = "\u{202e}".repeat(300_000);
    let given = said(hook(folder.path(), &state), &message(folder.path(), &long));
    assert!(given.contains("Remember this."));
    let mut last = binary();
    last.args(["hook", "--last"]).env("XDG_STATE_HOME", &state);
    let last = last.output().expect("it starts");
    let last = String::from_utf8(last.stdout).expect("UTF-8");
    assert!(last.contains("Remember this.") && last.len() < 4_096, "{} bytes", last.len());
}

/// The log begins anew before it is large.
#[test]
fn the_log_is_bounded() {
    let folder = project(&[("guide.yaml", GUIDE)]);
    let state = folder.path().join("state");
    let log = state.join("mcp-guide/hook.log");
    said(hook(folder.path(), &state), "{");
    std::fs::write(&log, "x\n".repeat(40_000)).expect("it is ours");
    said(hook(folder.path(), &state), "{");
    let size = std::fs::metadata(&log).expect("it is there").len();
    assert!((1..1024).contains(&size), "{size}");
    let mode = std::fs::metadata(&log).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o077, 0);
}

/// What real clients sent about a file, `tests/clients/arrives/run --record`, is answered by the rule. What they sent
/// of other events is answered by nothing or by JSON, and what another client sent by nothing.
#[test]
fn messages_of_real_clients_are_answered() {
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", RULE), ("src/api/old.ts", "")]);
    let real = folder.path().canonicalize().expect("it is there");
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/replays/hook");
    let (mut answered, mut others) = (std::collections::BTreeSet::new(), 0);
    for (at, entry) in std::fs::read_dir(recorded).expect("a folder").flatten().enumerate() {
        let name = entry.file_name().into_string().expect("UTF-8");
        let all = ["claude-code", "codex", "gemini-cli", "copilot-cli", "qwen-code", "opencode"];
        let Some(client) = all.into_iter().find(|client| name.starts_with(client)) else {
            continue;
        };
        let message = std::fs::read_to_string(entry.path()).expect("a message");
        let message = message.replace('@', real.to_str().expect("UTF-8"));
        let state = folder.path().join(format!("state{at}"));
        let said = said(hook_of(client, &real, &state), &message);
        if ["-edit-", "-new-file-", "-shell-"].iter().any(|session| name.contains(session)) {
            assert!(said.contains("Remember this."), "{name}: {said}");
            answered.insert(client);
        } else {
            let is_json = serde_json::from_str::<serde_json::Value>(&said).is_ok();
            assert!(said.is_empty() || is_json && !name.contains("-run-by-"), "{name}: {said}");
            others += 1;
        }
    }
    assert_eq!(answered.len(), 6, "{answered:?}");
    assert!(others > 50, "{others}");
}
