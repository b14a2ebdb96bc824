//! One run of the features against one target.

use std::path::{Path, PathBuf};

use cucumber::{World as _, gherkin};

use super::examples::Reader;
use super::outline;
use super::recorder::Recorder;
use super::report;
use super::targets::Target;
use super::world::{TARGET, World};

/// How many scenarios run at once.
const AT_ONCE: usize = 8;

/// Runs every feature; returns what failed.
pub fn features(root: &Path, target: Target) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let wanted = std::env::var("MCP_GUIDE_SCENARIO").unwrap_or_default();
    let recorder = runtime.block_on(TARGET.scope(target, run(root, target, wanted.clone())));
    let mut problems = recorder.problems;
    let excluded = excluded(root, target);
    if wanted.is_empty() {
        let due = outline::features(root).map_or(0, |outline| {
            let runs = outline.scenarios.iter().filter(|scenario| {
                let key = format!("{} / {}", scenario.requirement, scenario.title);
                excluded.iter().all(|(excluded, _)| *excluded != key)
            });
            runs.map(|scenario| scenario.runs).sum()
        });
        let ran = recorder.outcomes.len();
        if ran != due {
            problems.push(format!(
                "{ran} scenarios ran of {due}, {} excluded",
                excluded.len()
            ));
        }
    }
    for (scenario, why) in &excluded {
        println!("not run against {}: {scenario}: {why}", target.name());
    }
    println!(
        "{}: {} scenarios ran",
        target.name(),
        recorder.outcomes.len()
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

async fn run(root: &Path, target: Target, wanted: String) -> Recorder {
    World::cucumber::<PathBuf>()
        .with_parser(Reader)
        .with_writer(Recorder::default())
        .with_default_cli()
        .max_concurrent_scenarios(AT_ONCE)
        .after(|_, _, _, _, world| {
            Box::pin(async move {
                if let Some(world) = world {
                    world.end();
                }
            })
        })
        .filter_run(root.join("features"), move |feature, rule, scenario| {
            scenario.name.contains(&wanted)
                && target.excludes(steps(feature, rule, scenario)).is_none()
        })
        .await
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

/// The scenarios that cannot be put to this target, and why.
fn excluded(root: &Path, target: Target) -> Vec<(String, String)> {
    let Ok(outline) = outline::features(root) else {
        return Vec::new();
    };
    outline
        .scenarios
        .iter()
        .filter_map(|scenario| {
            let why = target.excludes(scenario.steps.iter())?;
            Some((
                format!("{} / {}", scenario.requirement, scenario.title),
                why,
            ))
        })
        .collect()
}
