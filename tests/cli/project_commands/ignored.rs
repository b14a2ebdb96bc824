//! What Git ignores, compared with Git.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use camino::Utf8Path;
use mcp_guide::documents::sandbox::{FileType, Tree};
use mcp_guide::documents::survey::{Bounds, survey};

use crate::process::left_out;

const CASES: u64 = 400;
const FILES: [&str; 24] = [
    "a.md", "b.md", "#x.md", "!y.md", "{a,b}.md", "{x.md", "[]x.md", "a^b-c.md", "x,a.md", "q\\a.md",
    "docs/a.md", "docs/b c.md", "docs/ab/c.md", "docs/in/a.md", "docs/in/x1.md", "out/a.md", "out/docs/b.md",
    "out/docs/in/c.md", "z/[a].md", "z/out/a.md", "z/é.md", "z/b.txt", "x ", "bb/x/a/b.md",
];
const LINES: [&str; 51] = [
    "*.md", "/*.md", "a.md", "docs", "docs/", "/docs/", "docs/*", "docs/**", "**/docs", "**/in/", "out",
    "/out/", "out/*", "!a.md", "!docs/", "!/docs/in/", "!out/docs/b.md", "!*.md", "!", "! ", "!\r", "#x.md",
    "\\#x.md", "\\!y.md", "z/[[]a].md", "z/**/a.md", "[ab].md", "[!a].md", "[[:alpha:]].md",
    "![[:alpha:]].md", "{a,b}.md", "!{a,b}.md", "*.md ", "b\\ c.md", "docs/b c.md", "a*", "?.md",
    "docs/**/a.md", "z/", "*", "[{]x.md", "[!{]x.md", "[]]x.md", "[[]]x.md", "[a[:digit:]^]*.md", "x\\ ",
    "x ", "[a-]*", "a**/b.md", "q\\\\a.md", "/",
];
/// Of what other lines are made.
const PIECES: [&str; 26] = [
    "a", "b", "x", "*", "*", "**", "**/", "?", "/", "/", "[", "]", "!", "^", "-", "\\", "{", "}", ",",
    "[:alpha:]", "[a-c]", "[!a]", " ", ".md", "docs", "out",
];
/// Files that Git tracks, whatever the lines say.
const TRACKED: [&str; 3] = ["docs/in/a.md", "out/docs/b.md", "b.md"];

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let fixed = ["-c", "user.name=n", "-c", "user.email=e", "-c", "protocol.file.allow=always"];
    let mut git = laws::command("git");
    let git = git.current_dir(folder).args(fixed).args(["-c", "core.excludesFile="]).args(arguments);
    let ran = git.output().ok()?;
    assert!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    Some(String::from_utf8(ran.stdout).expect("UTF-8"))
}

/// The files that the program takes for not ignored.
fn seen(folder: &Path) -> BTreeSet<String> {
    let folder = Utf8Path::from_path(folder).expect("a UTF-8 path");
    let sandbox = Tree::ambient(folder).expect("a folder");
    let mut files = BTreeSet::new();
    let omitted = survey(folder, &sandbox, Bounds::default(), |directory, entries| {
        let entries = entries.iter().filter(|seen| !seen.ignored).map(|seen| &seen.entry);
        let entries = entries.map(|entry| (entry.name.clone().expect("UTF-8"), entry.kind));
        let named: Vec<_> = entries.filter(|(name, _)| !name.starts_with(".git")).collect();
        let below = named.iter().filter(|(_, kind)| *kind == FileType::Directory);
        let below = below.map(|(name, _)| name.clone()).collect();
        let paths = named.into_iter().filter(|(_, kind)| *kind == FileType::RegularFile);
        files.extend(paths.map(|(name, _)| directory.join(name).into_string()));
        below
    });
    assert!(omitted.expect("a folder").unreadable.is_empty());
    files
}

/// The files that Git ignores, whether it tracks them or not.
fn due(folder: &Path) -> BTreeSet<String> {
    let mut git = laws::command("git");
    let git = git
        .current_dir(folder)
        .args(["-c", "core.excludesFile=", "check-ignore", "--no-index", "-z", "--stdin"]);
    let mut git = git.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("git");
    let mut stdin = git.stdin.take().expect("a pipe");
    stdin.write_all(FILES.join("\0").as_bytes()).expect("it reads");
    drop(stdin);
    let ran = git.wait_with_output().expect("git");
    assert!(ran.status.code() < Some(2), "{ran:?}");
    let ignored = String::from_utf8(ran.stdout).expect("UTF-8");
    ignored.split_terminator('\0').map(str::to_owned).collect()
}

/// What is ignored is what Git ignores, in a repository, a worktree and a submodule, by `.gitignore`
/// and by the exclude file.
#[test]
fn what_git_ignores_is_ignored() {
    let folder = laws::folder();
    let path = |name: &str| folder.path().join(name);
    let fill = |tree: &Path| {
        for file in FILES {
            let file = tree.join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, "x").expect("a file");
        }
    };
    for name in ["main", "inner"] {
        fill(&path(name));
        if git(&path(name), &["init", "-q"]).is_none() {
            return left_out("git", "there is no git");
        }
        git(&path(name), &[&["add", "-f", "--"], &TRACKED[..]].concat());
        git(&path(name), &["commit", "-qm", "x"]);
    }
    git(&path("main"), &["worktree", "add", "-q", "../tree"]);
    git(&path("main"), &["submodule", "add", "-q", "../inner", "mod"]);
    let trees = [("main", "main/.git"), ("tree", "main/.git"), ("main/mod", "main/.git/modules/mod")];
    trees.iter().for_each(|(tree, _)| fill(&path(tree)));
    let (mut state, mut ignoring) = (1_u64, 0);
    let mut next = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    for case in 0..CASES {
        let mut line = || match next(2) {
            0 => LINES[next(LINES.len())].to_owned() + "\n",
            _ => (0..=next(6)).map(|_| PIECES[next(PIECES.len())]).chain(["\n"]).collect(),
        };
        let mut lines = |most: u64| -> String { (0..case % most).map(|_| line()).collect() };
        let (tree, repository) = trees[case as usize % trees.len()];
        let (top, below, exclude) = (lines(7), lines(4), lines(5));
        std::fs::write(path(tree).join(".gitignore"), &top).expect("a file");
        std::fs::write(path(tree).join("docs/.gitignore"), &below).expect("a file");
        std::fs::write(path(repository).join("info/exclude"), &exclude).expect("a file");
        let due = due(&path(tree));
        let came = seen(&path(tree));
        let came: BTreeSet<String> =
            FILES.iter().filter(|file| !came.contains(**file)).map(|file| (*file).to_owned()).collect();
        let lines = format!("{tree}: {top:?}, docs: {below:?}, exclude: {exclude:?}");
        assert_eq!(came, due, "{lines}");
        ignoring += usize::from(!due.is_empty());
    }
    assert!(ignoring > CASES as usize / 2, "{ignoring}");
}
