//! One way in which a server's answers could be others.

use serde_json::{Map, Value};

pub type Titles = &'static [&'static str];

/// A named corruption of answers.
#[derive(Debug, Clone, Copy)]
pub struct Corruption {
    pub name: &'static str,
    pub change: Change,
    /// The scenarios that have to notice it, by title, or as `requirement / title`.
    /// Of what is legal: those that must not.
    pub scenarios: Titles,
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
    /// To the result of another method.
    Of(&'static str, fn(&mut Value)),
    /// To the answer to a request that ended in a JSON-RPC error.
    Refusal(fn(&mut Value)),
    /// To any answer.
    Answer(fn(&mut Value)),
    /// To the line of the answer to a call: the lines in its place.
    Lines(fn(&Value) -> Vec<String>),
}

impl Corruption {
    /// Returns the lines in the place of an answer's line; `None` where it stays.
    pub fn apply(&self, method: &str, line: &str) -> Option<Vec<String>> {
        let before: Value = serde_json::from_str(line).ok()?;
        let mut message = before.clone();
        let call = method == "tools/call";
        match self.change {
            Change::Nothing => {}
            Change::Text(field, change) if call => {
                in_result(&mut message, |result| {
                    let text = result.get(field).and_then(Value::as_str);
                    if let Some(changed) = text.and_then(change) {
                        result[field] = changed.into();
                    }
                });
            }
            Change::Result(change) if call => in_result(&mut message, change),
            Change::Call(change) if call => change(message.get_mut("result")?),
            Change::Of(of, change) if method == of => change(message.get_mut("result")?),
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
fn in_result(message: &mut Value, change: impl FnOnce(&mut Map<String, Value>)) {
    let text = message.pointer_mut("/result/content/0/text");
    let Some(Value::String(text)) = text else {
        return;
    };
    if let Ok(Value::Object(mut result)) = serde_json::from_str(text) {
        change(&mut result);
        *text = Value::Object(result).to_string();
    }
}

/// Declares a function for each kind of change. It returns a corruption that its scenarios
/// have to notice.
macro_rules! kinds {
    ($($kind:ident: $change:ident($($argument:ident: $type:ty),*);)*) => {$(
        pub const fn $kind(name: &'static str, scenarios: Titles, $($argument: $type),*) -> Corruption {
            let change = Change::$change($($argument),*);
            Corruption { name, change, scenarios, legal: false }
        }
    )*};
}

kinds! {
    text: Text(field: &'static str, change: fn(&str) -> Option<String>);
    result: Result(change: fn(&mut Map<String, Value>));
    call: Call(change: fn(&mut Value));
    of: Of(method: &'static str, change: fn(&mut Value));
    refusal: Refusal(change: fn(&mut Value));
    answer: Answer(change: fn(&mut Value));
    lines: Lines(change: fn(&Value) -> Vec<String>);
}

/// A change that is the server's own affair.
pub const fn legal(corruption: Corruption) -> Corruption {
    Corruption { legal: true, ..corruption }
}
