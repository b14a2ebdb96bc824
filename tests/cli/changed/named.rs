//! Changes by which rules would hold for less.

use super::{GUIDE, project};

/// What it is, the files that it writes and removes, and what is said of it.
type Weaker = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str], &'static str);

/// Changes by which a rule would hold for less, each with what is said of it.
const WEAKER: &[Weaker] = &[
    (
        "a rule is removed",
        &[],
        &[".claude/rules/ts.md"],
        ".claude/rules/ts.md:1: warning[rule-removed]: the rule was removed; it applied to 'src/api/a.ts', 'src/web/b.ts'",
    ),
    (
        "a rule is narrowed",
        &[(".claude/rules/ts.md", "---\npaths: src/web/*.ts\n---\nOld rule: no any.\n")],
        &[],
        ".claude/rules/ts.md:1: warning[rule-scope]: the rule no longer applies to 'src/api/a.ts'",
    ),
    (
        "its patterns match the same files today",
        &[(".claude/rules/ts.md", "---\npaths: src/*/[ab].ts\n---\nOld rule: no any.\n")],
        &[],
        ".claude/rules/ts.md:1: warning[rule-scope]: the rule applies to the same files of this project; its patterns are",
    ),
    (
        "a rule is renamed",
        &[(".claude/ts.md", "---\npaths: src/**/*.ts\n---\nOld rule: no any.\n")],
        &[".claude/rules/ts.md"],
        ".claude/rules/ts.md:1: warning[rule-removed]",
    ),
    (
        "a rule becomes another client's",
        &[(".cursor/rules/ts.mdc", "---\nglobs: src/**/*.ts\nalwaysApply: false\n---\nOld rule: no any.\n")],
        &[".claude/rules/ts.md"],
        ".claude/rules/ts.md:1: warning[rule-unloaded]: how the rule reaches 'claude-code'",
    ),
    (
        "a rule is emptied",
        &[(".claude/rules/ts.md", "---\npaths: src/**/*.ts\n---\n")],
        &[],
        ".claude/rules/ts.md:1: warning[rule-changed]: 1 line was removed from its text",
    ),
    (
        "a rule is overridden",
        &[("AGENTS.override.md", "New.\n")],
        &[],
        "AGENTS.md:1: warning[rule-unloaded]: how the rule reaches 'codex': before, loaded when it starts; now, not at all",
    ),
    (
        "a rule is chosen by its description",
        &[(
            "rules/api.md",
            "---\ndescription: d\nalwaysApply: false\napplies_to: []\n---\nOld rule: return errors.\n",
        )],
        &[],
        "rules/api.md:1: warning[rule-",
    ),
    (
        "`dir` leads elsewhere",
        &[(
            "guide.yaml",
            "categories:\n  rules: {dir: docs, patterns: ['*.md'], applies_to: ['src/**']}\n  docs: {dir: docs, patterns: ['**/*.md']}\n",
        )],
        &[],
        "guide.yaml:2: warning[guide-changed]: categories.rules.dir is now 'docs', and was 'rules'",
    ),
    (
        "`exclude` takes one out",
        &[(
            "guide.yaml",
            "categories:\n  rules: {dir: rules, patterns: ['*.md'], applies_to: ['src/**'], exclude: ['api.*']}\n  docs: {dir: docs, patterns: ['**/*.md']}\n",
        )],
        &[],
        "rules/api.md:1: warning[rule-removed]",
    ),
    (
        "`exclude` is named",
        &[(
            "guide.yaml",
            "categories:\n  rules: {dir: rules, patterns: ['*.md'], applies_to: ['src/**']}\n  docs: {dir: docs, patterns: ['**/*.md'], exclude: ['a.*']}\n",
        )],
        &[],
        "guide.yaml:3: warning[guide-changed]: categories.docs.exclude now has 'a.*'",
    ),
    (
        "`applies_to` is narrowed",
        &[(
            "guide.yaml",
            "categories:\n  rules: {dir: rules, patterns: ['*.md'], applies_to: ['src/web/**']}\n  docs: {dir: docs, patterns: ['**/*.md']}\n",
        )],
        &[],
        "rules/api.md:1: warning[rule-scope]: the rule no longer applies to 'src/api/a.ts'",
    ),
    (
        "`applies_to` has an exception",
        &[("guide.yaml", "=['src/**']=['src/**', '!src/x/**']")],
        &[],
        "guide.yaml:2: warning[guide-changed]: categories.rules.applies_to now has '!src/x/**'",
    ),
    ("the guide is gone", &[], &["guide.yaml"], "guide.yaml:1: warning[guide-changed]: it was removed"),
    (
        "the guide is broken",
        &[("guide.yaml", "categories: [\n")],
        &[],
        "guide.yaml:1:13: error[guide-invalid]",
    ),
    (
        "a setting leaves one out",
        &[(".claude/settings.json", "{\"claudeMdExcludes\": [\"**/AGENTS.md\"]}\n")],
        &[],
        "AGENTS.md:1: warning[rule-unloaded]: how the rule reaches 'claude-code'",
    ),
    (
        "a setting is named",
        &[(".claude/settings.json", "{\"model\": \"a\"}\n")],
        &[],
        ".claude/settings.json:1: note[settings-changed]: the settings of 'claude-code'",
    ),
    (
        "git ignores a rule",
        &[(".gitignore", "rules/\n")],
        &["rules/api.md"],
        "rules/api.md:1: warning[rule-removed]",
    ),
    (
        "a rule is too large",
        &[(
            "guide.yaml",
            "limits: {file_bytes: 4}\ncategories:\n  rules: {dir: rules, patterns: ['*.md'], applies_to: ['src/**']}\n  docs: {dir: docs, patterns: ['**/*.md']}\n",
        )],
        &[],
        "rules/api.md:1: warning[rule-removed]",
    ),
];

#[test]
fn what_weakens_a_rule_is_named_and_the_old_one_judges() {
    for (what, files, removed, said) in WEAKER {
        let of = project();
        // `=OLD=NEW` is the guide with that instead.
        let text = |text: &str| match text.strip_prefix('=').and_then(|of| of.split_once('=')) {
            Some((old, new)) => GUIDE.replacen(old, new, 1),
            None => text.to_owned(),
        };
        let files: Vec<(&str, String)> = files.iter().map(|(path, of)| (*path, text(of))).collect();
        let mut files: Vec<(&str, &str)> = files.iter().map(|(path, of)| (*path, &**of)).collect();
        files.push(("src/api/a.ts", "c\n"));
        of.commit(&files, removed);
        let ran = of.run(&["HEAD~1"]);
        assert_eq!(ran.code, i32::from(said.contains(": error[")), "{what}: {}", ran.err);
        assert!(ran.out.contains(said), "{what}: {said}\n{}", ran.out);
        for text in ["Old rule: return errors.", "Old rule: no any.", "Old rule: run the tests."] {
            assert!(ran.out.contains(text), "{what}: {text}: {}", ran.out);
        }
        // A broken guide says nothing of its rules.
        let is_compared = !said.contains("guide-invalid");
        assert!(!is_compared || !ran.out.contains("; rules were not compared"), "{what}");
        let is_note = said.contains(": note[");
        assert_eq!(of.run(&["HEAD~1", "--strict"]).code, i32::from(!is_note), "{what}");
    }
}
