//! `action.yml`: its last step in a checkout, as a runner of GitHub Actions runs it.

use std::path::Path;

use serde_json::Value;

use crate::process::{binary, project};

const ACTION: &str = include_str!("../../action.yml");

/// Runs the step with these values of the variables that its expressions fill.
fn step(folder: &Path, variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let action: Value = serde_yaml::from_str(ACTION).expect("YAML");
    let steps = action["runs"]["steps"].as_array().expect("steps");
    let step = steps.last().expect("a step");
    let names: Vec<&String> = step["env"].as_object().expect("variables").keys().collect();
    let program = binary().get_program().to_owned();
    let mut command = laws::command("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"].as_str().expect("a script")]);
    command.current_dir(folder).env("PROGRAM", program);
    for (name, value) in variables {
        assert!(names.iter().any(|known| known == name), "{name}");
        command.env(name, value);
    }
    assert_eq!(names.len(), 1 + variables.len());
    let output = command.output().expect("bash");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn the_action_annotates_what_check_finds() {
    const GUIDE: &str = "categories:\n  docs: {dir: docs, patterns: ['*.md', '*.rst']}\n";
    let folder = project(&[("a b/guide.yaml", GUIDE), ("a b/docs/a.md", "# A\n")]);
    let of = |strict, sarif| step(folder.path(), &[("PROJECT", "a b"), ("STRICT", strict), ("SARIF", sarif)]);
    let (code, shown) = of("--strict", "out.sarif");
    assert_eq!(code, Some(1), "a warning fails");
    let line = "::warning file=a b/guide.yaml,line=2,title=mcp-guide check::categories.docs.patterns[1]: no document matches '*.rst'\n";
    assert!(shown.starts_with(line), "{shown}");
    let log: Value = serde_json::from_slice(&std::fs::read(folder.path().join("out.sarif")).expect("a log"))
        .expect("JSON");
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b/guide.yaml");
    let (code, again) = of("", "");
    assert_eq!((code, again), (Some(0), shown));
    let here = folder.path().join("a b");
    let (code, shown) = step(&here, &[("PROJECT", ""), ("STRICT", "--strict"), ("SARIF", "")]);
    assert!(code == Some(1) && shown.starts_with("::warning file=guide.yaml,line=2,"), "{shown}");
}
