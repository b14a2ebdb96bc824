//! One way in which a server could be wrong.

use serde_json::{Map, Value};

/// A named corruption of answers.
#[derive(Debug, Clone, Copy)]
pub struct Corruption {
    /// What it is about: listings, documents, tools …
    pub room: &'static str,
    pub name: &'static str,
    pub change: Change,
    /// The scenarios that have to notice it, by title, or as `requirement / title`.
    /// Of what is legal: those that must not.
    pub scenarios: &'static [&'static str],
    /// Whether a server may do this.
    pub legal: bool,
}

/// What is done to the answers. Where nothing is changed, the line goes on as it is.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// Nothing: the proxy by itself.
    Nothing,
    /// To one text of a tool's Result.
    Text(&'static str, fn(&str) -> Option<String>),
    /// To a tool's Result.
    Result(fn(&mut Map<String, Value>)),
    /// To the result of `tools/call` around it.
    Call(fn(&mut Value)),
    /// To the tools of `tools/list`.
    Tools(fn(&mut Vec<Value>)),
    /// To the result of another method.
    Of(&'static str, fn(&mut Value)),
    /// To the result of `initialize`.
    Initialize(fn(&mut Value)),
    /// To the answer to a call that ended in a JSON-RPC error.
    Refusal(fn(&mut Value)),
    /// To any answer.
    Answer(fn(&mut Value)),
    /// To the line of the answer to a call: the lines in its place.
    Lines(fn(&Value) -> Vec<String>),
}

impl Corruption {
    /// How it is named among the tests.
    pub fn path(&self) -> String {
        format!("{}::{}", self.room, self.name)
    }

    /// The lines in the place of an answer's line; `None` where it stays.
    pub fn apply(&self, method: &str, line: &str) -> Option<Vec<String>> {
        let before: Value = serde_json::from_str(line).ok()?;
        let mut message = before.clone();
        let call = method == "tools/call";
        match self.change {
            Change::Nothing => {}
            Change::Text(field, change) if call => {
                result(&mut message, |result| {
                    let text = result.get(field).and_then(Value::as_str);
                    if let Some(changed) = text.and_then(change) {
                        result[field] = changed.into();
                    }
                });
            }
            Change::Result(change) if call => result(&mut message, change),
            Change::Call(change) if call => {
                change(message.get_mut("result")?);
            }
            Change::Tools(change) if method == "tools/list" => {
                change(message.pointer_mut("/result/tools")?.as_array_mut()?);
            }
            Change::Of(of, change) if method == of => change(message.get_mut("result")?),
            Change::Initialize(change) if method == "initialize" => {
                change(message.get_mut("result")?);
            }
            Change::Refusal(change) if message.get("error").is_some() => change(&mut message),
            Change::Answer(change) => change(&mut message),
            Change::Lines(change) if call => return Some(change(&before)),
            _ => {}
        }
        // As text: the order of keys is a change.
        let (before, after) = (before.to_string(), message.to_string());
        (after != before).then(|| vec![after])
    }
}

/// Changes the Result in the text of a call's answer.
fn result(message: &mut Value, change: impl FnOnce(&mut Map<String, Value>)) {
    let text = message.pointer_mut("/result/content/0/text");
    let Some(Value::String(text)) = text else {
        return;
    };
    if let Ok(Value::Object(mut result)) = serde_json::from_str(text) {
        change(&mut result);
        *text = Value::Object(result).to_string();
    }
}

/// A table's row: `corrupt(room, name, change, scenarios)`.
pub const fn corrupt(
    room: &'static str,
    name: &'static str,
    change: Change,
    scenarios: &'static [&'static str],
) -> Corruption {
    Corruption {
        room,
        name,
        change,
        scenarios,
        legal: false,
    }
}
