//! `action.yml`: its first and its last step in a checkout, as a runner of GitHub Actions runs them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::process::{binary, project};

const ACTION: &str = include_str!("../../action.yml");

/// Runs the step at this place with these values of the variables that its expressions fill.
fn step(
    folder: &Path,
    of: fn(&[Value]) -> Option<&Value>,
    variables: &[(&str, &str)],
) -> (Option<i32>, String) {
    let action: Value = serde_yaml::from_str(ACTION).expect("YAML");
    let step = of(action["runs"]["steps"].as_array().expect("steps")).expect("a step");
    let names: Vec<&String> = step["env"].as_object().expect("variables").keys().collect();
    let mut command = laws::command("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"].as_str().expect("a script")]);
    command.current_dir(folder);
    for (name, value) in variables {
        assert!(names.iter().any(|known| known == name), "{name}");
        command.env(name, value);
    }
    assert_eq!(names.len(), variables.len());
    let output = command.env("GITHUB_OUTPUT", folder.join("output")).output().expect("bash");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Runs the last step.
fn check(folder: &Path, variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let command = binary();
    let program = ("PROGRAM", command.get_program().to_str().expect("UTF-8"));
    let mut all = vec![program, ("DENY", ""), ("ALLOW", ""), ("CHANGED", ""), ("RULES", "")];
    all.retain(|(name, _)| !variables.iter().any(|(other, _)| other == name));
    step(folder, <[Value]>::last, &[&all, variables].concat())
}

#[test]
fn the_action_annotates_what_check_finds() {
    const GUIDE: &str = "categories:\n  docs: {dir: docs, patterns: ['*.md', '*.rst']}\n";
    let folder = project(&[("a b/guide.yaml", GUIDE), ("a b/docs/a.md", "# A\n")]);
    let of =
        |strict, sarif| check(folder.path(), &[("PROJECT", "a b"), ("STRICT", strict), ("SARIF", sarif)]);
    let (code, shown) = of("--strict", "out.sarif");
    assert_eq!(code, Some(1), "a warning fails");
    let line = "::warning file=a b/guide.yaml,line=2,col=40,title=mcp-guide pattern-dead::categories.docs.patterns[1]: no document matches '*.rst'\n";
    assert!(shown.starts_with(line), "{shown}");
    let log: Value = serde_json::from_slice(&std::fs::read(folder.path().join("out.sarif")).expect("a log"))
        .expect("JSON");
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b/guide.yaml");
    let (code, again) = of("", "");
    assert_eq!((code, again), (Some(0), shown));
    let here = folder.path().join("a b");
    let (code, shown) = check(&here, &[("PROJECT", ""), ("STRICT", "--strict"), ("SARIF", "")]);
    assert!(code == Some(1) && shown.starts_with("::warning file=guide.yaml,line=2,"), "{shown}");
    let of = [("PROJECT", ""), ("STRICT", "--strict"), ("SARIF", "")];
    let (code, shown) = check(&here, &[&of[..], &[("ALLOW", "rule-cut  pattern-dead")]].concat());
    assert!(code == Some(0) && !shown.contains("::warning"), "{shown}");
    let of = [("PROJECT", ""), ("STRICT", ""), ("SARIF", "")];
    let (code, shown) = check(&here, &[&of[..], &[("DENY", "pattern-dead")]].concat());
    assert!(code == Some(1) && shown.contains("::error"), "{shown}");
}

#[test]
fn the_action_judges_a_change_by_the_rules_of_its_base() {
    let folder = project(&[(".claude/rules/a.md", "Old rule.\n"), ("a.ts", "a\n")]);
    let here = folder.path();
    let git = |line: &str| {
        let user =
            "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b; ";
        let ran = laws::command("bash").args(["-ec", &format!("{user}{line}")]).current_dir(here).status();
        assert!(ran.expect("bash").success(), "{line}");
    };
    git("git init -q -b main && git add -A && git commit -q -m a && git checkout -q -b change");
    git("git rm -q .claude/rules/a.md && echo b >a.ts && git add -A && git commit -q -m b");
    let rules = here.join("the rules.md");
    let of = |strict| {
        let rules = ("RULES", rules.to_str().expect("UTF-8"));
        check(here, &[("PROJECT", ""), ("STRICT", strict), ("SARIF", ""), ("CHANGED", "main...HEAD"), rules])
    };
    let (code, shown) = of("--strict");
    let gone = "::warning file=.claude/rules/a.md,line=1,title=mcp-guide rule-removed::the rule was removed";
    assert!(code == Some(1) && shown.starts_with(gone), "{shown}");
    let written = fs::read_to_string(&rules).expect("a file");
    let parts = ["Old rule.\n", "\nWhat this change does to rules:\n.claude/rules/a.md:1:"];
    assert!(parts.iter().all(|part| written.contains(part)), "{written}");
    let output = fs::read_to_string(here.join("output")).expect("a file");
    assert_eq!(output, format!("rules={}\n", rules.display()));
    assert_eq!(of("").0, Some(0));
    // What fails by the base's own guide is annotated, too.
    let guide =
        "categories: {rules: {dir: .claude/rules, patterns: ['*.md']}}\\ncheck: {deny: [rule-removed]}\\n";
    git(&format!(
        "git checkout -q main && printf \"{guide}\" >guide.yaml && git add -A && git commit -q -m c"
    ));
    git("git checkout -q -B change && git rm -q .claude/rules/a.md && git commit -q -m d");
    let (code, shown) = of("");
    assert!(code == Some(1) && shown.starts_with("::error file=.claude/rules/a.md,"), "{shown}");
    assert!(fs::read_to_string(&rules).expect("a file").contains("Old rule."));
}

#[cfg(target_os = "linux")]
/// Runs the first step for a release that is in a folder.
fn release(reference: &str, sum: &str) -> (Option<i32>, String, bool) {
    let folder = project(&[("mcp-guide-1.2.3-x86_64-unknown-linux-musl/mcp-guide", "a program")]);
    let here = folder.path();
    let run = |line: &str| {
        let ran = laws::command("bash").args(["-ec", line]).current_dir(here).status();
        assert!(ran.expect("bash").success(), "{line}");
    };
    run(
        "mkdir -p r/v1.2.3 && tar -czf r/v1.2.3/mcp-guide-1.2.3-x86_64-unknown-linux-musl.tar.gz mcp-guide-*/",
    );
    run("cd r/v1.2.3 && sha256sum *.tar.gz >SHA256SUMS");
    run(&format!("sed -i 's/^/{sum}/' r/v1.2.3/SHA256SUMS"));
    let (releases, root) = (format!("file://{}/r", here.display()), here.join("root"));
    let variables = [
        ("RELEASES", &*releases),
        ("REF", reference),
        ("SYSTEM", "Linux-X64"),
        ("ROOT", root.to_str().expect("UTF-8")),
    ];
    let (code, _) = step(here, <[Value]>::first, &variables);
    let output = fs::read_to_string(here.join("output")).unwrap_or_default();
    (code, output, root.join("bin/mcp-guide").is_file())
}

#[test]
#[cfg(target_os = "linux")]
fn the_action_takes_a_release_whose_sum_is_right() {
    let key = |reference: &str| format!("key=mcp-guide-Linux-X64-{reference}\n");
    let commit = "0123456789012345678901234567890123456789";
    assert_eq!(release("v1.2.3", ""), (Some(0), key("v1.2.3") + "found=true\n", true));
    assert_eq!(release("v1.2.4", ""), (Some(0), key("v1.2.4"), false), "there is none: it is built");
    assert_eq!(release(commit, ""), (Some(0), key(commit), false));
    assert_eq!(release("main", ""), (Some(0), String::new(), false), "a branch moves: nothing is kept");
    let (code, _, is_there) = release("v1.2.3", "0");
    assert!(code != Some(0) && !is_there, "another sum");
}
