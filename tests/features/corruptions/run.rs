//! What the scenarios notice of each corruption.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use conformance::command::CommandLine;
use conformance::recorder::Outcome;
use conformance::run::Case;
use libtest_mimic::Trial;
use tempfile::NamedTempFile;

use super::corruption::Corruption;
use super::table;
use crate::said;

/// Returns a trial for each corruption, and one for the proxy by itself.
pub fn trials(cases: &[Arc<Case>]) -> Vec<Trial> {
    let all = table::ALL.iter().copied().chain([table::NOTHING]);
    let trials = all.map(|corruption| {
        let cases = cases.to_vec();
        let name = format!("corruptions::{}", corruption.name);
        // An answer that never comes is not waited for as long as one that may; but longer, where a
        // busy machine let none come.
        let patience: &[u64] = if corruption.name == "answer_lost" { &[2, 20, 200] } else { &[300] };
        let noticed = move || {
            let mut found = Vec::new();
            for seconds in patience {
                found = problems(&cases, &corruption, Duration::from_secs(*seconds));
                if !found.iter().any(|problem| problem == UNCHANGED) {
                    break;
                }
            }
            said(found)
        };
        Trial::test(name, noticed)
    });
    trials.collect()
}

/// What is said of a corruption of nothing.
const UNCHANGED: &str = "it changed nothing";

/// Runs the scenarios that a corruption names, with this patience for each answer; returns what is
/// not as it should be.
fn problems(cases: &[Arc<Case>], corruption: &Corruption, patience: Duration) -> Vec<String> {
    let names: Vec<&str> = match corruption.scenarios {
        // The proxy by itself: those of every corruption exist, and are green.
        [] => table::ALL.iter().flat_map(|one| one.scenarios).copied().collect(),
        names => names.to_vec(),
    };
    let told = NamedTempFile::new().expect("a temporary file");
    let mut problems = Vec::new();
    for name in names {
        let found: Vec<_> = cases.iter().filter(|case| is(case, name)).collect();
        if found.is_empty() {
            problems.push(format!("there is no scenario '{name}'"));
        }
        for case in found {
            let outcome = case.run(command(corruption, told.path(), patience).kept());
            problems.extend(problem(corruption, case, &outcome));
        }
    }
    let changed = std::fs::read(told.path()).expect("what was changed").len();
    if changed == 0 && corruption.name != table::NOTHING.name {
        problems.push(UNCHANGED.into());
    }
    problems
}

/// Whether a scenario has this title, or `requirement / title`.
fn is(case: &Case, name: &str) -> bool {
    case.title == name || format!("{} / {}", case.requirement, case.title) == name
}

fn problem(corruption: &Corruption, case: &Case, outcome: &Outcome) -> Option<String> {
    let name = format!("{} / {}", case.requirement, case.title);
    match (&outcome.failure, corruption.legal) {
        (None, false) => Some(format!("'{name}' does not notice it")),
        (Some(failure), true) => Some(format!("'{name}' fails: {failure}")),
        _ => None,
    }
}

/// Returns the command line of the built server behind the proxy. The proxy appends a byte
/// to `told` for each answer that it changes.
fn command(corruption: &Corruption, told: &Path, patience: Duration) -> CommandLine {
    let quoted = |path: &Path| {
        let path = path.to_str().expect("a UTF-8 path");
        let quoted = shlex::try_quote(path).expect("a path without NUL");
        quoted.into_owned()
    };
    let this = std::env::current_exe().expect("this executable");
    let line = format!(
        "exec {} --proxy {} {} {} [--project {{project}}] [--spec {{spec}}] serve",
        quoted(&this),
        corruption.name,
        quoted(told),
        quoted(Path::new(env!("CARGO_BIN_EXE_mcp-guide"))),
    );
    let mut line = CommandLine::new(&line).expect("a command line");
    line.patience = patience;
    line
}
