//! The report: JUnit XML per target, and one Markdown file over all of them. Both
//! hold the run of this process alone.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use junit_report::{OffsetDateTime, ReportBuilder, TestCase, TestSuite};

use super::outline::{self, Scenario};
use super::recorder::Outcome;
use super::targets::Target;

/// What came of one target.
#[derive(Debug)]
struct Run {
    target: &'static str,
    /// What was run.
    server: String,
    outcomes: Vec<Outcome>,
    /// The scenarios that were not put to it, as `requirement / title`, and why.
    excluded: Vec<(String, String)>,
}

/// What came of the targets so far.
static RUNS: Mutex<Vec<Run>> = Mutex::new(Vec::new());

fn folder(root: &Path) -> PathBuf {
    root.join("target/conformance")
}

/// Keeps what came of one target, and writes it as JUnit XML. What earlier runs
/// wrote is removed first.
pub fn save(root: &Path, target: Target, outcomes: &[Outcome], excluded: &[(String, String)]) {
    let mut runs = RUNS.lock().expect("no panic holds it");
    let folder = folder(root);
    if runs.is_empty() {
        let _ = std::fs::remove_dir_all(&folder);
    }
    std::fs::create_dir_all(&folder).expect("the report's folder");
    let run = Run {
        target: target.name(),
        server: server(target),
        outcomes: outcomes.to_vec(),
        excluded: excluded.to_vec(),
    };
    let file = std::fs::File::create(folder.join(format!("{}.xml", run.target)));
    ReportBuilder::new()
        .add_testsuite(suite(&run))
        .build()
        .write_xml(file.expect("the JUnit file"))
        .expect("the JUnit file is written");
    runs.push(run);
}

fn server(target: Target) -> String {
    match target {
        Target::Engine | Target::Renamed => "in the test's process".into(),
        Target::Stdio => "mcp-guide serve".into(),
        Target::Stepwise => "mcp-guide serve, without openat2".into(),
        Target::Http => "mcp-guide serve --http".into(),
        Target::Command(line) => line.text.clone(),
    }
}

fn suite(run: &Run) -> TestSuite {
    let mut suite = TestSuite::new(run.target);
    suite.set_timestamp(OffsetDateTime::now_utc());
    suite.set_system_out(&format!("server: {}\ncommand: {}", run.server, command()));
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
    for (scenario, why) in &run.excluded {
        let (requirement, title) = scenario.split_once(" / ").unwrap_or(("", scenario));
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

/// The command line of this run, with the variables that it looks at.
fn command() -> String {
    let variables = std::env::vars().filter(|(name, _)| name.starts_with("MCP_GUIDE_"));
    let variables = variables.map(|(name, value)| format!("{name}='{value}'"));
    let program = ["cargo", "test", "--test", "features"].map(str::to_owned);
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.is_empty() {
        arguments.insert(0, "--".into());
    }
    let words: Vec<String> = variables.chain(program).chain(arguments).collect();
    words.join(" ")
}

/// Writes `target/conformance/report.md`, where a target ran.
pub fn write(root: &Path) {
    let runs = RUNS.lock().expect("no panic holds it");
    if runs.is_empty() {
        return;
    }
    let now = humantime::format_rfc3339_seconds(SystemTime::now());
    let mut text = format!("# Conformance\n\n{now}, by `{}`\n\n", command());
    counts(&runs, &mut text);
    failures(&runs, &mut text);
    let outline = outline::features(root).unwrap_or_default();
    scenarios(&runs, &outline.scenarios, &mut text);
    let _ = std::fs::write(folder(root).join("report.md"), text);
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
            run.target,
            cell(&run.server),
            run.outcomes.len(),
            run.outcomes.len() - failed,
            run.excluded.len(),
            time.as_secs_f64()
        );
    }
}

fn failed(run: &Run) -> impl Iterator<Item = &Outcome> {
    run.outcomes
        .iter()
        .filter(|outcome| outcome.failure.is_some())
}

/// What failed, with everything that is said of it.
fn failures(runs: &[Run], text: &mut String) {
    for run in runs {
        for outcome in failed(run) {
            let failure = outcome.failure.as_deref().unwrap_or_default();
            let _ = write!(
                text,
                "\n## FAILED on {}: {} / {}\n\n~~~~\n{failure}\n~~~~\n",
                run.target,
                outcome.requirement,
                title(outcome)
            );
        }
    }
}

/// Every scenario that ran or was excluded, those that failed first.
fn scenarios(runs: &[Run], scenarios: &[Scenario], text: &mut String) {
    let targets: Vec<&str> = runs.iter().map(|run| run.target).collect();
    let _ = writeln!(
        text,
        "\n## Scenarios\n\n| requirement | scenario | {} |\n|---|---|{}",
        targets.join(" | "),
        "---|".repeat(targets.len())
    );
    let mut rows: Vec<(bool, String)> = Vec::new();
    let mut unasked = 0;
    for scenario in scenarios {
        let cells: Vec<Option<String>> = runs.iter().map(|run| came(run, scenario)).collect();
        if cells.iter().all(Option::is_none) {
            unasked += 1;
            continue;
        }
        let cells: Vec<String> = cells
            .into_iter()
            .map(|cell| cell.unwrap_or_else(|| "– (it did not run)".into()))
            .collect();
        let green = !cells.iter().any(|cell| cell.starts_with(FAILED));
        let (requirement, title) = scenario.key();
        let (requirement, title) = (cell(requirement), cell(title));
        rows.push((
            green,
            format!("| {requirement} | {title} | {} |\n", cells.join(" | ")),
        ));
    }
    rows.sort_by_key(|(green, _)| *green);
    text.extend(rows.into_iter().map(|(_, row)| row));
    if unasked > 0 {
        let _ = writeln!(
            text,
            "\nNot asked for in this run: {unasked} other scenarios."
        );
    }
}

const FAILED: &str = "FAILED";

/// What came of a scenario on a target; `None` where it was not asked for.
fn came(run: &Run, scenario: &Scenario) -> Option<String> {
    let outcomes: Vec<&Outcome> = run
        .outcomes
        .iter()
        .filter(|outcome| (&*outcome.requirement, &*outcome.title) == scenario.key())
        .collect();
    let (requirement, title) = scenario.key();
    let key = format!("{requirement} / {title}");
    if let Some((_, why)) = run.excluded.iter().find(|(excluded, _)| *excluded == key) {
        return Some(format!("– ({})", cell(why)));
    }
    let failed = outcomes.iter().filter(|outcome| outcome.failure.is_some());
    let (failed, count) = (failed.count(), outcomes.len());
    let time: Duration = outcomes.iter().map(|outcome| outcome.time).sum();
    let time = format!("{:.1} ms", time.as_secs_f64() * 1e3);
    match (failed, count) {
        (_, 0) => None,
        (0, 1) => Some(time),
        (0, _) => Some(format!("{time} ({count} examples)")),
        (_, 1) => Some(FAILED.into()),
        _ => Some(format!("{FAILED} ({failed} of {count} examples)")),
    }
}

/// A text within a cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
