//! What is read at a terminal.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::UNIX_EPOCH;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use snapbox::{Data, assert_data_eq};

use crate::at_terminal::{At, run, run_in};
use crate::process::{GUIDE, binary, project, two_documents};

const BOLD_CYAN: &str = "\u{1b}[1m\u{1b}[36m";
const BOLD_RED: &str = "\u{1b}[1m\u{1b}[31m";
const PLAIN: &str = "\u{1b}[0m";

#[test]
fn several_documents_stand_under_rules() {
    let folder = project(&[
        GUIDE,
        ("docs/a.md", "# A\n"),
        ("docs/b\u{1b} c.md", "\u{1b}[2Jé\tü\u{9b}\r\u{7f}"),
        ("docs/empty.md", ""),
    ]);
    let documents = |before: &str, after: &str| {
        format!(
            "{before}── docs/a.md ──{after}\n# A\n\n\
             {before}── docs/b\\u{{1b}} c.md ──{after}\n\\u{{1b}}[2Jé\tü\\u{{9b}}\\r\\u{{7f}}\n\n\
             {before}── docs/empty.md ──{after}\n"
        )
    };
    let (colored, plain) = (documents(BOLD_CYAN, PLAIN), documents("", ""));
    let no_color = &[("NO_COLOR", "1")][..];
    for (environment, options, shown) in [
        (&[][..], &[][..], &colored),
        (&[], &["--color", "auto"], &colored),
        (&[], &["--color", "never"], &plain),
        (no_color, &[], &plain),
        (no_color, &["--color", "always"], &colored),
        (&[("TERM", "dumb")], &[], &plain),
    ] {
        let arguments = [&["get", "docs"][..], options].concat();
        let (code, written) = run(folder.path(), At::Output, environment, &arguments);
        assert_eq!((code, &written), (0, shown), "{environment:?} {options:?}");
    }
    let (_, written) = run(folder.path(), At::Output, &[], &["get", "docs", "--plain"]);
    assert!(written.starts_with("Content-Type: multipart/mixed") && !written.contains('\u{1b}'), "{written}");
}

#[test]
fn one_document_is_shown_alone_and_steers_nothing() {
    let folder = project(&[GUIDE, ("docs/a.md", "one\r\ntwo\u{1b}]0;x\u{7}")]);
    let (code, written) = run(folder.path(), At::Output, &[], &["get", "docs"]);
    // The terminal itself puts one more return before a line's end.
    assert_eq!((code, &*written), (0, "one\r\ntwo\\u{1b}]0;x\\u{7}\n"));
    let folder = project(&[GUIDE, ("docs/a.md", "\u{9b}😀\u{7f}\u{e0041}")]);
    let (code, written) = run(folder.path(), At::Output, &[], &["get", "docs", "--json"]);
    let json = "{\"success\":true,\"value\":\"\\u{9b}😀\\u{7f}\\u{e0041}\"}\n";
    assert_eq!((code, &*written), (0, json));
}

#[test]
fn a_failure_has_colour_at_a_terminal() {
    let folder = two_documents();
    let (error, advice) = (
        "Category or collection 'dock' not found. Did you mean 'docs'?", "To list all names: mcp-guide list",
    );
    let (code, written) = run(folder.path(), At::All, &[], &["get", "dock"]);
    let shown = format!("{BOLD_RED}{error}{PLAIN}\n{advice}\n");
    assert_eq!((code, written), (1, shown));
    let (code, written) = run(folder.path(), At::All, &[("NO_COLOR", "1")], &["get", "dock"]);
    assert_eq!((code, written), (1, format!("{error}\n{advice}\n")));
}

#[test]
fn a_person_is_not_left_waiting() {
    let folder = two_documents();
    let (code, written) = run(folder.path(), At::All, &[], &[]);
    assert_eq!(code, 0, "without a command it does not wait for a person to speak MCP");
    assert!(written.contains("  docs\nNext:\n  mcp-guide setup CLIENT"), "{written}");
    let (code, written) = run(project(&[]).path(), At::All, &[], &[]);
    assert_eq!(code, 2);
    assert!(written.contains("To write one here: mcp-guide init"), "{written}");
    let (code, written) = run(project(&[("guide.yaml", "categories: [")]).path(), At::All, &[], &[]);
    assert_eq!((code, written.matches("unclosed bracket").count()), (2, 1), "{written}");
    assert!(written.ends_with("problems: mcp-guide check\n"), "{written}");
}

/// A person who misspells an option of `hook` sees that, and the log is of clients.
#[test]
fn a_hook_at_a_terminal_is_a_usage_error() {
    let folder = two_documents();
    let state = folder.path().join("state");
    let state = state.to_str().expect("UTF-8");
    for (words, said) in [
        (&["hook"][..], "required arguments"),
        (&["hook", "--lst"], "--last"),
        (&["hook", "claude"], "did you mean claude-code?"),
        (&["hook", "claude-code"], "mcp-guide hook --last"),
        (&["hook", "codex", "--nope"], "--nope"),
    ] {
        let (code, written) = run(folder.path(), At::All, &[("XDG_STATE_HOME", state)], words);
        assert_eq!(code, 2, "{words:?}: {written}");
        assert!(written.contains(said), "{words:?}: {written}");
    }
    assert!(!std::path::Path::new(state).exists(), "nothing is logged");
}

#[test]
fn serve_says_that_it_waits() {
    let folder = two_documents();
    let terminal =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("it is ours");
    let name = ptsname(&terminal, Vec::new()).expect("its name");
    let end = rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty());
    let mut child = binary()
        .current_dir(folder.path())
        .arg("serve")
        .stdin(Stdio::from(end.expect("its other end")))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut typed = std::fs::File::from(terminal);
    typed.write_all(b"{}\n").expect("it is read");
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut answer = String::new();
    stdout.read_line(&mut answer).expect("it answers");
    assert!(answer.starts_with("{\"jsonrpc\":\"2.0\""), "{answer}");
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).expect("it runs");
    let ended = child.wait_with_output().expect("it ends");
    let said = "mcp-guide serves MCP on standard input and output, and is waiting for a client. Press Ctrl-C to stop it.\n";
    assert_eq!(String::from_utf8_lossy(&ended.stderr), said);
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn words_are_marked_at_a_terminal() {
    let text = "---\ndescription: A day\n---\n\n# \u{c4}rger\n\nRetry \u{1b}[2J retry \u{e4}RGER\n";
    let guide = "categories: {docs: {dir: docs, patterns: ['*.md'], frontmatter: strip}}\n";
    let folder = project(&[("guide.yaml", guide), ("docs/a.md", text)]);
    let word = |text: &str| format!("\u{1b}[1m\u{1b}[31m{text}\u{1b}[0m");
    let place = "\u{1b}[36mdocs/a.md:5\u{1b}[0m  \u{1b}[1mÄrger\u{1b}[0m";
    let (first, second, last) = (word("Retry"), word("retry"), word("äRGER"));
    let due = format!("{place}\n  {first} \\u{{1b}}[2J {second} {last}\n");
    let arguments = ["search", "retry", "ärger"];
    let (code, written) = run(folder.path(), At::Output, &[], &arguments);
    assert_eq!((code, written), (0, due));
    let plain = [&arguments[..], &["--color", "never"]].concat();
    let (_, written) = run(folder.path(), At::Output, &[], &plain);
    assert!(!written.contains("\u{1b}[1m"), "{written}");
}

/// What people read, as pictures of a terminal: `SNAPSHOTS=overwrite` draws them.
#[test]
fn what_people_read_fits_the_terminal() {
    const GUIDE: &str = "\
categories:
  docs: {dir: docs, patterns: ['**/*.md', '*.rst'], description: How the service is run and what to do if it is not running}
  rules: {dir: .claude/rules, patterns: ['*.md']}
collections:
  all: {categories: [docs, rules], use_when: Before the first change}
";
    const CODE: &str = "curl --retry 3 --retry-delay 2 --retry-max-time 60 --retry-connrefused --silent --show-error http://localhost:8420/mcp";
    let long = "Retry each request three times, and then give up. ".repeat(60);
    let listed = format!(
        "# Retries | limits\n\nRetry three times.\n\n> - A quoted item that goes on and on, until it is wider than each of the terminals is.\n>   It goes on below.\n\n| when | what |\n|---|---|\n| at each failure | retry, at most three times, with a longer pause before each of them |\n\n```sh\n{CODE}\n```\n\n日本語の文章には空白がないので、どの文字の間でも改行できますが、句読点の前では改行できません。とても長いです。\n"
    );
    let folder = project(&[
        ("guide.yaml", GUIDE),
        ("docs/a.md", &listed),
        (
            "docs/a long folder/with a name that is longer than half of the terminal.md",
            &format!("# Long\n\n## When to retry\n\n{long}\n"),
        ),
        ("docs/b\u{1b}[2J\nb.md", "# \u{1b}[31m `code` \\| and *more*\n"),
        (".claude/rules/rust.md", "---\npaths: ['src/**/*.rs', 'tests/**/*.rs']\n---\nNo panics.\n"),
        (".claude/rules/all.md", "Be brief.\n"),
        ("src/lib.rs", ""),
    ]);
    for path in
        ["a.md", "b\u{1b}[2J\nb.md", "a long folder/with a name that is longer than half of the terminal.md"]
    {
        let file = File::options().write(true).open(folder.path().join("docs").join(path));
        file.and_then(|file| file.set_modified(UNIX_EPOCH)).expect("a time");
    }
    for columns in [40, 80, 100] {
        let mut shown = String::new();
        for line in [
            "", "list", "list docs", "list docs --plain", "search retry three", "check",
            "for --explain src/lib.rs", "get docs", "for src/lib.rs", "list guide://category/docs/a.md",
        ] {
            let arguments: Vec<&str> = line.split_whitespace().collect();
            let (code, written) = run_in(columns, folder.path(), At::All, &[("NO_COLOR", "1")], &arguments);
            shown += &format!("$ mcp-guide {line}\n{written}[{code}]\n\n");
            let is_wide = |line: &&str| {
                let is_code = *line == CODE;
                line.chars().count() > usize::from(columns) && !is_code
            };
            let wide: Vec<&str> = written.lines().filter(is_wide).collect();
            assert!(line.ends_with("--plain") || wide.is_empty(), "{line}: {wide:#?}");
            assert!(!written.contains('\u{1b}'), "{line}: {written}");
        }
        let picture = format!("{}/tests/cli/terminal/{columns}.txt", env!("CARGO_MANIFEST_DIR"));
        assert_data_eq!(shown, Data::read_from(picture.as_ref(), None).raw());
    }
}

#[test]
fn numbers_end_alike_above_a_row_that_counts_the_others() {
    let guide = "categories: {docs: {dir: docs, patterns: ['**']}}\nlimits: {response_bytes: 900}\n";
    let folder = project(&[("guide.yaml", guide)]);
    for number in 0..40 {
        let below = folder.path().join(format!("docs/{number:02}"));
        std::fs::create_dir_all(&below).expect("a folder");
        std::fs::write(below.join("a.md"), "a".repeat(1 + number * 7)).expect("a file");
    }
    let (_, written) = run(folder.path(), At::Output, &[("NO_COLOR", "1")], &["list", "docs"]);
    let ends: Vec<usize> = written.lines().filter_map(|line| line.find(" B  ")).collect();
    assert!(ends.len() > 3 && ends.iter().all(|end| *end == ends[0]), "{written}");
    assert!(written.contains("\nand "), "{written}");
}

/// A listing is Markdown for agents. A name is no emphasis, no tag and no entity at a terminal.
#[test]
fn names_are_shown_as_they_are() {
    let guide = "categories:\n  __docs__: {dir: docs, patterns: ['**/*.md'], description: 'All of __init__ &amp; <b> [a](b) `*c*` \\_ d|e'}\n";
    let folder = project(&[
        ("guide.yaml", guide),
        ("docs/__tests__/*a*.md", "# __init__ and <i>_x_</i>\n\n## The `a|b` *c* \\\\_\n"),
        ("docs/_includes_/__mocks__.md", "One.\n"),
    ]);
    let shown =
        |arguments: &[&str]| run_in(200, folder.path(), At::Output, &[("NO_COLOR", "1")], arguments).1;
    let listing = shown(&["list"]);
    for due in ["__docs__", "All of __init__ &amp; <b> [a](b) `*c*` \\_ d|e"] {
        assert!(listing.contains(due), "{due}: {listing}");
    }
    let documents = shown(&["list", "__docs__"]);
    for due in ["docs/__tests__/*a*.md", "docs/_includes_/__mocks__.md"] {
        assert!(documents.lines().any(|line| line.starts_with(due)), "{due}: {documents}");
    }
    let headings = shown(&["list", "guide://category/__docs__/__tests__/*a*.md"]);
    assert!(headings.contains("docs/__tests__/*a*.md#"), "{headings}");
}
