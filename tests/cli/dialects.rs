//! Rows of rule files that a person adds.

use rule_files::DIALECTS_YAML;

use crate::process::{project, run};

/// A row of the built-in table with other files and another key.
const OWN: &str = "dialects:
  - name: Own rules
    files: ['.own/*.txt.md']
    depth: anywhere
    keys: [when]
    modes: {key: scope, always: [all], never: [none], described: [ask], matched: [some]}
    without: never
    matcher: gitignore
    matching:
      relative_to: folder
      negation: ordered
      ignores_case: 'no'
      name_alone: 'no'
      leading_slash: 'yes'
      splits_items: unknown
      drops_final_stars: 'no'
      plain_sets: 'no'
    loads: [{client: own, always: [start], matched: [unknown]}]
    category: {name: own, dir: .own, description: Rules of our own}
    url: https://example.com
    date: 2026-11-26
    evidence: documented
";

#[test]
fn a_dialect_is_a_row() {
    let files = [
        ("own.yaml", OWN),
        (".own/a.txt.md", "---\nwhen: src\n---\n"),
        (".own/b.txt.md", "---\nscope: all\n---\n"),
        (".own/c.txt.md", "---\nscope: ask\ndescription: Asked\n---\n"),
        (".own/d.txt.md", "No header.\n"),
        (".own/e.md", "---\nwhen: src\n---\n"),
        ("AGENTS.md", "In the built-in table.\n"),
    ];
    let folder = project(&files);
    let ran = run(folder.path(), &["--dialects", "own.yaml", "init"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let guide = std::fs::read_to_string(folder.path().join("guide.yaml")).expect("a file");
    assert!(
        guide.contains("dir: \".own\"\n    patterns: [\"*.txt.md\"]\n    description: Rules of our own"),
        "{guide}"
    );
    let ran = run(folder.path(), &["--dialects", "own.yaml", "for", "--explain", "web/src/a.ts"]);
    assert!(ran.out.contains("\nAGENTS.md "), "{}", ran.out);
    let applies =
        |name: &str| ran.out.lines().find(|line| line.starts_with(name)).map(|line| line.ends_with("  yes"));
    let due = [Some(true), Some(true), Some(false), Some(false), None];
    let came = ["a.txt", "b.txt", "c.txt", "d.txt", "e"].map(|name| applies(&format!(".own/{name}.md")));
    assert_eq!(came, due, "{}", ran.out);
    assert!(ran.err.contains("own/c.txt.md (Asked)"), "{}", ran.err);
    let ran = run(folder.path(), &["--dialects", "own.yaml", "check", "-v"]);
    let note =
        "note[rule-unstated]: Own rules: the client does not document whether an item of a list may be a,b";
    assert!(ran.out.contains(note), "{}", ran.out);
}

#[test]
fn a_dialect_needs_five_columns() {
    const ACME: &str = "dialects:
  - {name: Acme rules, files: ['.acme/*.rule.md'], keys: [files], without: never, matcher: glob}
  - {name: Cursor rules, files: ['.cursor/rules/**/*.mdc'], keys: [for], without: never, matcher: glob}
";
    let folder = project(&[
        ("own.yaml", ACME),
        (".acme/a.rule.md", "---\nfiles: src/**\n---\n"),
        (".acme/b.rule.md", "No header.\n"),
        (".cursor/rules/c.mdc", "---\nfor: '*.ts'\n---\n"),
        (".claude/rules/d.md", "For every file.\n"),
    ]);
    assert_eq!(run(folder.path(), &["--dialects", "own.yaml", "init"]).code, 0);
    let guide = std::fs::read_to_string(folder.path().join("guide.yaml")).expect("a file");
    assert!(guide.contains("  acme-rules:\n    dir: \".acme\"\n"), "{guide}");
    let ran = run(folder.path(), &["--dialects", "own.yaml", "for", "--explain", "src/a.ts"]);
    let applies = |name: &str| ran.out.lines().any(|line| line.starts_with(name) && line.ends_with("  yes"));
    let came = [".acme/a.rule.md", ".acme/b.rule.md", ".cursor/rules/c.mdc", ".claude/rules/d.md"];
    assert_eq!(came.map(applies), [true, false, true, true], "{}", ran.out);
    let ran = run(folder.path(), &["--dialects", "own.yaml", "check", "--strict", "-v"]);
    assert!(ran.code == 0 && !ran.out.contains("no page"), "{}", ran.out);
    let table = run(folder.path(), &["dialects"]).out;
    assert_eq!(table, DIALECTS_YAML);
}

const FILES: &str = "dialects[0].files at line 3 column 12: ";
const OTHER: &str = "expected a file, FOLDER/*END or FOLDER/**/*END, without other wildcards";
const DIR: &str = "dialects[0].category.dir at line 19 column 32: it must contain all files";

/// Each change to a sound table, and what is said of it.
#[test]
fn a_table_of_dialects_is_checked_when_it_is_loaded() {
    let folder = project(&[("guide.yaml", "categories: {}"), ("docs/a.md", "a")]);
    let files = |said: &str| format!("{FILES}{said}\n");
    let end = |said: &str| format!("{said}\n");
    for (old, new, said) in [
        (
            "name: Own rules",
            "name: Own rules\n    other: 1",
            "[0].other at line 3 column 5: unknown field 'other'".into(),
        ),
        (
            "matcher: gitignore",
            "Matcher: gitignore",
            "line 8 column 5: unknown field 'Matcher' (did you mean 'matcher'?)".into(),
        ),
        (
            "matcher: gitignore",
            "matcher: regex",
            "dialects[0].matcher at line 8 column 14: 'regex' is not valid (valid are 'gitignore', 'glob'"
                .into(),
        ),
        (
            "name: Own rules",
            "name: 7",
            end("dialects[0].name at line 2 column 11: expected a string, found the number 7 (quote it)"),
        ),
        (
            "always: [start]",
            "always: start",
            end(
                "dialects[0].loads[0].always at line 18 column 35: expected a list, found the string 'start' (write [\"start\"])",
            ),
        ),
        ("name: Own rules", "name: Own: rules", "own.yaml: line 2 column 14: a ':' cannot be here".into()),
        (
            "depth: anywhere",
            "name: Again",
            end(
                "dialects[0].name at line 4 column 5: duplicate key 'name' (move what this one holds under the first, or rename one)",
            ),
        ),
        ("dialects:", "# ", end("own.yaml: line 2 column 3: expected a map, found a list")),
        ("['.own/*.txt.md']", "['/a.md']", files("expected a path from the project's folder")),
        ("['.own/*.txt.md']", "[]", files("expected at least one")),
        ("['.own/*.txt.md']", "['.own/**/rules*.md']", files(OTHER)),
        ("['.own/*.txt.md']", "['.own/*/rules.md']", files(OTHER)),
        ("['.own/*.txt.md']", "['.own/a**/*.md']", files(OTHER)),
        ("['.own/*.txt.md']", "['.own/**']", files(OTHER)),
        ("['.own/*.txt.md']", "['.own/*.{md,txt}']", files(OTHER)),
        ("['.own/*.txt.md']", "['.own/?.md']", files(OTHER)),
        ("dir: .own,", "dir: own,", end(DIR)),
        ("dir: .own,", "dir: '',", end(DIR)),
        ("['.own/*.txt.md']", "['.own/*.md', '.other/*.md']", end(DIR)),
        (
            "name: own,",
            "name: ..,",
            end("dialects[0].category.name at line 19 column 22: it is not a valid name"),
        ),
        (
            "name: own,",
            "name: claude-rules,",
            end(
                "dialects[0].category.name at line 19 column 22: another row uses this name for another folder",
            ),
        ),
        (
            "keys: [when]",
            "keys: []",
            end("dialects[0].keys at line 5 column 11: a matcher needs keys, and keys need a matcher"),
        ),
        (
            "evidence: documented",
            "evidence: measured",
            end("dialects[0].with at line 2 column 5: it is for measured rows, and required there"),
        ),
    ] {
        assert!(OWN.contains(old), "{old}");
        std::fs::write(folder.path().join("own.yaml"), OWN.replace(old, new)).expect("a file");
        let ran = run(folder.path(), &["--dialects", "own.yaml", "list"]);
        assert!(ran.code == 2 && ran.err.contains(&said), "{new}: {}", ran.err);
    }
    let ran = run(folder.path(), &["--dialects", "none.yaml", "list"]);
    assert!(ran.code == 2 && ran.err.contains("none.yaml: "), "{}", ran.err);
}
