//! `init --from`: names and settings of any kind.

use std::path::Path;

use crate::process::{Ran, project, run};

/// A project `acme` of these lines, in a folder of that name.
#[track_caller]
fn taken(lines: &str, files: &[(&str, &str)]) -> (tempfile::TempDir, Ran) {
    let mut all = vec![("acme/own.md", "own")];
    all.extend(files);
    let folder = project(&all);
    let text = format!("docroot: {}\n{lines}", folder.path().join("acme").display());
    std::fs::write(folder.path().join("config.yaml"), text).expect("a file");
    let ran = run(&folder.path().join("acme"), &["init", "--from", "../config.yaml"]);
    (folder, ran)
}

#[track_caller]
fn written(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("acme/guide.yaml")).expect("it was written")
}

/// Whatever the names, texts and settings are, the file loads, and nothing of them
/// reaches a terminal as it is.
#[test]
fn names_and_texts_of_any_kind() {
    let odd =
        ["a b", "true", "1.5", "- x", "#", "é", "\\u001b[31m", "\\u202e", "\\n", "\\0", "a: b", "'", "\\\""];
    let refused = ["", ".", "..", "a/b", "a,b"];
    let mut lines = "\"\\u001b\": [\"\\u001b\"]\nprojects:\n  acme:\n    categories:\n".to_owned();
    for name in odd.iter().chain(&refused) {
        lines.push_str(&format!(
            "      \"{name}\": {{dir: \".\", patterns: [own, \"{name}\"], description: \"{name}\", \"x\\n{name}\": 1}}\n"
        ));
    }
    lines.push_str("    collections:\n");
    for name in odd.iter().chain(&refused) {
        lines.push_str(&format!("      \"{name} c\": {{categories: [\"{name}\", \"{name}/{name}\"]}}\n"));
    }
    lines.push_str("      \".\": {categories: []}\n");
    let (folder, ran) = taken(&lines, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = written(folder.path());
    for said in [&text, &ran.out] {
        let raw = said.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}');
        assert!(!raw, "{said:?}");
    }
    for (field, count) in [("categories", refused.len()), ("collections", 1 + 2)] {
        let reason = "not usable as a name\n";
        let lines = text.lines().filter(|line| line.starts_with(&format!("# {field}: ")));
        let lines: Vec<String> = lines.map(|line| format!("{line}\n")).collect();
        assert_eq!(lines.len(), count, "{text}");
        assert!(lines.iter().all(|line| line.ends_with(reason)), "{lines:?}");
    }
    let acme = folder.path().join("acme");
    let ran = run(&acme, &["list", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    for name in ["a b", "true", "\u{1b}[31m", "\u{202e}", "'"] {
        let ran = run(&acme, &["get", "--", name]);
        assert_eq!((ran.code, &*ran.out), (0, "own"), "{name:?}: {}", ran.err);
    }
}
