//! `check` and `init`: the commands for whoever sets a project up.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and says by a panic what did not hold"
)]

mod process;

use process::{project, run, two_documents};

#[test]
fn check_names_every_finding_with_its_place() {
    let folder = project(&[
        (
            "guide.yaml",
            "categories:\n  docs: {dir: docs, patterns: ['*.md', 'a**']}\n  gone: {dir: gone, patterns: ['*']}\n  \
             none: {dir: docs, patterns: ['*.rst']}\ncollections:\n  docs: {categories: [docs, docs, dosc]}\n  \
             empty: {categories: []}\n",
        ),
        ("docs/a.md", "# A\n"),
        ("docs/b.md", "\0"),
    ]);
    let ran = run(folder.path(), &["check"]);
    assert_eq!(ran.code, 1);
    let found: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        found,
        [
            "categories.docs.patterns[1]: pattern 'a**' at character 2: '**' must stand alone between slashes",
            "categories.docs: b.md (binary: NUL at byte 0)",
            "categories.gone.dir: directory 'gone' cannot be opened: it does not exist",
            "categories.none: no document matches '*.rst'",
            "collections.docs: category 'docs' is listed more than once",
            "collections.docs: category 'dosc' does not exist. Did you mean 'docs'?",
            "collections.docs: the name 'docs' is used by a category and a collection",
            "collections.empty: the collection names no categories",
            "docs: 1 documents, 4 bytes",
            "gone: 0 documents, 0 bytes",
            "none: 0 documents, 0 bytes",
        ]
    );
}

#[test]
fn check_of_a_sound_project_exits_with_0() {
    let folder = two_documents();
    let ran = run(folder.path(), &["check"]);
    assert_eq!(
        (ran.code, &*ran.out),
        (0, "docs: 2 documents, 14 bytes\nNo findings.\n")
    );
}

#[test]
fn check_of_an_unparsable_project_exits_with_1_and_its_place() {
    let folder = project(&[(
        "guide.yaml",
        "categories:\n  docs: {dir: docs, patterns: [], glob: x}\n",
    )]);
    let ran = run(folder.path(), &["check"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("categories.docs"), "{}", ran.out);
    assert!(ran.out.contains("unknown field `glob`"), "{}", ran.out);
    assert!(ran.out.contains("line 2"), "{}", ran.out);
}

#[test]
fn init_writes_a_project_that_checks_and_never_overwrites() {
    let folder = project(&[
        ("README.md", "# R\n"),
        ("docs/guide/a.md", "# A\n"),
        ("odd: name/b.txt", "b"),
        ("target/c.md", "not ours"),
        ("src/main.rs", "fn main() {}"),
    ]);
    let ran = run(folder.path(), &["init"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let written =
        std::fs::read_to_string(folder.path().join("guide.yaml")).expect("it was written");
    assert!(written.starts_with('#'), "{written}");
    let ran = run(folder.path(), &["check"]);
    assert_eq!(
        (ran.code, &*ran.out),
        (
            0,
            "project: 1 documents, 4 bytes\ndocs: 1 documents, 4 bytes\nodd: name: 1 documents, 1 bytes\nNo findings.\n"
        )
    );
    let ran = run(folder.path(), &["init"]);
    assert_eq!(
        (ran.code, &*ran.err),
        (1, "guide.yaml exists already; nothing was written.\n")
    );
    let after = std::fs::read_to_string(folder.path().join("guide.yaml")).expect("it is there");
    assert_eq!(after, written);
}

#[test]
fn init_of_an_empty_folder_loads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(run(folder.path(), &["init"]).code, 0);
    let ran = run(folder.path(), &["list"]);
    assert_eq!(
        (ran.code, &*ran.out),
        (0, "The project defines no categories and no collections.\n")
    );
}

#[test]
fn init_takes_the_file_or_its_folder() {
    let folder = project(&[("sub/a.md", "a")]);
    let ran = run(folder.path(), &["--project", "sub/guide.yaml", "init"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(folder.path().join("sub/guide.yaml").is_file());
}
