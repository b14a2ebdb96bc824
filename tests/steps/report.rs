//! The report: JUnit XML per target, and one Markdown table over all of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use junit_report::{Duration, ReportBuilder, TestCase, TestSuite};

use super::recorder::Outcome;
use super::targets::Target;
use super::{criteria, outline};

type Saved = (Vec<Outcome>, Vec<(String, String)>);

fn folder(root: &Path) -> PathBuf {
    root.join("target/conformance")
}

/// Keeps what came of one target: as JUnit XML, and for the table. Each target
/// may run in a process of its own.
pub fn save(root: &Path, target: Target, outcomes: &[Outcome], excluded: &[(String, String)]) {
    let folder = folder(root);
    std::fs::create_dir_all(&folder).expect("the report's folder");
    let mut suite = TestSuite::new(target.name());
    for outcome in outcomes {
        let time = Duration::try_from(outcome.time).unwrap_or_default();
        let mut case = match &outcome.failure {
            None => TestCase::success(&outcome.title, time),
            Some(failure) => TestCase::failure(&outcome.title, time, "step", failure),
        };
        case.set_classname(&outcome.requirement);
        suite.add_testcase(case);
    }
    let report = ReportBuilder::new().add_testsuite(suite).build();
    let file = std::fs::File::create(folder.join(format!("{}.xml", target.name())));
    report
        .write_xml(file.expect("the JUnit file"))
        .expect("the JUnit file is written");
    let saved = serde_json::to_vec(&(outcomes, excluded)).expect("outcomes are JSON");
    std::fs::write(folder.join(format!("{}.json", target.name())), saved).expect("they are kept");
}

/// Writes `target/conformance/report.md` from what was kept.
pub fn write(root: &Path) {
    let folder = folder(root);
    let saved: BTreeMap<&str, Saved> = ["engine", "stdio", "renamed", "command"]
        .into_iter()
        .filter_map(|target| {
            let kept = std::fs::read(folder.join(format!("{target}.json"))).ok()?;
            Some((target, serde_json::from_slice(&kept).ok()?))
        })
        .collect();
    let mut text = String::from(
        "# Conformance\n\n| target | scenarios | passed | failed | not applicable | seconds |\n|---|---|---|---|---|---|\n",
    );
    for (target, (outcomes, excluded)) in &saved {
        let failed = outcomes
            .iter()
            .filter(|outcome| outcome.failure.is_some())
            .count();
        let seconds: f64 = outcomes
            .iter()
            .map(|outcome| outcome.time.as_secs_f64())
            .sum();
        let (count, passed) = (outcomes.len(), outcomes.len() - failed);
        let _ = writeln!(
            text,
            "| {target} | {count} | {passed} | {failed} | {} | {seconds:.2} |",
            excluded.len()
        );
    }
    scenarios(root, &saved, &mut text);
    shown(root, &mut text);
    if std::fs::create_dir_all(&folder).is_ok() {
        let _ = std::fs::write(folder.join("report.md"), text);
    }
}

fn scenarios(root: &Path, saved: &BTreeMap<&str, Saved>, text: &mut String) {
    let targets: Vec<&str> = saved.keys().copied().collect();
    let _ = writeln!(
        text,
        "\n| requirement | scenario | {} |",
        targets.join(" | ")
    );
    let _ = writeln!(text, "|---|---|{}", "---|".repeat(targets.len()));
    let Ok(runs) = outline::features(root) else {
        return;
    };
    for scenario in &runs.scenarios {
        let cells: Vec<String> = saved
            .values()
            .map(|(outcomes, _)| {
                let outcome = outcomes
                    .iter()
                    .find(|outcome| (&*outcome.requirement, &*outcome.title) == scenario.key());
                match outcome {
                    Some(Outcome {
                        failure: None,
                        time,
                        ..
                    }) => {
                        format!("{:.1} ms", time.as_secs_f64() * 1e3)
                    }
                    Some(_) => "FAILED".into(),
                    None => "–".into(),
                }
            })
            .collect();
        let (requirement, title) = scenario.key();
        let _ = writeln!(text, "| {requirement} | {title} | {} |", cells.join(" | "));
    }
}

fn shown(root: &Path, text: &mut String) {
    text.push_str("\n## Criteria\n\n| criterion | says | shown by |\n|---|---|---|\n");
    for (number, criterion) in criteria::read(root).unwrap_or_default() {
        let by = match &criterion.excluded {
            Some(reason) => format!("excluded: {reason}"),
            None => [criterion.scenarios.join("; "), criterion.tests.join("; ")]
                .into_iter()
                .filter(|names| !names.is_empty())
                .collect::<Vec<_>>()
                .join("; "),
        };
        let says = criterion.says.replace('|', "\\|");
        let _ = writeln!(text, "| {number} | {says} | {} |", by.replace('|', "\\|"));
    }
}
