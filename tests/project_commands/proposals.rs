//! `init`: what it proposes.

use std::os::unix::fs::symlink;
use std::path::Path;

use super::process::{project, run};

pub(super) const HEADER: &str = "\
# What mcp-guide serves from this project. After a change, run: mcp-guide check
# A category is a directory (dir, relative to this file) with default patterns; a call's pattern
# replaces them. What exclude matches is never served. A collection is a list of categories.
# For the JSON Schema of this file, run: mcp-guide schema
";
pub(super) const LIMITS: &str = "# limits: { file_bytes: 1048576, response_bytes: 262144 }\n";

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
pub(super) fn line(folder: &Path, dir: &str, field: &str) -> String {
    let text = proposed(folder);
    let (_, category) = text.split_once(&format!("    dir: {dir}\n")).expect(dir);
    let mut lines = category.lines().take_while(|line| line.starts_with("    "));
    let field = format!("    {field}: ");
    let value = lines.find_map(|line| line.strip_prefix(&field));
    value.unwrap_or_default().to_owned()
}

#[test]
fn a_whole_file() {
    let folder = project(&[
        ("README.md", "# The [thing](x) ![b](c)\n"),
        ("CONTRIBUTING.md", "# C\n"),
        (".env", "SECRET=1"),
        ("package.json", "{}"),
        ("requirements.txt", "a"),
        ("LICENSE.md", "MIT"),
        ("node_modules/a/README.md", "# A\n"),
        ("docs/index.md", "Hand: \"book\" #1\n===============\n"),
        ("docs/b.rst", "B\n===\n"),
        ("docs/a.md", "# A\n"),
        ("docs/node_modules/a/README.md", "# A\n"),
        ("src/main.rs", "fn main() {}"),
        ("web/package.json", "{}"),
        ("web/notes.md", "no heading\n"),
    ]);
    let expected = "\
categories:
  project:
    dir: \".\"
    patterns: [\"README.md\", \"CONTRIBUTING.md\"]
    exclude: [\"*/**\"]
    description: The thing
  docs:
    dir: docs
    patterns: [\"**/*.md\", \"**/*.rst\"]
    exclude: [\"**/node_modules/**\"]
    description: \"Hand: \\\"book\\\" #1\"
  web:
    dir: web
    patterns: [\"**/*.md\"]
    exclude: [\"**/node_modules/**\"]
    description: Documents in web
collections:
  all:
    categories: [\"project\", \"docs\", \"web\"]
    description: Every category of this project
";
    assert_eq!(proposed(folder.path()), expected);
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

/// The folder's own patterns name its documents, or lead into no directory.
/// Editors take the line for an error where the file is not there.
#[test]
fn a_schema_that_is_there_is_named_for_editors() {
    let folder = project(&[("docs/a.md", "# A\n")]);
    let said = run(folder.path(), &["init", "--dry-run"]);
    assert!(said.out.starts_with(HEADER), "{}", said.out);
    let schema = run(folder.path(), &["schema"]);
    std::fs::write(folder.path().join("guide.schema.json"), schema.out).expect("a file");
    let said = run(folder.path(), &["init", "--dry-run"]);
    let line = "# yaml-language-server: $schema=guide.schema.json\n";
    assert!(
        said.out.starts_with(&format!("{line}{HEADER}")),
        "{}",
        said.out
    );
    assert_eq!(run(folder.path(), &["init"]).code, 0);
    assert_eq!(run(folder.path(), &["check", "--strict"]).code, 0);
}

/// By the default patterns, which find a template by its document's name.
#[test]
fn a_template_and_capitals_hide_no_secret() {
    let folder = project(&[
        (".gitignore", "local*\n"),
        ("docs/ok.md", "# Ok\n"),
        ("docs/local.md.mustache", "S"),
        ("docs/secrets.md.mustache", "S"),
        ("docs/Private/p.md", "S"),
        ("Credentials/p.md", "S"),
        ("NODE_MODULES/p.md", "S"),
    ]);
    let exclude = line(folder.path(), "docs", "exclude");
    let due = "[\"local.md\", \"**/secrets.md\", \"**/Private/**\"]";
    let sorted = |text: &str| {
        let mut names: Vec<&str> = text.trim_matches(['[', ']']).split(", ").collect();
        names.sort_unstable();
        names.join(", ")
    };
    assert_eq!(sorted(&exclude), sorted(due));
    assert!(!proposed(folder.path()).contains("Credentials"));
    assert_eq!(run(folder.path(), &["init"]).code, 0);
    let got = run(folder.path(), &["get", "docs"]);
    assert_eq!((got.code, &*got.out), (0, "# Ok\n"));
}

#[test]
fn the_folder_itself_is_never_served_whole() {
    let folder = project(&[
        ("b[1].md", "b"),
        ("!c.md", "c"),
        ("index.md", "i"),
        ("README", "# R\n"),
        ("README.pdf", "%PDF"),
        ("Secrets.md", "s"),
        ("own.json", "{}"),
        ("package.json", "{}"),
        (".gitignore", "own.json\n"),
    ]);
    let patterns = "[\"README\", \"index.md\", \"?c.md\", \"b[[]1].md\"]";
    assert_eq!(line(folder.path(), "\".\"", "patterns"), patterns);
    let exclude = "[\"*/**\", \"README.pdf\", \"Secrets.md\", \"own.json\"]";
    assert_eq!(line(folder.path(), "\".\"", "exclude"), exclude);
    for number in 0..20 {
        std::fs::write(folder.path().join(format!("{number}.md")), "a").expect("a file");
    }
    let patterns = "[\"README\", \"*.md\"]";
    assert_eq!(line(folder.path(), "\".\"", "patterns"), patterns);
    assert_eq!(line(folder.path(), "\".\"", "exclude"), exclude);
}

/// Rules hold with and without a repository, from above within one, and yield to
/// those below.
#[test]
fn what_git_ignores_is_not_proposed() {
    let folder = project(&[
        (".gitignore", "/drafts\nnotes/*\n!notes/kept.md\n"),
        ("drafts/a.md", "a"),
        ("notes/a.md", "a"),
        ("notes/kept.md", "a"),
        ("sub/drafts/a.md", "a"),
        ("sub/.gitignore", "own.md\n"),
        ("sub/own.md", "a"),
        ("sub/notes/a.md", "a"),
    ]);
    let dirs = |folder: &Path| -> Vec<String> {
        let text = proposed(folder);
        let dirs = text
            .lines()
            .filter_map(|line| line.strip_prefix("    dir: "));
        dirs.map(str::to_owned).collect()
    };
    assert_eq!(dirs(folder.path()), ["notes", "sub"]);
    assert_eq!(line(folder.path(), "notes", "exclude"), "[\"a.md\"]");
    assert_eq!(line(folder.path(), "sub", "exclude"), "[\"own.md\"]");
    // Without a repository, what lies above is nothing to it.
    let sub = folder.path().join("sub");
    assert_eq!(dirs(&sub), ["drafts", "notes"]);
    let info = folder.path().join(".git/info");
    std::fs::create_dir_all(&info).expect("a folder");
    std::fs::write(info.join("exclude"), "sub/drafts\n").expect("a file");
    assert_eq!(dirs(&sub), ["notes"]);
    assert_eq!(
        line(folder.path(), "sub", "exclude"),
        "[\"drafts/**\", \"own.md\"]"
    );
    std::fs::write(folder.path().join(".gitignore"), "sub/notes\n").expect("a file");
    assert_eq!(proposed(&sub).lines().nth(1), Some("categories: {"));
}

#[test]
fn links_that_lead_out_are_excluded_and_not_followed() {
    let folder = project(&[("docs/a.md", "# A\n"), ("other/b.md", "# B\n")]);
    let link = |target: &str, path: &str| {
        symlink(target, folder.path().join(path)).expect("a link");
    };
    link("../other/b.md", "docs/out.md");
    link("a.md", "docs/in.md");
    link("nowhere.md", "docs/nowhere.md");
    link("../other", "docs/linked");
    link("/etc", "etc");
    let expected = "[\"nowhere.md\", \"out.md\"]";
    assert_eq!(line(folder.path(), "docs", "exclude"), expected);
    assert!(!proposed(folder.path()).contains("etc"));
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
