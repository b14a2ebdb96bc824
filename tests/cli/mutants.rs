//! The exclusions of `.cargo/mutants.toml`: each names something of `src`.

use std::path::{Path, PathBuf};

const CONFIG: &str = include_str!("../../.cargo/mutants.toml");

/// Every file of a folder and below, and its text.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|of| of == "rs") {
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            found.push((path, text));
        }
    }
}

/// The words of a text that may be names.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Whether a file has what an exclusion names: the operator, at its columns; the types, and the function.
fn names(text: &str, exclusion: &str) -> bool {
    let after = exclusion.split_once("\\.rs").map_or(exclusion, |(_, after)| after);
    let (place, what) = after.split_once("replace ").unwrap_or(("", after));
    let operator = what.split_once(" with ").map(|(operator, _)| operator.replace('\\', ""));
    let operator = operator.filter(|of| !of.contains(char::is_alphanumeric)).unwrap_or_default();
    let mut columns = words(place).filter_map(|word| word.parse::<usize>().ok());
    let has = |column: Option<usize>| {
        let mut lines = text.lines();
        lines.any(|line| match column {
            Some(column) => {
                line.get(column - 1..).is_some_and(|rest| rest.starts_with(&format!("{operator} ")))
            }
            None => line.contains(&operator),
        })
    };
    let function = match (what.rsplit_once("::"), what.rsplit_once(" in ")) {
        (Some((_, name)), _) | (None, Some((_, name))) => words(name).next(),
        (None, None) => None,
    };
    let is_function = function.is_none_or(|name| {
        let calls = ["(", "<"].map(|end| format!("fn {name}{end}"));
        calls.iter().any(|of| text.contains(of))
    });
    let declares = |name: &str| {
        let is_declared = |line: &str| {
            let mut before = words(line).take_while(|word| *word != name);
            before.any(|word| ["struct", "enum", "trait", "impl", "type"].contains(&word))
                && words(line).any(|word| word == name)
        };
        text.lines().any(is_declared)
    };
    let named = what.split(" -> ").next().unwrap_or_default();
    let mut types = words(named).filter(|word| word.starts_with(char::is_uppercase));
    columns.all(|column| has(Some(column))) && has(None) && is_function && types.all(declares)
}

#[test]
fn each_exclusion_names_something() {
    let mut all = Vec::new();
    for folder in ["src", "rule-files/src"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
    }
    let lines = CONFIG.lines().filter_map(|line| line.trim().strip_prefix('\'')?.strip_suffix("',"));
    let mut count = 0;
    for exclusion in lines {
        let file = exclusion.split_once("\\.rs").map(|(file, _)| format!("/{file}.rs"));
        let is_of =
            |path: &Path| file.as_ref().is_none_or(|file| path.to_string_lossy().ends_with(file.as_str()));
        let found = all.iter().any(|(path, text)| is_of(path) && names(text, exclusion));
        assert!(found, "{exclusion} names nothing of src");
        count += 1;
    }
    assert!(count > 3, "{count}");
    // What it is for.
    let text = "impl Tree {\n    fn is_exact() -> bool {\n        1 > 2\n";
    for (exclusion, due) in [
        ("replace Tree::is_exact -> bool with true", true),
        ("replace Sandbox::is_exact -> bool with true", false),
        ("replace Tree::is_own -> bool with true", false),
        (r"tree\.rs:\d+:11: replace > with >= in is_exact", true),
        (r"tree\.rs:\d+:(11|12): replace > with >= in is_exact", false),
        (r"tree\.rs:\d+:\d+: replace \* with [+/]$", false),
    ] {
        assert_eq!(names(text, exclusion), due, "{exclusion}");
    }
}
