//! The features as the specification: what the program of the features writes of them.

use std::collections::BTreeSet;
use std::path::Path;

use clap::Parser as _;
use conformance::outline::{self, Scenario};
use conformance::run::{Case, Selection};
use conformance::{features, specification};

use crate::criteria;

/// The scenarios that the specification began with.
const FIRST: &str = include_str!("../../spec/first.md");

/// Returns what is wrong with the features, before any runs.
pub fn check(root: &Path, cases: &[Case]) -> Vec<String> {
    let pages: String = specification::pages().into_iter().map(|(_, text)| text).collect();
    let written = outline::of_markdown(&pages);
    let mut problems = differences(&written, &outline::of_markdown(FIRST), cases);
    for (name, text) in features::sources() {
        let lines = lines(text);
        problems
            .extend(lines.into_iter().map(|(line, what)| format!("features/{name}.feature:{line}: {what}")));
    }
    problems.extend(criteria::check(root));
    problems
}

/// Returns where the pages differ from the first scenarios, and from the scenarios that run.
fn differences(written: &[Scenario], first: &[Scenario], cases: &[Case]) -> Vec<String> {
    let first = first.iter().filter(|scenario| !written.contains(scenario));
    let mut problems: Vec<String> =
        first.map(|scenario| format!("not word for word as in spec/first.md: {scenario:?}")).collect();
    let mut run: Vec<(&str, &str)> = Vec::new();
    for case in cases {
        let key = (&*case.requirement, &*case.title);
        if run.last() != Some(&key) {
            run.push(key);
        }
    }
    let written: Vec<_> = written.iter().map(|one| (&*one.requirement, &*one.title)).collect();
    if written != run {
        let at = written.iter().zip(&run).take_while(|(written, run)| written == run).count();
        problems.push(format!("{:?} is written, and {:?} runs", written.get(at), run.get(at)));
    }
    let mut known = BTreeSet::new();
    problems.extend(run.iter().filter(|key| !known.insert(**key)).map(|key| format!("repeated: {key:?}")));
    problems
}

/// Returns the lines that the parser reads otherwise than they look: prose that ends a
/// description, and rows of a table with more cells than its first, which lose them.
fn lines(text: &str) -> Vec<(usize, String)> {
    let (mut problems, mut quoted, mut first) = (Vec::new(), false, None);
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        quoted ^= line.starts_with("\"\"\"") || line.starts_with("```");
        if quoted {
            continue;
        }
        if line.starts_with('|') {
            let bars = line.replace("\\\\", "").replace("\\|", "").matches('|').count();
            if bars > *first.get_or_insert(bars) {
                problems.push((number, "this row has more cells than the table's first".to_owned()));
            }
            continue;
        }
        // A comment may stand within a table.
        first = first.filter(|_| line.starts_with('#'));
        let word =
            ["Example", "Scenario", "Background", "Rule", "@"].iter().find(|word| line.starts_with(**word));
        let known = ["Examples:", "Scenario: ", "Scenario Outline: ", "Background:", "Rule: "];
        let tags = line.split(' ').all(|tag| tag.strip_prefix('@').is_some_and(is_criterion));
        if let Some(word) = word
            && !tags
            && !known.iter().any(|known| line.starts_with(known))
        {
            problems.push((
                number,
                format!("prose that begins with '{word}' ends there; begin with another word"),
            ));
        }
    }
    problems
}

fn is_criterion(tag: &str) -> bool {
    tag.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Returns what the check does not notice.
pub fn check_itself(cases: &[Case]) -> Vec<String> {
    let mut problems = Vec::new();
    let first = outline::of_markdown(FIRST);
    if first.len() != 35 {
        problems.push(format!("spec/first.md has {} scenarios, and had 35", first.len()));
    }
    let other = FIRST.replacen("matches a category name", "is a category name", 1);
    for (what, written) in
        [("a reworded scenario", &outline::of_markdown(&other)), ("no scenario", &Vec::new())]
    {
        let found = differences(written, &first, cases);
        if !found.iter().any(|problem| problem.contains("Category content retrieval")) {
            problems.push(format!("{what}: {found:?}"));
        }
    }
    for text in
        ["Examples of it are many.", "Scenario with no colon", "@mention of it", "| a |\n# Why.\n| b | c |"]
    {
        if lines(text).len() != 1 {
            problems.push(format!("nothing is wrong with {text:?}"));
        }
    }
    for (option, value) in [("--name", "^Absolute path$"), ("--tags", "@1.4.3 and not @2.2.2")] {
        let selection = Selection::parse_from(["", option, value]);
        let selected = cases.iter().filter(|case| case.is_selected(&selection));
        let titles: BTreeSet<_> = selected.map(|case| &*case.title).collect();
        if titles != BTreeSet::from(["Absolute path"]) {
            problems.push(format!("{option} '{value}' selects {titles:?}"));
        }
    }
    problems
}
