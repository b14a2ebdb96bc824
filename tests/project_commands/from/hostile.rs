//! Configurations that are broken, or were made to break something.

use super::super::init::names;
use super::super::process::{project, run};
use super::{taken, written};

/// A configuration that is not taken, and what is said of it.
#[test]
fn faults_have_their_place() {
    let large = format!("# {}\n", "x".repeat(1 << 20));
    let bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n".to_owned()
        + &(0..6).fold(String::new(), |text, level| {
            let (of, to) = ((b'a' + level) as char, (b'b' + level) as char);
            format!(
                "{text}{to}: &{to} [{}]\n",
                vec![format!("*{of}"); 10].join(", ")
            )
        });
    for (configuration, said) in [
        (
            "",
            "it has no project; start the Python server once in yours",
        ),
        ("- a", "expected a map, found a list at line 1 column 1"),
        (
            "docroot: docs\nprojects: {acme: {}}",
            "its docroot 'docs' is not an absolute path",
        ),
        (
            "docroot: ~/docs\nprojects: {acme: {}}",
            "its docroot '~/docs' is not an absolute path",
        ),
        (
            "docroot: 1",
            "docroot: expected a text, found the number 1 (quote it) at line 1 column 10",
        ),
        (
            "projects: []",
            "projects: expected a map, found a list at line 1 column 11",
        ),
        (
            "projects:\n  acme:\n    categories:\n      a: {dir: a}",
            "projects.acme.categories.a: missing field 'patterns' at line 4 column 10",
        ),
        (
            "projects:\n  acme:\n    categories:\n      a: {dir: a, patterns: x}",
            "projects.acme.categories.a.patterns: expected a list, found the text 'x' at line 4 column 29",
        ),
        (
            "projects:\n  acme:\n    collections:\n      a: {categories: [[]]}",
            "projects.acme.collections.a.categories[0]: expected a text, found a list at line 4 column 24",
        ),
        ("a: 1\na: 2", "a: duplicate key 'a' at line 2 column 1"),
        (
            "a: !!python/tuple [1]",
            "a: a tag ('!') other than !!str is not allowed; quote a text that begins with '!' at line 1 column 19",
        ),
        (&large, "1048579 bytes, over the limit of 1048576"),
        (
            &bomb,
            "e[0]: the aliases stand for more than the file holds; write less of it by aliases at line 5 column 8",
        ),
        ("a: \u{1b}[31m", ""),
    ] {
        let folder = project(&[("config.yaml", configuration), ("acme/a.md", "a")]);
        let acme = folder.path().join("acme");
        let ran = run(&acme, &["init", "--from", "../config.yaml"]);
        let due = format!("Cannot import ../config.yaml: {said}. Nothing was written.\n");
        assert_eq!(ran.code, 1, "{}", ran.out);
        assert!(!ran.err.contains('\u{1b}'), "{:?}", ran.err);
        if !said.is_empty() {
            assert_eq!(ran.err, due);
        }
        assert_eq!(names(&acme), ["a.md"]);
    }
    let folder = project(&[("acme/a.md", "a")]);
    let ran = run(folder.path(), &["init", "acme", "--from", "no\u{1b}where"]);
    let said = "Cannot import no\\u{1b}where: it does not exist. Nothing was written.\n";
    assert_eq!((ran.code, &*ran.err), (1, said));
}

/// Whatever the names, texts and settings are, the file loads, and nothing of them
/// reaches a terminal as it is.
#[test]
fn names_and_texts_of_any_kind() {
    let odd = [
        "a b",
        "true",
        "1.5",
        "- x",
        "#",
        "é",
        "\\u001b[31m",
        "\\u202e",
        "\\n",
        "\\0",
        "a: b",
        "'",
        "\\\"",
    ];
    let refused = ["", ".", "..", "a/b", "a,b"];
    let mut lines = "\"\\u001b\": [\"\\u001b\"]\nprojects:\n  acme:\n    categories:\n".to_owned();
    for name in odd.iter().chain(&refused) {
        lines.push_str(&format!(
            "      \"{name}\": {{dir: \".\", patterns: [own, \"{name}\"], description: \"{name}\", \"x\\n{name}\": 1}}\n"
        ));
    }
    lines.push_str("    collections:\n");
    for name in odd.iter().chain(&refused) {
        lines.push_str(&format!(
            "      \"{name} c\": {{categories: [\"{name}\", \"{name}/{name}\"]}}\n"
        ));
    }
    lines.push_str("      \".\": {categories: []}\n");
    let (folder, ran) = taken(&lines, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = written(folder.path());
    for said in [&text, &ran.out] {
        let raw = said
            .chars()
            .any(|c| c.is_control() && c != '\n' || c == '\u{202e}');
        assert!(!raw, "{said:?}");
    }
    for (field, count) in [("categories", refused.len()), ("collections", 1 + 2)] {
        let reason = "not usable as a name\n";
        let lines = text
            .lines()
            .filter(|line| line.starts_with(&format!("# {field}: ")));
        let lines: Vec<String> = lines.map(|line| format!("{line}\n")).collect();
        assert_eq!(lines.len(), count, "{text}");
        assert!(lines.iter().all(|line| line.ends_with(reason)), "{lines:?}");
    }
    let acme = folder.path().join("acme");
    let ran = run(&acme, &["list", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    for name in ["a b", "true", "\u{1b}[31m", "\u{202e}", "'"] {
        let ran = run(&acme, &["get", "--", name]);
        assert_eq!((ran.code, &*ran.out), (0, "own"), "{name:?}: {}", ran.err);
    }
}

/// More than a project's file may hold is not written.
#[test]
fn what_would_not_load_is_not_written() {
    let long = format!(
        "flags: \"{}\"\nprojects: {{acme: {{}}}}\n",
        "\\e".repeat(300_000)
    );
    let (folder, ran) = taken(&long, &[]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(
        ran.err.contains("bytes, over the limit of 1048576"),
        "{}",
        ran.err
    );
    let mut many = "projects:\n  acme:\n    categories:\n".to_owned();
    for number in 0..1025 {
        many.push_str(&format!("      c{number}: {{dir: ., patterns: [own]}}\n"));
    }
    let (other, ran) = taken(&many, &[]);
    assert!(
        ran.code == 1 && ran.err.contains("more than 2048 patterns"),
        "{}",
        ran.err
    );
    for folder in [folder, other] {
        assert_eq!(names(&folder.path().join("acme")), ["own.md"]);
    }
}
