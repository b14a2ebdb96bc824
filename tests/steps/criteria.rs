//! `spec/criteria.yaml`: every acceptance criterion of the task breakdowns, and
//! what shows it.

use std::collections::BTreeSet;
use std::path::Path;

use indexmap::IndexMap;
use serde::Deserialize;

use super::{evidence, outline};

/// How many criteria each task of the breakdowns has.
const TASKS: &[(&str, usize)] = &[
    ("1.1", 7),
    ("1.2", 7),
    ("1.3", 7),
    ("1.4", 7),
    ("1.5", 7),
    ("1.6", 8),
    ("1.7", 8),
    ("2.1", 6),
    ("2.2", 6),
    ("2.3", 7),
    ("2.4", 6),
    ("2.5", 7),
    ("2.6", 8),
    ("2.7", 7),
    ("3.1", 7),
    ("3.2", 8),
    ("3.3", 8),
    ("3.4", 7),
    ("3.5", 7),
    ("3.6", 7),
    ("3.7", 8),
    ("3.8", 8),
    ("7.1", 7),
    ("7.2", 6),
    ("7.3", 7),
    ("7.4", 6),
    ("7.5", 7),
    ("7.6", 7),
    ("7.7", 7),
    ("7.8", 8),
    ("8.1", 7),
    ("8.2", 11),
    ("8.3", 6),
    ("8.4", 7),
    ("8.5", 6),
    ("8.6", 7),
    ("8.7", 8),
    ("8.8", 7),
];

/// One criterion.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// Its words.
    pub says: String,
    /// The scenarios that show it, as `requirement / title`.
    #[serde(default)]
    pub scenarios: Vec<String>,
    /// The tests that show it, as `file::function`.
    #[serde(default)]
    pub tests: Vec<String>,
    /// Why nothing shows it.
    #[serde(default)]
    pub excluded: Option<String>,
}

/// The criteria, in order.
pub fn read(root: &Path) -> Result<IndexMap<String, Criterion>, String> {
    let file = "spec/criteria.yaml";
    let text = std::fs::read_to_string(root.join(file)).map_err(|e| format!("{file}: {e}"))?;
    let value: serde_yaml::Value =
        serde_yaml::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
    serde_yaml::from_value(value).map_err(|error| format!("{file}: {error}"))
}

/// What is wrong with the list.
pub fn check(root: &Path) -> Vec<String> {
    let (criteria, runs) = match (read(root), outline::features(root)) {
        (Ok(criteria), Ok(runs)) => (criteria, runs),
        (criteria, runs) => return criteria.err().into_iter().chain(runs.err()).collect(),
    };
    let due: BTreeSet<String> = TASKS
        .iter()
        .flat_map(|(task, count)| (1..=*count).map(move |number| format!("{task}.{number}")))
        .collect();
    let mut problems = Vec::new();
    for number in &due {
        if !criteria.contains_key(number) {
            problems.push(format!("spec/criteria.yaml: criterion {number} is missing"));
        }
    }
    let scenarios: BTreeSet<String> = runs
        .scenarios
        .iter()
        .map(|scenario| format!("{} / {}", scenario.requirement, scenario.title))
        .collect();
    for (number, criterion) in &criteria {
        let mut problem = |what: String| {
            problems.push(format!("spec/criteria.yaml: {number}: {what}"));
        };
        if !due.contains(number) {
            problem("no task has this criterion".into());
        }
        for scenario in &criterion.scenarios {
            if !scenarios.contains(scenario) {
                problem(format!("the scenario '{scenario}' does not exist"));
            }
        }
        for test in &criterion.tests {
            for why in evidence::problems(root, test) {
                problem(format!("the test '{test}' {why}"));
            }
        }
        let shown = !criterion.scenarios.is_empty() || !criterion.tests.is_empty();
        match &criterion.excluded {
            Some(_) if shown => problem("it is excluded, and something shows it".into()),
            Some(reason) if reason.trim().is_empty() => {
                problem("it is excluded for no reason".into())
            }
            None if !shown => problem("nothing shows it, and no reason is given".into()),
            _ => {}
        }
    }
    problems
}
