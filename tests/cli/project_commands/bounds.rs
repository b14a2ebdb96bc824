//! `init`: how much of a folder is read, and how much is proposed.

use std::path::Path;

use camino::Utf8Path;
use mcp_guide::Table;
use mcp_guide::documents::sandbox::Tree;
use mcp_guide::documents::survey::Bounds;
use mcp_guide::limits::MAX_CONFIG_BYTES;
use mcp_guide::proposal::{MAX_CATEGORIES, propose};

use super::init::categories;
use crate::process::{project, run};

/// How many categories are proposed within these bounds, of which folders only the first entries
/// were read, and whether the walk was cut.
#[track_caller]
fn within(all: usize, of_one: usize, folder: &Path) -> (usize, Vec<String>, bool) {
    let table = Table::embedded().expect("it loads");
    let folder = Utf8Path::from_path(folder).expect("UTF-8");
    let tree = Tree::ambient(folder).expect("a folder");
    let proposal = propose(&table.formats, (&tree, folder), Bounds { all, of_one }).expect("a proposal");
    let large = proposal.omitted.large.into_iter().map(String::from);
    (proposal.categories, large.collect(), proposal.omitted.cut)
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
    let large = ["much", "z/much"].map(str::to_owned).to_vec();
    assert_eq!(within(1000, 19, folder.path()), (2, large, false));
    assert_eq!(within(1000, 20, folder.path()), (2, vec![], false));
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
    assert_eq!(within(all, 100, folder.path()), (2, vec![], true));
    assert_eq!(within(2 * all, 100, folder.path()), (2, vec![], false));
}

/// Runs a command in a folder with so many KiB of memory.
#[track_caller]
fn with_memory(kib: usize, folder: &Path, arguments: &str) -> (String, String) {
    let output = laws::command("sh")
        .args(["-c", &format!("ulimit -v {kib} && exec \"$0\" {arguments}")])
        .arg(env!("CARGO_BIN_EXE_mcp-guide"))
        .env_remove("MCP_GUIDE_PROJECT")
        .current_dir(folder)
        .output()
        .expect("a shell");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert_eq!(output.status.code(), Some(0), "{err}");
    (out, err)
}

/// A rule of 4,000 bytes, as many as there is room for in so many bytes.
fn rules(unit: &str, bytes: usize) -> String {
    let line = unit.repeat(4_000 / unit.len()) + "\n";
    line.repeat(bytes / line.len())
}

/// Files of rules are bounded, each line and all together, above the folder and in it, beside each
/// other and in each other. `init` and `check` name what was passed over.
#[test]
fn rules_are_bounded_by_their_bytes() {
    for unit in ["*?", "?", "a/**/", "[a-z]*"] {
        let (most, line) = (rules(unit, 60_000), unit.repeat(4_097 / unit.len() + 1));
        let mut files = vec![
            (".gitignore".to_owned(), &*line),
            (".git/info/exclude".to_owned(), &*line),
            ("sub/line/.gitignore".to_owned(), &*line),
            ("sub/line/a.md".to_owned(), "# A\n"),
            ("sub/docs/a.md".to_owned(), "# A\n"),
        ];
        let mut below = "sub".to_owned();
        for number in 0..30 {
            files.push((format!("sub/{number:02}/.gitignore"), &*most));
            files.push((format!("sub/{number:02}/a.md"), "# A\n"));
            below += "/d";
            files.push((format!("{below}/.gitignore"), &*most));
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
        let folder = project(&files);
        let sub = folder.path().join("sub");
        let (proposed, said) = with_memory(200_000, &sub, "init --dry-run");
        assert!(proposed.contains("dir: docs\n"), "{proposed}");
        std::fs::write(sub.join("guide.yaml"), proposed).expect("a file");
        for said in [said, with_memory(200_000, &sub, "check").0] {
            for name in ["/.gitignore'", "/.git/info/exclude'", "'line'", "'29'", "'d'"] {
                assert_eq!(said.matches(name).count(), 1, "{unit}: {name}: {said}");
            }
            assert!(!said.contains("'00'"), "{unit}: {said}");
        }
    }
}

/// What names are compared with is bounded, too, whatever the patterns and the names are.
#[test]
fn what_is_compared_with_rules_is_bounded() {
    let folder = project(&[(".git/HEAD", ""), ("docs/a.md", "# A\n")]);
    // As automata these have 2^24 states.
    let rules: String = (0..6_000).map(|number| format!("*a{}{number}*\n", "?".repeat(24))).collect();
    std::fs::write(folder.path().join(".gitignore"), rules).expect("a file");
    let many = folder.path().join("many");
    std::fs::create_dir(&many).expect("a folder");
    let mut state = 1_u64;
    for number in 0..2_000 {
        let letter = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ['a', 'b'][(state >> 63) as usize]
        };
        let name: String = (0..200).map(letter).collect();
        std::fs::write(many.join(format!("{name}{number}.md")), "").expect("a file");
    }
    let (proposed, said) = with_memory(200_000, folder.path(), "init --dry-run");
    assert!(proposed.contains("dir: docs\n"), "{proposed}");
    assert!(said.contains("too many lines to compare): 'many'."), "{said}");
}

/// All categories together may exclude so many patterns.
#[test]
fn what_a_project_may_exclude_is_kept_to() {
    let folders = 60;
    let names: Vec<(String, String)> = (0..folders)
        .flat_map(|dir| (0..70).map(move |number| (dir, number)))
        .map(|(dir, number)| {
            (format!("{dir:02}/{number}/n{number}.md"), format!("/{dir:02}/{number}/n{number}.md"))
        })
        .collect();
    let rules: Vec<&str> = names.iter().map(|(_, rule)| &**rule).collect();
    let rules = rules.join("\n");
    let kept: Vec<String> =
        (0..folders).flat_map(|dir| (0..70).map(move |number| format!("{dir:02}/n{number}.md"))).collect();
    let mut files: Vec<(&str, &str)> = vec![(".gitignore", &rules)];
    files.extend(names.iter().map(|(path, _)| (&**path, "")));
    files.extend(kept.iter().map(|path| (&**path, "")));
    let folder = project(&files);
    let said = run(folder.path(), &["init"]).out;
    assert_eq!(categories(folder.path()).len(), 29, "{said}");
    assert!(said.contains("\n31 more folders with documents did not fit, for example 29: "), "{said}");
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
        let said = format!("\n{} more folders with documents did not fit, for example ", folders - proposed);
        assert!(proposed < folders && proposed > 100, "{proposed}");
        assert!(ran.out.contains(&said), "{}", ran.out);
        assert!(written.contains(&said.replace('\n', "\n# ")), "{said}");
    }
}
