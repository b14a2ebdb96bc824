//! What a scenario's failure says: where, what was called, what was due and came.

use cucumber::gherkin::Step;
use serde_json::Value;

/// One thing that does not hold.
#[derive(Debug, Clone)]
pub struct Fault {
    /// The step's line, keyword and sentence.
    step: String,
    /// The call's number in the scenario, and the call.
    call: Option<(usize, Value)>,
    what: String,
}

impl Fault {
    pub fn new(step: &Step, call: Option<(usize, Value)>, what: String) -> Self {
        Self { step: shown(step), call, what }
    }
}

/// `12: Then the sentence`.
fn shown(step: &Step) -> String {
    let keyword = step.keyword.trim();
    format!("{}: {keyword} {}", step.position.line, step.value)
}

/// All faults of a scenario, each step and each call named once.
pub fn told(faults: &[Fault]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut before: Option<&Fault> = None;
    for fault in faults {
        let same_step = before.is_some_and(|before| before.step == fault.step);
        if !same_step {
            lines.push(fault.step.clone());
        }
        let same_call = before.is_some_and(|before| before.call == fault.call);
        if let (Some((number, call)), false) = (&fault.call, same_step && same_call) {
            lines.push(format!("  call #{number} {}", cut(&call.to_string())));
        }
        lines.push(format!("    {}", fault.what.replace('\n', "\n    ")));
        before = Some(fault);
    }
    lines.join("\n")
}

/// The step that a scenario could not go on from.
pub fn stopped(step: &Step, why: &str) -> String {
    format!("{}\n    {}", shown(step), why.replace('\n', "\n    "))
}

/// As much of a call as people want to read.
fn cut(call: &str) -> String {
    const MOST: usize = 600;
    match call.char_indices().nth(MOST) {
        None => call.to_owned(),
        Some((end, _)) => format!("{}… ({} bytes)", &call[..end], call.len()),
    }
}
