//! One run of the features against one target.

use std::path::{Path, PathBuf};

use cucumber::{World as _, gherkin};

use super::examples::Reader;
use super::outline::{self, Outline, Scenario};
use super::recorder::Recorder;
use super::report;
use super::targets::Target;
use super::world::{TARGET, World};

/// How many scenarios run at once.
const AT_ONCE: usize = 32;

/// Holds the words of the titles that run alone.
const WANTED: &str = "MCP_GUIDE_SCENARIO";

/// Runs every feature; returns what failed.
pub fn features(root: &Path, target: Target) -> Vec<String> {
    let wanted = std::env::var(WANTED).unwrap_or_default();
    let outline = match outline::features(root) {
        Ok(outline) => outline,
        Err(problem) => return vec![problem],
    };
    let words = wanted.clone();
    let recorder = scenarios(&root.join("features"), target, move |_, title| {
        title.contains(&words)
    });
    let mut problems = recorder.problems;
    let excluded = excluded(&outline, target, &wanted);
    let ran = recorder.outcomes.len();
    let all = chosen(&outline, &wanted);
    let (out, due): (Vec<&Scenario>, Vec<&Scenario>) = all.partition(|scenario| {
        target
            .excludes(&scenario.requirement, scenario.steps.iter())
            .is_some()
    });
    let runs: usize = due.iter().map(|scenario| scenario.runs).sum();
    if due.is_empty() {
        problems.push(match out.len() {
            0 => format!("{WANTED}={wanted}: no scenario has this in its title"),
            out => format!("nothing ran: all {out} scenarios are excluded"),
        });
    }
    if ran != runs {
        problems.push(format!(
            "{ran} scenarios ran of {runs}, {} excluded",
            out.len()
        ));
    }
    for (scenario, why) in &excluded {
        println!("not run against {}: {scenario}: {why}", target.name());
    }
    println!(
        "{}: {ran} scenarios ran, {} excluded",
        target.name(),
        excluded.len()
    );
    report::save(root, target, &recorder.outcomes, &excluded);
    problems.extend(
        recorder
            .outcomes
            .into_iter()
            .filter_map(|outcome| outcome.failure),
    );
    problems
}

/// Runs the scenarios of a file, or of a folder's files, that are wanted by
/// requirement and title, and that can be put to the target.
pub fn scenarios(
    features: &Path,
    target: Target,
    wanted: impl Fn(&str, &str) -> bool + 'static,
) -> Recorder {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let run = World::cucumber::<PathBuf>()
        .with_parser(Reader)
        .with_writer(Recorder::default())
        .with_default_cli()
        .max_concurrent_scenarios(AT_ONCE)
        .after(|_, _, _, _, world| {
            Box::pin(async move {
                if let Some(world) = world {
                    world.end().await;
                }
            })
        })
        .filter_run(features.to_owned(), move |feature, rule, scenario| {
            let requirement = rule.map_or(&feature.name, |rule| &rule.name);
            let steps = steps(feature, rule, scenario);
            wanted(requirement, &scenario.name) && target.excludes(requirement, steps).is_none()
        });
    runtime.block_on(TARGET.scope(target, run))
}

/// Every step of a scenario, its backgrounds' first.
fn steps<'a>(
    feature: &'a gherkin::Feature,
    rule: Option<&'a gherkin::Rule>,
    scenario: &'a gherkin::Scenario,
) -> impl Iterator<Item = &'a gherkin::Step> {
    let of_feature = feature
        .background
        .iter()
        .flat_map(|background| &background.steps);
    let of_rule = rule
        .and_then(|rule| rule.background.as_ref())
        .into_iter()
        .flat_map(|background| &background.steps);
    of_feature.chain(of_rule).chain(&scenario.steps)
}

/// The scenarios with these words in their titles.
fn chosen<'a>(outline: &'a Outline, wanted: &'a str) -> impl Iterator<Item = &'a Scenario> {
    let scenarios = outline.scenarios.iter();
    scenarios.filter(move |scenario| scenario.title.contains(wanted))
}

/// The scenarios that cannot be put to this target, and why.
fn excluded(outline: &Outline, target: Target, wanted: &str) -> Vec<(String, String)> {
    let of_one = |scenario: &Scenario| {
        let why = target.excludes(&scenario.requirement, scenario.steps.iter())?;
        let name = format!("{} / {}", scenario.requirement, scenario.title);
        Some((name, why))
    };
    chosen(outline, wanted).filter_map(of_one).collect()
}
