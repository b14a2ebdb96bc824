//! What came of each corruption.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use libtest_mimic::Failed;
use tempfile::NamedTempFile;

use crate::corruption::Corruption;
use crate::corruptions;
use crate::steps::outline;
use crate::steps::recorder::Outcome;
use crate::steps::run;
use crate::steps::targets::{CommandLine, Target};

/// Requirement, title and file of a scenario.
type Scenario = (String, String, PathBuf);

/// Every scenario.
pub struct Features(Vec<Scenario>);

impl Features {
    pub fn read() -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let outline = outline::features(&root).expect("the features can be read");
        let scenarios = outline.scenarios.into_iter().map(|scenario| {
            let (file, _) = scenario.place.rsplit_once(':').expect("a file and a line");
            (scenario.requirement, scenario.title, root.join(file))
        });
        Self(scenarios.collect())
    }

    /// Returns the one scenario of this name.
    fn find(&self, name: &str) -> Result<&Scenario, String> {
        let named = |(requirement, title, _): &&Scenario| {
            title == name || format!("{requirement} / {title}") == name
        };
        let mut found = self.0.iter().filter(named);
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            (None, _) => Err(format!("there is no scenario '{name}'")),
            (Some(_), Some(_)) => Err(format!("'{name}' is ambiguous: write its requirement")),
        }
    }
}

/// Runs every scenario that a corruption names without one: they exist, and are green.
pub fn nothing(features: &Features) -> Result<(), Failed> {
    let all = corruptions::all();
    let names: BTreeSet<&str> = all.iter().flat_map(|one| one.scenarios).copied().collect();
    let names: Vec<&str> = names.into_iter().collect();
    let (outcomes, _) = outcomes(features, &corruptions::NOTHING, &names)?;
    said(outcomes.into_iter().filter_map(|outcome| outcome.failure))
}

/// Runs a corruption against the scenarios that it names.
pub fn noticed(features: &Features, corruption: Corruption) -> Result<(), Failed> {
    let (outcomes, changed) = outcomes(features, &corruption, corruption.scenarios)?;
    let unchanged = (changed == 0).then(|| "it changed nothing".to_owned());
    let problems = outcomes.into_iter().filter_map(|outcome| {
        let name = format!("{} / {}", outcome.requirement, outcome.title);
        match (outcome.failure, corruption.legal) {
            (None, false) => Some(format!("'{name}' does not notice it")),
            (Some(failure), true) => Some(format!("'{name}' is red: {failure}")),
            _ => None,
        }
    });
    said(unchanged.into_iter().chain(problems))
}

fn said(problems: impl Iterator<Item = String>) -> Result<(), Failed> {
    let problems: Vec<String> = problems.collect();
    match &problems[..] {
        [] => Ok(()),
        problems => Err(problems.join("\n").into()),
    }
}

/// Returns what came of the scenarios of these names, and how many answers were changed.
fn outcomes(
    features: &Features,
    corruption: &Corruption,
    names: &[&str],
) -> Result<(Vec<Outcome>, usize), String> {
    let told = NamedTempFile::new().expect("a temporary file");
    let target = Target::command(command(corruption, told.path()));
    let mut files: BTreeMap<PathBuf, Vec<(String, String)>> = BTreeMap::new();
    for name in names {
        let (requirement, title, file) = features.find(name)?.clone();
        let scenarios = files.entry(file).or_default();
        scenarios.push((requirement, title));
    }
    let mut outcomes = Vec::new();
    for (file, wanted) in files {
        let count = wanted.len();
        let wanted = move |requirement: &str, title: &str| {
            (wanted.iter()).any(|wanted| (&*wanted.0, &*wanted.1) == (requirement, title))
        };
        let recorder = run::scenarios(&file, target, wanted);
        if recorder.outcomes.len() < count {
            return Err(format!("not every scenario of {} ran", file.display()));
        }
        outcomes.extend(recorder.outcomes);
    }
    let changed = std::fs::read(told.path()).expect("what was told").len();
    Ok((outcomes, changed))
}

/// The command line of the built server behind the proxy.
fn command(corruption: &Corruption, told: &Path) -> CommandLine {
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
    // An answer that does not come is not waited for as long as one that may.
    if corruption.name == "answer_lost" {
        line.patience = Duration::from_secs(2);
    }
    line
}
