//! Scenario outlines: each row of the examples is a scenario of its own.
//!
//! Only `<column>` of the examples is replaced: `<CRLF>` and its like are left to
//! the cells.

use std::path::{Path, PathBuf};

use cucumber::gherkin::{Examples, Feature, GherkinEnv, ParseFileError, Scenario};
use cucumber::{Parser, cli, parser};
use futures::stream;

use super::outline;

/// Reads every feature below a folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reader;

impl Parser<PathBuf> for Reader {
    type Cli = cli::Empty;
    type Output = stream::Iter<std::vec::IntoIter<parser::Result<Feature>>>;

    fn parse(self, folder: PathBuf, _cli: Self::Cli) -> Self::Output {
        let files = outline::files(&folder).unwrap_or_else(|problem| panic!("{problem}"));
        let features: Vec<_> = files.iter().map(|file| Ok(spread(read(file)?))).collect();
        stream::iter(features)
    }
}

fn read(file: &Path) -> Result<Feature, ParseFileError> {
    Feature::parse_path(file, GherkinEnv::default())
}

fn spread(mut feature: Feature) -> Feature {
    let rules = feature.rules.iter_mut().map(|rule| &mut rule.scenarios);
    for scenarios in rules.chain([&mut feature.scenarios]) {
        *scenarios = scenarios.iter().flat_map(scenarios_of).collect();
    }
    feature
}

/// The scenarios that one stands for: itself, or one for each row of its examples,
/// which then is all that its examples have.
pub fn scenarios_of(scenario: &Scenario) -> Vec<Scenario> {
    if scenario.examples.is_empty() {
        return vec![scenario.clone()];
    }
    let mut scenarios = Vec::new();
    for examples in &scenario.examples {
        let Some((head, rows)) = examples
            .table
            .as_ref()
            .and_then(|table| table.rows.split_first())
        else {
            continue;
        };
        for (line, row) in (examples.position.line + 2..).zip(rows) {
            let mut one = scenario.clone();
            one.position.line = line;
            for step in &mut one.steps {
                let cells = step
                    .table
                    .iter_mut()
                    .flat_map(|table| table.rows.iter_mut().flatten());
                for text in cells.chain([&mut step.value]).chain(&mut step.docstring) {
                    *text = filled(text, head, row);
                }
            }
            one.examples = vec![example(examples, head, row)];
            scenarios.push(one);
        }
    }
    scenarios
}

fn example(examples: &Examples, head: &[String], row: &[String]) -> Examples {
    let mut one = examples.clone();
    if let Some(table) = &mut one.table {
        table.rows = vec![head.to_vec(), row.to_vec()];
    }
    one
}

/// What tells a scenario from the others of its outline; empty for one that is no
/// outline's.
pub fn shown(scenario: &Scenario) -> String {
    let row = scenario
        .examples
        .first()
        .and_then(|examples| examples.table.as_ref()?.rows.get(1));
    row.map(|row| row.join(", ")).unwrap_or_default()
}

/// The text with each `<column>` replaced, once.
fn filled(text: &str, head: &[String], row: &[String]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        filled.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = head.iter().zip(row).find_map(|(name, value)| {
            let after = rest[1..].strip_prefix(name.as_str())?.strip_prefix('>')?;
            Some((value, after))
        });
        match found {
            Some((value, after)) => {
                filled.push_str(value);
                rest = after;
            }
            None => {
                filled.push('<');
                rest = &rest[1..];
            }
        }
    }
    filled + rest
}
