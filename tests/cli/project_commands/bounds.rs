//! `init`: how much of a folder is read, and how much is proposed.

use std::path::Path;

use camino::Utf8Path;
use mcp_guide::Table;
use mcp_guide::cli::init::{MAX_CATEGORIES, propose};
use mcp_guide::documents::survey::Bounds;
use mcp_guide::limits::MAX_CONFIG_BYTES;

use super::init::categories;
use crate::process::{project, run};

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
    let (count, notes) = within(1000, 19, folder.path());
    assert_eq!((count, notes.len()), (2, 1));
    assert!(notes[0].contains("more than 19 entries of a folder"), "{notes:?}");
    assert!(notes[0].ends_with(": 'much', 'z/much'."), "{notes:?}");
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
    let said = format!("Only the first {all} files and folders were read; add what is missing by hand.");
    assert_eq!(within(all, 100, folder.path()), (2, vec![said]));
    assert_eq!(within(2 * all, 100, folder.path()), (2, vec![]));
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
    let output = laws::command("sh")
        .args(["-c", "ulimit -v 450000 && exec \"$0\" init --dry-run"])
        .arg(env!("CARGO_BIN_EXE_mcp-guide"))
        .current_dir(folder.path().join("sub"))
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let proposed = String::from_utf8_lossy(&output.stdout);
    assert!(proposed.contains("dir: docs\n"), "{output:?}");
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
            (format!("{dir:02}/{number}/n{number}.md"), format!("/{dir:02}/{number}/n{number}.md"))
        })
        .collect();
    let rules: Vec<&str> = names.iter().map(|(_, rule)| &**rule).collect();
    let rules = rules.join("\n");
    let kept: Vec<String> =
        (0..categories).flat_map(|dir| (0..70).map(move |number| format!("{dir:02}/n{number}.md"))).collect();
    let mut files: Vec<(&str, &str)> = vec![(".gitignore", &rules)];
    files.extend(names.iter().map(|(path, _)| (&**path, "")));
    files.extend(kept.iter().map(|path| (&**path, "")));
    let folder = project(&files);
    let (fit, said) = within(100_000, 10_000, folder.path());
    assert_eq!((fit, said.len()), (29, 1));
    assert!(said[0].starts_with("31 more folders with documents did not fit, such as 29: "), "{said:?}");
}

#[test]
fn init_of_more_folders_than_a_file_has_room_for() {
    // By their number, and by the bytes of their names.
    for (folders, name) in [(MAX_CATEGORIES + 100, "x".to_owned()), (700, "\u{7f}".repeat(250))] {
        let folder = laws::folder();
        for number in 0..folders {
            let path = folder.path().join(format!("{name}{number:04}"));
            std::fs::create_dir(&path).expect("a folder");
            std::fs::write(path.join("a.md"), "a").expect("a file");
        }
        let ran = run(folder.path(), &["init"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let written = std::fs::read_to_string(folder.path().join("guide.yaml")).expect("a file");
        let bytes = written.len() as u64;
        assert!(bytes <= MAX_CONFIG_BYTES, "{bytes} bytes");
        let proposed = categories(folder.path()).len();
        let said = format!("\n{} more folders with documents did not fit, such as ", folders - proposed);
        assert!(proposed < folders && proposed > 100, "{proposed}");
        assert!(ran.out.contains(&said), "{}", ran.out);
        assert!(written.contains(&said.replace('\n', "\n# ")), "{said}");
    }
}
