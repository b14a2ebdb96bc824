//! How often hooks gave rules: no count is lost among many hooks, and one file of bounded size.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use mcp_guide::text::escaped::Escaped;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::hooks::{GUIDE, RULE, hook, message, said};
use crate::process::{binary, project};

/// The file in the state folder, and the most bytes that it has.
const FILE: &str = "mcp-guide/statistics";
const MAX: usize = 256 * 1024;

/// What `hook --stats --json` prints.
#[track_caller]
fn stats(project: &Path, state: &Path) -> Value {
    let mut command: Command = binary();
    command.args(["hook", "--stats", "--json"]).current_dir(project).env("XDG_STATE_HOME", state);
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A thousand messages, of five agents in each of two hundred sessions. The file is full meanwhile.
#[test]
fn twenty_processes_at_once_lose_no_count() {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", RULE)]);
    let (project, state) = (folder.path().join("p"), folder.path().join("state"));
    let (head, event) = begun(&project, &state);
    let text = filled(&head, &event, 3, MAX / 2);
    fs::write(state.join(FILE), &text).expect("a file");
    thread::scope(|scope| {
        for process in 0..20 {
            let (project, state) = (&project, &state);
            scope.spawn(move || {
                for at in 0..50 {
                    let message = message(project, &format!("{process} {}", at / 5));
                    let mut message: Value = serde_json::from_str(&message).expect("JSON");
                    message["agent_id"] = format!("{}", at % 5).into();
                    assert_ne!(said(hook(project, state), &message.to_string()), "");
                }
            });
        }
    });
    let said = stats(&project, &state);
    let rule = &said["rules"][0];
    let counts = json!([rule["rule"], rule["given"], rule["sessions"], rule["clients"]["claude-code"]]);
    assert_eq!(counts, json!([".cursor/rules/a.mdc", 1000, 200, 1000]), "{said}");
    let shorter = fs::read_to_string(state.join(FILE)).expect("a file");
    assert!(!shorter.starts_with(&text), "it was full");
    assert!(!state.join("mcp-guide/hook.log").exists(), "nothing went wrong");
}

/// The line with which the file begins, and that of an event, which is counted already.
#[track_caller]
fn begun(project: &Path, state: &Path) -> (String, Value) {
    said(hook(project, state), &message(project, "begun"));
    let begun = fs::read_to_string(state.join(FILE)).expect("a file");
    let (head, line) = begun.split_once('\n').expect("a head");
    (format!("{head}\n"), serde_json::from_str(line).expect("JSON"))
}

/// Lines of rules that were given before, up to the size that the file may have.
fn filled(head: &str, event: &Value, rules: usize, bytes: usize) -> String {
    let mut text = head.to_owned();
    for at in 0.. {
        let mut event = event.clone();
        event["event"]["whole"] = json!([format!("rules/{:060}.md", at % rules)]);
        event["event"]["session"] = format!("{at:08x}").into();
        event["event"]["time"] = (1_700_000_000 + at).into();
        let line = format!("{event}\n");
        if text.len() + line.len() > bytes {
            break;
        }
        let _ = write!(text, "{line}");
    }
    text
}

/// Of many rules the counts of the oldest go, and that is said; of few none does.
#[test]
fn a_full_file_is_made_shorter_whole_or_not_at_all() {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", RULE)]);
    let (project, state) = (folder.path().join("p"), folder.path().join("state"));
    let file = state.join(FILE);
    let (head, event) = begun(&project, &state);
    for (rules, are_dropped) in [(3, false), (100_000, true)] {
        let text = filled(&head, &event, rules, MAX - 1);
        let events = text.lines().count() - 1;
        fs::write(&file, &text).expect("a file");
        thread::scope(|scope| {
            for session in 0..20 {
                let (project, state) = (&project, &state);
                let session = format!("{rules} {session}");
                scope.spawn(move || said(hook(project, state), &message(project, &session)));
            }
        });
        let size = fs::metadata(&file).expect("a file").len();
        assert!(size < MAX as u64, "{size}");
        let names = fs::read_dir(state.join("mcp-guide")).expect("a folder");
        let names = names.map(|of| of.expect("an entry").file_name().into_string().expect("a name"));
        assert!(!names.into_iter().any(|name| name.ends_with(".new")), "a file is left");
        let said = stats(&project, &state);
        let all = said["rules"].as_array().expect("a list");
        let given = |of: &Value| of["given"].as_u64().expect("a number");
        let old = |of: &&Value| of["rule"].as_str().is_some_and(|rule| rule.starts_with("rules/"));
        let new: u64 = all.iter().filter(|of| !old(of)).map(given).sum();
        assert_eq!(new, 20, "{rules}");
        let left: u64 = all.iter().filter(old).map(given).sum();
        let dropped = said["dropped"]["rules"].as_u64();
        assert_eq!(dropped.is_some(), are_dropped, "{rules}");
        assert_eq!(left + dropped.unwrap_or_default(), events as u64, "{rules}");
        let last = format!("rules/{:060}.md", (events - 1) % rules);
        assert!(all.iter().any(|of| of["rule"] == last.as_str()), "the newest stays");
    }
}

/// The rules that were counted, by their names.
#[track_caller]
fn counts(project: &Path, state: &Path) -> Vec<Value> {
    stats(project, state)["rules"].as_array().expect("a list").clone()
}

/// How often each rule was given, all together.
fn given(counts: &[Value]) -> u64 {
    counts.iter().map(|of| of["given"].as_u64().expect("a number")).sum()
}

/// A project with a rule, and the folder of the state.
fn with_a_rule() -> (TempDir, PathBuf, PathBuf) {
    let folder = project(&[("p/guide.yaml", GUIDE), ("p/.cursor/rules/a.mdc", RULE)]);
    let (project, state) = (folder.path().join("p"), folder.path().join("state"));
    (folder, project, state)
}

/// What `hook` prints that is no hook: standard output and standard error.
fn printed(project: &Path, state: &Path, options: &[&str]) -> String {
    let mut command: Command = binary();
    command.arg("hook").args(options).current_dir(project).env("XDG_STATE_HOME", state);
    let output = command.output().expect("it runs");
    let both = [output.stdout, output.stderr].concat();
    String::from_utf8(both).expect("UTF-8")
}

/// One message has room for a few of them, of which the nearest come first. Their names are longer
/// than the file may be.
#[test]
fn an_event_with_many_rules_is_counted() {
    for (rules, are_dropped) in [(300, false), (1_500, true)] {
        let (_folder, project, state) = with_a_rule();
        for at in 0..rules {
            let name = format!("{at:04}{}.mdc", "n".repeat(200));
            let rule = match at {
                0..60 => RULE.replace("**", "a.ts"),
                _ => RULE.to_owned(),
            };
            fs::write(project.join(".cursor/rules").join(name), format!("{rule}{at}\n")).expect("a file");
        }
        let answer = said(hook(&project, &state), &message(&project, "many"));
        let shown = answer.matches("which applies to").count() as u64;
        let said = stats(&project, &state);
        let all = said["rules"].as_array().expect("a list");
        assert_eq!(given(all), shown, "{rules}");
        let dropped = said["dropped"]["rules"].as_u64();
        assert_eq!(dropped.is_some(), are_dropped, "{rules}");
        assert_eq!(all.len() as u64 + dropped.unwrap_or_default(), rules + 1);
        assert!(fs::metadata(state.join(FILE)).expect("a file").len() <= MAX as u64);
        assert!(!state.join("mcp-guide/hook.log").exists(), "nothing went wrong");
    }
}

/// A hook was stopped while it had the file.
#[test]
fn a_hook_that_does_not_go_on_hides_no_counts() {
    let (_folder, project, state) = with_a_rule();
    said(hook(&project, &state), &message(&project, "1"));
    let file = File::open(state.join(FILE)).expect("a file");
    file.lock().expect("a lock");
    assert_eq!(given(&counts(&project, &state)), 1);
    let mut waiting = hook(&project, &state);
    waiting.env("MCP_GUIDE_HOOK_TIMEOUT", "4000");
    assert_ne!(said(waiting, &message(&project, "2")), "", "the rule is given");
    let log = printed(&project, &state, &["--log"]);
    assert!(log.contains("another process is using it") && !log.contains("--reset"), "{log}");
}

/// A process was ended, or a disk was full, when the file had begun.
#[test]
fn a_file_that_has_only_begun_is_counted_in() {
    let (_folder, project, state) = with_a_rule();
    let (head, _) = begun(&project, &state);
    for end in [1, head.len() / 2, head.len() - 1, head.len()] {
        fs::write(state.join(FILE), &head[..end]).expect("a file");
        assert_eq!(counts(&project, &state), [] as [Value; 0], "{end}");
        said(hook(&project, &state), &message(&project, &format!("after {end}")));
        assert_eq!(given(&counts(&project, &state)), 1, "{end}");
    }
}

/// No hook adds to such a file.
#[test]
fn a_file_that_is_too_large_to_be_ours_is_told() {
    let (_folder, project, state) = with_a_rule();
    let (head, event) = begun(&project, &state);
    fs::write(state.join(FILE), filled(&head, &event, 3, 4 * MAX + 1_000)).expect("a file");
    let said = printed(&project, &state, &["--stats"]);
    assert!(said.contains("it is damaged, or another file"), "{said}");
}

/// The file system takes no file of the size that the shorter one has.
#[test]
fn a_file_that_cannot_be_made_shorter_stays_and_leaves_nothing_beside() {
    let (_folder, project, state) = with_a_rule();
    let (head, event) = begun(&project, &state);
    let text = filled(&head, &event, 100_000, MAX - 1);
    fs::write(state.join(FILE), &text).expect("a file");
    let bounded = hook(&project, &state);
    let mut shell = laws::command("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" hook claude-code"]);
    shell.arg(bounded.get_program()).current_dir(&project).env("XDG_STATE_HOME", &state);
    for (name, value) in bounded.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    assert_ne!(said(shell, &message(&project, "bounded")), "", "the rule is given");
    let log = printed(&project, &state, &["--log"]);
    assert!(log.contains("cannot be used") && !log.contains("--reset"), "{log}");
    assert_eq!(fs::read_to_string(state.join(FILE)).expect("a file"), text);
    assert!(!state.join(FILE).with_extension("new").exists(), "a file is left");
}

/// A process was ended before the shorter file took the place of the other.
#[test]
fn nothing_is_left_after_a_reset() {
    let (_folder, project, state) = with_a_rule();
    said(hook(&project, &state), &message(&project, "1"));
    let new = state.join(FILE).with_extension("new");
    fs::write(&new, fs::read(state.join(FILE)).expect("a file")).expect("a file");
    printed(&project, &state, &["--stats", "--reset"]);
    assert!(!state.join(FILE).exists() && !new.exists());
}

/// What is at the name of the shorter file is none of ours.
#[test]
fn what_has_the_name_of_the_shorter_file_is_no_hindrance() {
    let (_folder, project, state) = with_a_rule();
    let (head, event) = begun(&project, &state);
    fs::write(state.join(FILE), filled(&head, &event, 3, MAX - 1)).expect("a file");
    let new = state.join(FILE).with_extension("new");
    std::os::unix::fs::symlink("/etc/hosts", new).expect("a link");
    said(hook(&project, &state), &message(&project, "1"));
    let counts = counts(&project, &state);
    assert!(counts.iter().any(|of| of["rule"] == ".cursor/rules/a.mdc"), "{counts:?}");
}

/// Systems give a folder another number after a restart, and `git clone` another folder.
#[test]
fn a_project_is_known_by_its_path() {
    let (folder, project, state) = with_a_rule();
    said(hook(&project, &state), &message(&project, "1"));
    let other = folder.path().join("other");
    fs::rename(&project, &other).expect("it moves");
    assert!(laws::command("cp").arg("-r").args([&other, &project]).status().expect("it runs").success());
    assert_eq!(given(&counts(&project, &state)), 1);
    assert_eq!(counts(&other, &state), [] as [Value; 0]);
}

/// Neither was the clock right when the first event was counted, nor for a while later.
#[test]
fn a_wrong_clock_leaves_no_wrong_times() {
    let (_folder, project, state) = with_a_rule();
    let (head, event) = begun(&project, &state);
    let at = |time: u64| {
        let mut event = event.clone();
        event["event"]["time"] = time.into();
        event["event"]["whole"] = json!([".cursor/rules/a.mdc", "gone.md"]);
        format!("{event}\n")
    };
    let text = [head, at(1_700_000_000), at(u64::MAX), at(5)].concat();
    fs::write(state.join(FILE), text).expect("a file");
    said(hook(&project, &state), &message(&project, "1"));
    let said = stats(&project, &state);
    let times = [&said["since"], &said["rules"][0]["last_given"], &said["rules"][1]["last_given"]];
    let [since, last, gone] = times.map(|of| of.as_str().expect("a time"));
    assert_eq!((since, gone), ("2023-11-14T22:13:20Z", "1970-01-01T00:00:05Z"));
    assert!(last > "2026" && last < "2200", "{last}");
}

/// Files in so many folders are not compared with so many patterns.
#[test]
fn a_rule_that_is_not_compared_was_not_given() {
    let (_folder, project, state) = with_a_rule();
    for at in 0..4_000 {
        let folder = project.join(format!("{at:04}{}", "n".repeat(240)));
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("f"), "").expect("a file");
    }
    let patterns: Vec<String> = (0..1_000).map(|at| format!("a/{at}")).collect();
    let rule = format!("---\nglobs: '{}'\n---\nMany.\n", patterns.join(","));
    fs::write(project.join(".cursor/rules/many.mdc"), rule).expect("a file");
    let said = stats(&project, &state);
    assert_eq!(said["not_given"], json!([".cursor/rules/a.mdc", ".cursor/rules/many.mdc"]));
}

/// The table names each rule, as JSON does.
#[test]
fn rules_of_any_name_are_told_from_each_other() {
    let (_folder, project, state) = with_a_rule();
    let long = |end: &str| "n".repeat(240) + end;
    let names = ["a|b", "Правило", "tab\tname", "line\nend", "turn\u{202e}ed", &long("1"), &long("2")];
    for name in names {
        fs::write(project.join(format!(".cursor/rules/{name}.mdc")), format!("{RULE}{name}"))
            .expect("a file");
    }
    for when in ["not given", "given"] {
        let said = stats(&project, &state);
        let rules = said["rules"].as_array().expect("a list").iter().map(|of| &of["rule"]);
        let all = rules.chain(said["not_given"].as_array().expect("a list"));
        let all: Vec<&str> = all.map(|of| of.as_str().expect("a name")).collect();
        assert_eq!(all.len(), names.len() + 1, "{when}: {all:?}");
        let text = printed(&project, &state, &["--stats"]);
        for name in all {
            let shown = Escaped(name).to_string();
            let is_it = |line: &str| {
                line.trim_start()
                    .strip_prefix(&*shown)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            assert_eq!(text.lines().filter(|line| is_it(line)).count(), 1, "{when}: {shown} in\n{text}");
        }
        said_by_hook(&project, &state);
    }
}

/// Lets a hook give all rules, in as many answers as they need.
fn said_by_hook(project: &Path, state: &Path) {
    let message = message(project, "named");
    while !said(hook(project, state), &message).is_empty() {}
}
