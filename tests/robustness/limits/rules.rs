//! What a call for guidance takes, for the worst rules found.

use std::os::unix::fs::symlink;

use mcp_guide::limits::MAX_GUIDANCE_PATHS;
use serde_json::json;

use super::costs::{GUIDE, measured, project, text, tool};

/// Rules with as many patterns as one may have, for as many paths as a call may have: of
/// alternatives, of wildcards, and of components, each of which may match everywhere.
#[test]
fn guidance() {
    let path = |number: usize| format!("{number:02}/{}", "aaaaaaaaaaaaaaa/".repeat(60) + "a");
    let paths: Vec<String> = (0..MAX_GUIDANCE_PATHS).map(path).collect();
    let long = (0..MAX_GUIDANCE_PATHS).map(|number| format!("{number:02}{}", "a".repeat(1_000)));
    let long: Vec<String> = long.collect();
    let mut said = 0;
    for (pattern, count, paths) in [
        ("**/*{a?,?a}{a?,?a}{a?,?a}{a?,?a}z".to_owned(), 3, &long),
        (format!("**/*{}z", "?".repeat(90)), 21, &long),
        (format!("**/{}b", "aaaaaaaaaaaaaaa/".repeat(60)), 33, &paths),
        (format!("{}b", "**/a*/".repeat(30)), 33, &paths),
        ("**/*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab".to_owned(), 840, &long),
    ] {
        let header = format!("---\napplies_to:\n{}---\n", format!("- \"{pattern}\"\n").repeat(count));
        let folder = project(GUIDE, &[("a.md", header.as_bytes())]);
        for number in 0..60 {
            symlink("a.md", folder.path().join(format!("docs/{number}.md"))).expect("a link");
        }
        let calls = [tool("get_guidance", json!({ "path": paths.join("\n") }))];
        let answers = measured("rules", folder.path(), &calls);
        said += usize::from(text(&answers[0]).contains("call again with fewer paths"));
    }
    assert!(said >= 4, "{said}");
}

/// Rules of a client whose patterns are compared with each folder of a path, the last first.
#[test]
fn rules_of_clients() {
    let guide = "categories: {docs: {dir: docs, patterns: ['.claude/rules/*.md']}}";
    let path = |number: usize| format!("docs/{number:02}/{}", "aaaaaaaaaaaaaaa/".repeat(59) + "a");
    let paths: Vec<String> = (0..MAX_GUIDANCE_PATHS).map(path).collect();
    let mut said = 0;
    for (pattern, count) in [
        (format!("!{}b", "**/a*/".repeat(30)), 16),
        ("!**/*{a?,?a}{a?,?a}{a?,?a}{a?,?a}z".to_owned(), 1),
        (format!("!{}b", "aaaaaaaaaaaaaaa/".repeat(60)), 16),
        ("*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab".to_owned(), 300),
    ] {
        let header = format!("---\npaths:\n- \"**\"\n{}---\n", format!("- \"{pattern}\"\n").repeat(count));
        let folder = project(guide, &[]);
        let rules = folder.path().join("docs/.claude/rules");
        std::fs::create_dir_all(&rules).expect("a folder");
        std::fs::write(rules.join("a.md"), header).expect("a file");
        for number in 0..60 {
            symlink("a.md", rules.join(format!("{number}.md"))).expect("a link");
        }
        let calls = [tool("get_guidance", json!({ "path": paths.join("\n") }))];
        let answers = measured("rules", folder.path(), &calls);
        said += usize::from(text(&answers[0]).contains("call again with fewer paths"));
    }
    assert!(said >= 2, "{said}");
}

/// Rules as people write them are all compared, with as many paths as a call may have.
#[test]
fn many_rules() {
    let folder = project(GUIDE, &[]);
    for number in 0..1_000 {
        let patterns = (0..5).map(|at| format!("- src/p{number}/{at}/**/*.rs\n"));
        let rule = format!("---\napplies_to:\n{}---\n", patterns.collect::<String>());
        std::fs::write(folder.path().join(format!("docs/{number}.md")), rule).expect("a file");
    }
    let path = |at: usize| format!("src/p{at}/3/{}a.rs", "deep_below_it/".repeat(5));
    let paths: Vec<String> = (0..MAX_GUIDANCE_PATHS).map(path).collect();
    let calls = [tool("get_guidance", json!({ "path": paths.join("\n") }))];
    let answers = measured("1,000 rules of 5 patterns, 64 paths", folder.path(), &calls);
    assert!(text(&answers[0]).contains("guide://category/docs/63.md"), "{}", answers[0]);
    assert!(!text(&answers[0]).contains("fewer paths"), "{}", answers[0]);
}

/// Of what applies only as much is kept as can be delivered.
#[test]
fn guidance_over_the_budget() {
    let rule = format!("---\napplies_to: ['**']\n---\n{}", "a ".repeat(15_400));
    let folder = project(GUIDE, &[("a.md", rule.as_bytes())]);
    for number in 0..2_000 {
        symlink("a.md", folder.path().join(format!("docs/{number}.md"))).expect("a link");
    }
    let calls = [tool("get_guidance", json!({ "path": "a" }))];
    measured("2,000 rules of 31 KB that apply", folder.path(), &calls);
}
