//! `init`: what it proposes.

use std::path::Path;

use crate::process::{project, run};

const HEADER: &str = "\
# What mcp-guide serves from this project. After a change, run: mcp-guide check
# A category is a directory (dir, relative to this file) with default patterns; a call's pattern
# replaces them. What exclude matches is never served. A collection is a list of categories.
# For the JSON Schema of this file, run: mcp-guide schema
";
const LIMITS: &str = "# limits: { file_bytes: 1048576, response_bytes: 262144 }\n";

/// What `init` proposes for a folder, without what stands in every file.
#[track_caller]
fn proposed(folder: &Path) -> String {
    let ran = run(folder, &["init", "--dry-run"]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    let body = ran.out.strip_prefix(HEADER).expect("the header");
    body.strip_suffix(LIMITS).expect("the limits").to_owned()
}

/// The line of the one category whose patterns they are.
#[track_caller]
fn line(folder: &Path, dir: &str, field: &str) -> String {
    let text = proposed(folder);
    let (_, category) = text.split_once(&format!("    dir: {dir}\n")).expect(dir);
    let mut lines = category.lines().take_while(|line| line.starts_with("    "));
    let field = format!("    {field}: ");
    let value = lines.find_map(|line| line.strip_prefix(&field));
    value.unwrap_or_default().to_owned()
}

/// What a document is, by its name, with the pattern that finds it.
#[test]
fn documents_by_their_names() {
    for (name, pattern) in [
        ("a.md", "**/*.md"),
        ("a.markdown", "**/*.markdown"),
        ("a.mdx", "**/*.mdx"),
        ("a.rst", "**/*.rst"),
        ("a.adoc", "**/*.adoc"),
        ("a.txt", "**/*.txt"),
        ("README.MD", "**/*.MD"),
        ("README", "**/README"),
        ("readme", "**/readme"),
        ("LICENSING.md", "**/*.md"),
        ("licensing.md", "**/*.md"),
        ("password-reset.md", "**/*.md"),
        ("spec.pdf", ""),
        ("requirements.txt", ""),
        ("requirements-dev.txt", ""),
        ("dev-requirements.txt", ""),
        ("robots.txt", ""),
        ("CMakeLists.txt", ""),
        ("LICENSE.md", ""),
        ("LICENSE-MIT.txt", ""),
        ("COPYING.txt", ""),
        ("passwords.txt", ""),
        ("Pass_Words.md", ""),
        ("api-keys.md", ""),
    ] {
        let folder = project(&[(&format!("x/{name}"), "a")]);
        let patterns = match pattern {
            "" => proposed(folder.path()),
            _ => line(folder.path(), "x", "patterns"),
        };
        match pattern {
            "" => assert!(patterns.contains("categories: {"), "{name}: {patterns}"),
            _ => assert_eq!(patterns, format!("[\"{pattern}\"]"), "{name}"),
        }
    }
}

/// Files of a category, and what it does not serve of them.
#[test]
fn what_is_passed_over_is_excluded() {
    let many: Vec<String> = (0..51)
        .map(|number| format!("x/data/{number}.txt"))
        .collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let cases: &[(&[&str], &str)] = &[
        (&["x/target/a.md"], "[\"**/target/**\"]"),
        (&["x/a/b/dist/a.md"], "[\"**/dist/**\"]"),
        (&["x/c/Cargo.toml"], "[\"**/target/**\"]"),
        (&["x/env/pyvenv.cfg", "x/env/lib/a.md"], "[\"env/**\"]"),
        (&["x/one/LICENSE.md"], "[\"**/LICENSE.md\"]"),
        (&["x/one/LICENSE.rst"], ""),
        (&["x/tokens.txt"], "[\"**/tokens.txt\"]"),
        (&["x/secrets.md"], "[\"**/secrets.md\"]"),
        (&["x/out/a.md"], "[\"out/**\"]"),
        (&["x/p/out/a.md", "x/q/out/a.md"], "[\"**/out/**\"]"),
        (&["x/p/draft.md"], "[\"p/draft.md\"]"),
        (&["x/p/draft.md", "x/q/draft.md"], "[\"**/draft.md\"]"),
        (
            &["x/p/a.log.md", "x/q/b.log.md"],
            "[\"p/a.log.md\", \"q/b.log.md\"]",
        ),
        (&["x/[1]/draft.md"], "[\"[[]1]/draft.md\"]"),
        (&["x/a.txt", "x/y/tests/b.txt"], "[\"y/tests/**/*.txt\"]"),
        (&["x/y/tests/b.txt"], ""),
        (
            &["x/a.txt", "x/requirements.txt"],
            "[\"**/requirements.txt\"]",
        ),
        (&["x/README", "x/y/README.pdf"], "[\"**/README.pdf\"]"),
        (&many, ""),
    ];
    for (files, exclude) in cases {
        let mut all = vec![
            (".gitignore", "out\ndraft.md\n*.log.md\n"),
            ("x/own.md", "# X\n"),
        ];
        all.extend(files.iter().map(|file| (*file, "a")));
        let folder = project(&all);
        assert_eq!(line(folder.path(), "x", "exclude"), *exclude, "{files:?}");
    }
    let mut all = vec![("x/own.txt", "x")];
    all.extend(many.iter().map(|file| (*file, "a")));
    let folder = project(&all);
    assert_eq!(line(folder.path(), "x", "exclude"), "[\"data/*.txt\"]");
}

/// The first heading of the document that says what a folder holds.
#[test]
fn a_category_is_described_by_its_first_heading() {
    let long = format!("# {}\n", "x".repeat(300));
    let shortened = format!("{}…", "x".repeat(200));
    let late = format!("{}\n# Late\n", "x".repeat(8200));
    for (files, description) in [
        (&[("x/a.md", "# A\n"), ("x/README.md", "# R\n")][..], "R"),
        (
            &[("x/a.md", "# A\n"), ("x/Index.rst", "I\n===\n")],
            "Documents in x",
        ),
        (&[("x/b.md", "# B\n"), ("x/a.md", "# A\n")], "A"),
        (&[("x/y/README.md", "# Y\n"), ("x/z.md", "# Z\n")], "Z"),
        (&[("x/y/README.md", "# Y\n")], "Documents in x"),
        (&[("x/a.md", "")], "Documents in x"),
        (&[("x/a.txt", "# no\n")], "Documents in x"),
        (&[("x/a.txt", "A\n===\n")], "Documents in x"),
        (&[("x/README", "# R\n")], "R"),
        // A document that cannot be served describes nothing.
        (&[("x/a.md", "a\0b\n# A\n")], "Documents in x"),
        (&[("x/a.md", &long)], &format!("\"{shortened}\"")),
        (&[("x/a.md", &late)], "Documents in x"),
        (
            &[("x/a.md", "# a: \"b\" #c {{d}} 🚀\n")],
            "\"a: \\\"b\\\" #c {{d}} 🚀\"",
        ),
        (&[("x/a.md", "# a\u{1b}[31m\u{202e}b\n")], "\"a [31m b\""),
        (&[("x/a.md", "# true\n")], "\"true\""),
    ] {
        let folder = project(files);
        assert_eq!(
            line(folder.path(), "x", "description"),
            description,
            "{files:?}"
        );
    }
    let folder = project(&[("x/a.md", "# A\n")]);
    std::fs::write(folder.path().join("x/a.md"), b"# caf\xe9\n").expect("a file");
    assert_eq!(line(folder.path(), "x", "description"), "Documents in x");
}
