//! What came of every scenario of a run.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use cucumber::gherkin::{Feature, Rule, Scenario, Step};
use cucumber::{Event, Writer, cli, event, parser, writer};

use super::world::World;

/// What came of one scenario.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    pub requirement: String,
    pub title: String,
    pub time: Duration,
    /// The step that failed, and why.
    pub failure: Option<String>,
}

/// Collects the outcomes.
#[derive(Debug, Default)]
pub struct Recorder {
    pub outcomes: Vec<Outcome>,
    pub problems: Vec<String>,
    running: HashMap<(String, String, usize), (Instant, Option<String>)>,
}

impl Recorder {
    fn scenario(
        &mut self,
        feature: &Feature,
        rule: Option<&Rule>,
        scenario: &Scenario,
        event: event::Scenario<World>,
    ) {
        let requirement = rule.map_or(&feature.name, |rule| &rule.name).clone();
        let key = (
            requirement.clone(),
            scenario.name.clone(),
            scenario.position.line,
        );
        match event {
            event::Scenario::Started => {
                self.running.insert(key, (Instant::now(), None));
            }
            event::Scenario::Background(step, event) | event::Scenario::Step(step, event) => {
                if let (Some(failure), Some(running)) =
                    (failure(feature, &step, event), self.running.get_mut(&key))
                {
                    running.1.get_or_insert(failure);
                }
            }
            event::Scenario::Finished => {
                if let Some((started, failure)) = self.running.remove(&key) {
                    self.outcomes.push(Outcome {
                        requirement,
                        title: scenario.name.clone(),
                        time: started.elapsed(),
                        failure,
                    });
                }
            }
            event::Scenario::Hook(_, event::Hook::Failed(_, why)) => {
                if let Some(running) = self.running.get_mut(&key) {
                    let why = said(&*why);
                    running
                        .1
                        .get_or_insert(format!("'{}': {why}", scenario.name));
                }
            }
            event::Scenario::Hook(..) | event::Scenario::Log(_) => {}
        }
    }
}

fn failure(feature: &Feature, step: &Step, event: event::Step<World>) -> Option<String> {
    let why = match event {
        event::Step::Failed(_, _, _, error) => error.to_string(),
        event::Step::Skipped => "no step definition matches".to_owned(),
        event::Step::Started | event::Step::Passed(..) => return None,
    };
    let file = feature
        .path
        .as_ref()
        .and_then(|path| path.file_name())
        .unwrap_or_default();
    let (file, line) = (file.to_string_lossy(), step.position.line);
    Some(format!(
        "{file}:{line}: {}{}: {why}",
        step.keyword, step.value
    ))
}

impl Writer<World> for Recorder {
    type Cli = cli::Empty;

    async fn handle_event(
        &mut self,
        event: parser::Result<Event<event::Cucumber<World>>>,
        _cli: &Self::Cli,
    ) {
        match event.map(Event::into_inner) {
            Err(error) => self.problems.push(error.to_string()),
            Ok(event::Cucumber::Feature(feature, event)) => match event {
                event::Feature::Scenario(scenario, event) => {
                    self.scenario(&feature, None, &scenario, event.event);
                }
                event::Feature::Rule(rule, event::Rule::Scenario(scenario, event)) => {
                    self.scenario(&feature, Some(&rule), &scenario, event.event);
                }
                _ => {}
            },
            Ok(_) => {}
        }
    }
}

// Each scenario's events come in order, and that is all that it needs.
impl writer::Normalized for Recorder {}

/// The words of a panic.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().cloned();
    words
        .or_else(|| {
            panic
                .downcast_ref::<&str>()
                .map(|words| (*words).to_owned())
        })
        .unwrap_or_else(|| "a panic without words".into())
}
