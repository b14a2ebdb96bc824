//! Patterns and expressions, and what they find.

use super::{found, taken, written};

/// A pattern there, and what it finds here: what both versions find, but where a
/// second list says otherwise.
#[test]
fn patterns_find_what_they_found() {
    const FILES: [&str; 20] = [
        "a.md",
        "b.md",
        "^.md",
        "{a,b}.md",
        "[.md",
        "!n.md",
        "intro.md",
        "intro.txt",
        "notes",
        "old.md.orig",
        "deep/c.md",
        "deep/er/d.md",
        "__init__.md",
        "__cache__/e.md",
        "deep/__cache__/e.md",
        ".h.md",
        "t.md.mustache",
        "u.mustache",
        "A.MD",
        "x y.md",
    ];
    let cases: &[(&str, &[&str])] = &[
        (
            "*.md",
            &[
                "!n.md", "[.md", "^.md", "a.md", "b.md", "intro.md", "t.md", "x y.md", "{a,b}.md",
            ],
        ),
        (
            "**/*.md",
            &[
                "!n.md",
                "[.md",
                "^.md",
                "a.md",
                "b.md",
                "deep/c.md",
                "deep/er/d.md",
                "intro.md",
                "t.md",
                "x y.md",
                "{a,b}.md",
            ],
        ),
        ("intro", &["intro.md", "intro.txt"]),
        ("notes", &["notes"]),
        ("{a,b}.md", &["{a,b}.md"]),
        ("[ab].md", &["a.md", "b.md"]),
        ("[!ab].md", &["[.md", "^.md", "t.md"]),
        ("[.md", &["[.md"]),
        ("!n.md", &["!n.md"]),
        ("deep/*.md", &["deep/c.md"]),
        ("deep/**/*.md", &["deep/c.md", "deep/er/d.md"]),
        ("a.md", &["a.md"]),
        ("?.md", &["[.md", "^.md", "a.md", "b.md", "t.md"]),
        ("u", &["u"]),
        ("x y.md", &["x y.md"]),
        ("deep/er/d", &["deep/er/d.md"]),
        ("[]x].md", &[]),
        ("[a/b].md", &[]),
        // What is no pattern here, or means more, is left out.
        ("[^a].md", &[]),
        ("deep/", &[]),
        (".", &[]),
        ("a**", &[]),
        ("../x", &[]),
        ("/abs", &[]),
        ("a\\b", &[]),
    ];
    let mut lines = "projects:\n  acme:\n    categories:\n".to_owned();
    for (number, (pattern, _)) in cases.iter().enumerate() {
        lines.push_str(&format!(
            "      c{number}: {{dir: p, patterns: ['{pattern}']}}\n"
        ));
    }
    let files = FILES.map(|file| (format!("acme/p/{file}"), "t"));
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, *t)).collect();
    let (folder, ran) = taken(&lines, &files);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    for (number, (_, due)) in cases.iter().enumerate() {
        found(
            &folder.path().join("acme"),
            &format!("c{number}"),
            None,
            due,
        );
    }
}

/// An expression of a collection, and the members that come of it.
#[test]
fn expressions_become_members() {
    let cases = [
        ("a", "[\"a\"]", 0),
        (" a , b/x ", "[\"a\", \"b/x\"]", 0),
        ("b/x+ y+", "[\"b/x\", \"b/y\"]", 0),
        ("b/", "[\"b\"]", 0),
        ("b/x/y*", "[\"b/x/y*\"]", 0),
        ("b/{x}", "[\"b/[{]x}\"]", 0),
        ("b/in/", "[\"b/in/x\", \"b/in/y\"]", 0),
        ("b/out/", "[]", 1),
        ("b/x/+y", "[\"b/y\"]", 1),
        ("nested", "[\"nested\"]", 0),
        ("nested,a", "[\"a\"]", 1),
        ("nested/x", "[]", 1),
        ("both", "[\"both\"]", 0),
        ("b/../x", "[]", 1),
        (",", "[]", 0),
        ("a,a", "[\"a\"]", 0),
    ];
    for (expression, members, left) in cases {
        let lines = format!(
            "projects:\n  acme:\n    categories:\n      a: {{dir: ., patterns: [own]}}\n      \
             b: {{dir: ., patterns: [own, in/x, in/y]}}\n      both: {{dir: ., patterns: [own]}}\n    \
             collections:\n      it: {{categories: ['{expression}']}}\n      nested: {{categories: [a]}}\n      \
             both: {{categories: [a]}}\n"
        );
        let (folder, ran) = taken(&lines, &[]);
        assert_eq!((ran.code, &*ran.err), (0, ""), "{expression}");
        let text = written(folder.path());
        let it = format!("  it:\n    categories: {members}\n");
        assert!(text.contains(&it), "{expression}: {text}");
        let comments = text.matches("\n# collections.it.categories: ").count();
        assert_eq!(comments, left, "{expression}: {text}");
    }
}
