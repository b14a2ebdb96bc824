//! Trees and settings that would lead out of the folder of the base, or leave it behind.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use super::{Repository, project, script};
use crate::process::binary;

impl Repository {
    /// Writes an object of any content, and returns its name.
    #[track_caller]
    fn object(&self, kind: &str, content: &[u8]) -> String {
        let mut command = laws::command("git");
        command.current_dir(self.top()).args(["hash-object", "-w", "--literally", "-t", kind, "--stdin"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("git");
        child.stdin.take().expect("stdin").write_all(content).expect("it reads");
        let output = child.wait_with_output().expect("git");
        String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
    }

    /// Writes a tree of any names.
    #[track_caller]
    fn tree(&self, entries: &[(&str, &[u8], &str)]) -> String {
        let mut content = Vec::new();
        for (mode, name, object) in entries {
            content.extend([mode.as_bytes(), b" ", name, b"\0"].concat());
            let digits = object.as_bytes().chunks(2);
            content
                .extend(digits.map(|two| {
                    u8::from_str_radix(str::from_utf8(two).expect("digits"), 16).expect("digits")
                }));
        }
        self.object("tree", &content)
    }

    /// Makes two trees the last two commits.
    #[track_caller]
    fn commits(&self, base: &str, head: &str) {
        let base = self.git(&["commit-tree", base, "-m", "a"]);
        let head = self.git(&["commit-tree", head, "-p", &base, "-m", "a"]);
        self.git(&["update-ref", "refs/heads/main", &head]);
    }
}

/// Whatever the names of a tree are, nothing is written elsewhere, and the folder is removed.
#[test]
fn names_of_a_tree_lead_nowhere() {
    let of = Repository::new(&[("a", "a\n")]);
    let outside = of.folder.path().join("outside");
    fs::create_dir_all(&outside).expect("a folder");
    let link = of.object("blob", outside.to_str().expect("UTF-8").as_bytes());
    let (old, new) = (of.object("blob", b"Old rule.\n"), of.object("blob", b"New rule.\n"));
    let (sub, sub_new) =
        (of.tree(&[("100644", b"AGENTS.md", &old)]), of.tree(&[("100644", b"AGENTS.md", &new)]));
    let absolute = outside.join("AGENTS.md").to_str().expect("UTF-8").as_bytes().to_vec();
    type Entry<'e> = (&'e str, &'e [u8], &'e str);
    let agents: Entry = ("100644", b"AGENTS.md", &old);
    let changed: Entry = ("100644", b"x.ts", &new);
    let cases: [(&str, Vec<Entry>, Vec<Entry>); 11] = [
        ("above", vec![("40000", b"..", &sub)], vec![("40000", b"..", &sub_new)]),
        ("itself", vec![("40000", b".", &sub)], vec![("40000", b".", &sub_new)]),
        ("a repository", vec![("40000", b".git", &sub)], vec![("40000", b".git", &sub_new)]),
        ("a repository's other name", vec![], vec![("40000", b".GIT", &sub_new)]),
        ("absolute", vec![("100644", &absolute, &old)], vec![("100644", &absolute, &new)]),
        ("a slash", vec![("100644", b"a/../../AGENTS.md", &old)], vec![]),
        ("a new slash", vec![], vec![("100644", b"../outside/AGENTS.md", &old)]),
        ("a line feed", vec![("100644", b"a\n::error::b", &old)], vec![("40000", b"a\nb", &sub)]),
        ("backslashes", vec![("40000", b"a\\..\\..\\b", &sub)], vec![("100644", b"\\tmp\\x", &new)]),
        ("a tree as a file", vec![("100644", b"CLAUDE.md", &sub)], vec![]),
        ("a device", vec![("100644", b"CON", &old), ("100644", b"AGENTS.md::$DATA", &old)], vec![]),
    ];
    for (what, base, head) in cases {
        let base = of.tree(&[&[agents][..], &base].concat());
        let head = of.tree(&[&[agents, changed][..], &head].concat());
        of.commits(&base, &head);
        let ran = of.run(&["HEAD~1"]);
        assert!(ran.code == 0 && ran.out.contains("Old rule."), "{what}: {}{}", ran.out, ran.err);
        assert_eq!(fs::read_dir(&outside).expect("a folder").count(), 0, "{what}");
    }
    assert!(!of.folder.path().join("AGENTS.md").exists());
    // No file is written through a link of the same name, whichever of them was there before.
    let (link, folder): (Entry, Entry) = (("120000", b"d", &link), ("40000", b"d", &sub));
    for (base, head) in [(vec![link], vec![link, folder]), (vec![link, folder], vec![link])] {
        let base = of.tree(&[&[agents][..], &base].concat());
        let head = of.tree(&[&[agents, changed][..], &head].concat());
        of.commits(&base, &head);
        let ran = of.run(&["HEAD~1"]);
        let is_refused = ran.code == 2 && ran.err.contains("mcp-guide: cannot write '");
        assert!(is_refused || ran.out.contains("Old rule."), "{}{}", ran.out, ran.err);
        assert_eq!(fs::read_dir(&outside).expect("a folder").count(), 0);
    }
}

/// Folders in one another, more than there are descriptors, are removed, too.
#[test]
fn a_deep_folder_is_removed() {
    let of = Repository::new(&[("a", "a\n")]);
    let (old, new) = (of.object("blob", b"Old rule.\n"), of.object("blob", b"New rule.\n"));
    let mut deep = of.tree(&[("100644", b"AGENTS.md", &old)]);
    for _ in 0..300 {
        deep = of.tree(&[("40000", b"a", &deep)]);
    }
    let base = of.tree(&[("100644", b"AGENTS.md", &old), ("40000", b"a", &deep)]);
    let head = of.tree(&[("100644", b"AGENTS.md", &new), ("40000", b"a", &deep)]);
    of.commits(&base, &head);
    let mut command = laws::command("sh");
    let limited = "ulimit -n 128; exec \"$0\" for --changed HEAD~1";
    command.current_dir(of.top()).args(["-c", limited]).arg(binary().get_program());
    let output = command.env("TMPDIR", of.temporary()).output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Old rule."), "{output:?}");
    let left: Vec<_> = fs::read_dir(of.temporary()).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A guide of a commit gets no further than one that is found, although its folder or its file is named.
#[test]
fn a_named_project_of_a_commit_does_not_lead_out() {
    let guide = |dir: &str| {
        format!("categories: {{rules: {{dir: '{dir}', patterns: ['*.md'], applies_to: ['src/**']}}}}\n")
    };
    let of = Repository::new(&[("app/rules/a.md", "Old rule.\n"), ("app/src/a.ts", "a\n")]);
    let outside = of.folder.path().join("outside");
    fs::create_dir_all(&outside).expect("a folder");
    fs::write(outside.join("secret.md"), "A secret.\n").expect("a file");
    let away = guide(outside.to_str().expect("UTF-8"));
    for name in ["guide.yaml", "other.yaml"] {
        let file = format!("app/{name}");
        of.commit(&[(&file, &guide("rules")), ("app/src/a.ts", "a\n")], &[]);
        of.commit(&[(&file, &away), ("app/src/a.ts", "b\n")], &[]);
        fs::remove_file(of.top().join(&file)).expect("a file");
        std::os::unix::fs::symlink(outside.join("guide.yaml"), of.top().join(&file)).expect("a link");
        fs::write(outside.join("guide.yaml"), guide(".")).expect("a file");
        of.commit(&[("app/src/a.ts", "c\n")], &[]);
        let named = if name == "guide.yaml" { vec!["app", &file] } else { vec![&*file] };
        for named in named {
            let run = |range: &str| {
                let mut command = binary();
                command.current_dir(of.top()).args(["--project", named, "for", "--changed", range]);
                let output = command.env("HOME", of.folder.path()).output().expect("it runs");
                let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
                text(output.stdout) + &text(output.stderr)
            };
            let out = run("HEAD~2..HEAD~1");
            assert!(out.contains("Old rule.") && !out.contains("secret"), "{named}: {out}");
            let out = run("HEAD~2..HEAD");
            assert!(out.contains("Old rule.") && !out.contains("secret"), "{named}: {out}");
            for range in ["HEAD~1..HEAD~2", "HEAD..HEAD~2"] {
                let out = run(range);
                assert!(!out.contains("A secret."), "{named} {range}: {out}");
            }
        }
        of.git(&["rm", "-q", &file]);
    }
}

/// Programs in the repository's folder are not git, whatever `PATH` says.
#[test]
fn a_relative_path_finds_no_git() {
    let of = project();
    of.commit(&[("src/api/a.ts", "c\n")], &[]);
    let ran = of.folder.path().join("ran");
    script(&of.top().join("git"), &format!("touch '{}'", ran.display()));
    fs::create_dir_all(of.top().join("programs")).expect("a folder");
    fs::copy(of.top().join("git"), of.top().join("programs/git")).expect("a file");
    let path = std::env::var("PATH").expect("a path");
    for before in ["", ".", "programs", "./programs"] {
        let mut command = binary();
        command.current_dir(of.top()).args(["for", "--changed", "HEAD~1"]);
        let output = command.env("PATH", format!("{before}:{path}")).output().expect("it runs");
        assert!(!ran.exists(), "'{before}'");
        assert_eq!(output.status.code(), Some(0), "'{before}'");
    }
    for path in ["", ".", ":."] {
        let mut command = binary();
        command.current_dir(of.top()).args(["for", "--changed", "HEAD~1"]).env("PATH", path);
        let output = command.output().expect("it runs");
        assert!(!ran.exists() && output.status.code() == Some(2), "'{path}'");
    }
}

/// What a repository or the caller allows is not fetched, and grafts change no history.
#[test]
fn settings_fetch_nothing_and_graft_nothing() {
    let of = project();
    let root = of.git(&["rev-parse", "HEAD"]);
    of.git(&["checkout", "-q", "-b", "change"]);
    of.commit(&[("src/api/a.ts", "c\n")], &[]);
    let change = of.git(&["rev-parse", "HEAD"]);
    of.git(&["checkout", "-q", "main"]);
    of.commit(&[], &["rules/api.md"]);
    let main = of.git(&["rev-parse", "HEAD"]);
    // By the graft main is that from which the change has come.
    fs::create_dir_all(of.top().join(".git/info")).expect("a folder");
    fs::write(of.top().join(".git/info/grafts"), format!("{change} {main}\n{main} {root}\n"))
        .expect("a file");
    let ran = of.run(&["main...change"]);
    assert!(ran.out.contains("return errors"), "{}{}", ran.out, ran.err);
    fs::remove_file(of.top().join(".git/info/grafts")).expect("a file");
    // A partial clone whose remote is a command, as a git would run it that knows no GIT_NO_LAZY_FETCH.
    let ran = of.folder.path().join("ran");
    let programs = of.folder.path().join("programs");
    fs::create_dir_all(&programs).expect("a folder");
    let git = laws::command("sh").args(["-c", "command -v git"]).output().expect("sh");
    let git = String::from_utf8(git.stdout).expect("UTF-8");
    script(&programs.join("git"), &format!("unset GIT_NO_LAZY_FETCH\nexec {} \"$@\"", git.trim()));
    let blob = of.git(&["rev-parse", "change:src/api/a.ts"]);
    fs::remove_file(of.top().join(".git/objects").join(&blob[..2]).join(&blob[2..])).expect("a loose object");
    for (key, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", &format!("ext::touch {}", ran.display())),
        ("protocol.ext.allow", "always"),
        ("protocol.allow", "always"),
    ] {
        of.git(&["config", key, value]);
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").expect("a path"));
    let mut command = binary();
    command.current_dir(of.top()).args(["for", "--changed", "change..main"]).env("PATH", path);
    command.env("GIT_ALLOW_PROTOCOL", "ext").env("HOME", of.folder.path());
    let output = command.output().expect("it runs");
    assert!(!ran.exists(), "{output:?}");
    // It would run where git is asked as usual.
    let _ = laws::command("git").current_dir(of.top()).args(["cat-file", "-p", &blob]).output();
    assert!(ran.exists(), "the remote is set up");
}
