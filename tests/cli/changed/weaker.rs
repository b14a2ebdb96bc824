//! Changes that weaken a rule without an edit of its file.

use super::{Repository, project, rule};

/// A rule of Claude Code's for `src`, and two files.
fn coded() -> Repository {
    Repository::new(&[
        (".claude/rules/a.md", "---\npaths: src/**\n---\nOld rule.\n"),
        ("src/a.ts", "a\n"),
        ("src/b.ts", "b\n"),
    ])
}

/// Asserts that a change says this, and fails with `--strict`; and that the old rule judges.
#[track_caller]
fn assert_weaker(of: &Repository, said: &str) {
    let ran = of.run(&["HEAD~1", "--strict"]);
    assert!(ran.out.contains(said), "{said}\n{}\n{}", ran.out, ran.err);
    assert_eq!(ran.code, 1);
}

/// The rules of a submodule that is cloned are those of the commit that the base names.
#[test]
fn the_rules_of_a_submodule_are_those_of_the_base() {
    let rules = Repository::new(&[
        ("guide.yaml", "categories: {rules: {dir: rules, patterns: ['*.md']}}\n"),
        ("rules/a.md", "Old rule.\n"),
        ("rules/b.md", "Kept rule.\n"),
    ]);
    let of = Repository::new(&[
        (
            "guide.yaml",
            "categories: {}\ninclude: [{path: org, as: org, required: true, applies_to: ['src/**']}]\n",
        ),
        ("src/a.ts", "a\n"),
    ]);
    let from = rules.top();
    let from = from.to_str().expect("UTF-8");
    of.git(&["-c", "protocol.file.allow=always", "submodule", "add", "-q", from, "org"]);
    of.commit(&[], &[]);
    rules.commit(&[("rules/b.md", "Other rule.\n")], &["rules/a.md"]);
    let update = ["-c", "protocol.file.allow=always", "submodule", "update", "-q", "--remote"];
    of.git(&update);
    of.commit(&[("src/a.ts", "b\n")], &[]);
    let ran = of.run(&["HEAD~1"]);
    assert!(ran.code == 0 && ran.out.contains("Old rule.") && ran.out.contains("Kept rule."), "{}", ran.err);
    assert!(!ran.out.contains("Other rule."), "{}", ran.out);
    assert!(ran.out.contains("warning[rule-removed]"), "{}", ran.out);
    assert_weaker(&of, "warning[rule-changed]: 1 line was removed from its text, and 1 line was added\n");
    // Where it is not cloned, the base has no rules.
    of.git(&["submodule", "deinit", "-q", "-f", "org"]);
    let ran = of.run(&["HEAD~1"]);
    assert!(
        ran.code == 1 && ran.err.contains("The rules of the base cannot be read"),
        "{} {}",
        ran.out,
        ran.err
    );
    assert!(ran.err.contains("git submodule update --init"), "{}", ran.err);
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
        "docs/more:1: warning[survey-partial]: the submodule has changed, but is not cloned with both commits, so its files are not compared. ",
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
        "warning[survey-partial]: 1 changed file is left out, because its path is not UTF-8, leads out of the repository or is too long\n",
    );
}

/// A rule's file, or its folder, is a link: the change is where that leads.
#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_its_text() {
    use std::os::unix::fs::symlink;
    let links: [(&str, &str, &str); 3] = [
        ("shared/rules/a.md", ".claude/rules", "../shared/rules"),
        ("docs/claude.md", "CLAUDE.md", "docs/claude.md"),
        ("docs/claude.md", "CLAUDE.md", "other/../docs/./claude.md"),
    ];
    for guide in ["", "categories: {all: {dir: rules, patterns: ['*.md'], applies_to: ['src/**']}}\n"] {
        for (file, link, target) in links {
            let (link, target) = if guide.is_empty() { (link, target) } else { ("rules", "docs") };
            let file = if guide.is_empty() { file } else { "docs/a.md" };
            let text = "---\npaths: src/**\n---\nOld rule.\n";
            let of = Repository::new(&[(file, text), ("src/a.ts", "a\n"), ("other/a", "a\n")]);
            let link = of.top().join(link);
            std::fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
            symlink(target, link).expect("a link");
            let guide: &[(&str, &str)] = if guide.is_empty() { &[] } else { &[("guide.yaml", guide)] };
            of.commit(guide, &[]);
            of.commit(&[(file, "---\npaths: src/**\n---\nNothing.\n"), ("src/a.ts", "b\n")], &[]);
            let ran = of.run(&["HEAD~1"]);
            assert!(ran.out.contains("Old rule.\n"), "{file}: {}{}", ran.out, ran.err);
            assert_weaker(&of, ": warning[rule-changed]: ");
        }
    }
}

/// The guide is a link, and the change is where it leads.
#[cfg(unix)]
#[test]
fn a_guide_may_be_a_link() {
    let guide = |exclude: &str| format!("categories: {{docs: {{dir: docs, patterns: ['*.md']{exclude}}}}}\n");
    let of = Repository::new(&[("guides/a.yaml", &guide("")), ("docs/a.md", "a\n")]);
    std::os::unix::fs::symlink("guides/a.yaml", of.top().join("guide.yaml")).expect("a link");
    of.commit(&[], &[]);
    of.commit(&[("guides/a.yaml", &guide(", exclude: ['a.*']"))], &[]);
    assert_weaker(&of, "guide.yaml:1: warning[guide-changed]: categories.docs.exclude now has 'a.*'");
}

/// What a rule imports is a part of it.
#[test]
fn an_imported_file_is_a_part_of_a_rule() {
    let of = Repository::new(&[
        ("CLAUDE.md", "See @docs/style.md\n"),
        ("docs/style.md", "Old style. @more.md\n"),
        ("docs/more.md", "More.\n"),
        ("src/a.ts", "a\n"),
    ]);
    of.commit(&[("docs/style.md", "No style. @more.md\n"), ("src/a.ts", "b\n")], &[]);
    assert_weaker(
        &of,
        "docs/style.md:1: warning[rule-changed]: 'CLAUDE.md' imports it, and its text has changed\n",
    );
    assert!(of.run(&["HEAD~1"]).err.contains("'docs/style.md'"), "as `for` says in the work tree");
    of.commit(&[], &["docs/more.md"]);
    assert_weaker(
        &of,
        "docs/more.md:1: warning[rule-changed]: 'docs/style.md' imports it, and it was removed\n",
    );
    // What no rule imports is none.
    of.commit(&[("docs/other.md", "a\n")], &[]);
    of.commit(&[("docs/other.md", "b\n")], &[]);
    assert_eq!(of.run(&["HEAD~1", "--strict"]).code, 0);
}

/// The files move out of a rule's reach.
#[test]
fn files_that_move_leave_a_rule() {
    let of = coded();
    of.git(&["mv", "src", "lib"]);
    of.commit(&[], &[]);
    assert_weaker(
        &of,
        ".claude/rules/a.md:1: warning[rule-scope]: the rule does not apply to 'lib/a.ts', 'lib/b.ts', which \
         have moved\n",
    );
    let of = coded();
    of.git(&["mv", "src/a.ts", "a.ts"]);
    of.commit(&[], &[]);
    assert_weaker(&of, "the rule does not apply to 'a.ts', which has moved\n");
    // Their texts are others, too.
    let of = coded();
    of.commit(&[("lib/a.ts", "c\n"), ("lib/b.ts", "d\n")], &["src/a.ts", "src/b.ts"]);
    assert_weaker(
        &of,
        ".claude/rules/a.md:1: warning[rule-scope]: the rule no longer applies to any file; it applied to 'src/a.ts', \
         'src/b.ts'\n",
    );
    // They are gone: nothing is left that the rule could be for.
    let of = coded();
    of.commit(&[], &["src/a.ts", "src/b.ts"]);
    let ran = of.run(&["HEAD~1", "--strict"]);
    assert!(
        ran.code == 0 && ran.out.contains("note[rule-scope]: the rule no longer applies to any file"),
        "{}",
        ran.out
    );
    // Some moved within its reach.
    let of = coded();
    of.git(&["mv", "src/a.ts", "src/c.ts"]);
    of.commit(&[], &[]);
    assert_eq!(of.run(&["HEAD~1", "--strict"]).code, 0);
}

/// A rule moves, and its patterns are others, which match the same files today.
#[test]
fn a_rule_that_moves_keeps_its_patterns() {
    let of = coded();
    let narrow = "---\npaths: src/[ab].ts\n---\nOld rule.\n";
    of.commit(&[(".claude/rules/z.md", narrow)], &[".claude/rules/a.md"]);
    assert_weaker(
        &of,
        ".claude/rules/a.md:1: warning[rule-scope]: the rule applies to the same files of this project; its \
         patterns are now 'src/[ab].ts', and were 'src/**'\n",
    );
    let of = coded();
    of.git(&["mv", ".claude/rules/a.md", ".claude/rules/z.md"]);
    of.commit(&[], &[]);
    assert_eq!(of.run(&["HEAD~1", "--strict"]).code, 0);
}

/// A header says more than patterns.
#[test]
fn a_header_is_a_part_of_a_rule() {
    let file = ".github/instructions/a.instructions.md";
    let text = |more: &str| format!("---\napplyTo: \"**\"\n{more}---\nOld rule.\n");
    let of = Repository::new(&[(file, &text("")), ("src/a.ts", "a\n")]);
    of.commit(&[(file, &text("excludeAgent: code-review\n"))], &[]);
    assert_weaker(
        &of,
        ".github/instructions/a.instructions.md:1: warning[rule-changed]: its header has changed\n",
    );
    // Other line ends, and blanks, say the same.
    let of = Repository::new(&[(file, &text("")), ("src/a.ts", "a\n")]);
    of.commit(&[(file, &text("").replace('\n', "  \r\n"))], &[]);
    assert!(!of.run(&["HEAD~1"]).out.contains("its header"));
}

/// A path for which no rule can be looked for hides no other, and odd ones are what they are.
#[cfg(unix)]
#[test]
fn an_odd_path_hides_no_other() {
    let of = Repository::new(&[("AGENTS.md", "Old rule.\n"), ("b.ts", "b\n")]);
    let deep = "a/".repeat(70) + "a.ts";
    of.commit(&[("b.ts", "c\n"), (&deep, "a\n")], &[]);
    let left_out =
        "warning[survey-partial]: 1 changed file is left out, because its path is not UTF-8, leads out of";
    assert_weaker(&of, left_out);
    assert!(of.run(&["HEAD~1"]).out.contains("Old rule."));
    for path in ["~/a.ts", "C:/a.ts", "a*?.ts", "a\\b.ts", "@a.ts:12", "'a.ts'", "a, b.ts", " a.ts ", "-a.ts"]
    {
        of.commit(&[(path, "a\n")], &[]);
        let ran = of.run(&["HEAD~1", "--strict"]);
        assert!(ran.code == 0 && ran.out.contains("Old rule."), "{path}: {}{}", ran.out, ran.err);
    }
}
