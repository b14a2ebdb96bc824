//! Changes that weaken a rule without an edit of its file.

use super::{Repository, project, rule};

/// Asserts that a change says this, and fails with `--strict`; and that the old rule judges.
#[track_caller]
fn assert_weaker(of: &Repository, said: &str) {
    let ran = of.run(&["HEAD~1", "--strict"]);
    assert!(ran.out.contains(said), "{said}\n{}\n{}", ran.out, ran.err);
    assert_eq!(ran.code, 1);
}

/// Nothing of a submodule is in the repository, so that it is another is all that can be said.
#[test]
fn a_submodule_is_named() {
    let of = project();
    let link = |commit: char| format!("160000,{},docs/more", commit.to_string().repeat(40));
    let set = |commit: char| {
        of.git(&["update-index", "--add", "--cacheinfo", &link(commit)]);
        of.git(&["-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", "a"]);
    };
    set('1');
    set('2');
    // What the change says of submodules does not count.
    std::fs::write(
        of.top().join(".gitmodules"),
        "[submodule \"a\"]\n\tpath = docs/more\n\turl = a\n\tignore = all\n",
    )
    .expect("a file");
    of.git(&["config", "diff.ignoreSubmodules", "all"]);
    assert_weaker(
        &of,
        "docs/more:1: warning[survey-partial]: a submodule is another, and what it has is not looked at\n",
    );
}

/// A name that is not UTF-8 hides no file.
#[cfg(unix)]
#[test]
fn a_changed_file_without_a_name_is_said() {
    use std::os::unix::ffi::OsStrExt;
    let of =
        Repository::new(&[("AGENTS.md", "Old rule.\n"), (".cursor/rules/a.mdc", &rule("src/**", "Old."))]);
    let name = std::ffi::OsStr::from_bytes(b"src\xff.ts");
    if std::fs::write(of.top().join(name), "a\n").is_err() {
        return crate::process::left_out("a name", "the file system takes UTF-8 only");
    }
    of.commit(&[], &[]);
    assert_weaker(
        &of,
        "warning[survey-partial]: 1 changed file is left out, since its name is not UTF-8 or leads elsewhere\n",
    );
}
