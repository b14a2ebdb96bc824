//! Which corruptions run, and what came of each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use tempfile::NamedTempFile;

use crate::corruption::{Change, Corruption};
use crate::corruptions;
use crate::steps::outline;
use crate::steps::recorder::Outcome;
use crate::steps::run;
use crate::steps::targets::{CommandLine, Target};

/// So many run by themselves.
const DOZEN: usize = 12;

/// So many characters of what was said are shown.
const SHOWN: usize = 240;

/// What one corruption came to: rows of the table, and the verdict.
pub type Came = (Vec<String>, Result<(), Failed>);

/// Where each scenario stands.
pub struct Features {
    root: PathBuf,
    /// Requirement, title and file of each.
    scenarios: Vec<(String, String, PathBuf)>,
}

impl Features {
    pub fn read() -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let outline = outline::features(&root).expect("the features can be read");
        let scenarios = outline.scenarios.into_iter().map(|scenario| {
            let (file, _) = scenario.place.rsplit_once(':').expect("a file and a line");
            (scenario.requirement, scenario.title, root.join(file))
        });
        Self {
            scenarios: scenarios.collect(),
            root,
        }
    }

    /// The one scenario of this name.
    fn find(&self, name: &str) -> Result<&(String, String, PathBuf), String> {
        let named = |(requirement, title, _): &&(String, String, PathBuf)| {
            title == name || format!("{requirement} / {title}") == name
        };
        let mut found = self.scenarios.iter().filter(named);
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            (None, _) => Err(format!("there is no scenario '{name}'")),
            (Some(_), Some(_)) => Err(format!("'{name}' is ambiguous: write its requirement")),
        }
    }
}

/// The corruptions that are asked for: a dozen from all over, all, or a shard.
pub fn chosen(all: &[Corruption], picked: &str, filtered: bool) -> Result<Vec<Corruption>, String> {
    let shard = |start: usize, step: usize| -> Vec<Corruption> {
        all.iter().copied().skip(start).step_by(step).collect()
    };
    match picked {
        // As many from each room as it has of all, however the table grows.
        "" if !filtered => Ok(shard(0, all.len().div_ceil(DOZEN))),
        "" | "all" | "hunt" => Ok(all.to_vec()),
        _ => {
            let numbers = picked.split_once('/').and_then(|(k, n)| {
                let (k, n): (usize, usize) = (k.parse().ok()?, n.parse().ok()?);
                (1..=n).contains(&k).then_some((k - 1, n))
            });
            let (start, step) = numbers.ok_or("valid are all, hunt and K/N, from 1/N to N/N")?;
            Ok(shard(start, step))
        }
    }
}

/// Every name is there once, and names scenarios that exist.
pub fn names(features: &Features) -> Result<(), Failed> {
    let mut problems = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for corruption in corruptions::all() {
        let path = corruption.path();
        if !seen.insert(path.clone()) {
            problems.push(format!("{path} stands there twice"));
        }
        if corruption.scenarios.is_empty() {
            problems.push(format!("{path} names no scenario"));
        }
        for name in corruption.scenarios {
            problems.extend(
                features
                    .find(name)
                    .err()
                    .map(|problem| format!("{path}: {problem}")),
            );
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n").into())
    }
}

/// Runs a corruption against the scenarios that it names.
pub fn noticed(features: &Features, corruption: Corruption) -> Came {
    let mut files: BTreeMap<&Path, Vec<(&str, &str)>> = BTreeMap::new();
    for name in corruption.scenarios {
        match features.find(name) {
            Ok((requirement, title, file)) => {
                files.entry(file).or_default().push((requirement, title));
            }
            Err(problem) => return (Vec::new(), Err(problem.into())),
        }
    }
    let (mut rows, mut problems) = (Vec::new(), Vec::new());
    for (file, wanted) in files {
        let clean = Corruption {
            change: Change::Nothing,
            ..corruption
        };
        for outcome in outcomes(file, &clean, &wanted).0 {
            if let Some(failure) = outcome.failure {
                problems.push(format!("red without the corruption: {failure}"));
            }
        }
        let (outcomes, changed) = outcomes(file, &corruption, &wanted);
        if changed == 0 {
            problems.push(format!("it changed nothing in {}", file.display()));
        }
        if outcomes.len() < wanted.len() {
            problems.push(format!("{} of {wanted:?} ran", outcomes.len()));
        }
        for outcome in outcomes {
            let name = format!("{} / {}", outcome.requirement, outcome.title);
            match (outcome.failure, corruption.legal) {
                (None, false) => problems.push(format!("'{name}' does not notice it")),
                (Some(failure), true) => problems.push(format!("'{name}' is red: {failure}")),
                (failure, _) => rows.push(row(&corruption, &name, failure.as_deref())),
            }
        }
    }
    if problems.is_empty() {
        (rows, Ok(()))
    } else {
        (rows, Err(problems.join("\n").into()))
    }
}

/// Runs a corruption against every scenario; the rows are those that notice it.
pub fn hunt(features: &Features, corruption: Corruption) -> Came {
    let (outcomes, changed) = outcomes(&features.root.join("features"), &corruption, &[]);
    let noticed = outcomes.into_iter().filter_map(|outcome| {
        let name = format!("{} / {}", outcome.requirement, outcome.title);
        Some(row(&corruption, &name, Some(&outcome.failure?)))
    });
    let rows: Vec<String> = noticed.collect();
    let verdict = match (rows.is_empty(), corruption.legal) {
        (true, false) => Err(format!("nobody notices it; {changed} answers were changed").into()),
        (false, true) => Err("it is legal, and noticed".into()),
        _ => Ok(()),
    };
    (rows, verdict)
}

/// What came of the wanted scenarios, of all where none is named, and how many
/// answers were changed.
fn outcomes(
    features: &Path,
    corruption: &Corruption,
    wanted: &[(&str, &str)],
) -> (Vec<Outcome>, usize) {
    let told = NamedTempFile::new().expect("a temporary file");
    let quoted = |path: &Path| {
        let path = path.to_str().expect("a UTF-8 path");
        shlex::try_quote(path)
            .expect("a path without NUL")
            .into_owned()
    };
    let this = std::env::current_exe().expect("this executable");
    let name = match corruption.change {
        Change::Nothing => corruptions::NOTHING.path(),
        _ => corruption.path(),
    };
    let line = format!(
        "exec {} --proxy {name} --told {} -- {} [--project {{project}}] [--spec {{spec}}] serve",
        quoted(&this),
        quoted(told.path()),
        quoted(Path::new(env!("CARGO_BIN_EXE_mcp-guide"))),
    );
    let mut line = CommandLine::new(&line).expect("a command line");
    if let Some(patience) = corruptions::patience(corruption) {
        line.patience = patience;
    }
    let wanted: Vec<(String, String)> = wanted
        .iter()
        .map(|(requirement, title)| ((*requirement).to_owned(), (*title).to_owned()))
        .collect();
    let recorder = run::scenarios(
        features,
        Target::command(line),
        move |requirement, title| {
            let named = |(r, t): &(String, String)| r == requirement && t == title;
            wanted.is_empty() || wanted.iter().any(named)
        },
    );
    let changed = std::fs::read(told.path()).expect("what was told").len();
    (recorder.outcomes, changed)
}

fn row(corruption: &Corruption, scenario: &str, failure: Option<&str>) -> String {
    let said = failure.unwrap_or("\ngreen, as it may be");
    // The first line says which scenario it is.
    let said = said.split_once('\n').map_or(said, |(_, said)| said);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let said: String = said.replace('|', "\\|").chars().take(SHOWN).collect();
    format!("| {} | {scenario} | {said} |", corruption.path())
}
