//! `init --from`: what becomes of a configuration of the Python mcp-guide.
//!
//! `from/*.yaml` were written by its versions 1.1 and 1.4, as `tests/moving.py --write`
//! has it done; what patterns find there was asked of both, and was the same.

#[path = "from/hostile.rs"]
mod hostile;
#[path = "from/patterns.rs"]
mod patterns;

use std::path::Path;

use super::init::{EXISTS, names};
use super::process::{Ran, project, run};

const VERSIONS: [(&str, &str); 2] = [
    ("1.1", include_str!("from/config-1.1.yaml")),
    ("1.4", include_str!("from/config-1.4.yaml")),
];
/// The documents' folder in them.
const DOCROOT: &str = "/home/ada/.config/mcp-guide/docs";
/// What of the package's own documents the categories find, and what was added.
const DOCUMENTS: [&str; 12] = [
    "adr/0001-x.md",
    "adr/{a,b}.md",
    "adr/deep/b.txt",
    "both/a",
    "café/intro.md",
    "checks/instructions.mustache",
    "docs/tracking.mustache",
    "guide/general.mustache",
    "guide/methodology.mustache",
    "plain/notes.md",
    "review/commit.mustache",
    "review/general.mustache",
];

/// A folder of this name beside a configuration whose documents lie in the folder
/// itself, so that they are served wherever the project is found.
fn acme(configuration: &str) -> tempfile::TempDir {
    let documents = DOCUMENTS.map(|path| (format!("acme/docs/{path}"), "text"));
    let mut files: Vec<(&str, &str)> = documents.iter().map(|(p, t)| (&**p, *t)).collect();
    files.push(("acme/notes.md", "n"));
    let folder = project(&files);
    let docroot = folder.path().join("acme/docs");
    let text = configuration.replace(DOCROOT, docroot.to_str().expect("UTF-8"));
    std::fs::write(folder.path().join("config.yaml"), text).expect("a file");
    folder
}

/// A project `acme` of these lines, in a folder of that name.
#[track_caller]
fn taken(lines: &str, files: &[(&str, &str)]) -> (tempfile::TempDir, Ran) {
    let mut all = vec![("acme/own.md", "own")];
    all.extend(files);
    let folder = project(&all);
    let text = format!("docroot: {}\n{lines}", folder.path().join("acme").display());
    std::fs::write(folder.path().join("config.yaml"), text).expect("a file");
    let ran = run(
        &folder.path().join("acme"),
        &["init", "--from", "../config.yaml"],
    );
    (folder, ran)
}

#[track_caller]
fn written(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("acme/guide.yaml")).expect("it was written")
}

const LEFT: &str = "\
# Imported from ../config.yaml, project acme-999e6f4d. The comments below are what does not carry over.
# feature_flags: {\"guide-development\":true}: flags configure the Python server's own tools, workflows and rendering
# projects: [\"notes-bc892435\"]: the file's other projects; a guide.yaml describes one
# additional_read_paths: [\"/srv/shared\"]: nothing is written here, and only categories' directories are read
# allowed_write_paths: [\"openspec/\",\"memory/\",\"specs/\",\"tasks/\",\"docs/\",\".todo/\",\".issues/\",\"build/\",\".knowledge/guide.md\"]: nothing is written here, and only categories' directories are read
";
const LEFT_OF_PATTERNS: &str = "\
# project_flags: {\"content-format\":\"mime\",\"workflow\":true}: flags configure the Python server's own tools, workflows and rendering
# categories.adr.patterns: \"[^a].md\": a leading '^' in a set was literal there, and negates the set here
# categories.adr.patterns: \"deep/\": it matched nothing there, and would match everything below here
categories:
  adr:
    dir: docs/adr
    patterns: [\"*.md\", \"**/*.txt\", \"[{]a,b}.md\"]
    exclude: [\"**/__*\", \"**/*.orig\"]
    frontmatter: strip
    description: \"Décisions: why\"
  both:
    dir: docs/both
    patterns: [\"*\"]
    exclude: [\"**/__*\", \"**/*.orig\"]
    frontmatter: strip
    description: Documents in both
  \"café\":
    dir: \"docs/café\"
    patterns: [\"intro\"]
    exclude: [\"**/__*\", \"**/*.orig\"]
    frontmatter: strip
    description: \"Documents in café\"
";
const COLLECTIONS: &str = "\
  comma:
    categories: [\"lang/rust\", \"lang/go\"]
  commit:
    categories: [\"review/commit\"]
    description: Commit Instructions
  empty:
    categories: []
  guidelines:
    categories: [\"guide\", \"lang\", \"context\"]
    description: All guidelines
  mixed:
    categories: [\"adr/0001*\", \"review/commit\", \"review/pr\", \"both\", \"docs/**/*.md\"]
    description: All sorts
";

#[test]
fn both_versions_are_taken_over() {
    for (version, configuration) in VERSIONS {
        let folder = acme(configuration);
        let ran = run(
            &folder.path().join("acme"),
            &["init", "--from", "../config.yaml"],
        );
        assert_eq!(ran.code, 0, "{version}: {}", ran.err);
        let count = if version == "1.1" { 10 } else { 11 };
        let without = if version == "1.1" {
            "'checks', 'context', 'lang'"
        } else {
            "'context', 'lang'"
        };
        let said = format!(
            "Wrote guide.yaml with {count} categories. Review it, then run: mcp-guide --project . check\n\
             Without default patterns: {without}. As before, they return something only to a call with a pattern; \
             'nothing-by-default' is a placeholder, and check reports it until you replace it.\n\
             Settings that do not carry over: 8. They are comments in the file, with the reason.\n"
        );
        assert_eq!(ran.out, said, "{version}");
        let text = written(folder.path());
        for part in [LEFT, LEFT_OF_PATTERNS, COLLECTIONS] {
            assert!(text.contains(part), "{version}: {part}{text}");
        }
        assert!(
            text.contains("\n# exports: {\"guide:\":{\"exported_at\":"),
            "{text}"
        );
        for (name, pattern, due) in [
            ("adr", None, &["0001-x.md", "{a,b}.md", "deep/b.txt"][..]),
            ("café", None, &["intro.md"]),
            ("docs", None, &["tracking"]),
            ("plain", None, &["notes.md"]),
            ("mixed", None, &["adr/0001-x.md", "review/commit", "both/a"]),
            ("guidelines", Some("methodology"), &["guide/methodology"]),
            ("lang", None, &[]),
        ] {
            found(&folder.path().join("acme"), name, pattern, due);
        }
    }
}

/// That these documents, and no others, are found in this order.
#[track_caller]
fn found(folder: &Path, name: &str, pattern: Option<&str>, due: &[&str]) {
    let mut arguments = vec!["list", "--", name];
    arguments.extend(pattern);
    let ran = run(folder, &arguments);
    let uris = (ran.out.lines()).filter_map(|line| line.strip_prefix("| guide://"));
    let within = format!("/{name}/");
    let paths: Vec<String> = uris
        .filter_map(|line| line.split(' ').next())
        .map(percent_decoded)
        .filter_map(|uri| Some(uri.split_once(&within)?.1.replace("category/", "")))
        .collect();
    assert_eq!(paths, due, "{name} {pattern:?}: {}{}", ran.out, ran.err);
}

fn percent_decoded(path: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let digits: String = match byte {
            b'%' => rest.by_ref().take(2).map(char::from).collect(),
            _ => String::new(),
        };
        bytes.push(u8::from_str_radix(&digits, 16).unwrap_or(byte));
    }
    String::from_utf8(bytes).expect("UTF-8")
}

/// Where all that it serves lies in its folder, the project may be found, and there
/// is nothing that `check` could say of it.
#[test]
fn check_is_quiet_about_what_carried_over() {
    let lines = "projects:\n  acme:\n    categories:\n      all: {dir: ., patterns: ['*.md'], description: null}\n      \
                 deep: {dir: deep/, patterns: [a]}\n    collections:\n      some: {categories: [all, deep/a]}\n";
    let (folder, ran) = taken(lines, &[("acme/deep/a.txt", "a")]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert_eq!(
        ran.out,
        "Wrote guide.yaml with 2 categories. Review it, then run: mcp-guide --project . check\n"
    );
    let ran = run(&folder.path().join("acme"), &["check", "--strict"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

/// What is written by hand is not taken for a description, and not lost.
#[test]
fn a_description_that_is_no_string_is_left_out() {
    let lines =
        "projects: {acme: {categories: {a: {dir: ., patterns: [own], description: [1]}}}}\n";
    let (folder, ran) = taken(lines, &[]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    let text = written(folder.path());
    let left = "\n# categories.a.description: [1]: not a string\n";
    assert!(text.contains(left), "{text}");
    assert!(text.contains("    description: Documents in a\n"), "{text}");
}

/// Documents elsewhere are served where the project is named.
#[test]
fn documents_outside_are_named_by_their_whole_path() {
    let lines = "projects: {acme: {categories: {up: {dir: ../docs, patterns: [a]}}}}\n";
    let (folder, ran) = taken(lines, &[("docs/a.md", "A")]);
    let outside = "Directories outside the project's folder: 1. They are served only where the project is \
                   named (--project or MCP_GUIDE_PROJECT), not where it is found.\n";
    assert!(
        ran.code == 0 && ran.out.ends_with(outside),
        "{}{}",
        ran.out,
        ran.err
    );
    let acme = folder.path().join("acme");
    assert_eq!(run(&acme, &["--project", ".", "get", "up"]).out, "A");
    assert_eq!(run(&acme, &["get", "up"]).code, 1);
}

/// The project is that of the folder's name, or the one that is named.
#[test]
fn one_project_is_chosen() {
    let some = "projects: {acme-12345678: {categories: {one: {dir: ., patterns: [x]}}}, \
                other: {name: x, categories: {two: {dir: ., patterns: [x]}}}, \
                x-1: {categories: {three: {dir: ., patterns: [x]}}}}";
    let twice = "projects: {acme-12345678: {categories: {}}, acme-abcdef01: {categories: {}}}";
    let unclear = |name: &str, keys: &str| {
        format!(
            "Cannot import ../config.yaml: '{name}' is not the name of exactly one of its projects, \
             which are {keys}; name one with --from-project. Nothing was written.\n"
        )
    };
    let none = "Cannot import ../config.yaml: it has no project; start the Python server once in yours. \
                Nothing was written.\n";
    for (configuration, named, due) in [
        (some, None, Ok("one:")),
        (some, Some("acme"), Ok("one:")),
        (some, Some("other"), Ok("two:")),
        (some, Some("x"), Ok("two:")),
        (some, Some("x-1"), Ok("three:")),
        (
            some,
            Some("y"),
            Err(unclear("y", "'acme-12345678', 'other', 'x-1'")),
        ),
        (
            twice,
            None,
            Err(unclear("acme", "'acme-12345678', 'acme-abcdef01'")),
        ),
        (twice, Some("acme-abcdef01"), Ok("{}")),
        ("projects: {}", None, Err(none.to_owned())),
        ("feature_flags: {}", None, Err(none.to_owned())),
    ] {
        let folder = project(&[("config.yaml", configuration), ("acme/a.md", "a")]);
        let acme = folder.path().join("acme");
        let mut arguments = vec!["init", "--from", "../config.yaml"];
        arguments.extend(
            named
                .map(|name| ["--from-project", name])
                .into_iter()
                .flatten(),
        );
        let ran = run(&acme, &arguments);
        match due {
            Ok(category) => {
                assert_eq!(ran.code, 0, "{named:?}: {}", ran.err);
                assert!(written(folder.path()).contains(category), "{named:?}");
            }
            Err(said) => {
                assert_eq!((ran.code, ran.err), (1, said), "{named:?}");
                assert_eq!(names(&acme), ["a.md"]);
            }
        }
    }
    let ran = run(Path::new("."), &["init", "--from-project", "x"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn a_file_that_is_there_stays_unless_by_force() {
    let folder = acme(VERSIONS[0].1);
    let acme = folder.path().join("acme");
    let guide = acme.join("guide.yaml");
    std::fs::write(&guide, "categories: {}\n").expect("a file");
    let from = ["init", "--from", "../config.yaml"];
    let ran = run(&acme, &from);
    assert_eq!((ran.code, &*ran.err), (1, EXISTS));
    let shown = run(&acme, &[&from[..], &["--dry-run"]].concat());
    assert_eq!(shown.code, 0, "{}", shown.err);
    assert_eq!(std::fs::read(&guide).expect("a file"), b"categories: {}\n");
    let ran = run(&acme, &[&from[..], &["--force"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(written(folder.path()), shown.out);
}

/// Documents in the later versions' store are in no file.
#[test]
fn a_store_beside_the_configuration_is_told() {
    for store in [false, true] {
        let folder = project(&[("config.yaml", "projects: {acme: {}}"), ("acme/a.md", "a")]);
        if store {
            std::fs::write(folder.path().join("documents.db"), "").expect("a file");
        }
        let ran = run(folder.path(), &["init", "acme", "--from", "config.yaml"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(
            ran.out.contains("mcp-guide --project acme check\n"),
            "{}",
            ran.out
        );
        assert_eq!(
            ran.out
                .contains("\ndocuments.db is beside the configuration"),
            store
        );
    }
}
