//! What came of every scenario of a run.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use cucumber::gherkin::{Feature, Rule, Scenario, Step};
use cucumber::{Event, Writer, cli, event, parser, writer};

use crate::world::World;
use crate::{examples, failure};

/// What came of one scenario.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub requirement: String,
    pub title: String,
    /// The row of the examples, where the scenario is an outline's.
    pub example: String,
    pub time: Duration,
    /// Where it stands, and everything that did not hold.
    pub failure: Option<String>,
}

/// Collects the outcomes.
#[derive(Debug, Default)]
pub struct Recorder {
    pub outcomes: Vec<Outcome>,
    pub problems: Vec<String>,
    running: HashMap<(String, String, usize), (Instant, Vec<String>)>,
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
        let key = (requirement.clone(), scenario.name.clone(), scenario.position.line);
        let failure = match event {
            event::Scenario::Started => {
                self.running.insert(key, (Instant::now(), Vec::new()));
                return;
            }
            event::Scenario::Background(step, event) | event::Scenario::Step(step, event) => {
                stopped(&step, event)
            }
            event::Scenario::Hook(_, event::Hook::Failed(_, faults)) => Some(said(&faults)),
            event::Scenario::Finished => {
                if let Some((started, failures)) = self.running.remove(&key) {
                    let failure = (!failures.is_empty()).then(|| {
                        let place = failure::place(feature, rule, scenario);
                        format!("{place}\n{}", failures.join("\n"))
                    });
                    self.outcomes.push(Outcome {
                        requirement,
                        title: scenario.name.clone(),
                        example: examples::shown(scenario),
                        time: started.elapsed(),
                        failure,
                    });
                }
                return;
            }
            event::Scenario::Hook(..) | event::Scenario::Log(_) => return,
        };
        if let (Some(failure), Some((_, failures))) = (failure, self.running.get_mut(&key)) {
            failures.push(failure);
        }
    }
}

/// Why a scenario did not go on after a step.
fn stopped(step: &Step, event: event::Step<World>) -> Option<String> {
    match event {
        event::Step::Failed(_, _, _, error) => {
            let why = match error {
                event::StepError::Panic(panic) => said(&panic),
                other => other.to_string(),
            };
            Some(failure::stopped(step, &why))
        }
        event::Step::Skipped => Some(failure::stopped(step, "no step definition matches")),
        event::Step::Started | event::Step::Passed(..) => None,
    }
}

/// The words of a panic.
fn said(panic: &event::Info) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()))
        .unwrap_or_else(|| "a panic without words".to_owned())
}

impl Writer<World> for Recorder {
    type Cli = cli::Empty;

    async fn handle_event(&mut self, event: parser::Result<Event<event::Cucumber<World>>>, _cli: &Self::Cli) {
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
