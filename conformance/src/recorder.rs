//! What came of a scenario.

use std::time::Duration;

use cucumber::gherkin::Step;
use cucumber::{Event, Writer, cli, event, parser, writer};

use crate::failure;
use crate::world::World;

/// What came of one scenario that ran.
#[derive(Debug)]
pub struct Outcome {
    pub time: Duration,
    /// Where it stands, and everything that did not hold.
    pub failure: Option<String>,
}

/// Collects what did not hold.
#[derive(Debug, Default)]
pub struct Recorder {
    pub failures: Vec<String>,
    /// How many scenarios ended.
    pub ended: usize,
}

impl Recorder {
    fn scenario(&mut self, event: event::Scenario<World>) {
        match event {
            event::Scenario::Background(step, event) | event::Scenario::Step(step, event) => {
                self.failures.extend(stopped(&step, event));
            }
            event::Scenario::Hook(_, event::Hook::Failed(_, faults)) => self.failures.push(said(&faults)),
            event::Scenario::Finished => self.ended += 1,
            event::Scenario::Started | event::Scenario::Hook(..) | event::Scenario::Log(_) => {}
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
            Err(error) => self.failures.push(error.to_string()),
            Ok(event::Cucumber::Feature(
                _,
                event::Feature::Scenario(_, event) | event::Feature::Rule(_, event::Rule::Scenario(_, event)),
            )) => self.scenario(event.event),
            Ok(_) => {}
        }
    }
}

// Each scenario's events come in order, and that is all that it needs.
impl writer::Normalized for Recorder {}
