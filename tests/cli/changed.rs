//! `for --changed`: the rules of the base judge a change, and what it does to rules is named.

use std::fs;
#[cfg(unix)]
use std::io::Write;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Stdio;

use serde_json::{Value, from_str};

use crate::process::{binary, left_out};

#[cfg(unix)]
mod confined;
#[cfg(unix)]
mod hostile;
mod named;
mod weaker;

/// A repository with a folder for temporary files beside it.
struct Repository {
    folder: tempfile::TempDir,
}

/// What a run printed.
struct Printed {
    code: i32,
    out: String,
    err: String,
}

impl Repository {
    /// Begins with a commit of these files.
    #[track_caller]
    fn new(files: &[(&str, &str)]) -> Self {
        let of = Self { folder: laws::folder() };
        fs::create_dir_all(of.top()).expect("a folder");
        fs::create_dir_all(of.temporary()).expect("a folder");
        of.git(&["init", "-q", "-b", "main"]);
        of.commit(files, &[]);
        of
    }

    fn top(&self) -> PathBuf {
        self.folder.path().join("repository")
    }

    fn temporary(&self) -> PathBuf {
        self.folder.path().join("temporary")
    }

    /// Runs git as a user without settings of their own.
    #[track_caller]
    fn git(&self, words: &[&str]) -> String {
        let mut command = laws::command("git");
        command.current_dir(self.top()).args(words).env("HOME", self.folder.path());
        command.env("GIT_CONFIG_NOSYSTEM", "1");
        for role in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{role}_NAME"), "a").env(format!("GIT_{role}_EMAIL"), "a@example.com");
        }
        let output = command.output().expect("git");
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
    }

    /// Commits these files, without those that are removed.
    #[track_caller]
    fn commit(&self, files: &[(&str, &str)], removed: &[&str]) {
        for path in removed {
            self.git(&["rm", "-q", path]);
        }
        for (path, text) in files {
            let path = self.top().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        self.git(&["add", "-A"]);
        self.git(&["-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", "a"]);
    }

    /// Runs `for --changed` in a folder of it.
    #[track_caller]
    fn run_in(&self, folder: &str, words: &[&str]) -> Printed {
        let mut command = binary();
        command.current_dir(self.top().join(folder)).args(["for", "--changed"]).args(words);
        command.env("HOME", self.folder.path()).env("TMPDIR", self.temporary());
        let output = command.output().expect("it runs");
        let left: Vec<_> = fs::read_dir(self.temporary()).expect("a folder").collect();
        assert!(left.is_empty(), "{left:?}");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Printed {
            code: output.status.code().expect("a code"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    #[track_caller]
    fn run(&self, words: &[&str]) -> Printed {
        self.run_in("", words)
    }
}

/// A rule of Cursor's for some files.
fn rule(globs: &str, text: &str) -> String {
    format!("---\nglobs: {globs}\nalwaysApply: false\n---\n{text}\n")
}

/// Writes a program.
#[cfg(unix)]
fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
}

const GUIDE: &str = "categories:
  rules: {dir: rules, patterns: ['*.md'], applies_to: ['src/**']}
  docs: {dir: docs, patterns: ['**/*.md']}
  claude: {dir: .claude/rules, patterns: ['*.md']}
  cursor: {dir: .cursor/rules, patterns: ['*.mdc']}
  agents: {dir: ., patterns: [AGENTS.md, AGENTS.override.md]}
";

/// A project with a rule of each kind for `src/api/a.ts`.
fn project() -> Repository {
    Repository::new(&[
        ("guide.yaml", GUIDE),
        ("rules/api.md", "Old rule: return errors.\n"),
        ("docs/a.md", "# A\n"),
        (".claude/rules/ts.md", "---\npaths: src/**/*.ts\n---\nOld rule: no any.\n"),
        (".claude/settings.json", "{}\n"),
        ("AGENTS.md", "Old rule: run the tests.\n"),
        ("src/api/a.ts", "a\n"),
        ("src/web/b.ts", "b\n"),
    ])
}

#[test]
fn the_rules_of_the_base_judge() {
    let of = Repository::new(&[
        (".cursor/rules/api.mdc", &rule("src/api/**", "Old rule.")),
        (".cursor/rules/web.mdc", &rule("web/**", "Of no file here.")),
        ("src/api/a.ts", "a\n"),
    ]);
    of.commit(
        &[("src/api/a.ts", "b\n"), (".cursor/rules/new.mdc", &rule("src/**", "New rule."))],
        &[".cursor/rules/api.mdc"],
    );
    let ran = of.run(&["HEAD~1"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Old rule.\n"), "{}", ran.out);
    assert!(!ran.out.contains("New rule.") && !ran.out.contains("Of no file here."), "{}", ran.out);
    let gone = ".cursor/rules/api.mdc:1: warning[rule-removed]: the rule was removed; it applied to 'src/api/a.ts'\n";
    assert!(ran.out.contains(gone), "{}", ran.out);
    let new = ".cursor/rules/new.mdc:1: note[rule-added]: a new rule that applies to 'src/api/a.ts'\n";
    assert!(ran.out.contains(new), "{}", ran.out);
    assert_eq!(of.run(&["HEAD~1", "--strict"]).code, 1);
    assert_eq!(of.run(&["HEAD~1", "--strict", "--allow", "rule-removed"]).code, 0);
    assert_eq!(of.run(&["HEAD~1", "--deny", "rule-added"]).code, 1);
    // The other way round the new rule is the base's.
    let ran = of.run(&["HEAD..HEAD~1"]);
    assert!(ran.out.contains("New rule.") && !ran.out.contains("Old rule."), "{}", ran.out);
}

#[test]
fn a_change_without_rules_says_nothing_of_them() {
    let of = project();
    of.commit(&[("src/api/a.ts", "c\n"), ("src/ä b.ts", "d\n")], &[]);
    let ran = of.run(&["HEAD~1", "--strict"]);
    assert_eq!((ran.code, ran.out.contains("warning[")), (0, false), "{}", ran.out);
    for text in ["return errors", "no any", "run the tests"] {
        assert_eq!(ran.out.matches(text).count(), 1, "{text}: {}", ran.out);
    }
    let json: Value = from_str(&of.run(&["HEAD~1", "--json"]).out).expect("JSON");
    assert!(json["success"] == true && json["changes"]["warnings"] == serde_json::json!([]), "{json}");
}

#[test]
fn a_base_is_a_commit_and_nothing_else() {
    let of = project();
    of.commit(&[("src/api/a.ts", "c\n")], &[]);
    for base in [
        "--output=x", "-p", "README", "src/api/a.ts", "HEAD:src", "nothing", "", "..", "HEAD..nothing",
        "HEAD^{tree}", "a b", "HEAD~9",
    ] {
        let ran = of
            .run(&[&format!("--changed={base}")[..]][..0].iter().copied().chain([base]).collect::<Vec<_>>());
        let is_option = base.starts_with('-');
        assert_eq!(ran.code, 2, "{base}: {}", ran.out);
        assert!(is_option || ran.err.starts_with("mcp-guide: the commit '"), "{base}: {}", ran.err);
        assert!(ran.out.is_empty() && !of.top().join("x").exists());
    }
    // An option's value may begin with a dash.
    let mut command = binary();
    let output =
        command.current_dir(of.top()).args(["for", "--changed=--output=x"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("mcp-guide: the commit '--output=x' does not exist here"), "{said}");
    for name in ["odd/ä#'$(touch x)", "@{-1", "v1.0;x"] {
        if laws::command("git")
            .current_dir(of.top())
            .args(["branch", name, "HEAD~1"])
            .output()
            .is_ok_and(|of| of.status.success())
        {
            let ran = of.run(&[name]);
            assert!(ran.code == 0 && ran.out.contains("return errors"), "{name}: {}", ran.err);
        }
    }
    assert!(!of.top().join("x").exists());
}

#[test]
fn what_is_missing_is_said() {
    let of = project();
    of.commit(&[("src/api/a.ts", "c\n")], &[]);
    let shallow = of.folder.path().join("shallow");
    let from = format!("file://{}", of.top().display());
    of.git(&["clone", "-q", "--depth=1", &from, shallow.to_str().expect("UTF-8")]);
    let said = |folder: &Path, base: &str| {
        let output = binary().current_dir(folder).args(["for", "--changed", base]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let shallow = said(&shallow, "HEAD~1");
    assert!(shallow.contains("the clone is shallow") && shallow.contains("fetch-depth: 0"), "{shallow}");
    let none = laws::folder();
    let none = said(none.path(), "HEAD");
    assert!(none.contains("is not in a git repository"), "{none}");
    // Two branches without a common commit.
    of.git(&["checkout", "-q", "--orphan", "other"]);
    of.commit(&[], &[]);
    let ran = of.run(&["main...other"]);
    assert!(ran.code == 2 && ran.err.contains("no history in common"), "{}", ran.err);
}

/// Three dots compare with the commit from which both have come, as in git.
#[test]
fn three_dots_leave_out_what_the_base_has_since() {
    let of = project();
    of.git(&["checkout", "-q", "-b", "change"]);
    of.commit(&[("src/web/b.ts", "c\n")], &[]);
    of.git(&["checkout", "-q", "main"]);
    of.commit(&[], &["rules/api.md"]);
    let ran = of.run(&["main...change", "--strict"]);
    assert!(ran.code == 0 && ran.out.contains("return errors"), "{}", ran.out);
    let ran = of.run(&["main..change"]);
    assert!(!ran.out.contains("return errors") || ran.out.contains("note[rule-added]"), "{}", ran.out);
}

/// A project in a folder of the repository, from that folder, from one below and by its name.
#[test]
fn a_project_below_the_top_is_found() {
    let of = Repository::new(&[
        ("app/guide.yaml", "categories: {rules: {dir: rules, patterns: ['*.md'], applies_to: ['src/**']}}\n"),
        ("app/rules/a.md", "Old rule.\n"),
        ("app/src/a.ts", "a\n"),
        ("AGENTS.md", "Of the top.\n"),
    ]);
    of.commit(&[("app/src/a.ts", "b\n"), ("b.ts", "b\n")], &["app/rules/a.md"]);
    for folder in ["app", "app/src"] {
        let ran = of.run_in(folder, &["HEAD~1"]);
        assert!(ran.code == 0 && ran.out.contains("Old rule."), "{folder}: {} {}", ran.out, ran.err);
        let gone = match folder {
            "app" => "rules/a.md:1: warning[rule-removed]",
            _ => "../rules/a.md:1: warning[rule-removed]",
        };
        assert!(ran.out.contains(gone), "{folder}: {}", ran.out);
        assert!(!ran.out.contains("Of the top."));
    }
    let ran = of.run(&["HEAD~1"]);
    assert!(ran.out.contains("Of the top.") && !ran.out.contains("Old rule."), "{}", ran.out);
    let mut command = binary();
    command.current_dir(of.top()).args(["--project", "app", "for", "--changed", "HEAD~1"]);
    let output = command.output().expect("it runs");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(out.contains("Old rule."), "{out}");
}

/// The old text of a rule that is changed comes, also if the change has no file to which it applies.
#[test]
fn the_text_of_a_rule_that_is_changed_comes() {
    let of = project();
    of.commit(&[("docs/b.md", "# B\n")], &[".claude/rules/ts.md"]);
    let ran = of.run(&["HEAD~1"]);
    let end =
        "\nChanged rules of the base, for other files:\n- '.claude/rules/ts.md':\n  Old rule: no any.\n";
    assert!(ran.out.ends_with(end), "{}", ran.out);
    let whole: Value = from_str(&of.run(&["HEAD~1", "--json"]).out).expect("JSON");
    assert_eq!(whole["touched"][0]["path"], ".claude/rules/ts.md");
    assert_eq!(whole["touched"][0]["text"], "Old rule: no any.");
    let ran = of.run(&["HEAD~1", "--bytes", "20"]);
    assert!(ran.out.ends_with("- '.claude/rules/ts.md': 17 bytes, which exceed the limit\n"), "{}", ran.out);
}

/// A project that is named by a folder without a guide.
#[test]
fn a_named_folder_has_a_base() {
    let of = Repository::new(&[("app/a.ts", "a\n"), ("AGENTS.md", "Of the top.\n")]);
    of.commit(&[("app/a.ts", "b\n"), ("new/a.ts", "b\n")], &[]);
    let run = |project: &str| {
        let mut command = binary();
        command.current_dir(of.top()).args(["--project", project, "for", "--changed", "HEAD~1"]);
        let output = command.output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let (code, said) = run("app");
    assert!(code == Some(0) && !said.contains("mcp-guide-"), "{said}");
    let (code, said) = run("new");
    assert!(code == Some(2) && said.contains("the base has no folder 'new'"), "{said}");
}

#[test]
fn the_formats_are_those_of_check() {
    let of = project();
    of.commit(&[("src/api/a.ts", "c\n")], &[".claude/rules/ts.md"]);
    let ran = of.run(&["HEAD~1", "--format", "github", "--strict"]);
    let line =
        "::warning file=.claude/rules/ts.md,line=1,title=mcp-guide rule-removed::the rule was removed;";
    assert!(ran.code == 1 && ran.out.starts_with(line), "{}", ran.out);
    let log: Value = from_str(&of.run(&["HEAD~1", "--format", "sarif"]).out).expect("JSON");
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "rule-removed");
    let report: Value = from_str(&of.run(&["HEAD~1", "--format", "json"]).out).expect("JSON");
    assert_eq!(report["warnings"][0]["kind"], "rule-removed");
    let whole: Value = from_str(&of.run(&["HEAD~1", "--json"]).out).expect("JSON");
    assert_eq!(whole["changes"], report);
    assert!(whole["value"].as_str().is_some_and(|of| of.contains("no any")), "{whole}");
}

/// Files that nothing reads are not written: a partial clone need not have them.
#[test]
fn a_partial_clone_is_enough_if_it_has_the_rules() {
    let of = project();
    of.git(&["rm", "-q", "guide.yaml"]);
    of.commit(&[("src/large.bin", &"x".repeat(9_000))], &[]);
    of.commit(&[("src/api/a.ts", "c\n"), ("docs/large.md", &"x".repeat(9_000))], &[]);
    of.git(&["config", "uploadpack.allowFilter", "true"]);
    let clone = |filter: &str| {
        let clone = of.folder.path().join(filter);
        let from = format!("file://{}", of.top().display());
        let filter = format!("--filter=blob:limit={filter}");
        of.git(&["clone", "-q", "--no-checkout", &filter, &from, clone.to_str().expect("UTF-8")]);
        let output =
            binary().current_dir(clone).args(["for", "--changed", "HEAD~1"]).output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, out, err) = clone("1k");
    assert!(code == Some(0) && out.contains("no any"), "{err}");
    let (code, out, err) = clone("8");
    let said = "mcp-guide: the clone is partial, and does not contain '.claude/rules/ts.md'";
    assert!(code == Some(2) && out.is_empty() && err.starts_with(said), "{err}");
}

/// Without git it says so, and gives nothing.
#[test]
fn git_is_needed() {
    let of = project();
    let output = binary().current_dir(of.top()).args(["for", "--changed", "HEAD"]).env("PATH", "").output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("does not exist here") {
        return left_out("git", "it is found without PATH");
    }
    assert!(output.status.code() == Some(2) && said.contains("which is not installed"), "{said}");
}

/// Without a guide few files are written; the answer is that of a work tree that has all.
#[cfg(unix)]
#[test]
fn the_answer_is_that_of_a_work_tree() {
    let of = Repository::new(&[
        ("AGENTS.md", "Top: @docs/t.md and [x](docs/x.md).\n"),
        ("CLAUDE.md", "@AGENTS.md @docs/c.md @gone.md\n"),
        ("docs/t.md", "t\n"),
        ("docs/x.md", "x\n"),
        ("docs/c.md", "@d/e.md\n"),
        ("docs/d/e.md", "e\n"),
        (".cursor/rules/a.mdc", &rule("src/**", "See [x](../../docs/x.md).")),
        (".cursor/rules/b.mdc", "---\ndescription: d\n---\nB @file.ts\n"),
        (".clinerules/a.md", "A\n"),
        (".claude/settings.json", "{\"claudeMdExcludes\": [\"**/src/CLAUDE.md\"]}\n"),
        ("src/AGENTS.md", "S\n"),
        ("src/CLAUDE.md", "@../docs/x.md\n"),
        ("src/deep/AGENTS.override.md", "O\n"),
        ("lib/.cursor/rules/n.mdc", "---\nalwaysApply: true\n---\nN\n"),
        ("node_modules/p/CLAUDE.md", "P\n"),
        (".gitignore", "out/\n"),
        ("linked/a.md", "Linked.\n"),
    ]);
    for (target, link) in
        [("../AGENTS.md", "lib/CLAUDE.md"), ("../linked", ".claude/rules"), ("docs/x.md", "GEMINI.md")]
    {
        std::os::unix::fs::symlink(target, of.top().join(link)).expect("a link");
    }
    of.commit(&[], &[]);
    let paths = ["src/a.ts", "src/deep/a.ts", "lib/a.ts", "node_modules/p/a.js", "a.md"];
    of.commit(&paths.map(|path| (path, "a\n")), &[]);
    let tree = of.folder.path().join("tree");
    of.git(&["worktree", "add", "-q", tree.to_str().expect("UTF-8"), "HEAD~1"]);
    let mut command = binary();
    command.current_dir(&tree).args(["--project", ".", "for", "--stdin"]).env("HOME", of.folder.path());
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut sorted = paths;
    sorted.sort_unstable();
    child.stdin.take().expect("stdin").write_all(sorted.join("\n").as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let ran = of.run(&["HEAD~1"]);
    assert!(ran.out.contains("Linked.") && ran.err.contains("'docs/c.md'"), "{}", ran.err);
    assert_eq!(ran.out, String::from_utf8(output.stdout).expect("UTF-8"));
    assert_eq!(ran.err, String::from_utf8(output.stderr).expect("UTF-8"));
}
