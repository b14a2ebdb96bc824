//! `check`.

use serde_json::{Value, json};

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
            "error: categories.docs.patterns[1]: pattern 'a**' at character 2: '**' must stand alone between slashes",
            "error: categories.docs: b.md (binary: NUL at byte 0; exclude it, or ask for another)",
            "error: categories.gone.dir: cannot open directory 'gone': it does not exist",
            "error: categories.none: no document matches '*.rst'",
            "error: collections.docs: 'docs' is listed more than once",
            "error: collections.docs: 'dosc' is neither a category nor a collection. Did you mean 'docs'?",
            "error: collections.docs: 'docs' names both a category and a collection",
            "error: collections.empty: the collection has no members",
            "docs: 1 document, 4 bytes",
            "gone: 0 documents, 0 bytes",
            "none: 0 documents, 0 bytes",
            "8 errors, 0 warnings",
        ]
    );
}

/// What members mean, and what they find.
#[test]
fn check_looks_into_the_members_of_collections() {
    let folder = project(&[
        (
            "guide.yaml",
            "categories:\n  docs: {dir: docs, patterns: ['*.md']}\n  more: {dir: docs/in, patterns: ['*']}\n\
             collections:\n  own: {categories: [own, docs]}\n  here: {categories: [there, docs/x.rs]}\n  \
             there: {categories: [more, here]}\n  bad: {categories: [docs/a**, dosc/*.md, docs/, docs/a.md, docs/a.md]}\n  \
             idle: {categories: [docs, docs/*.rst, docs/b*]}\n  none: {categories: ['docs/*.rst']}\n  \
             again: {categories: [none, more, docs/**]}\nlimits: {response_bytes: 500}\n",
        ),
        ("docs/a.md", "# A\n"),
        ("docs/b.bin", "\0"),
        ("docs/x.rs", &"x".repeat(300)),
        ("docs/in/c.md", "# C\n"),
    ]);
    let ran = run(folder.path(), &["check"]);
    let found: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        found,
        [
            "error: collections.own: the collection contains itself, as a member of 'own'; it is visited once",
            "error: collections.here: the collection contains itself, as a member of 'there'; it is visited once",
            "warning: collections.here: an answer leaves out 1 of 2 documents because it would exceed 500 bytes",
            "error: collections.there: the collection contains itself, as a member of 'here'; it is visited once",
            "warning: collections.there: an answer leaves out 1 of 2 documents because it would exceed 500 bytes",
            "error: collections.bad.categories[0]: pattern 'a**' at character 2: '**' must stand alone between slashes",
            "error: collections.bad: 'dosc/*.md' is neither a category nor a collection. Did you mean 'docs'?",
            "error: collections.bad.categories[2]: pattern '': the pattern is empty",
            "error: collections.bad: 'docs/a.md' is listed more than once",
            // It is read for the first that has it, and told once.
            "error: collections.idle: b.bin (binary: NUL at byte 0; exclude it, or ask for another)",
            "warning: collections.idle.categories[1]: no document matches '*.rst'",
            "error: collections.none.categories[0]: no document matches '*.rst'",
            "warning: collections.again: category 'docs' shares 1 document with 'more', such as in/c.md; each is returned once",
            "warning: collections.again: an answer leaves out 1 of 3 documents because it would exceed 500 bytes",
            "docs: 1 document, 4 bytes",
            "more: 1 document, 4 bytes",
            "9 errors, 5 warnings",
        ]
    );
}

#[test]
fn check_of_a_sound_project_exits_with_0() {
    let folder = two_documents();
    let ran = run(folder.path(), &["check"]);
    assert_eq!(
        (ran.code, &*ran.out),
        (0, "docs: 2 documents, 14 bytes\n0 errors, 0 warnings\n")
    );
}

#[test]
fn check_of_an_unparsable_project_exits_with_1_and_its_place() {
    let folder = project(&[(
        "guide.yaml",
        "categories:\n  docs: {dir: docs, patterns: [], glob: x}\n",
    )]);
    let ran = run(folder.path(), &["check"]);
    let said = "error: guide.yaml: categories.docs.glob: unknown field 'glob' (valid are 'dir', 'patterns', \
         'exclude', 'hidden', 'render', 'context', 'frontmatter', 'description') at line 2 column 35\n1 error, 0 warnings\n";
    assert_eq!((ran.code, &*ran.out), (1, said));
}

#[test]
fn check_names_the_file_that_it_could_not_load() {
    let folder = project(&[("other.yaml", "categories: [\n"), ("here/guide.yml", "")]);
    let said = |arguments: &[&str]| {
        let ran = run(folder.path(), arguments);
        assert_eq!(ran.code, 1);
        ran.out.lines().next().map(str::to_owned)
    };
    for (arguments, expected) in [
        (
            ["--project", "other.yaml", "check"],
            "error: other.yaml: unclosed bracket '[' at line 1 column 13",
        ),
        (
            ["--project", "here", "check"],
            "error: guide.yaml: the file does not exist, but 'guide.yml' does: rename it",
        ),
        (
            ["--project", "gone", "check"],
            "error: gone: the file does not exist",
        ),
    ] {
        assert_eq!(said(&arguments).as_deref(), Some(expected));
    }
}

/// What a log says of a fault has no type of the program in it.
#[test]
fn no_name_of_a_type_is_told() {
    for content in [
        "",
        "a",
        "[]",
        "categories: 1",
        "limits: {x: ~}",
        "categories: {a: []}",
    ] {
        let folder = project(&[("guide.yaml", content)]);
        let ran = run(folder.path(), &["check"]);
        for word in ["struct", "Raw", "ProjectError", "Fault"] {
            let told = [&ran.out, &ran.err].map(|text| text.contains(word));
            assert_eq!(told, [false, false], "{word}: {}{}", ran.out, ran.err);
        }
    }
}

/// A project whose answers leave documents out, with everything else that is a
/// warning.
fn dubious() -> tempfile::TempDir {
    let guide = "categories:\n  docs: {dir: docs, patterns: ['*.md', '*.rst', a]}\n  \
                 more: {dir: docs, patterns: ['*.md']}\n  DOCS: {dir: large, patterns: ['*']}\n  \
                 drafts: {dir: docs, patterns: ['*.md'], exclude: ['**']}\n\
                 collections:\n  caf\u{e9}: {categories: [docs, more]}\n  cafe\u{301}: {categories: [DOCS]}\n\
                 limits: {file_bytes: 100, response_bytes: 400}\n";
    let large = "x".repeat(101);
    let body = "y".repeat(60);
    project(&[
        ("guide.yaml", guide),
        ("docs/a.md", &body),
        ("docs/b.md", &body),
        ("docs/c.md", &body),
        ("large/large.txt", &large),
    ])
}

#[test]
fn check_warns_of_what_is_left_out_shared_or_alike() {
    let folder = dubious();
    let ran = run(folder.path(), &["check"]);
    let said: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        said,
        [
            "warning: categories.docs.patterns[1]: no document matches '*.rst'",
            "warning: categories.docs: an answer leaves out 2 of 3 documents because it would exceed 400 bytes",
            "warning: categories.more: an answer leaves out 2 of 3 documents because it would exceed 400 bytes",
            "warning: categories.DOCS: large.txt (101 bytes, over the limit of 100, which is limits.file_bytes of guide.yaml)",
            "warning: categories.drafts.exclude: every document that the patterns match is excluded (3)",
            "warning: collections.caf\u{e9}: category 'more' shares 3 documents with 'docs', such as a.md; each is returned once",
            "warning: collections.caf\u{e9}: an answer leaves out 2 of 3 documents because it would exceed 400 bytes",
            "warning: categories.DOCS: the name differs from 'docs' only in case or Unicode normalisation",
            "warning: collections.cafe\u{301}: the name differs from 'caf\u{e9}' only in case or Unicode normalisation",
            "docs: 3 documents, 180 bytes",
            "more: 3 documents, 180 bytes",
            "DOCS: 0 documents, 0 bytes",
            "drafts: 0 documents, 0 bytes",
            "0 errors, 9 warnings",
        ]
    );
    assert_eq!(ran.code, 0);
    assert_eq!(run(folder.path(), &["check", "--strict"]).code, 1);
    let folder = two_documents();
    assert_eq!(run(folder.path(), &["check", "--strict"]).code, 0);
}

/// Names that are patterns, templates, and one directory by two names.
#[test]
fn check_finds_what_each_pattern_is_for() {
    let guide = "categories:\n  docs: {dir: docs, patterns: ['[slug].md', a, 'linked/*', 'real/*', '*.txt', \
                 'x.md.mustache', '**/deep.md']}\ncollections: {one: {categories: [docs]}}\n";
    let folder = project(&[
        ("guide.yaml", guide),
        ("docs/[slug].md", "s"),
        ("docs/a.tar.gz", "a"),
        ("docs/real/r.md", "r"),
        ("docs/t.txt.mustache", "t"),
        ("docs/x.md.mustache", "x"),
        ("docs/1/2/deep.md", "d"),
    ]);
    std::os::unix::fs::symlink("real", folder.path().join("docs/linked")).expect("a link");
    let ran = run(folder.path(), &["check", "--strict"]);
    let said = "docs: 7 documents, 7 bytes\n0 errors, 0 warnings\n";
    assert_eq!((ran.code, &*ran.out), (0, said));
}

#[test]
fn check_renders_templates_and_says_what_is_wrong_with_them() {
    let guide = "context: {known: a}\nlimits: {response_bytes: 400}\n\
                 categories:\n  docs: {dir: docs, patterns: ['*.md'], render: true}\n  \
                 raw: {dir: docs, patterns: ['c.md']}\n\
                 collections:\n  all: {categories: ['docs/*.txt', docs]}\n";
    let folder = project(&[
        ("guide.yaml", guide),
        (
            "docs/a.md.mustache",
            "{{known}}{{more}}{{! what is long as a file and short as a text }}",
        ),
        ("docs/b.md.mustache", "\n {{#known}}"),
        ("docs/c.md.mustache", "{{>gone}}"),
        ("docs/d.md.mustache", "{{>part}}"),
        ("docs/_part.mustache", "{{/known}}"),
        ("docs/e.txt.mustache", "{{other}}"),
    ]);
    let ran = run(folder.path(), &["check"]);
    let said: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        said,
        [
            "error: categories.docs: b.md.mustache (the section 'known' is never closed (line 2 column 2))",
            "error: categories.docs: c.md.mustache (there is no partial 'gone' (line 1 column 1))",
            "error: categories.docs: d.md.mustache (in its partial _part.mustache: 'known' is closed and is not open (line 1 column 1))",
            "warning: categories.docs: template variables without a value, rendered as nothing: more in a.md.mustache",
            "warning: collections.all: template variables without a value, rendered as nothing: other in e.txt.mustache",
            "docs: 1 document, 1 byte",
            "raw: 1 document, 9 bytes",
            "3 errors, 2 warnings",
        ]
    );
    assert_eq!(ran.code, 1);
}

/// What a check says is left out is what an answer leaves out.
#[test]
fn check_leaves_out_what_an_answer_does() {
    // Bodies that are not ASCII, or hold a delimiter, weigh more.
    let bodies = [
        "plain",
        "\u{fc}ber",
        "--guide-boundary\n",
        "x\n--guide-boundary-more",
    ];
    for limit in (280..900).step_by(13) {
        let guide = format!(
            "categories:\n  a: {{dir: a, patterns: ['*']}}\n  b: {{dir: b, patterns: ['*']}}\n\
             collections: {{both: {{categories: [a, b]}}, parts: {{categories: ['b/2*', a, 'b/*']}}, \
             outer: {{categories: ['a/2.md', both]}}}}\nlimits: {{response_bytes: {limit}}}\n"
        );
        let folder = project(&[
            ("guide.yaml", &guide),
            ("a/1.md", bodies[0]),
            ("a/2.md", bodies[1]),
            ("b/1.txt", bodies[2]),
            ("b/2.txt", bodies[3]),
        ]);
        let report = run(folder.path(), &["check"]).out;
        for (path, name) in [
            ("categories.a", "a"),
            ("categories.b", "b"),
            ("collections.both", "both"),
            ("collections.parts", "parts"),
            ("collections.outer", "outer"),
        ] {
            let got = run(folder.path(), &["get", name]).err;
            let left = got.matches(" B)").count();
            let line = format!("{path}: an answer leaves out {left} of ");
            let held = match left {
                0 => !report.contains(&format!("{path}: an answer")),
                _ => report.contains(&line),
            };
            assert!(held, "{limit}: {line}\n{report}{got}");
        }
    }
}

#[test]
fn check_prints_its_report_as_json() {
    let folder = project(&[
        (
            "guide.yaml",
            "categories:\n  docs: {dir: docs, patterns: ['*.md', '*.rst']}\n  gone: {dir: gone, patterns: ['*']}\n",
        ),
        ("docs/a.md", "# A\n"),
    ]);
    let ran = run(folder.path(), &["check", "--json"]);
    assert_eq!(ran.code, 1);
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(
        report,
        json!({
            "errors": [{
                "path": "categories.gone.dir",
                "text": "categories.gone.dir: cannot open directory 'gone': it does not exist",
            }],
            "warnings": [{
                "path": "categories.docs.patterns[1]",
                "text": "categories.docs.patterns[1]: no document matches '*.rst'",
            }],
            "categories": [
                { "name": "docs", "documents": 1, "bytes": 4 },
                { "name": "gone", "documents": 0, "bytes": 0 },
            ],
        })
    );
    let folder = project(&[("guide.yaml", "categories: 1\n")]);
    let report: Value =
        serde_json::from_str(&run(folder.path(), &["check", "--json"]).out).expect("JSON");
    assert_eq!(
        report,
        json!({
            "errors": [{
                "path": "categories",
                "text": "guide.yaml: categories: expected a map, found the number 1 at line 1 column 13",
            }],
            "warnings": [],
            "categories": [],
        })
    );
}

/// What this repository serves of itself can be served whole.
#[test]
fn check_of_this_repository_finds_nothing() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = run(folder, &["--project", ".", "check", "--strict"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn check_reads_documents_and_names_what_is_no_utf8() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    std::fs::write(folder.path().join("docs/b.md"), b"caf\xe9").expect("a file");
    let ran = run(folder.path(), &["check"]);
    let said = "error: categories.docs: b.md (not UTF-8: invalid at byte 3; save it as UTF-8, or ask for another)\ndocs: 1 document, 1 byte\n1 error, 0 warnings\n";
    assert_eq!((ran.code, &*ran.out), (1, said));
}

#[test]
fn check_of_a_project_that_is_no_utf8_names_the_byte() {
    let folder = laws::folder();
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

/// A block that is broken is text, and said to be; what is delivered is weighed.
#[test]
fn check_looks_at_frontmatter() {
    let folder = project(&[
        (
            "guide.yaml",
            "categories:\n  docs: {dir: docs, patterns: ['*']}\n  \
             clean: {dir: docs, patterns: [a.md, b.md], frontmatter: strip}\nlimits: {response_bytes: 350}\n",
        ),
        (
            "docs/a.md",
            &format!("---\ntitle: {}\n---\nA\n", "a".repeat(400)),
        ),
        ("docs/b.md", "---\n# none\n---\nB\n"),
        ("docs/c.md", "---\ntitle: [C\n---\n"),
        ("docs/d.md", "---\ntitle: D\n"),
        ("docs/e.txt", "---\ntitle: [E\n---\n"),
        ("docs/f.md", "---\na: 1\na: 2\n---\n"),
        ("docs/g.md", "---\nA rule: text.\n"),
    ]);
    let ran = run(folder.path(), &["check"]);
    let found: Vec<&str> = ran.out.lines().collect();
    let served = "has invalid frontmatter, which is served as text";
    assert_eq!(
        found,
        [
            format!("warning: categories.docs: c.md {served}: unclosed bracket '[' at line 2 column 8"),
            "warning: categories.docs: d.md begins like frontmatter, but has no closing '---' in its first 32768 bytes; it is served as text".to_owned(),
            format!("warning: categories.docs: f.md {served}: a: duplicate key 'a' at line 3 column 1"),
            "warning: categories.docs: an answer leaves out 6 of 7 documents because it would exceed 350 bytes".to_owned(),
            "docs: 7 documents, 520 bytes".to_owned(),
            "clean: 2 documents, 4 bytes".to_owned(),
            "0 errors, 4 warnings".to_owned(),
        ]
    );
}
