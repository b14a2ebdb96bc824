//! The report: JUnit XML for each server, and one Markdown file over all of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use junit_report::{OffsetDateTime, ReportBuilder, TestCase, TestSuite};

use crate::recorder::Outcome;
use crate::run::Case;
use crate::server::Server;

/// What came of one server.
#[derive(Debug)]
struct Run {
    server: &'static dyn Server,
    /// What came of each scenario, or why it cannot run against the server.
    outcomes: Vec<(Arc<Case>, Result<Outcome, String>)>,
}

impl Run {
    /// Returns the scenarios that failed, and why.
    fn failed(&self) -> impl Iterator<Item = (&Case, &String)> {
        (self.outcomes.iter())
            .filter_map(|(case, outcome)| Some((&**case, outcome.as_ref().ok()?.failure.as_ref()?)))
    }

    /// Returns the scenarios that cannot run against the server, and why.
    fn excluded(&self) -> impl Iterator<Item = (&Case, &String)> {
        self.outcomes.iter().filter_map(|(case, outcome)| Some((&**case, outcome.as_ref().err()?)))
    }
}

/// What came of the servers so far, by their names.
static RUNS: Mutex<BTreeMap<&str, Run>> = Mutex::new(BTreeMap::new());

fn runs() -> MutexGuard<'static, BTreeMap<&'static str, Run>> {
    RUNS.lock().expect("no panic holds it")
}

/// Adds what came of a scenario, or why it cannot run against the server.
pub fn add(server: &'static dyn Server, case: Arc<Case>, outcome: Result<Outcome, String>) {
    let mut runs = runs();
    let run = runs.entry(server.name()).or_insert_with(|| Run { server, outcomes: Vec::new() });
    run.outcomes.push((case, outcome));
}

/// Returns the servers against which every scenario was excluded.
pub fn idle() -> Vec<&'static str> {
    let runs = runs();
    let idle = runs.iter().filter(|(_, run)| run.excluded().count() == run.outcomes.len());
    idle.map(|(name, _)| *name).collect()
}

/// Writes JUnit XML of every server to one file.
///
/// # Errors
///
/// The file cannot be written.
pub fn junit(file: &Path) -> std::io::Result<()> {
    let suites: Vec<TestSuite> = runs().values().map(suite).collect();
    let report = ReportBuilder::new().add_testsuites(suites).build();
    report.write_xml(std::fs::File::create(file)?).map_err(std::io::Error::other)
}

/// Writes `report.md` and `report.xml` to a folder, if any scenario ran.
///
/// # Errors
///
/// A file that cannot be written.
pub fn write(folder: &Path) -> std::io::Result<()> {
    if runs().is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    junit(&folder.join("report.xml"))?;
    markdown(&folder.join("report.md"))
}

/// Writes Markdown of every server to one file.
///
/// # Errors
///
/// The file cannot be written.
pub fn markdown(file: &Path) -> std::io::Result<()> {
    let runs = runs();
    let now = humantime::format_rfc3339_seconds(SystemTime::now());
    let mut text = format!("# Conformance\n\n{now}, by `{}`\n\n", command());
    counts(&runs, &mut text);
    for (server, run) in &*runs {
        for (case, failure) in run.failed() {
            let (requirement, name) = (&case.requirement, case.shown());
            let _ =
                write!(text, "\n## FAILED on {server}: {requirement} / {name}\n\n~~~~\n{failure}\n~~~~\n");
        }
    }
    text.push_str(
        "\n## Scenarios that did not run\n\n| server | requirement | scenario | why |\n|---|---|---|---|\n",
    );
    for (server, run) in &*runs {
        for (case, why) in run.excluded() {
            let (requirement, title) = (cell(&case.requirement), cell(&case.title));
            let _ = writeln!(text, "| {server} | {requirement} | {title} | {} |", cell(why));
        }
    }
    std::fs::write(file, text)
}

fn suite(run: &Run) -> TestSuite {
    let mut suite = TestSuite::new(run.server.name());
    suite.set_timestamp(OffsetDateTime::now_utc());
    suite.set_system_out(&format!("server: {}\ncommand: {}", run.server.shown(), command()));
    for (case, outcome) in &run.outcomes {
        let name = case.shown();
        let mut test = match outcome {
            Err(why) => TestCase::skipped_with_cause(&name, "excluded", why),
            Ok(Outcome { time, failure }) => {
                let time = junit_report::Duration::try_from(*time).unwrap_or_default();
                match failure {
                    None => TestCase::success(&name, time),
                    Some(failure) => TestCase::failure(&name, time, "expectation", failure),
                }
            }
        };
        test.set_classname(&case.requirement);
        suite.add_testcase(test);
    }
    suite
}

/// Returns the command line of this run, with the variables that it reads.
fn command() -> String {
    let variables = std::env::vars().filter(|(name, _)| name.starts_with("MCP_GUIDE_"));
    let variables = variables.map(|(name, value)| format!("{name}='{value}'"));
    let mut arguments = std::env::args();
    let program = arguments.next().unwrap_or_default();
    let program = Path::new(&program).file_name().unwrap_or_default();
    let program = program.to_string_lossy().into_owned();
    let words: Vec<String> = variables.chain([program]).chain(arguments).collect();
    words.join(" ")
}

fn counts(runs: &BTreeMap<&str, Run>, text: &mut String) {
    text.push_str("| target | server | scenarios | passed | failed | excluded | seconds |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    for (name, run) in runs {
        let (failed, excluded) = (run.failed().count(), run.excluded().count());
        let ran = run.outcomes.len() - excluded;
        let times = run.outcomes.iter().filter_map(|(_, outcome)| Some(outcome.as_ref().ok()?.time));
        let _ = writeln!(
            text,
            "| {name} | `{}` | {ran} | {} | {failed} | {excluded} | {:.2} |",
            cell(&run.server.shown()),
            ran - failed,
            times.sum::<Duration>().as_secs_f64()
        );
    }
}

/// Returns a string as a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
