//! Answers that are wrong in one way each.

use std::path::Path;

use serde_json::{Map, Value};

use laws::calls;
use laws::dispatch::Answer;

/// A fault, and what it does to a Result.
pub type Fault = (&'static str, fn(&mut Map<String, Value>));

const DELIMITER: &str = "\r\n--guide-boundary";

/// Each is named by what goes wrong.
pub const FAULTS: [Fault; 15] = [
    ("parts in another order", |result| {
        parts(result, |parts| parts.swap(0, 1))
    }),
    ("one part left out", |result| {
        parts(result, |parts| drop(parts.pop()))
    }),
    ("a part twice", |result| {
        parts(result, |parts| parts.push(parts[0].clone()))
    }),
    ("a body cut", |result| {
        parts(result, |parts| parts[0].truncate(40))
    }),
    ("a note forgotten", |result| drop(result.remove("message"))),
    ("its last sentence forgotten", |result| {
        edit(result, "message", |text| {
            let sentence = text.rfind(". ").map(|at| at + 1);
            text[..sentence.unwrap_or(text.len())].to_owned()
        });
    }),
    ("an instruction forgotten", |result| {
        if result["success"] == true {
            result.remove("instruction");
        }
    }),
    ("another error type", |result| {
        edit(result, "error_type", |kind| {
            kind.replace("not_found", "no_matches")
        });
    }),
    ("another error's instruction", |result| {
        let other = "Present this error to the user and take no further action.";
        edit(result, "instruction", |text| {
            text.replace("pattern syntax help", other)
        });
    }),
    ("positions counted from one", |result| {
        edit(result, "error", |text| {
            text.replace("at byte 0", "at byte 1")
        });
    }),
    ("a document's last byte", |result| {
        edit(result, "value", |text| text.trim_end().to_owned())
    }),
    ("a heading before the title", |result| {
        edit(result, "value", |text| {
            text.replace("| T | D d |", "| Head | D d |")
        })
    }),
    ("rows in another order", |result| {
        rows(result, |rows| rows.reverse())
    }),
    ("a row left out", |result| {
        rows(result, |rows| rows.truncate(1))
    }),
    ("what cannot be read, in another order", |result| {
        edit(result, "value", |text| {
            match text.split_once("Cannot be read:\n") {
                Some((above, below)) => {
                    let lines: Vec<&str> = below.lines().rev().collect();
                    format!("{above}Cannot be read:\n{}\n", lines.join("\n"))
                }
                None => text.to_owned(),
            }
        });
    }),
];

/// The engine's answer with a fault.
pub fn answer(
    fault: fn(&mut Map<String, Value>),
    folder: &Path,
    tool: &str,
    arguments: &Map<String, Value>,
) -> Answer {
    let json = calls::engine(folder, tool, arguments)?;
    let mut result = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    fault(&mut result);
    Ok(Value::Object(result).to_string())
}

fn edit(result: &mut Map<String, Value>, key: &str, edited: impl Fn(&str) -> String) {
    if let Some(Value::String(text)) = result.get_mut(key) {
        *text = edited(text);
    }
}

/// Changes the parts of a message of several.
fn parts(result: &mut Map<String, Value>, change: fn(&mut Vec<String>)) {
    edit(result, "value", |text| {
        let mut pieces: Vec<String> = text.split(DELIMITER).map(str::to_owned).collect();
        if pieces.len() < 4 {
            return text.to_owned();
        }
        let (head, close) = (pieces.remove(0), pieces.pop().unwrap_or_default());
        change(&mut pieces);
        pieces.insert(0, head);
        pieces.push(close);
        pieces.join(DELIMITER)
    });
}

/// Changes the rows of a listing of several.
fn rows(result: &mut Map<String, Value>, change: fn(&mut Vec<&str>)) {
    edit(result, "value", |text| {
        let (table, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        let mut rows: Vec<&str> = table.lines().collect();
        if !table.starts_with("| ") || rows.len() < 4 {
            return text.to_owned();
        }
        let head = rows.drain(..2).collect::<Vec<_>>().join("\n");
        change(&mut rows);
        let between = if rest.is_empty() { "\n" } else { "\n\n" };
        format!("{head}\n{}{between}{rest}", rows.join("\n"))
    });
}
