//! Repositories that would run, read or write something, and what is left behind.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{Repository, project, rule, script};
use crate::process::{PATIENCE, Running, binary};

#[test]
fn nothing_of_a_repository_runs() {
    let of = project();
    let ran = of.folder.path().join("ran");
    let mark = format!("touch '{}'; cat", ran.display());
    for (key, value) in [
        ("filter.a.clean", &*mark),
        ("filter.a.smudge", &mark),
        ("filter.a.process", &mark),
        ("diff.a.textconv", &mark),
        ("diff.a.command", &mark),
        ("diff.external", &mark),
        ("core.fsmonitor", &mark),
        ("core.pager", &mark),
        ("core.sshCommand", &mark),
        ("core.editor", &mark),
        ("credential.helper", &mark),
        ("core.alternateRefsCommand", &mark),
        ("pager.ls-tree", "true"),
        ("alias.ls-tree", &format!("!{mark}")),
        ("uploadpack.packObjectsHook", &mark),
    ] {
        of.git(&["config", key, value]);
    }
    let hooks = of.top().join(".git/hooks");
    fs::create_dir_all(&hooks).expect("a folder");
    for name in [
        "post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman", "query-watchman",
    ] {
        script(&hooks.join(name), &mark);
    }
    fs::write(of.top().join(".git/info/attributes"), "* filter=a diff=a export-ignore export-subst\n")
        .expect("a file");
    fs::write(
        of.top().join(".gitattributes"),
        "* filter=a diff=a export-ignore ident\n.claude export-ignore\n",
    )
    .expect("a file");
    fs::write(of.top().join("src/api/a.ts"), "c\n").expect("a file");
    of.git(&[
        "-c", "filter.a.clean=cat", "-c", "filter.a.process=", "-c", "core.fsmonitor=false", "add", "-A",
    ]);
    of.git(&[
        "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "filter.a.process=", "-c",
        "filter.a.clean=cat", "commit", "-q", "-m", "a",
    ]);
    let _ = fs::remove_file(&ran);
    let printed = of.run(&["HEAD~1"]);
    assert_eq!(printed.code, 0, "{}", printed.err);
    assert!(printed.out.contains("no any") && printed.out.contains("return errors"), "{}", printed.out);
    assert!(!ran.exists(), "something of the repository ran");
    // They do run where git is asked as usual.
    let _ = laws::command("git").current_dir(of.top()).args(["diff", "HEAD~1"]).output();
    assert!(ran.exists(), "the drivers are set up");
}

/// A link of the base leads nowhere else, and no file is written through one.
#[test]
fn links_of_a_commit_do_not_lead_out() {
    let of = Repository::new(&[("src/a.ts", "a\n"), ("AGENTS.md", "Old rule.\n")]);
    let secret = of.folder.path().join("secret.md");
    fs::write(&secret, "A secret.\n").expect("a file");
    fs::create_dir_all(of.top().join(".cursor")).expect("a folder");
    std::os::unix::fs::symlink(of.folder.path(), of.top().join(".cursor/rules")).expect("a link");
    std::os::unix::fs::symlink(&secret, of.top().join("CLAUDE.md")).expect("a link");
    of.commit(&[("src/a.ts", "b\n")], &[]);
    of.commit(&[("src/a.ts", "c\n")], &[]);
    let ran = of.run(&["HEAD~1"]);
    assert!(ran.code == 0 && ran.out.contains("Old rule.") && !ran.out.contains("A secret."), "{}", ran.out);
    // A link becomes a folder.
    of.git(&["rm", "-q", ".cursor/rules"]);
    of.commit(&[(".cursor/rules/secret.mdc", &rule("src/**", "New."))], &[]);
    let ran = of.run(&["HEAD~1"]);
    assert!(ran.code == 0 && ran.out.contains("note[rule-added]"), "{} {}", ran.out, ran.err);
    assert_eq!(fs::read_to_string(&secret).expect("a file"), "A secret.\n");
}

/// A signal leaves no folder behind.
#[test]
fn a_signal_removes_the_folder() {
    let of = project();
    of.commit(&[("src/api/a.ts", "c\n")], &[]);
    let programs = of.folder.path().join("programs");
    fs::create_dir_all(&programs).expect("a folder");
    let git = laws::command("sh").args(["-c", "command -v git"]).output().expect("sh");
    let git = String::from_utf8(git.stdout).expect("UTF-8");
    let slow = format!("case \"$*\" in *cat-file*) exec sleep 600 ;; esac\nexec {} \"$@\"", git.trim());
    script(&programs.join("git"), &slow);
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").expect("a path"));
    let mut command = binary();
    command.current_dir(of.top()).args(["for", "--changed", "HEAD~1"]).env("PATH", path);
    command.env("TMPDIR", of.temporary()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = Running(command.spawn().expect("it starts"));
    let count = || fs::read_dir(of.temporary()).expect("a folder").count();
    let begun = Instant::now();
    while count() == 0 && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(count(), 1, "the folder is made");
    std::thread::sleep(Duration::from_millis(100));
    child.signal(rustix::process::Signal::TERM);
    child.ended();
    assert_eq!(count(), 0, "the folder is removed");
}

/// A line of a log that begins with `::` is a command for a runner of GitHub Actions.
#[test]
fn no_name_of_a_file_is_a_command() {
    let of = Repository::new(&[(".claude/rules/::error::a.md", "Old rule.\n"), ("a.ts", "a\n")]);
    of.commit(&[(".claude/rules/::stop-commands::b.md", "New.\n")], &[".claude/rules/::error::a.md"]);
    for format in ["text", "github"] {
        let ran = of.run_in(".claude/rules", &["HEAD~1", "--format", format]);
        let begins = |line: &&str| line.starts_with("::") && !line.starts_with("::warning file=%3A%3Aerror");
        assert!(!ran.out.lines().any(|line| begins(&line)), "{}", ran.out);
        assert!(ran.out.contains("./::stop-commands::b.md:1: note[rule-added]"), "{}", ran.out);
    }
}

/// A folder of the change that looks like a bare repository decides nothing.
#[test]
fn a_repository_in_the_files_of_a_change_is_none() {
    let of = Repository::new(&[("app/a.ts", "a\n"), ("AGENTS.md", "Old rule.\n")]);
    of.commit(&[("app/a.ts", "b\n")], &[]);
    // Its main branch has other rules.
    let forged = Repository::new(&[("a.ts", "a\n"), ("AGENTS.md", "Forged rule.\n")]);
    forged.commit(&[("a.ts", "b\n")], &[]);
    let app = of.top().join("app");
    let (from, to) = (forged.top().join(".git"), app.to_str().expect("UTF-8"));
    let copied = laws::command("cp").args(["-r", &format!("{}/.", from.display()), to]).status();
    assert!(copied.expect("cp").success());
    fs::write(app.join("config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n")
        .expect("a file");
    let ran = of.run_in("app", &["HEAD~1"]);
    assert!(!ran.out.contains("Forged rule."), "{}", ran.out);
    assert_eq!(ran.code, 2, "{}", ran.err);
}
