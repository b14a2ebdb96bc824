//! `Then`: the expectations.

mod difference;
pub mod key;
mod listing;
mod parts;
mod pointers;
pub mod update;
mod written;

use cucumber::gherkin::Step;
use cucumber::then;
use serde_json::Value;

use crate::cells;
use crate::http::Response;
use crate::named;
use crate::server::Wording;
use crate::world::{Answer, World};
use difference::difference;
use listing::Line;

/// One row of a `Then`.
#[derive(Debug)]
struct Row {
    /// The call that it is about; `None`: all of them.
    call: Option<usize>,
    key: String,
    cells: Vec<String>,
}

#[then(regex = "^.+$")]
fn then(world: &mut World, step: &Step) {
    let table = step.table.as_ref().expect("this Then needs a table of expectations");
    world.sentence.clone_from(&step.value);
    let seen = world.seen;
    let answers: Vec<&Answer> = world.answers[seen..].iter().map(|asked| &asked.answer).collect();
    assert!(!answers.is_empty(), "there was no call to look at");
    let proposed = update::wanted().is_ok_and(|wanted| wanted);
    let proposed = proposed.then(|| update::rows(world, &answers, &table.rows));
    for (at, problem) in looked_at(world, &answers, &table.rows) {
        world.fault(step, at.map(|at| seen + at), problem);
    }
    let line = step.position.line;
    world.proposed.extend(proposed.map(|rows| (line, rows)));
    world.seen = world.answers.len();
}

/// Everything that does not hold of the answers, each with its place among them.
pub fn looked_at(world: &World, answers: &[&Answer], table: &[Vec<String>]) -> Vec<(Option<usize>, String)> {
    let mut problems = Vec::new();
    let mut rows = Vec::new();
    for row in table {
        match read(row) {
            Ok(read) => rows.extend(read),
            Err(problem) => problems.push((None, problem)),
        }
    }
    if rows.iter().all(|row| key::says_little(&row.key)) {
        let problem = "omits alone is no expectation";
        problems.push((None, problem.into()));
    }
    for row in &rows {
        if let Some(call) = row.call.filter(|call| !(1..=answers.len()).contains(call)) {
            problems.push((None, format!("there is no call #{call}")));
        }
    }
    for (at, one) in answers.iter().enumerate() {
        let about = |row: &&Row| row.call.is_none_or(|call| call == at + 1);
        let about: Vec<&Row> = rows.iter().filter(about).collect();
        if about.iter().all(|row| key::says_little(&row.key)) && !rows.is_empty() {
            problems.push((Some(at), "nothing is said of this call".into()));
        }
        let found = answer(world, one, &about);
        problems.extend(found.into_iter().map(|problem| (Some(at), problem)));
    }
    problems
}

/// The rows that a row of the table stands for.
fn read(row: &[String]) -> Result<Vec<Row>, String> {
    if let Some(problem) = key::problem(row) {
        return Err(problem);
    }
    let (call, key) = key::split(&row[0]);
    let cells = row[1..].iter().map(|cell| named::resolved(cell));
    let cells = cells.collect::<Result<Vec<_>, _>>()?;
    let spread = if key == "part" || listing::is_key(key) { cells::spread(&cells)? } else { vec![cells] };
    let rows = spread.into_iter().map(|cells| Row { call, key: key.to_owned(), cells });
    Ok(rows.collect())
}

/// Everything that does not hold of one answer.
fn answer(world: &World, answer: &Answer, rows: &[&Row]) -> Vec<String> {
    let mut problems = held(world, answer, rows);
    problems.extend(unexpected(answer, rows));
    problems
}

/// Everything that the rows say and that does not hold of one answer.
fn held(world: &World, answer: &Answer, rows: &[&Row]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut said = |key: &str, outcome: Result<(), String>| {
        problems.extend(outcome.err().map(|problem| format!("{key}: {problem}")));
    };
    let rows_with =
        |keys: fn(&str) -> bool| -> Vec<&Row> { rows.iter().copied().filter(|row| keys(&row.key)).collect() };
    let parts = rows_with(|key| key == "part");
    if !parts.is_empty() {
        let parts: Vec<Vec<String>> = parts.iter().map(|row| row.cells.clone()).collect();
        let outcome = result(answer).and_then(|result| parts::parts(world, result, &parts));
        said("part", outcome);
    }
    let lines = rows_with(listing::is_key);
    if !lines.is_empty() {
        said("value", lines_of(answer, &lines));
    }
    let results = rows_with(|key| key == "result");
    if !results.is_empty() {
        said("result", unseen_of_result(answer, &results));
    }
    for row in rows {
        if row.key != "part" && !listing::is_key(&row.key) {
            said(&row.key, expect(world, answer, &row.key, &row.cells));
        }
    }
    problems
}

/// Everything of a result that its rows do not name, and that is not implied by them:
/// `success` by the rows of a value or of an error, and that the other fields are absent.
fn unexpected(answer: &Answer, rows: &[&Row]) -> Vec<String> {
    let named = |field: &str| rows.iter().any(|row| row.key.split(' ').next() == Some(field));
    let absent = |field: &str, came: Option<&Value>| {
        let came = came.filter(|_| !named(field))?;
        Some(format!("{field}: no row expects it, and it is {came}"))
    };
    let result = match answer {
        Answer::Result { result, .. } if !named("same") => result,
        Answer::Server(server) => {
            return Vec::from_iter(absent("instructions", server.get("instructions")));
        }
        Answer::Response(response) if named("protocol") => {
            let refusal = refusal(response);
            return refusal.map_or_else(|_| Vec::new(), |error| unexpected(&error, rows));
        }
        Answer::Error { data, .. } if !rows.iter().any(|row| row.key == "protocol data") => {
            return Vec::from_iter(absent("protocol data", data.as_ref()));
        }
        _ => return Vec::new(),
    };
    let mut fields = vec!["message"];
    if !rows.iter().any(|row| row.key == "error") {
        fields.push("instruction");
    }
    let mut problems: Vec<String> =
        fields.iter().filter_map(|field| absent(field, result.get(field))).collect();
    let due = !(named("error") || named("error_type"));
    if result["success"] != due {
        problems.push(format!("success: {due} is due, and came {}", result["success"]));
    }
    problems
}

fn result(answer: &Answer) -> Result<&Value, String> {
    match answer {
        Answer::Result { result, .. } => Ok(result),
        other => Err(format!("the call did not end in a result, but in {other}")),
    }
}

fn lines_of(answer: &Answer, rows: &[&Row]) -> Result<(), String> {
    let result = result(answer)?;
    let value = result["value"].as_str().ok_or_else(|| format!("the value is absent: {result}"))?;
    let lines: Vec<Line<'_>> = rows.iter().map(|row| Line { key: &row.key, cell: &row.cells[0] }).collect();
    listing::whole(value, &lines)
}

fn unseen_of_result(answer: &Answer, rows: &[&Row]) -> Result<(), String> {
    let Answer::Other(result) = answer else {
        return Ok(());
    };
    let pointers: Vec<&str> = rows.iter().map(|row| row.cells[0].as_str()).collect();
    match &pointers::unseen(result, &pointers)[..] {
        [] => Ok(()),
        unseen => Err(format!("not looked at: {}", unseen.join(", "))),
    }
}

fn expect(world: &World, answer: &Answer, key: &str, cells: &[String]) -> Result<(), String> {
    let cell = &cells[0];
    if let (Answer::Response(response), true) = (answer, key.starts_with("protocol ")) {
        return expect(world, &refusal(response)?, key, cells);
    }
    match (answer, key) {
        (_, "same as" | "differs from") => {
            let number: usize = cell.trim_start_matches('#').parse().map_err(|_| "not #1")?;
            let other = number.checked_sub(1).and_then(|at| world.answers.get(at));
            let (Answer::Result { text, .. }, Some(Answer::Result { text: other, .. })) =
                (answer, other.map(|asked| &asked.answer))
            else {
                return Err(format!("there is no result {cell}"));
            };
            match key {
                "same as" => same(other, text),
                _ => holds(text != other, text),
            }
        }
        (Answer::Error { code, message, .. }, "protocol error") => {
            holds(code.to_string() == *cell, code)?;
            if free(world) { Ok(()) } else { same(&cells::text(&cells[1]), message) }
        }
        (Answer::Error { data, .. }, "protocol data") => {
            let object = data.iter().map(|data| ("data".to_owned(), data.clone()));
            pointers::value(world, &Value::Object(object.collect()), "/data", cell)
        }
        (Answer::Response(response), "status") => {
            holds(response.status.to_string() == *cell, &response.status)
        }
        (Answer::Response(response), "header") => match response.headers.get(cell) {
            Some(came) => same(&cells::text(&cells[1]), came),
            None => holds(cells[1] == "(absent)", &"no such header"),
        },
        (Answer::Response(response), "body") if cell == "(absent)" => same("", &response.body),
        (Answer::Response(response), "body") => {
            let due: Value = serde_json::from_str(cell).map_err(|error| error.to_string())?;
            let came: Value = serde_json::from_str(&response.body)
                .map_err(|error| format!("{error}: {}", response.body))?;
            same(&due.to_string(), &came.to_string())
        }
        (Answer::Tools(tools), "tools") => pointers::file(world, tools, cell),
        (Answer::Tools(tools), "argument") => {
            let tool = tools.as_array().into_iter().flatten();
            let tool = tool.into_iter().find(|tool| tool["name"] == *cell);
            let tool = tool.ok_or_else(|| format!("there is no tool {cell}"))?;
            let came = &tool["inputSchema"]["properties"][&cells[1]]["type"];
            holds(*came == *cells[2], came)
        }
        (Answer::Other(result), "answer") => pointers::file(world, result, cell),
        (Answer::Other(result), "result" | "result has") => pointers::value(world, result, cell, &cells[1]),
        (Answer::Server(server), "initialize") => {
            pointers::file(world, &pointers::without_instructions(server), cell)
        }
        (Answer::Server(server), "instructions" | "instructions contains" | "instructions omits") => {
            text(world, server, key, cell)
        }
        (Answer::Result { result, .. }, "error") => {
            text(world, result, "error_type", cell)?;
            text(world, result, "error", &cells[1])?;
            text(world, result, "instruction", &cells[2])
        }
        (Answer::Result { result, .. }, "part headers") => parts::headers(result, cell),
        (Answer::Result { result, .. }, "parts") => {
            let count = parts::count(result)?;
            holds(count.to_string() == *cell, &count)
        }
        (Answer::Result { result, .. }, "boundary" | "boundary like") => parts::boundary(result, cell),
        (Answer::Result { result, .. }, _) => text(world, result, key, cell),
        (other, _) => Err(format!("the call ended in {other}")),
    }
}

/// Whether a server's own wording is as good as the specification's.
fn free(world: &World) -> bool {
    world.setup.server.words() == Wording::Any
}

/// The JSON-RPC error in a response.
fn refusal(response: &Response) -> Result<Answer, String> {
    let body: Value = serde_json::from_str(&response.body).unwrap_or_default();
    let error = &body["error"];
    match (error["code"].as_i64(), error["message"].as_str()) {
        (Some(code), Some(message)) => {
            Ok(Answer::Error { code, message: message.to_owned(), data: error.get("data").cloned() })
        }
        _ => Err(format!("no error came, but {}", response.body)),
    }
}

/// Compares a field that is text.
fn text(world: &World, object: &Value, key: &str, cell: &str) -> Result<(), String> {
    let (field, how) = key.split_once(' ').unwrap_or((key, "is"));
    let came = object.get(field);
    let worded = ["error", "message", "instruction", "instructions"].contains(&field);
    if free(world) && worded && cell != "(absent)" {
        let due = content(world, cell)?;
        // A text that the sentence itself gives is due to the letter.
        if !world.sentence.contains(&*String::from_utf8_lossy(&due)) {
            return holds(how == "omits" || came.is_some_and(Value::is_string), object);
        }
    }
    if cell == "(absent)" {
        return match came {
            None => Ok(()),
            Some(came) => Err(format!("should be absent, and is {came}")),
        };
    }
    let came = came.and_then(Value::as_str).ok_or_else(|| format!("is absent: {object}"))?;
    let due = String::from_utf8(content(world, cell)?).map_err(|_| "the cell is not UTF-8")?;
    match how {
        "contains" if came.contains(&due) => Ok(()),
        "contains" => Err(format!("{came:?} does not hold {due:?}")),
        "omits" if came.contains(&due) => Err(format!("{came:?} holds {due:?}")),
        "omits" => Ok(()),
        _ => same(&due, came),
    }
}

/// The bytes of a cell, or with `file:` those of a Given file.
fn content(world: &World, cell: &str) -> Result<Vec<u8>, String> {
    match cell.strip_prefix("file:") {
        Some(path) => world.given.get(path).cloned().ok_or_else(|| format!("{path} is no Given file")),
        None => Ok(cells::bytes(cell)),
    }
}

fn same(due: &str, came: &str) -> Result<(), String> {
    if due == came { Ok(()) } else { Err(difference(due, came)) }
}

fn holds(holds: bool, found: &impl std::fmt::Display) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("found {found}")) }
}
