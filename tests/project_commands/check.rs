//! `check`.

use super::process::{GUIDE, project, run, two_documents};

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
            "categories.docs: b.md (binary: NUL at byte 0; exclude it, or ask for another)",
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
    assert!(ran.out.contains("unknown field 'glob'"), "{}", ran.out);
    assert!(ran.out.contains("line 2"), "{}", ran.out);
}

#[test]
fn check_reads_documents_and_names_what_is_no_utf8() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    std::fs::write(folder.path().join("docs/b.md"), b"caf\xe9").expect("a file");
    let ran = run(folder.path(), &["check"]);
    let said = "categories.docs: b.md (not UTF-8: invalid at byte 3; save it as UTF-8, or ask for another)\ndocs: 1 documents, 1 bytes\n";
    assert_eq!((ran.code, &*ran.out), (1, said));
}

#[test]
fn check_of_a_project_that_is_no_utf8_names_the_byte() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(
        folder.path().join("guide.yaml"),
        b"categories: {}\n# \xff\n",
    )
    .expect("a file");
    let ran = run(folder.path(), &["check"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("not UTF-8 at line 2 column 3"),
        "{}",
        ran.out
    );
}
