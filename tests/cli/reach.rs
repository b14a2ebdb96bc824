//! `reach` says what clients were measured to load, and what their hooks give.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use mcp_guide::table::Table;
use rule_files::dialect::Depth;
use serde_json::{Value, from_str, json};

use crate::process::{binary, project, run};

/// Headers by which rules of each dialect apply to the TypeScript of a folder.
const MATCHED: [(&str, &str); 6] = [
    (".claude/rules", "paths: src/**/*.ts"),
    (".cursor/rules", "globs: src/**/*.ts"),
    (".github/instructions", "applyTo: src/**/*.ts"),
    (".kiro/steering", "inclusion: fileMatch\nfileMatchPattern: src/**/*.ts"),
    (".clinerules", "paths: src/**/*.ts"),
    (".windsurf/rules", "trigger: glob\nglobs: src/**/*.ts"),
];

/// What Copilot has at its start, and its hook leaves to the first file: it comes once all the same.
const LATER: [&str; 3] = ["\"applyTo: \\\"*\\\"\"", "\"applyTo: \\\"**/*\\\"\"", "\"applyTo: *\""];

/// The cells of a project for clients: the word of each rule, and to how many files it applies.
#[track_caller]
fn cells(folder: &Path, client: &str) -> BTreeMap<String, (String, u64)> {
    let ran = run(folder, &["reach", "--json", "--client", client]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report: Value = from_str(&ran.out).expect("JSON");
    let rules = report["rules"].as_array().expect("rules").iter();
    let cell = |rule: &Value| {
        let word = rule["reach"][client].as_str().expect("a word").to_owned();
        (rule["path"].as_str().expect("a path").to_owned(), (word, rule["files"].as_u64().expect("a number")))
    };
    rules.map(cell).collect()
}

/// Returns a rule file with the header by which it applies to the TypeScript of a folder.
fn with_header(path: &str) -> (String, String) {
    let header = MATCHED.iter().find(|(folder, _)| path.starts_with(folder));
    (path.to_owned(), header.map_or("", |(_, header)| header).to_owned())
}

/// Writes a file for each of these rules, with a text of its own.
fn rules(paths: &[(String, String)]) -> tempfile::TempDir {
    let text = |(path, header): &(String, String)| match &**header {
        "" => format!("Body of {path}.\n"),
        header => format!("---\n{header}\n---\nBody of {path}.\n"),
    };
    let mut files: Vec<(String, String)> = paths.iter().map(|of| (of.0.clone(), text(of))).collect();
    files.push(("src/api/old.ts".into(), "export const a = 1\n".into()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    project(&files)
}

/// The table of docs/clients.md, of which each cell was measured.
#[test]
fn it_says_what_was_measured() {
    let page = include_str!("../../docs/clients.md");
    let (_, after) = page.split_once("## What reaches the model").expect("a section");
    let table = after.lines().filter(|line| line.starts_with('|'));
    let table: Vec<Vec<&str>> =
        table.map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect()).collect();
    let file = |row: &[&str]| {
        let (path, others) = row[0].strip_prefix('`')?.split_once('`')?;
        Some((path.to_owned(), others.split('`').nth(1).unwrap_or_default().to_owned()))
    };
    let mut compared = 0;
    for missing in ["", "CLAUDE.md", "AGENTS.md"] {
        let measured = table.iter().filter_map(|row| Some((file(row)?, row)));
        let all = measured.clone().filter(|((path, without), _)| {
            without.is_empty() && (missing.is_empty() || !path.ends_with(missing))
        });
        let written: Vec<(String, String)> = all.map(|((path, _), _)| with_header(&path)).collect();
        let folder = rules(&written);
        for (at, client) in table[0].iter().enumerate().skip(1) {
            let (name, _) = client.rsplit_once(' ').expect("a version");
            let client = name.to_lowercase().replace(' ', "-");
            let cells = cells(folder.path(), &client);
            for ((path, without), row) in measured.clone().filter(|((_, without), _)| without == missing) {
                let due = match row[at] {
                    "–" => "hook",
                    cell => cell.split(',').next().expect("a word"),
                };
                assert_eq!(cells[&path].0, due, "{client}: {path} without {without:?}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 16 * 6);
}

/// The rule files of docs/clients.md, each for the TypeScript of `src`.
#[test]
fn its_table_is_in_the_readme() {
    let page = include_str!("../../docs/clients.md");
    let (_, after) = page.split_once("## What reaches the model").expect("a section");
    let files = after.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let written: Vec<(String, String)> = files.map(|(path, _)| with_header(path)).collect();
    let clients = ["claude-code", "codex", "gemini-cli", "copilot-cli", "qwen-code", "opencode"];
    let words = ["reach"].into_iter().chain(clients.iter().flat_map(|client| ["--client", client]));
    let ran = run(rules(&written).path(), &words.collect::<Vec<_>>());
    let (printed, _) = ran.out.split_once("\n\n").expect("a table");
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&format!("\n\n{printed}\n\n")), "not in README.md:\n{}", ran.out);
}

/// Returns whether a header means here what it was measured to mean.
fn is_alike(header: &str) -> bool {
    let differences = include_str!("../../rule-files/data/cells/differences.tsv");
    !differences.lines().any(|line| line.split('\t').next() == Some(header))
}

/// The headers that were measured, each with whether its rule came with any of the files.
#[track_caller]
fn headers(client: &str, folder: &str, end: &str, table: &str) {
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let files = lines.next().expect("a line of files");
    let rows: Vec<Vec<&str>> = lines.filter(|row| is_alike(row[0])).collect();
    let name = |at: usize| format!("{folder}/r{at:03}{end}");
    let header = |row: &Vec<&str>| match from_str(row[0]).expect("a JSON string") {
        Value::String(header) => header,
        _ => String::new(),
    };
    let mut written: Vec<(String, String)> =
        rows.iter().enumerate().map(|(at, row)| (name(at), header(row))).collect();
    written.extend(files[1..].iter().map(|file| ((*file).to_owned(), String::new())));
    let folder = rules(&written);
    let cells = cells(folder.path(), client);
    let mut wrong = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        // It may apply to another file, such as a rule, of which nothing was measured.
        let due = match () {
            () if LATER.contains(&row[0]) => ["read", "read"],
            () if row[1..].iter().all(|cell| *cell == "start") => ["start", "start"],
            () if row[1..].iter().any(|cell| *cell != "no") => ["read", "read"],
            () => ["never", "read"],
        };
        let cell = &cells[&name(at)];
        if !due.contains(&&*cell.0) {
            wrong.push(format!("{client}: {} is {cell:?}, not {due:?}", row[0]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn it_says_what_was_measured_of_headers() {
    headers(
        "claude-code",
        ".claude/rules",
        ".md",
        include_str!("../../rule-files/data/cells/claude-code.tsv"),
    );
    let table = include_str!("../../rule-files/data/cells/copilot-cli.tsv");
    headers("copilot-cli", ".github/instructions", ".instructions.md", table);
}

/// A rule file of each dialect, at the top and in a folder: for all files, and for some.
fn of_all_dialects() -> Vec<(String, String)> {
    let table = Table::embedded().expect("a table");
    let mut written = Vec::new();
    for row in &table.formats.dialects.dialects {
        // A file and a folder cannot both be there.
        for file in row.files.iter().filter(|file| *file != ".clinerules") {
            let [all, some] = ["a", "b"].map(|name| file.replace("**/*", name).replace('*', name));
            // What a client finds only at the top is another one's file elsewhere, or nothing.
            let folders = if row.depth == Depth::Top { &[""][..] } else { &["", "src/"] };
            for folder in folders {
                written.push((format!("{folder}{all}"), String::new()));
                if let Some(key) = row.keys.first().filter(|_| all != some) {
                    let header = match *folder {
                        "" => format!("{key}: src/**"),
                        _ => format!("{key}: api/**"),
                    };
                    written.push((format!("{folder}{some}"), header));
                }
            }
        }
    }
    written.sort();
    written.dedup_by(|one, other| one.0 == other.0);
    written
}

/// A session of a client: what its hook gives when it starts, and with a file, until it is silent.
#[track_caller]
fn given(folder: &Path, state: &Path, client: &str, [start, event, tool]: [&str; 3]) -> String {
    let send = |message: Value| {
        let mut command = binary();
        command.args(["hook", client]).current_dir(folder).env("XDG_STATE_HOME", state);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(message.to_string().as_bytes()).expect("it is read");
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let message = |event: &str| json!({ "session_id": format!("{client} {tool}"), "cwd": folder, "workspace_roots": [folder], "hook_event_name": event });
    let mut given = String::new();
    if !start.is_empty() {
        let mut start = message(start);
        start["source"] = "startup".into();
        given += &send(start);
    }
    let mut touch = message(event);
    touch["tool_name"] = tool.into();
    touch["tool_input"] = match tool {
        "Shell" => json!({ "command": "cat src/api/old.ts" }),
        _ => json!({ "file_path": folder.join("src/api/old.ts") }),
    };
    loop {
        let answer = send(touch.clone());
        if !answer.contains("Body of ") {
            return given;
        }
        given += &answer;
    }
}

/// Each rule format, each client with a hook, each event: what `reach` says is what the hook does.
#[test]
fn it_says_what_hooks_give() {
    let clients = [
        ("claude-code", ["SessionStart", "PreToolUse", "Write"]),
        ("codex", ["SessionStart", "PreToolUse", "apply_patch"]),
        ("gemini-cli", ["SessionStart", "AfterTool", "write_file"]),
        ("copilot-cli", ["sessionStart", "postToolUse", "create"]),
        ("qwen-code", ["SessionStart", "PostToolUse", "write_file"]),
        ("opencode", ["", "", "write"]),
        ("cursor", ["", "postToolUse", "Write"]),
    ];
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    for left_out in [&["AGENTS.override.md"][..], &["CLAUDE.md", "CLAUDE.local.md"]] {
        let mut written = of_all_dialects();
        written.retain(|(path, _)| !left_out.iter().any(|name| path.ends_with(name)));
        let folder = rules(&written);
        let state = laws::folder();
        let place = std::fs::canonicalize(folder.path()).expect("a folder");
        for (client, [start, event, write]) in clients {
            let cells = cells(&place, client);
            let sessions = ["Read", write, "Shell"]
                .map(|tool| given(&place, state.path(), client, [start, event, tool]));
            for (path, (cell, files)) in &cells {
                let comes = |given: &String| given.contains(&format!("Body of {path}."));
                let count = sessions.iter().filter(|given| comes(given)).count();
                let word = cell.trim_end_matches('?');
                let is_so = match word {
                    "start" | "never" => count == 0,
                    // What only its page says the client loads, the hook gives, too.
                    "read" => (count == sessions.len()) == cell.ends_with('?'),
                    _ => count == sessions.len(),
                };
                if !is_so {
                    wrong.push(format!(
                        "{client}: {path} is {cell} ({files} files), and came in {count} sessions"
                    ));
                }
                seen.insert((client, word.to_owned()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for word in ["start", "hook"] {
        assert!(clients.iter().all(|(client, _)| seen.contains(&(*client, word.to_owned()))), "{seen:?}");
    }
}

/// The report of `reach`, and its findings as `kind text`.
#[track_caller]
fn report(folder: &Path, clients: &[&str]) -> (Value, Vec<String>) {
    let mut words = vec!["reach", "--json"];
    words.extend(clients.iter().flat_map(|client| ["--client", client]));
    let ran = run(folder, &words);
    let report: Value = from_str(&ran.out).expect("JSON");
    let of = |severity: &str| report[severity].as_array().expect("a list").clone();
    let findings = ["errors", "warnings", "notes"].into_iter().flat_map(|severity| {
        of(severity).into_iter().map(move |finding| {
            let word = |key: &str| finding[key].as_str().expect("a word").to_owned();
            format!("{severity} {} {}", word("kind"), word("text"))
        })
    });
    let findings = findings.collect();
    (report, findings)
}

fn cell(report: &Value, path: &str, client: &str) -> Value {
    let mut rules = report["rules"].as_array().expect("rules").iter();
    let rule = rules.find(|rule| rule["path"] == path).unwrap_or_else(|| panic!("{path}: {report}"));
    rule["reach"][client].clone()
}

/// What a client's page says that it loads for some files, without the use of the file that decides.
#[test]
fn it_takes_a_client_at_the_word_of_its_page() {
    let folder = project(&[
        (".cursor/rules/some.mdc", "---\nglobs: src/**\n---\nSome.\n"),
        (".kiro/steering/some.md", "---\ninclusion: fileMatch\nfileMatchPattern: src/**\n---\nKiro.\n"),
        (".devin/rules/none.md", "---\ntrigger: glob\nglobs: lib/**\n---\nNone.\n"),
        ("src/AGENTS.md", "Agents.\n"),
        ("src/a.ts", "1\n"),
    ]);
    let (report, _) = report(folder.path(), &["cursor", "kiro", "devin"]);
    assert_eq!(cell(&report, ".cursor/rules/some.mdc", "cursor"), "read?");
    assert_eq!(cell(&report, "src/AGENTS.md", "cursor"), "read?");
    assert_eq!(cell(&report, ".kiro/steering/some.md", "kiro"), "read?");
    assert_eq!(cell(&report, ".devin/rules/none.md", "devin"), "never");
}

/// Of a client that was not measured nobody knows that it does not read a file, either.
#[test]
fn it_is_sure_only_of_clients_that_were_measured() {
    let folder = project(&[
        (
            "guide.yaml",
            "categories:\n  docs: {dir: docs, patterns: ['*.md'], applies_to: ['src/**']}\n  agents: {dir: ., patterns: [CLAUDE.md], nested: [CLAUDE.md]}\n",
        ),
        ("docs/a.md", "Document.\n"),
        ("CLAUDE.md", "Claude.\n"),
        ("src/a.ts", "1\n"),
    ]);
    let clients = ["cursor", "vscode", "claude-desktop", "codex", "copilot-cli"];
    let (report, _) = report(folder.path(), &clients);
    let of = |path: &str| clients.map(|client| cell(&report, path, client));
    assert_eq!(of("CLAUDE.md"), ["hook?", "start?", "never?", "hook", "start"]);
    assert_eq!(of("docs/a.md"), ["hook", "hook", "never", "hook", "hook"]);
}

/// Zed reads the first of several files that is there, at the top.
#[test]
fn it_says_which_one_file_zed_reads() {
    for (files, read) in [
        (
            &["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"][..],
            ".github/copilot-instructions.md",
        ),
        (&["AGENTS.md", "CLAUDE.md", "GEMINI.md", "src/AGENTS.md", ".clinerules/a.md"], "AGENTS.md"),
        (&["CLAUDE.md", "GEMINI.md"], "CLAUDE.md"),
        (&["GEMINI.md", "src/CLAUDE.md"], "GEMINI.md"),
        (&[".rules", "AGENTS.md", "GEMINI.md"], ".rules"),
    ] {
        let written: Vec<(String, String)> =
            files.iter().map(|path| ((*path).to_owned(), String::new())).collect();
        let folder = rules(&written);
        let (report, _) = report(folder.path(), &["zed"]);
        for path in files {
            let due = if *path == read { "start?" } else { "never?" };
            assert_eq!(cell(&report, path, "zed"), due, "{path} of {files:?}");
        }
    }
}

/// A rule that nobody gets is not left out in silence.
#[test]
fn it_names_rules_that_cannot_be_read() {
    let rule = "---\nglobs: '{src,lib}/**/*.{ts'\n---\nBad.\n";
    let guide = "categories:\n  rules: {dir: .claude/rules, patterns: ['*.md']}\n  cursor: {dir: .cursor/rules, patterns: ['*.mdc']}\n";
    for guide in [None, Some(guide)] {
        let folder =
            project(&[("src/a.ts", "1\n"), (".cursor/rules/bad.mdc", rule), (".claude/rules/a.md", "A.\n")]);
        std::fs::write(folder.path().join(".claude/rules/bytes.md"), b"\xff\xfa").expect("it is written");
        std::fs::write(folder.path().join(".claude/rules/large.md"), "a".repeat(2_000_000))
            .expect("it is written");
        if let Some(guide) = guide {
            std::fs::write(folder.path().join("guide.yaml"), guide).expect("it is written");
        }
        let (report, findings) = report(folder.path(), &["claude-code"]);
        let has =
            |begin: &str, word: &str| findings.iter().any(|of| of.starts_with(begin) && of.contains(word));
        assert!(has("errors document-unreadable", "bytes.md"), "{findings:#?}");
        assert!(has("warnings document-large", "large.md"), "{findings:#?}");
        assert!(has("notes rule-header", "'{src,lib}/**/*.{ts'"), "{findings:#?}");
        assert!(!has("notes rules-unserved", ""), "{findings:#?}");
        assert_eq!(cell(&report, ".cursor/rules/bad.mdc", "claude-code"), "never");
    }
}

/// Where there are too many rules for so many files, the last are not said to reach nobody.
#[test]
fn it_says_which_rules_it_did_not_compare() {
    let mut files = Vec::new();
    for at in 0..2000 {
        let many: Vec<String> = (0..40).map(|of| format!("'**/{of}/**/*b*c*/**/f{at}.ts'")).collect();
        files.push((
            format!(".claude/rules/r{at:04}.md"),
            format!("---\npaths: [{}]\n---\nR{at}.\n", many.join(", ")),
        ));
        files.push((format!("src/a/b/c/d/f{at}.ts"), String::new()));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let folder = project(&files);
    let (report, findings) = report(folder.path(), &["claude-code"]);
    assert_eq!(cell(&report, ".claude/rules/r0000.md", "claude-code"), "never");
    assert_eq!(cell(&report, ".claude/rules/r1999.md", "claude-code"), "never?");
    let of: Vec<&String> = findings.iter().filter(|of| of.contains("not compared")).collect();
    let [of] = &*of else { panic!("{} findings", of.len()) };
    assert!(of.contains(" rules were not compared") && !of.contains("call again"), "{of}");
    let ran = run(folder.path(), &["check"]);
    assert!(ran.out.matches("not compared").count() == 1, "{}", ran.out);
}

/// A file that no category serves imports one that a category serves; and all files count together.
#[test]
fn it_reads_served_and_unserved_rules_together() {
    let long = "---\ntrigger: always_on\n---\n".to_owned() + &"q".repeat(60_000);
    let folder = project(&[
        (
            "guide.yaml",
            "categories:\n  docs: {dir: docs, patterns: ['*.md'], applies_to: ['src/**', 'lib/**']}\n  qoder: {dir: .qoder/rules, patterns: [a.md]}\ncollections:\n  all: {categories: [{category: docs/style.md, applies_to: ['lib/**']}]}\n",
        ),
        ("CLAUDE.md", "Read @docs/style.md\n"),
        ("docs/style.md", "Style.\n"),
        (".qoder/rules/a.md", &long),
        (".qoder/rules/b.md", &(long.clone() + "b")),
        ("src/a.ts", "1\n"),
        ("lib/b.ts", "1\n"),
    ]);
    let (report, findings) = report(folder.path(), &["claude-code", "qoder"]);
    assert_eq!(cell(&report, "docs/style.md", "claude-code"), "start");
    assert_eq!(cell(&report, ".qoder/rules/a.md", "qoder"), "cut?");
    assert_eq!(cell(&report, ".qoder/rules/b.md", "qoder"), "cut?");
    let cut = findings.iter().filter(|of| of.starts_with("notes rule-cut"));
    assert_eq!(cut.count(), 1, "{findings:#?}");
    let rules = report["rules"].as_array().expect("rules");
    let style = rules.iter().find(|of| of["path"] == "docs/style.md").expect("a rule");
    assert_eq!(style["files"], 2, "{style}");
}

/// A link is no second text that somebody has to keep.
#[cfg(unix)]
#[test]
fn it_takes_a_link_for_no_copy() {
    let folder = project(&[("CLAUDE.md", "Same.\n"), ("src/a.ts", "1\n")]);
    std::os::unix::fs::symlink("CLAUDE.md", folder.path().join("AGENTS.md")).expect("a link");
    let (cells, findings) = report(folder.path(), &["claude-code"]);
    assert_eq!(cell(&cells, "AGENTS.md", "claude-code"), "start");
    assert_eq!(findings, Vec::<String>::new());
    std::fs::write(folder.path().join("GEMINI.md"), "Same.\n").expect("it is written");
    let (_, findings) = report(folder.path(), &["claude-code"]);
    let [finding] = &*findings else { panic!("{findings:#?}") };
    assert!(finding.contains("'GEMINI.md'") && !finding.contains("'AGENTS.md'"), "{finding}");
}

/// A header that keeps a rule from every file is no header that cannot be read.
#[test]
fn a_rule_that_is_only_named_is_explained() {
    let folder = project(&[
        (".kiro/steering/a.md", "---\ninclusion: manual\n---\nManual.\n"),
        (".cursor/rules/b.mdc", "---\nglobs: '{src'\n---\nBad.\n"),
        ("src/a.ts", "1\n"),
    ]);
    let explained = run(folder.path(), &["for", "--explain", "src/a.ts"]).out;
    let line = |name: &str| explained.lines().find(|line| line.contains(name)).expect("a line");
    assert!(line("a.md").contains("its header says that it applies to no file"), "{explained}");
    assert!(line("b.mdc").contains("its patterns cannot be read"), "{explained}");
}

/// That a client follows no import is said only where it was seen.
#[test]
fn it_says_who_leaves_imports_alone_only_where_that_was_measured() {
    let folder = project(&[
        ("AGENTS.md", "Read @docs/a.md first.\n"),
        ("docs/a.md", "---\napplies_to: '**'\n---\nImported.\n"),
    ]);
    let (_, findings) = report(folder.path(), &["qwen-code", "zed", "cursor"]);
    assert_eq!(findings, Vec::<String>::new());
    let (_, findings) = report(folder.path(), &["qwen-code", "zed", "codex"]);
    let [finding] = &*findings else { panic!("{findings:#?}") };
    assert!(finding.contains("others do not: codex;"), "{finding}");
}

/// A name with a line feed ends no row, and one with a bar no cell.
#[cfg(unix)]
#[test]
fn a_name_is_one_cell() {
    let folder =
        project(&[("CLAUDE.md", "Top.\n"), ("a\nb\u{1b}[1m/CLAUDE.md", "A.\n"), ("a|b/CLAUDE.md", "B.\n")]);
    let ran = run(folder.path(), &["reach", "--client", "claude-code"]);
    assert!(ran.out.contains("| a\\nb\\u{1b}[1m/CLAUDE.md | "), "{}", ran.out);
    assert!(ran.out.contains("| a\\|b/CLAUDE.md | "), "{}", ran.out);
}

/// What is in a folder that a link names twice is one file.
#[cfg(unix)]
#[test]
fn it_takes_a_linked_folder_for_no_copy() {
    let folder = project(&[("shared/.claude/rules/a.md", "Same.\n"), ("shared/a.ts", "1\n")]);
    std::os::unix::fs::symlink("shared/.claude", folder.path().join(".claude")).expect("a link");
    let (cells, findings) = report(folder.path(), &["claude-code"]);
    assert_eq!(cell(&cells, ".claude/rules/a.md", "claude-code"), "start");
    assert_eq!(findings, Vec::<String>::new());
}
