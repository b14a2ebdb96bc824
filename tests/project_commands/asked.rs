//! `init`: what is asked of it, and what it says.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use camino::Utf8Path;
use mcp_guide::Table;
use mcp_guide::cli::init::propose;
use mcp_guide::documents::survey::Bounds;

use super::init::{EXISTS, names, run_bound_by_permissions};
use super::process::{binary, project, run};
use super::proposals::{HEADER, LIMITS, line};

/// With exactly one line uncommented, and the file that it names, all works.
#[test]
fn an_empty_folder_gets_an_example_that_works() {
    let folder = laws::folder();
    let ran = run(folder.path(), &["init"]);
    let said = "Wrote guide.yaml with an example: no documents were found.\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, said, ""));
    let guide = folder.path().join("guide.yaml");
    let written = std::fs::read_to_string(&guide).expect("a file");
    let example = "\
# No documents were found here. To begin, write docs/README.md and remove the # before docs.
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
    let clean = "docs: 1 document, 5 bytes\n0 errors, 0 warnings\n";
    assert_eq!((ran.code, &*ran.out), (0, clean));
    let ran = run(folder.path(), &["list"]);
    assert!(
        ran.out.contains("| docs | Category | How we work here |"),
        "{}",
        ran.out
    );
    assert_eq!(run(folder.path(), &["get", "docs"]).out, "# Hi\n");
}

#[test]
fn a_folder_may_be_named() {
    let folder = project(&[("sub/docs/a.md", "a"), ("guide.yaml", "categories: {}\n")]);
    let ran = run(folder.path(), &["--project", "elsewhere", "init", "sub"]);
    let said = "Wrote sub/guide.yaml with 1 category. Review it, then run: mcp-guide check\n";
    let above = std::fs::canonicalize(folder.path()).expect("it is there");
    let shadows = format!(
        "sub/guide.yaml takes precedence over {}/guide.yaml in its folder and below.\n",
        above.display()
    );
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, said, &*shadows));
    let ran = run(folder.path(), &["init", "sub/guide.yaml", "--force"]);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, said, ""));
    for (arguments, name) in [
        (&["init", "nowhere"][..], "nowhere"),
        (&["--project", "/nonexistent", "init"], "/nonexistent"),
        (&["init", "no\u{1b}where/guide.yaml"], "no\\u{1b}where"),
    ] {
        let ran = run(folder.path(), arguments);
        let said = format!("Cannot read {name}: it does not exist. Nothing was written.\n");
        assert_eq!((ran.code, &*ran.out, ran.err), (1, "", said));
    }
    let ran = run(folder.path(), &["init", "sub/docs/a.md"]);
    assert_eq!((ran.code, &*ran.out), (1, ""));
    assert!(
        ran.err.starts_with("Cannot read sub/docs/a.md: "),
        "{}",
        ran.err
    );
}

/// What is written stands beside its place until it is whole: the folder in which the
/// program runs is not written to, and may be gone.
#[test]
fn nothing_is_written_elsewhere() {
    let folder = project(&[("docs/a.md", "# A\n")]);
    let gone = laws::folder();
    let output = std::process::Command::new("sh")
        .args(["-c", "rmdir \"$PWD\" && exec \"$@\"", "sh"])
        .args([env!("CARGO_BIN_EXE_mcp-guide"), "init"])
        .arg(folder.path())
        .env_remove("MCP_GUIDE_PROJECT")
        .current_dir(gone.path())
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{output:?}");
    assert!(!gone.path().exists());
    assert!(folder.path().join("guide.yaml").exists());
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
    let folder = project(&[
        ("docs/a.md", "a"),
        ("guide.yaml", "old"),
        ("elsewhere", "kept"),
    ]);
    let guide = folder.path().join("guide.yaml");
    std::fs::set_permissions(&guide, PermissionsExt::from_mode(0o600)).expect("a mode");
    assert_eq!(run(folder.path(), &["init"]).err, EXISTS);
    assert_eq!(std::fs::read_to_string(&guide).expect("a file"), "old");
    assert_eq!(run(folder.path(), &["init", "--force"]).code, 0);
    let written = std::fs::read_to_string(&guide).expect("a file");
    assert!(written.contains("dir: docs"), "{written}");
    let mode = std::fs::metadata(&guide)
        .expect("a file")
        .permissions()
        .mode();
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
    assert!(
        ran.err.starts_with("Cannot write guide.yaml: "),
        "{}",
        ran.err
    );
    assert_eq!(names(folder.path()), ["docs", "elsewhere", "guide.yaml"]);
}

#[test]
fn an_output_that_is_full_is_told() {
    for (arguments, written) in [(&["init"][..], true), (&["init", "--dry-run"], false)] {
        let folder = project(&[("docs/a.md", "a")]);
        let full = std::fs::File::create("/dev/full").expect("a device");
        let mut command = binary();
        let output = command
            .current_dir(folder.path())
            .args(arguments)
            .stdout(full);
        let output = output.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr);
        let why = "mcp-guide: standard output cannot be written: ";
        assert!(said.starts_with(why), "{said}");
        assert_eq!(folder.path().join("guide.yaml").exists(), written);
    }
}

/// How many categories are proposed within these bounds, and what is said of it.
#[track_caller]
fn within(all: usize, of_one: usize, folder: &Path) -> (usize, Vec<String>) {
    let table = Table::embedded().expect("it loads");
    let folder = Utf8Path::from_path(folder).expect("UTF-8");
    let proposal = propose(&table, folder, Bounds { all, of_one }).expect("a proposal");
    (proposal.categories, proposal.notes)
}

/// What is passed over is not looked into, and of what is too large the beginning is.
#[test]
fn a_large_folder_is_looked_at_in_part() {
    let files: Vec<String> = ["node_modules", "much", "z/much"]
        .iter()
        .flat_map(|large| (0..20).map(move |number| format!("{large}/{number}.md")))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|file| (&**file, "")).collect();
    let folder = project(&files);
    let said = "Check what was proposed for these folders, of which only the first 19 entries were \
                read: 'much', 'z/much'.";
    assert_eq!(within(1000, 19, folder.path()), (2, vec![said.to_owned()]));
    assert_eq!(within(1000, 20, folder.path()), (2, vec![]));
}

/// The levels are gone through one after the other: nothing deep keeps its neighbours
/// from being seen.
#[test]
fn a_folder_of_very_much_is_looked_at_in_part() {
    let deep: Vec<String> = (0..40).map(|number| format!("m/{number}/1.js")).collect();
    let mut files: Vec<(&str, &str)> = deep.iter().map(|file| (&**file, "")).collect();
    files.extend([("a/a.md", ""), ("z/a.md", "")]);
    let folder = project(&files);
    // The folder's own, and then those of its three directories.
    let all = 3 + 1 + 40 + 1;
    let said =
        format!("Only the first {all} files and folders were read; add what is missing by hand.");
    assert_eq!(within(all, 100, folder.path()), (2, vec![said]));
    assert_eq!(within(2 * all, 100, folder.path()), (2, vec![]));
}

/// What a folder's rules would ignore is not known where they cannot be read.
#[test]
fn a_folder_whose_rules_cannot_be_read_is_left_out() {
    let rules = "#".repeat((1 << 16) + 1);
    let folder = project(&[
        ("docs/a.md", "# A\n"),
        ("notes/a.md", "# A\n"),
        ("notes/.gitignore", &rules),
    ]);
    let ran = run(folder.path(), &["init"]);
    let said = "Wrote guide.yaml with 1 category. Review it, then run: mcp-guide check\n\
                Left out, because git's rules there are too large (more than 64 KiB of .gitignore, \
                or 8192 lines in all such files): 'notes'.\n";
    assert_eq!((ran.code, &*ran.out), (0, said));
}

/// Compiled rules take some 600 times their bytes: files of rules are bounded, each and
/// together, above the folder and in it.
#[test]
fn rules_take_bounded_memory() {
    let rules = |bytes: usize| {
        let rule = |number: usize| format!("*{number}?[a-z]*[0-9]?x*\n");
        let mut rules: String = (0..).map(rule).take(bytes / 16).collect();
        rules.truncate(bytes);
        rules
    };
    let (most, large) = (rules(60_000), rules(1 << 20));
    let mut files = vec![
        (".gitignore".to_owned(), &*large),
        (".git/info/exclude".to_owned(), &*large),
        ("sub/large/.gitignore".to_owned(), &*large),
        ("sub/large/a.md".to_owned(), "# A\n"),
        ("sub/docs/a.md".to_owned(), "# A\n"),
    ];
    for number in 0..30 {
        files.push((format!("sub/{number:02}/.gitignore"), &*most));
        files.push((format!("sub/{number:02}/a.md"), "# A\n"));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    let folder = project(&files);
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 450000 && exec \"$0\" init --dry-run"])
        .arg(env!("CARGO_BIN_EXE_mcp-guide"))
        .env_remove("MCP_GUIDE_PROJECT")
        .current_dir(folder.path().join("sub"))
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("dir: docs\n"),
        "{output:?}"
    );
    for name in ["/.gitignore'", "/.git/info/exclude'", "'large'", "'29'"] {
        assert!(said.contains(name), "{name}: {said}");
    }
}

/// All categories together may exclude so many patterns.
#[test]
fn what_a_project_may_exclude_is_kept_to() {
    let categories = 60;
    let names: Vec<(String, String)> = (0..categories)
        .flat_map(|dir| (0..70).map(move |number| (dir, number)))
        .map(|(dir, number)| {
            (
                format!("{dir:02}/{number}/n{number}.md"),
                format!("/{dir:02}/{number}/n{number}.md"),
            )
        })
        .collect();
    let rules: Vec<&str> = names.iter().map(|(_, rule)| &**rule).collect();
    let rules = rules.join("\n");
    let kept: Vec<String> = (0..categories)
        .flat_map(|dir| (0..70).map(move |number| format!("{dir:02}/n{number}.md")))
        .collect();
    let mut files: Vec<(&str, &str)> = vec![(".gitignore", &rules)];
    files.extend(names.iter().map(|(path, _)| (&**path, "")));
    files.extend(kept.iter().map(|path| (&**path, "")));
    let folder = project(&files);
    let said = "31 more folders with documents did not fit; add what matters by hand.";
    assert_eq!(
        within(100_000, 10_000, folder.path()),
        (29, vec![said.to_owned()])
    );
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
    let said = "Wrote guide.yaml with 1 category. Review it, then run: mcp-guide check\n\
                'x' would need more than 100 exclude patterns; add what matters by hand.\n";
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
    std::fs::create_dir_all(folder.path().join("docs/.git")).expect("a folder");
    std::fs::create_dir_all(folder.path().join("docs/sub")).expect("a folder");
    let ran = run(&folder.path().join("docs/sub"), &["init", "--dry-run"]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("docs/.gitignore'."), "{}", ran.err);
    let shut = folder.path().join("shut");
    std::fs::set_permissions(shut, PermissionsExt::from_mode(0o311)).expect("a mode");
    let Some(ran) = run_bound_by_permissions(folder.path(), &["init", "shut"]) else {
        return;
    };
    let said = "Cannot read shut: permission denied. Nothing was written.\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (1, "", said));
}
