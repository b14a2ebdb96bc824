//! `init`: what it proposes, and what it says.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use mcp_guide::documents::survey::MAX_ENTRIES_OF_ONE;

use super::init::{EXISTS, names, run_bound_by_permissions};
use super::process::{binary, project, run};

const HEADER: &str = "\
# What mcp-guide serves of this project. `mcp-guide check` looks it over.
# A category is a directory (dir, from here) with default patterns, which a call's pattern replaces;
# what exclude matches is never served. A collection is a list of categories.
# `mcp-guide schema` prints the JSON Schema of this file, for editors.
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
        ("docs/index.rst", "Hand: \"book\" #1\n===============\n"),
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
    let many: Vec<String> = (0..51).map(|number| format!("x/data/{number}.txt")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let cases: &[(&[&str], &str)] = &[
        (&["x/target/a.md"], "[\"**/target/**\"]"),
        (&["x/a/b/dist/a.md"], "[\"**/dist/**\"]"),
        (&["x/c/Cargo.toml"], "[\"**/target/**\"]"),
        (&["x/env/pyvenv.cfg", "x/env/lib/a.md"], "[\"env/**\"]"),
        (&["x/one/LICENSE.md"], "[\"**/LICENSE.md\"]"),
        (&["x/one/LICENSE.rst"], ""),
        (&["x/secrets.md"], "[\"**/secrets.md\"]"),
        (&["x/out/a.md"], "[\"out/**\"]"),
        (&["x/p/out/a.md", "x/q/out/a.md"], "[\"**/out/**\"]"),
        (&["x/p/draft.md"], "[\"p/draft.md\"]"),
        (&["x/p/draft.md", "x/q/draft.md"], "[\"**/draft.md\"]"),
        (&["x/p/a.log.md", "x/q/b.log.md"], "[\"**/*.log.md\"]"),
        (&["x/[1]/draft.md"], "[\"[[]1]/draft.md\"]"),
        (&["x/a.txt", "x/y/tests/b.txt"], "[\"y/tests/**/*.txt\"]"),
        (&["x/y/tests/b.txt"], ""),
        (&["x/a.txt", "x/requirements.txt"], "[\"**/requirements.txt\"]"),
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
#[test]
fn the_folder_itself_is_never_served_whole() {
    let folder = project(&[
        ("b[1].md", "b"),
        ("!c.md", "c"),
        ("index.md", "i"),
        ("README", "# R\n"),
        ("README.pdf", "%PDF"),
        ("Secrets.md", "s"),
    ]);
    let patterns = "[\"README\", \"index.md\", \"?c.md\", \"b[[]1].md\"]";
    assert_eq!(line(folder.path(), "\".\"", "patterns"), patterns);
    let exclude = "[\"README.pdf\"]";
    assert_eq!(line(folder.path(), "\".\"", "exclude"), exclude);
    for number in 0..20 {
        std::fs::write(folder.path().join(format!("{number}.md")), "a").expect("a file");
    }
    let patterns = "[\"README\", \"*.md\"]";
    assert_eq!(line(folder.path(), "\".\"", "patterns"), patterns);
    let exclude = "[\"README.pdf\", \"Secrets.md\"]";
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
        let dirs = text.lines().filter_map(|line| line.strip_prefix("    dir: "));
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
    assert_eq!(line(folder.path(), "sub", "exclude"), "[\"drafts/**\", \"own.md\"]");
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
    let long = format!("# {}\n", "word ".repeat(40));
    let shortened = format!("{}…", "word ".repeat(20).trim_end());
    let late = format!("{}\n# Late\n", "x".repeat(8200));
    for (files, description) in [
        (&[("x/a.md", "# A\n"), ("x/README.md", "# R\n")][..], "R"),
        (&[("x/a.md", "# A\n"), ("x/Index.rst", "I\n===\n")], "I"),
        (&[("x/b.md", "# B\n"), ("x/a.md", "# A\n")], "A"),
        (&[("x/y/README.md", "# Y\n"), ("x/z.md", "# Z\n")], "\"Y\""),
        (&[("x/a.md", "")], "Documents in x"),
        (&[("x/a.md", "a\0b\n# A\n")], "A"),
        (&[("x/a.md", &long)], &format!("\"{shortened}\"")),
        (&[("x/a.md", &late)], "Documents in x"),
        (&[("x/a.md", "# a: \"b\" #c {{d}} 🚀\n")], "\"a: \\\"b\\\" #c {{d}} 🚀\""),
        (&[("x/a.md", "# a\u{1b}[31m\u{202e}b\n")], "\"a [31m b\""),
        (&[("x/a.md", "# true\n")], "\"true\""),
    ] {
        let folder = project(files);
        assert_eq!(line(folder.path(), "x", "description"), description, "{files:?}");
    }
    let folder = project(&[("x/a.md", "# A\n")]);
    std::fs::write(folder.path().join("x/a.md"), b"# caf\xe9\n").expect("a file");
    assert_eq!(line(folder.path(), "x", "description"), "Documents in x");
}

/// With exactly one line uncommented, and the file that it names, all works.
#[test]
fn an_empty_folder_gets_an_example_that_works() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ran = run(folder.path(), &["init"]);
    let said = "Wrote guide.yaml with an example, for nothing to serve was found.\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, said, ""));
    let guide = folder.path().join("guide.yaml");
    let written = std::fs::read_to_string(&guide).expect("a file");
    let example = "\
# Nothing to serve was found here. To begin, write docs/README.md, and take the # away before docs.
categories: {
  # docs: { dir: docs, patterns: [\"**/*.md\"], description: How we work here },
  }
";
    assert_eq!(written, format!("{HEADER}{example}{LIMITS}"));
    let ran = run(folder.path(), &["list"]);
    let nothing = "The project defines no categories and no collections.\n";
    assert_eq!((ran.code, &*ran.out), (0, nothing));
    std::fs::write(&guide, written.replace("  # docs:", "  docs:")).expect("a file");
    std::fs::create_dir(folder.path().join("docs")).expect("a folder");
    std::fs::write(folder.path().join("docs/README.md"), "# Hi\n").expect("a file");
    let ran = run(folder.path(), &["check"]);
    let clean = "docs: 1 documents, 5 bytes\nNo findings.\n";
    assert_eq!((ran.code, &*ran.out), (0, clean));
    let ran = run(folder.path(), &["list"]);
    assert!(ran.out.contains("| docs | Category | How we work here |"), "{}", ran.out);
    assert_eq!(run(folder.path(), &["get", "docs"]).out, "# Hi\n");
}

#[test]
fn a_folder_may_be_named() {
    let folder = project(&[("sub/docs/a.md", "a"), ("guide.yaml", "categories: {}\n")]);
    let ran = run(folder.path(), &["--project", "elsewhere", "init", "sub"]);
    let said = "Wrote sub/guide.yaml (categories: 1). Look it over, then run: mcp-guide check\n";
    let shadows = "sub/guide.yaml comes before sub/../guide.yaml in its folder and below.\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, said, shadows));
    let ran = run(folder.path(), &["init", "sub/guide.yaml", "--force"]);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, said, ""));
    for (arguments, name) in [
        (&["init", "nowhere"][..], "nowhere"),
        (&["--project", "/nonexistent", "init"], "/nonexistent"),
        (&["init", "no\u{1b}where/guide.yaml"], "no\\u{1b}where"),
    ] {
        let ran = run(folder.path(), arguments);
        let said = format!("{name} cannot be looked into: it does not exist; nothing was written.\n");
        assert_eq!((ran.code, &*ran.out, ran.err), (1, "", said));
    }
    let ran = run(folder.path(), &["init", "sub/docs/a.md"]);
    assert_eq!((ran.code, &*ran.out), (1, ""));
    assert!(ran.err.starts_with("sub/docs/a.md cannot be looked into: "), "{}", ran.err);
}

#[test]
fn a_dry_run_prints_the_file_and_writes_nothing() {
    let folder = project(&[("docs/a.md", "a")]);
    let shown = run(folder.path(), &["init", "--dry-run"]);
    assert_eq!((shown.code, &*shown.err), (0, ""));
    assert_eq!(names(folder.path()), ["docs"]);
    assert_eq!(run(folder.path(), &["init"]).code, 0);
    let written = std::fs::read_to_string(folder.path().join("guide.yaml")).expect("a file");
    assert_eq!(shown.out, written);
    // Also where there is one.
    let again = run(folder.path(), &["init", "--dry-run", "--force"]);
    assert_eq!((again.code, again.out), (0, written));
}

#[test]
fn by_force_a_file_is_replaced_whole() {
    let folder = project(&[("docs/a.md", "a"), ("guide.yaml", "old"), ("elsewhere", "kept")]);
    let guide = folder.path().join("guide.yaml");
    std::fs::set_permissions(&guide, PermissionsExt::from_mode(0o600)).expect("a mode");
    assert_eq!(run(folder.path(), &["init"]).err, EXISTS);
    assert_eq!(std::fs::read_to_string(&guide).expect("a file"), "old");
    assert_eq!(run(folder.path(), &["init", "--force"]).code, 0);
    let written = std::fs::read_to_string(&guide).expect("a file");
    assert!(written.contains("dir: docs"), "{written}");
    let mode = std::fs::metadata(&guide).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(names(folder.path()), ["docs", "elsewhere", "guide.yaml"]);
    // A link is replaced, and not what it leads to.
    std::fs::remove_file(&guide).expect("a file");
    symlink("elsewhere", &guide).expect("a link");
    assert_eq!(run(folder.path(), &["init", "--force"]).code, 0);
    assert!(!guide.symlink_metadata().expect("a file").is_symlink());
    let kept = std::fs::read_to_string(folder.path().join("elsewhere"));
    assert_eq!(kept.expect("a file"), "kept");
    // A directory is not.
    std::fs::remove_file(&guide).expect("a file");
    std::fs::create_dir(&guide).expect("a folder");
    let ran = run(folder.path(), &["init", "--force"]);
    assert_eq!((ran.code, &*ran.out), (1, ""));
    assert!(ran.err.starts_with("guide.yaml cannot be written: "), "{}", ran.err);
    assert_eq!(names(folder.path()), ["docs", "elsewhere", "guide.yaml"]);
}

#[test]
fn an_output_that_is_full_is_told() {
    for (arguments, written) in [(&["init"][..], true), (&["init", "--dry-run"], false)] {
        let folder = project(&[("docs/a.md", "a")]);
        let full = std::fs::File::create("/dev/full").expect("a device");
        let mut command = binary();
        let output = command.current_dir(folder.path()).args(arguments).stdout(full);
        let output = output.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr);
        let why = "mcp-guide: standard output cannot be written: ";
        assert!(said.starts_with(why), "{said}");
        assert_eq!(folder.path().join("guide.yaml").exists(), written);
    }
}

/// What is passed over is not looked into, and of what is too large the beginning is.
#[test]
fn a_large_folder_is_looked_at_in_part() {
    let folder = project(&[("docs/a.md", "# A\n"), ("much/a.md", "# A\n")]);
    for large in ["node_modules", "much"] {
        let path = folder.path().join(large);
        std::fs::create_dir_all(&path).expect("a folder");
        for number in 0..MAX_ENTRIES_OF_ONE {
            std::fs::write(path.join(format!("{number}.js")), "").expect("a file");
        }
    }
    let ran = run(folder.path(), &["init"]);
    let count = "(categories: ";
    assert!(ran.code == 0 && ran.out.contains(count), "{}", ran.out);
    let said = "\nOnly 10000 entries of each of these were looked at: 'much'. \
                Look over what was proposed for them.\n";
    assert!(ran.out.ends_with(said), "{}", ran.out);
}

#[test]
fn a_folder_with_too_much_to_exclude_is_named() {
    let mut files: Vec<(String, &str)> = (0..101)
        .map(|number| (format!("x/{number}/a{number}.md"), "a"))
        .collect();
    let rules: Vec<String> = (0..101).map(|number| format!("a{number}.md")).collect();
    let rules = rules.join("\n");
    files.push((".gitignore".into(), &rules));
    files.push(("x/own.md".into(), "a"));
    files.push(("docs/a.md".into(), "a"));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    let folder = project(&files);
    let ran = run(folder.path(), &["init"]);
    let said = "Wrote guide.yaml (categories: 1). Look it over, then run: mcp-guide check\n\
                'x' would need more than 100 patterns of what is not to be served; \
                add what matters by hand.\n";
    assert_eq!((ran.code, &*ran.out), (0, said));
}

/// Nothing waits for what is no file, and what may not be read is said.
#[test]
fn a_folder_that_cannot_be_read_is_told() {
    let folder = project(&[("docs/a.md", "a"), ("shut/a.md", "a")]);
    let fifo = folder.path().join("docs/.gitignore");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &fifo,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .expect("a FIFO");
    assert_eq!(line(folder.path(), "docs", "patterns"), "[\"**/*.md\"]");
    let shut = folder.path().join("shut");
    std::fs::set_permissions(shut, PermissionsExt::from_mode(0o311)).expect("a mode");
    let Some(ran) = run_bound_by_permissions(folder.path(), &["init", "shut"]) else {
        return;
    };
    let said = "shut cannot be looked into: permission denied; nothing was written.\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (1, "", said));
}
