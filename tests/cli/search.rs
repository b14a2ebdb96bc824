//! Search on the command line.

use serde_json::Value;

use super::at_terminal::{At, run as at_terminal};
use super::process::{GUIDE, project, run};

const HEAD: &str = "| URI | Heading | Line | Text |\n| --- | --- | --- | --- |\n";

#[test]
fn words_in_quotes_are_a_phrase_and_options_say_where() {
    let guide = "categories:\n  docs: {dir: docs, patterns: ['*.md']}\n  api: {dir: api, patterns: ['*.md']}\n";
    let folder = project(&[
        ("guide.yaml", guide),
        ("docs/a.md", "back off\n"),
        ("docs/b.md", "off, back\n"),
        ("api/a.md", "back off\n"),
    ]);
    let row = |uri: &str, text: &str| format!("| guide://category/{uri} |  | 1 | {text} |\n");
    let (a, b, other) = (
        row("docs/a.md", "back off"),
        row("docs/b.md", "off, back"),
        row("api/a.md", "back off"),
    );
    for (arguments, due) in [
        (&["back", "off"][..], [&*a, &b, &other].concat()),
        (&["back off"], [&*a, &other].concat()),
        (&["back off", "--in", "api"], other.clone()),
        (
            &["back", "off", "--in", "docs", "--pattern", "b*"],
            b.clone(),
        ),
    ] {
        let arguments = [&["search"][..], arguments].concat();
        let answer = run(folder.path(), &arguments);
        let due = format!("{HEAD}{due}");
        assert_eq!((answer.code, &answer.out), (0, &due), "{arguments:?}");
        let json = run(folder.path(), &[&arguments[..], &["--json"]].concat()).out;
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["value"], *due);
    }
}

#[test]
fn a_word_of_the_shell_is_looked_for_as_it_stands() {
    let folder = project(&[
        GUIDE,
        ("docs/apart.md", "print(\"hello there\nbig world\")\n"),
        ("docs/lead.md", "say foo\n"),
        ("docs/said.md", "say \"hello world\"\n"),
    ]);
    for (word, due) in [
        ("print(\"hello world\")", None),
        ("\"foo", None),
        ("say \"hello", Some("said.md")),
        ("\"hello world\"", Some("said.md")),
        ("print(\"hello", Some("apart.md")),
    ] {
        let answer = run(folder.path(), &["search", word]).out;
        let found = answer.contains("| guide://category/docs/");
        assert_eq!(found, due.is_some(), "{word}: {answer}");
        assert!(
            due.is_none_or(|due| answer.contains(due)),
            "{word}: {answer}"
        );
    }
}

#[test]
fn colour_that_is_wished_for_goes_into_a_pipe() {
    let folder = project(&[GUIDE, ("docs/a.md", "retry\n")]);
    let answer = run(folder.path(), &["search", "retry", "--color", "always"]);
    assert!(
        answer.out.contains("\u{1b}[31mretry\u{1b}[0m"),
        "{:?}",
        answer.out
    );
    let answer = run(folder.path(), &["search", "retry"]);
    assert!(!answer.out.contains('\u{1b}'), "{:?}", answer.out);
}

#[test]
fn nothing_found_is_no_failure_and_no_such_name_is_one() {
    let folder = project(&[GUIDE, ("docs/a.md", "# Retry\n")]);
    let nothing = run(folder.path(), &["search", "retri"]);
    let said = "No document holds every word: 'retri' (documents: 0). Near to them in titles and headings: 'Retry'.\n";
    assert_eq!((nothing.code, &*nothing.out), (0, said));
    let unknown = run(folder.path(), &["search", "retry", "--in", "dosc"]);
    assert_eq!((unknown.code, &*unknown.out), (1, ""));
    let empty = run(folder.path(), &["search", ""]);
    assert_eq!(empty.code, 1);
    assert!(
        empty.err.contains("mcp-guide search --help"),
        "{}",
        empty.err
    );
    assert_eq!(run(folder.path(), &["search"]).code, 2);
}

#[test]
fn words_are_marked_at_a_terminal() {
    let folder = project(&[
        GUIDE,
        (
            "docs/a.md",
            "# \u{c4}rger\n\nRetry \u{1b}[2J retry \u{e4}RGER\n",
        ),
    ]);
    let word = |text: &str| format!("\u{1b}[1m\u{1b}[31m{text}\u{1b}[0m");
    let place = "guide://category/docs/a.md#%C3%A4rger";
    let (heading, first, second, last) =
        (word("Ärger"), word("Retry"), word("retry"), word("äRGER"));
    let due = format!("{HEAD}| {place} | {heading} | 3 | {first} \\u{{1b}}[2J {second} {last} |\n");
    let arguments = ["search", "retry", "ärger"];
    let (code, written) = at_terminal(folder.path(), At::Output, &[], &arguments);
    assert_eq!((code, written), (0, due));
    let plain = [&arguments[..], &["--color", "never"]].concat();
    let (_, written) = at_terminal(folder.path(), At::Output, &[], &plain);
    assert!(!written.contains("\u{1b}[1m"), "{written}");
}
