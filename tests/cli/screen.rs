//! What a terminal gets beside text, and how a pipe gets the same.

use std::process::Stdio;

use crate::at_terminal::{At, UNSET, run, run_in};
use crate::process::{GUIDE, binary, project, two_documents};

const COMMANDS: [&str; 6] =
    ["list", "list docs", "search retry", "get docs", "check", "for --explain src/lib.rs"];

/// Runs a command whose output is a pipe, and returns that.
#[track_caller]
fn piped(folder: &std::path::Path, environment: &[(&str, &str)], line: &str) -> String {
    let mut command = binary();
    for variable in UNSET {
        command.env_remove(variable);
    }
    command.current_dir(folder).args(line.split_whitespace()).stdin(Stdio::null());
    let output = command.envs(environment.iter().copied()).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn rules() -> tempfile::TempDir {
    project(&[
        GUIDE,
        (
            "docs/a.md",
            "---\napplies_to: 'src/**'\n---\n# Retries\n\nRetry each call three times, and then give up, and say which it was and why.\n",
        ),
        ("docs/b.md", "# Names\n\nOne word, if one will do.\n"),
        ("src/lib.rs", ""),
    ])
}

#[test]
fn a_pipe_gets_what_a_terminal_does_if_it_is_asked() {
    let folder = rules();
    for line in COMMANDS {
        let plain = piped(folder.path(), &[("COLUMNS", "50")], line);
        assert!(!plain.contains('\u{1b}'), "{line}: {plain}");
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let colored = run_in(50, folder.path(), At::Output, &[], &arguments).1;
        let due = run_in(50, folder.path(), At::Output, &[("NO_COLOR", "1")], &arguments).1;
        let columns = &[("COLUMNS", "50")][..];
        assert_eq!(piped(folder.path(), columns, &format!("{line} --pretty")), due, "{line}");
        let always = piped(folder.path(), columns, &format!("{line} --color always"));
        assert!(always.contains('\u{1b}') && always == colored, "{line}: {always}");
        assert_eq!(piped(folder.path(), columns, &format!("{line} --color always --plain")), plain);
        let due = run(folder.path(), At::Output, &[("NO_COLOR", "1")], &arguments).1;
        assert_eq!(piped(folder.path(), &[], &format!("{line} --pretty")), due, "{line}: 80 columns");
    }
}

#[test]
fn what_is_longer_than_the_terminal_goes_through_a_pager() {
    let long = "A line.\n\n".repeat(30);
    let folder = project(&[GUIDE, ("docs/long.md", &long), ("docs/short.md", "A line.\n")]);
    let paged = "sed 's/^/page: /'";
    let shown = |environment: &[(&str, &str)], line: &str| {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let (code, written) = run(folder.path(), At::Output, environment, &arguments);
        assert_eq!(code, 0, "{line}: {written}");
        written.starts_with("page: ")
    };
    assert!(shown(&[("PAGER", paged)], "get docs long.md"));
    assert!(shown(&[("PAGER", paged)], "schema"));
    for (pager, line) in [
        (paged, "get docs short.md"),
        (paged, "get docs long.md --no-pager"),
        ("", "get docs long.md"),
        ("cat", "get docs long.md"),
        ("mcp-guide-no-such-pager", "get docs long.md"),
    ] {
        assert!(!shown(&[("PAGER", pager)], line), "{pager} {line}");
    }
    assert!(!shown(&[("PAGER", paged), ("TERM", "dumb")], "get docs long.md"));
    // What a command has done ends with what to do next.
    assert!(!shown(&[("PAGER", paged)], "setup claude-code --dry-run"));
    // One that ends before it has read all.
    assert!(shown(&[("PAGER", "sed -e 's/^/page: /' -e 1q")], "get docs long.md"));
    let set = |environment: &[(&str, &str)]| run(folder.path(), At::Output, environment, &["schema"]).1;
    let less = "sh -c 'echo LESS=$LESS; cat >/dev/null'";
    assert_eq!(set(&[("PAGER", less)]), "LESS=FRX\n");
    assert_eq!(set(&[("PAGER", less), ("LESS", "S")]), "LESS=S\n");
    let words = format!("{} --pretty", "get docs long.md");
    assert_eq!(piped(folder.path(), &[("PAGER", paged)], &words), long, "a pipe has no pager");
}

#[test]
fn paths_are_links_where_the_terminal_knows_them() {
    let folder = project(&[
        ("guide.yaml", "categories: {docs: {dir: docs, patterns: ['*.md']}}\n"),
        ("docs/a b.md", "# Retries\n\nRetry.\n"),
    ]);
    let root = folder.path().canonicalize().expect("a path");
    let begin = format!("\u{1b}]8;;file://{}/docs/a%20b.md\u{1b}\\", root.display());
    let end = "\u{1b}]8;;\u{1b}\\";
    let known: &[(&str, &str)] = &[("VTE_VERSION", "7600"), ("NO_COLOR", "1")];
    let shown = |environment, line: &str| {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        run(folder.path(), At::Output, environment, &arguments).1
    };
    assert!(shown(known, "search retry").starts_with(&format!("{begin}docs/a b.md:1{end}  Retries\n")));
    assert!(shown(known, "list docs").contains(&format!("\n{begin}docs/a b.md{end}  Retries")));
    for line in ["search retry", "list docs"] {
        assert!(!shown(&[("NO_COLOR", "1")], line).contains("\u{1b}]8"), "{line}: an unknown terminal");
        assert!(!piped(folder.path(), known, &format!("{line} --pretty")).contains("\u{1b}]8"), "{line}");
    }
    // Not each pager shows them.
    for number in 0..30 {
        std::fs::write(folder.path().join(format!("docs/{number}.md")), "# A\n").expect("a file");
    }
    let paged = [known, &[("PAGER", "sed 's/^/page: /'")]].concat();
    let listed = run(folder.path(), At::Output, &paged, &["list", "docs"]).1;
    assert!(listed.contains("page: docs/a b.md  ") && !listed.contains('\u{1b}'), "{listed}");
}

/// A person's shell is no agent: the whole is printed, unless a budget is given.
#[test]
fn a_file_gets_all_documents() {
    let text = "a".repeat(30_000) + "\n";
    let folder = project(&[GUIDE, ("docs/a.md", &text), ("docs/b.md", &text), ("docs/c.md", &text)]);
    let whole = piped(folder.path(), &[], "get docs");
    assert_eq!(whole.matches(&text).count(), 3);
    assert_eq!(
        piped(folder.path(), &[], "get docs --json").matches("aaa\\n").count(),
        1,
        "an agent's budget"
    );
    assert_eq!(piped(folder.path(), &[], "get docs --json --bytes 70000").matches("aaa\\n").count(), 2);
    let folder = two_documents();
    let rest = "| and 1 more |";
    assert!(!piped(folder.path(), &[], "list docs").contains(rest));
    assert!(piped(folder.path(), &[], "list docs --bytes 1").contains(rest));
}

#[test]
fn a_shell_completes_names_documents_clients_and_kinds() {
    let folder = project(&[
        ("guide.yaml", "categories: {docs: {dir: docs, patterns: ['**/*.md']}}\n"),
        ("docs/deep/style.md", "a"),
        ("docs/b.md", "a"),
        ("docs/with blank.md", "a"),
    ]);
    let completed = |folder: &std::path::Path, words: &[&str]| {
        let mut command = binary();
        command.current_dir(folder).env("MCP_GUIDE_COMPLETE", "fish").args(["--", "mcp-guide"]);
        let output = command.args(words).stdin(Stdio::null()).output().expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let words = text.lines().filter(|line| !line.starts_with('-'));
        words.map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let here = |words: &[&str]| completed(folder.path(), words);
    assert_eq!(here(&["get", "do"]), ["docs", "docs/"]);
    assert_eq!(here(&["get", "docs/de"]), ["docs/deep/"]);
    // No shell is to insert what means something to it.
    assert_eq!(here(&["get", "docs/w"]), [""; 0]);
    assert_eq!(here(&["search", "words", "--in", "docs/b"]), ["docs/b.md"]);
    assert_eq!(here(&["get", "docs", ""]), ["b.md", "deep/style.md"]);
    assert_eq!(here(&["list", "docs", "de"]), ["deep/style.md"]);
    assert_eq!(here(&["get", "docs", "--document", "b"]), ["b.md"]);
    assert_eq!(here(&["get", "gone", ""]), [""; 0]);
    assert!(here(&["setup", ""]).contains(&"claude-desktop".to_owned()));
    let hooks = here(&["hook", "cl"]);
    assert!(hooks.contains(&"claude-code".to_owned()) && !hooks.contains(&"claude-desktop".to_owned()));
    assert_eq!(here(&["check", "--deny", "pattern-dead,no-g"]), ["pattern-dead,no-guide-yaml"]);
    let path = folder.path().to_str().expect("UTF-8");
    let elsewhere = project(&[]);
    assert_eq!(completed(elsewhere.path(), &["--project", path, "get", "docs", "b"]), ["b.md"]);
}

#[test]
fn what_is_said_and_the_help_fit_the_terminal() {
    let folder = project(&[("docs/a.md", "# A\n"), ("README.md", "# A\n")]);
    for (columns, line) in [
        (40, "get dock"),
        (40, "list"),
        (60, "search"),
        (70, "--help"),
        (80, "search --help"),
        (80, ""),
        (50, "setup nothing"),
        (50, "call nothing"),
        (50, "get docs --start gone"),
    ] {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let environment = [("NO_COLOR", "1"), ("HOME", "/nowhere"), ("XDG_STATE_HOME", "/nowhere")];
        let (_, written) = run_in(columns, folder.path(), At::All, &environment, &arguments);
        let is_wide = |line: &&str| line.chars().count() > usize::from(columns) && line.trim().contains(' ');
        let wide: Vec<&str> = written.lines().filter(is_wide).collect();
        assert!(!written.is_empty() && wide.is_empty(), "{line} at {columns}: {wide:#?}");
    }
}
