//! `UPDATE=1`: writes what came into the features, and a reviewer reads the diff.
//!
//! A `Then` is rewritten if every target that ran it proposes the same rows. Outlines are
//! left alone, since one cell of theirs is that of several scenarios.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use cucumber::gherkin::{Feature, Scenario};
use serde_json::Value;

use super::{Row, held, key, listing, parts, pointers, read, unexpected, written};
use crate::features;
use crate::world::{Answer, World};

/// For each row of a table, the rows in its place; an empty one stands for itself.
pub type Rows = Vec<Vec<Vec<String>>>;

/// The rows that the targets propose for the `Then` at a line of a file, and nothing for
/// one that holds.
type Proposed = BTreeMap<(PathBuf, usize), Vec<Option<Rows>>>;

static PROPOSED: Mutex<Proposed> = Mutex::new(BTreeMap::new());
/// The values that came where a JSON file is due.
static FILES: Mutex<BTreeMap<String, BTreeSet<String>>> = Mutex::new(BTreeMap::new());

/// Returns whether the features are to be rewritten.
///
/// # Errors
///
/// `CI` is set, where nothing is ever rewritten.
pub fn wanted() -> Result<bool, String> {
    let wanted = std::env::var_os("UPDATE").is_some();
    if wanted && std::env::var_os("CI").is_some() {
        return Err("UPDATE: nothing is rewritten where CI is set".into());
    }
    Ok(wanted)
}

/// Keeps what a scenario proposes.
pub fn propose(feature: &Feature, scenario: &Scenario, proposed: Vec<(usize, Option<Rows>)>) {
    if let (Some(file), true) = (&feature.path, scenario.examples.is_empty()) {
        let mut all = PROPOSED.lock().expect("no panic holds it");
        for (line, rows) in proposed {
            all.entry((file.clone(), line)).or_default().push(rows);
        }
    }
}

/// Rewrites the features of a folder; what was rewritten, and what was not.
pub fn write(features: &Path) -> Vec<String> {
    let mut report = Vec::new();
    let mut done = |place: String, outcome: std::io::Result<()>| {
        report.push(match outcome {
            Ok(()) => format!("{place}: rewritten"),
            Err(error) => format!("{place}: {error}"),
        });
    };
    let proposed = std::mem::take(&mut *PROPOSED.lock().expect("no panic holds it"));
    // From the last line of a file to its first, so that the numbers of lines hold.
    for ((file, line), proposed) in proposed.into_iter().rev() {
        let place = format!("{}:{line}", file.display());
        let Some(rows) = proposed.iter().flatten().next() else {
            continue;
        };
        if proposed.iter().any(|other| other.as_ref() != Some(rows)) {
            done(place, Err(std::io::Error::other("the targets differ")));
            continue;
        }
        let text = std::fs::read_to_string(&file);
        let text = text.map(|text| rewritten(&text, line, rows));
        done(place, text.and_then(|text| std::fs::write(&file, text)));
    }
    for (name, came) in &*FILES.lock().expect("no panic holds it") {
        let file = features.join(name);
        let place = file.display().to_string();
        match came.iter().collect::<Vec<_>>()[..] {
            [came] if serde_json::from_str::<Value>(came).is_ok_and(|came| came == before(name)) => {}
            [came] => done(place, std::fs::write(&file, came)),
            _ => done(place, Err(std::io::Error::other("the answers differ"))),
        }
    }
    report
}

/// Returns the text with the rows of the table below a line replaced.
pub fn rewritten(text: &str, line: usize, rows: &Rows) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let starts = |line: &str, with: char| line.trim_start().starts_with(with);
    let part = |line: &&String| starts(line, '|') || starts(line, '#');
    let length = lines[line..].iter().take_while(part).count();
    let mut table: Vec<(String, Option<Vec<String>>)> = Vec::new();
    let mut rows = rows.iter();
    for old in &lines[line..line + length] {
        if !starts(old, '|') {
            table.push((old.clone(), None));
            continue;
        }
        let indent = &old[..old.len() - old.trim_start().len()];
        for new in rows.next().into_iter().flatten() {
            let cells = if new.is_empty() { cells(old) } else { new.clone() };
            table.push((indent.to_owned(), Some(cells)));
        }
    }
    let cells = table.iter().filter_map(|(_, cells)| cells.as_ref());
    let width = cells.filter_map(|cells| cells.iter().rposition(|cell| !cell.is_empty()));
    let width = width.max().map_or(0, |last| last + 1);
    let table = table.into_iter().map(|(start, cells)| match cells {
        None => start,
        Some(mut cells) => {
            cells.resize(width, String::new());
            let cells = cells.iter().map(|cell| match cell.as_str() {
                "" => " |".to_owned(),
                cell => format!(" {cell} |"),
            });
            format!("{start}|{}", cells.collect::<String>())
        }
    });
    let table: Vec<String> = table.collect();
    lines.splice(line..line + length, table);
    lines.join("\n") + "\n"
}

/// Returns the cells of a row as they are written.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut characters = line.trim().trim_start_matches('|').chars();
    while let Some(c) = characters.next() {
        let cell = cells.last_mut().expect("there is one");
        match c {
            '\\' => cell.extend([c].into_iter().chain(characters.next())),
            '|' => cells.push(String::new()),
            _ => cell.push(c),
        }
    }
    cells.pop();
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Returns the rows that hold of the answers in place of those of a table; nothing if the
/// table holds.
pub fn rows(world: &World, answers: &[&Answer], table: &[Vec<String>]) -> Option<Rows> {
    let due: Vec<(usize, Row)> = (0..)
        .zip(table)
        .flat_map(|(at, row)| {
            let rows = read(row).unwrap_or_else(|_| vec![unread(row)]);
            rows.into_iter().map(move |row| (at, row))
        })
        .collect();
    let files = table.iter().flatten().any(|cell| cell.starts_with("file:"));
    let came = |call: usize, row: &[String]| {
        let (_, key) = key::split(&row[0]);
        of_key(world, answers[call - 1], key, &row[1..], files)
    };
    let mut new: Rows = vec![vec![Vec::new()]; table.len()];
    let mut changed = false;
    for (at, row) in table.iter().enumerate() {
        let (_, key) = key::split(&row[0]);
        // All rows of a listing, or of a message's parts, are replaced together.
        let group = group(key);
        let mut of_group: Vec<&(usize, Row)> = due.iter().collect();
        of_group.retain(|(other, row)| group.map_or(*other == at, |_| self::group(&row.key) == group));
        let about = |call: usize| {
            let rows = of_group.iter().map(|(_, row)| row);
            rows.filter(|row| row.call.is_none_or(|one| one == call)).collect()
        };
        let mut calls: Vec<(usize, Vec<&Row>)> =
            (1..=answers.len()).map(|call| (call, about(call))).collect();
        calls.retain(|(_, rows)| !rows.is_empty());
        let wrong: Vec<usize> = calls
            .iter()
            .filter(|(call, rows)| !held(world, answers[call - 1], rows).is_empty())
            .map(|(call, _)| *call)
            .collect();
        let general = of_group.iter().any(|(_, row)| row.call.is_none());
        // With rows of single calls only, those of the other calls stay.
        let mine = key::split(&row[0]).0;
        let replaced: Vec<usize> = match (general, wrong.is_empty()) {
            (_, true) => continue,
            (true, _) => calls.iter().map(|(call, _)| *call).collect(),
            (false, _) => wrong.into_iter().filter(|call| mine == Some(*call)).collect(),
        };
        let Some(cells) = replaced.iter().map(|call| came(*call, row)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let Some(one) = cells.first() else { continue };
        changed = true;
        let first = of_group.iter().find(|(_, row)| general || row.call == mine);
        new[at] = if first.is_some_and(|(first, _)| *first != at) {
            Vec::new()
        } else if cells.iter().all(|cells| cells == one) && (mine.is_none() || replaced.len() == 1) {
            numbered(mine, one)
        } else {
            let each = replaced.iter().zip(&cells);
            each.flat_map(|(call, rows)| numbered(Some(*call), rows)).collect()
        };
    }
    for (call, answer) in (1..).zip(answers) {
        let about = due.iter().map(|(_, row)| row);
        let about: Vec<&Row> = about.filter(|row| row.call.is_none_or(|one| one == call)).collect();
        for row in &about {
            keep(answer, row);
        }
        let problems = unexpected(answer, &about);
        let failed = problems.iter().any(|problem| problem.starts_with("success"));
        let number = (answers.len() > 1).then_some(call);
        for problem in problems {
            let field = problem.split(':').next().unwrap_or_default();
            let key = match (field, answer) {
                ("success", Answer::Result { result, .. }) if result["success"] == true => "value",
                ("success", _) => "error",
                // It is part of the row of the error.
                ("instruction", _) if failed => continue,
                (field, _) => field,
            };
            if let (Some(rows), Some(last)) = (came(call, &[key.to_owned()]), new.last_mut()) {
                changed = true;
                last.extend(numbered(number, &rows));
            }
        }
    }
    changed.then_some(new)
}

/// Returns a row with its cells as they are.
fn unread(row: &[String]) -> Row {
    let (call, key) = key::split(&row[0]);
    Row { call, key: key.to_owned(), cells: row[1..].to_vec() }
}

/// Returns what the rows of a key describe together.
fn group(key: &str) -> Option<&'static str> {
    match key {
        "part" => Some("part"),
        _ => listing::is_key(key).then_some("line"),
    }
}

/// Returns the rows with the number of their call.
fn numbered(call: Option<usize>, rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let mut rows = rows.to_vec();
    if let Some(call) = call {
        for row in &mut rows {
            row[0] = format!("#{call} {}", row[0]);
        }
    }
    rows
}

/// Returns the rows of a key that hold of an answer; nothing where a person has to say
/// what is due.
fn of_key(
    world: &World,
    answer: &Answer,
    key: &str,
    old: &[String],
    files: bool,
) -> Option<Vec<Vec<String>>> {
    let one = |cells: Vec<String>| {
        let row = std::iter::once(key.to_owned()).chain(cells).collect();
        Some(vec![row])
    };
    let text = |text: &str| written::text(world, text, files);
    let field = |object: &Value| match object[key].as_str() {
        Some(came) => one(vec![text(came)]),
        None => Some(Vec::new()),
    };
    match (answer, key) {
        (Answer::Result { result, .. }, "error") if result["success"] == false => {
            let fields = ["error_type", "error", "instruction"];
            let fields = fields.map(|field| text(result[field].as_str().unwrap_or_default()));
            one(fields.to_vec())
        }
        (Answer::Result { .. }, "error") => Some(Vec::new()),
        (Answer::Result { result, .. }, "value" | "message" | "instruction" | "error_type") => field(result),
        (Answer::Result { result, .. }, "head" | "row" | "line") => {
            Some(result["value"].as_str().map_or_else(Vec::new, written::lines))
        }
        (Answer::Result { result, .. }, "part") => {
            let parts = parts::all(result).unwrap_or_default();
            let row = |cells: Vec<String>| {
                let cells = cells.iter().map(|cell| text(cell));
                std::iter::once(key.to_owned()).chain(cells).collect()
            };
            Some(parts.into_iter().map(row).collect())
        }
        (Answer::Error { code, message, .. }, "protocol error") => one(vec![code.to_string(), text(message)]),
        (Answer::Error { data, .. }, "protocol data") => match data {
            Some(data) => one(vec![written::json(data)]),
            None => Some(Vec::new()),
        },
        (Answer::Response(response), "status") => one(vec![response.status.to_string()]),
        (Answer::Server(server), "instructions") => field(server),
        (Answer::Other(result), "result") => {
            let pointer = old.first()?;
            match result.pointer(pointer) {
                Some(value) => one(vec![pointer.clone(), written::json(value)]),
                None => Some(Vec::new()),
            }
        }
        _ => None,
    }
}

/// Keeps a value that came where a JSON file is due.
fn keep(answer: &Answer, row: &Row) {
    let came = match (answer, row.key.as_str()) {
        (Answer::Tools(came), "tools") | (Answer::Other(came), "answer") => came.clone(),
        (Answer::Server(came), "initialize") => pointers::without_instructions(came),
        _ => return,
    };
    let came = written::pretty(&pointers::as_file(&came, &before(&row.cells[0])));
    let mut files = FILES.lock().expect("no panic holds it");
    files.entry(row.cells[0].clone()).or_default().insert(came);
}

/// Returns the value that a JSON file had.
fn before(name: &str) -> Value {
    let text = features::text(name).unwrap_or_default();
    serde_json::from_str(text).unwrap_or_default()
}
