//! The report: JUnit XML for each server, and one Markdown file over all of them.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use junit_report::{OffsetDateTime, ReportBuilder, TestCase, TestSuite};

use crate::recorder::Outcome;
use crate::run::Case;
use crate::server::Server;

/// What came of one server.
#[derive(Debug)]
struct Run {
    server: &'static dyn Server,
    outcomes: Vec<Outcome>,
    /// Requirement and title of the scenarios that cannot run against it, and why.
    excluded: Vec<(String, String, String)>,
}

/// What came of the servers so far.
static RUNS: Mutex<Vec<Run>> = Mutex::new(Vec::new());

fn runs() -> MutexGuard<'static, Vec<Run>> {
    RUNS.lock().expect("no panic holds it")
}

fn add(server: &'static dyn Server, change: impl FnOnce(&mut Run)) {
    let mut runs = runs();
    let at = runs.iter().position(|run| run.server.name() == server.name());
    let at = at.unwrap_or_else(|| {
        let (outcomes, excluded) = (Vec::new(), Vec::new());
        runs.push(Run { server, outcomes, excluded });
        runs.len() - 1
    });
    change(&mut runs[at]);
}

/// Adds what came of a scenario.
pub fn ran(server: &'static dyn Server, outcome: Outcome) {
    add(server, |run| run.outcomes.push(outcome));
}

/// Adds a scenario that cannot run against a server, and why.
pub fn excluded(server: &'static dyn Server, case: &Case, why: &str) {
    let (requirement, title) = (case.requirement.clone(), case.title.clone());
    add(server, |run| run.excluded.push((requirement, title, why.to_owned())));
}

/// Returns the servers against which every scenario was excluded.
pub fn idle() -> Vec<String> {
    let runs = runs();
    let idle = runs.iter().filter(|run| run.outcomes.is_empty());
    idle.map(|run| run.server.name().to_owned()).collect()
}

/// Writes JUnit XML of every server to one file.
///
/// # Errors
///
/// The file cannot be written.
pub fn junit(file: &Path) -> std::io::Result<()> {
    let suites: Vec<TestSuite> = runs().iter().map(suite).collect();
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
    for run in runs.iter() {
        for outcome in failed(run) {
            let failure = outcome.failure.as_deref().unwrap_or_default();
            let (server, name) = (run.server.name(), title(outcome));
            let requirement = &outcome.requirement;
            let _ =
                write!(text, "\n## FAILED on {server}: {requirement} / {name}\n\n~~~~\n{failure}\n~~~~\n");
        }
    }
    text.push_str(
        "\n## Scenarios that did not run\n\n| server | requirement | scenario | why |\n|---|---|---|---|\n",
    );
    for run in runs.iter() {
        for (requirement, title, why) in &run.excluded {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                run.server.name(),
                cell(requirement),
                cell(title),
                cell(why)
            );
        }
    }
    std::fs::write(file, text)
}

fn suite(run: &Run) -> TestSuite {
    let mut suite = TestSuite::new(run.server.name());
    suite.set_timestamp(OffsetDateTime::now_utc());
    suite.set_system_out(&format!("server: {}\ncommand: {}", run.server.shown(), command()));
    for outcome in &run.outcomes {
        let time = junit_report::Duration::try_from(outcome.time).unwrap_or_default();
        let name = title(outcome);
        let mut case = match &outcome.failure {
            None => TestCase::success(&name, time),
            Some(failure) => TestCase::failure(&name, time, "expectation", failure),
        };
        case.set_classname(&outcome.requirement);
        suite.add_testcase(case);
    }
    for (requirement, title, why) in &run.excluded {
        let mut case = TestCase::skipped_with_cause(title, "excluded", why);
        case.set_classname(requirement);
        suite.add_testcase(case);
    }
    suite
}

fn title(outcome: &Outcome) -> String {
    match outcome.example.as_str() {
        "" => outcome.title.clone(),
        example => format!("{} [{example}]", outcome.title),
    }
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

fn counts(runs: &[Run], text: &mut String) {
    text.push_str("| target | server | scenarios | passed | failed | excluded | seconds |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    for run in runs {
        let failed = failed(run).count();
        let time: Duration = run.outcomes.iter().map(|outcome| outcome.time).sum();
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {failed} | {} | {:.2} |",
            run.server.name(),
            cell(&run.server.shown()),
            run.outcomes.len(),
            run.outcomes.len() - failed,
            run.excluded.len(),
            time.as_secs_f64()
        );
    }
}

fn failed(run: &Run) -> impl Iterator<Item = &Outcome> {
    run.outcomes.iter().filter(|outcome| outcome.failure.is_some())
}

/// Returns a string as a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
