//! Hooks of clients: many at once, in broken surroundings, and that they end by themselves.

use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::process::{Running, binary, project};

const GUIDE: &str = "categories: { rules: { dir: .cursor/rules, patterns: ['*.mdc'] } }\n";
const RULE: &str = "---\nglobs: '**'\n---\nRemember this.\n";

/// A hook of a session in a project, with its state in a folder.
fn hook(project: &Path, state: &Path) -> Command {
    hook_of("claude-code", project, state)
}

fn hook_of(client: &str, project: &Path, state: &Path) -> Command {
    let mut command = binary();
    command.args(["hook", client]).current_dir(project).env("XDG_STATE_HOME", state);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn message(project: &Path, session: &str) -> String {
    let input = json!({ "file_path": project.join("a.ts") });
    let event = json!({ "session_id": session, "cwd": project, "hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": input });
    event.to_string()
}

/// What a hook prints, which ends well.
#[track_caller]
fn said(mut command: Command, message: &str) -> String {
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
        said(hook_of(client, &project, &state), &event.to_string()).matches("Remember this: ").count()
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

/// A write that would be denied each time, as nothing more can be remembered, is allowed.
#[test]
fn a_session_over_its_bound_denies_nothing() {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", RULE)]);
    let (project, state) = (folder.path().join("p"), folder.path().join("state"));
    let message = message(&project, "1");
    let strict = || {
        let mut hook = hook(&project, &state);
        hook.arg("--strict");
        said(hook, &message)
    };
    assert!(strict().contains("deny"));
    let mut files = std::fs::read_dir(state.join("mcp-guide")).expect("a folder").flatten();
    let session = files.find(|file| file.file_name().to_string_lossy().starts_with("session-"));
    let session = session.expect("a session").path();
    std::fs::write(&session, "a b\n".repeat(1 << 18)).expect("a file");
    for _ in 0..2 {
        let said = strict();
        assert!(said.contains("Remember this.") && !said.contains("deny"), "{said}");
        assert_eq!(session.metadata().expect("a file").len(), 1 << 20);
    }
}

/// A message that does not end.
#[test]
fn a_hook_ends_by_itself() {
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", RULE)]);
    let state = folder.path().join("state");
    let mut command = hook(folder.path(), &state);
    let mut child = Running(command.env_remove("MCP_GUIDE_HOOK_TIMEOUT").spawn().expect("it starts"));
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"{").expect("it reads");
    let status = child.ended();
    assert!(status.success(), "{status}");
    let log = std::fs::read_to_string(state.join("mcp-guide/hook.log")).expect("a log");
    assert!(log.ends_with("Z it took longer than 200 ms\n"), "{log}");
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

/// What real clients sent, `tests/clients/arrives/run --record`, is answered by the rule.
#[test]
fn messages_of_real_clients_are_answered() {
    let folder = project(&[("guide.yaml", GUIDE), (".cursor/rules/a.mdc", RULE), ("src/api/old.ts", "")]);
    let real = folder.path().canonicalize().expect("it is there");
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/replays/hook");
    let mut clients = std::collections::BTreeSet::new();
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
        assert!(said.contains("Remember this."), "{name}: {said}");
        clients.insert(client);
    }
    assert_eq!(clients.len(), 6, "{clients:?}");
}
