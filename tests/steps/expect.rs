//! `Then`: the expectations.

use cucumber::gherkin::Step;
use cucumber::then;
use mailparse::{MailHeader, ParsedMail};
use serde_json::Value;

use super::cells;
use super::world::{Answer, World};

/// The keys that an expectation may have, and how many cells each needs.
pub const KEYS: &[(&str, usize)] = &[
    ("success", 1),
    ("value", 1),
    ("message", 1),
    ("error", 1),
    ("error_type", 1),
    ("instruction", 1),
    ("value contains", 1),
    ("message contains", 1),
    ("error contains", 1),
    ("instruction contains", 1),
    ("value omits", 1),
    ("message omits", 1),
    ("error omits", 1),
    ("part", 3),
    ("part headers", 1),
    ("parts", 1),
    ("boundary", 1),
    ("boundary like", 1),
    ("row", 1),
    ("rows", 1),
    ("same as", 1),
    ("differs from", 1),
    ("protocol error", 1),
    ("protocol error contains", 1),
    ("tools", 1),
    ("schema", 3),
    ("instructions contains", 1),
    ("instructions omits", 1),
];

/// `#2 value` is the value of the second call alone.
pub fn key(cell: &str) -> (Option<usize>, &str) {
    cell.strip_prefix('#')
        .and_then(|rest| rest.split_once(' '))
        .and_then(|(number, key)| Some((Some(number.parse().ok()?), key)))
        .unwrap_or((None, cell))
}

#[then(regex = "^.+$")]
fn then(world: &mut World, step: &Step) {
    let table = step
        .table
        .as_ref()
        .expect("this Then needs a table of expectations");
    let answers = &world.answers[world.seen..];
    assert!(!answers.is_empty(), "there was no call to look at");
    let mut telling = false;
    for row in &table.rows {
        let (number, key) = key(&row[0]);
        let Some((_, width)) = KEYS.iter().find(|(known, _)| *known == key) else {
            panic!("{key:?} is no expectation");
        };
        assert!(row.len() > *width, "{key:?} needs {width} cells");
        telling |= key != "success";
        if key == "part" {
            continue;
        }
        for (index, answer) in chosen(answers, number) {
            expect(world, answer, key, &row[1..=*width])
                .unwrap_or_else(|problem| panic!("#{index} {key}: {problem}\n{answer:?}"));
        }
    }
    assert!(telling, "success alone is no expectation");
    for (index, answer) in answers.iter().enumerate() {
        let of_this = |row: &&Vec<String>| match key(&row[0]) {
            (number, "part") => number.is_none_or(|number| number == index + 1),
            _ => false,
        };
        let parts: Vec<&Vec<String>> = table.rows.iter().filter(of_this).collect();
        if !parts.is_empty() {
            expect_parts(world, answer, &parts)
                .unwrap_or_else(|problem| panic!("#{} part: {problem}\n{answer:?}", index + 1));
        }
    }
    world.seen = world.answers.len();
}

#[track_caller]
fn chosen(answers: &[Answer], number: Option<usize>) -> Vec<(usize, &Answer)> {
    match number {
        None => (1..).zip(answers).collect(),
        Some(number) => {
            let answer = answers.get(number.wrapping_sub(1));
            vec![(
                number,
                answer.unwrap_or_else(|| panic!("there is no call #{number}")),
            )]
        }
    }
}

fn expect(world: &World, answer: &Answer, key: &str, cells: &[String]) -> Result<(), String> {
    let cell = &cells[0];
    match (answer, key) {
        (_, "same as" | "differs from") => {
            let number: usize = cell.trim_start_matches('#').parse().map_err(|_| "not #1")?;
            let other = number.checked_sub(1).and_then(|at| world.answers.get(at));
            let (Answer::Result { text, .. }, Some(Answer::Result { text: other, .. })) =
                (answer, other)
            else {
                return Err(format!("there is no result {cell}"));
            };
            holds((text == other) == (key == "same as"), other)
        }
        (Answer::Error { code, .. }, "protocol error") => holds(code.to_string() == *cell, code),
        (Answer::Error { message, .. }, "protocol error contains") => {
            holds(message.contains(&cells::text(cell)), message)
        }
        (Answer::Tools(tools), "tools") => {
            let tools = tools.as_array().ok_or("tools is no list")?;
            let names: Vec<&str> = tools
                .iter()
                .filter_map(|tool| tool["name"].as_str())
                .collect();
            holds(names.join(", ") == *cell, &names.join(", "))
        }
        (Answer::Tools(tools), "schema") => schema(tools, cells),
        (Answer::Instructions(text), "instructions contains") => {
            holds(text.contains(&cells::text(cell)), text)
        }
        (Answer::Instructions(text), "instructions omits") => {
            holds(!text.contains(&cells::text(cell)), text)
        }
        (Answer::Result { result, .. }, _) => field(world, result, key, cell),
        _ => Err("the call did not end in this kind of answer".into()),
    }
}

fn holds(holds: bool, found: &impl std::fmt::Display) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(format!("found {found}"))
    }
}

fn schema(tools: &Value, cells: &[String]) -> Result<(), String> {
    let tool = tools
        .as_array()
        .and_then(|tools| tools.iter().find(|tool| tool["name"] == cells[0]))
        .ok_or("no such tool")?;
    let found = tool.pointer(&cells[1]);
    if cells[2] == "(absent)" {
        return holds(found.is_none(), &tool);
    }
    let wanted: Value =
        serde_json::from_str(&cells[2]).map_err(|error| format!("{}: {error}", cells[2]))?;
    holds(found == Some(&wanted), &found.unwrap_or(&Value::Null))
}

fn field(world: &World, result: &Value, key: &str, cell: &str) -> Result<(), String> {
    match key {
        "success" => {
            let found = result["success"].to_string();
            return holds(found == cell, &found);
        }
        "part headers" => return part_headers(result, cell),
        "parts" => {
            let message = message(result)?;
            let count = parse(&message)?.subparts.len();
            return holds(count.to_string() == cell, &count);
        }
        "boundary" | "boundary like" => return boundary(result, cell),
        "row" | "rows" => return listing(result, key, &cells::text(cell)),
        _ => {}
    }
    let (field, how) = key.split_once(' ').unwrap_or((key, "is"));
    let found = result.get(field);
    if cell == "(absent)" {
        return holds(found.is_none(), &found.unwrap_or(&Value::Null));
    }
    let found = found.and_then(Value::as_str).ok_or("the field is absent")?;
    let wanted = String::from_utf8(content(world, cell)).map_err(|_| "the cell is not UTF-8")?;
    match how {
        "contains" => holds(found.contains(&wanted), &found),
        "omits" => holds(!found.contains(&wanted), &found),
        _ => holds(found == wanted, &found),
    }
}

/// The bytes of a cell, or with `file:` those of a Given file.
fn content(world: &World, cell: &str) -> Vec<u8> {
    match cell.strip_prefix("file:") {
        Some(path) => world
            .given
            .get(path)
            .unwrap_or_else(|| panic!("{path} is no Given file"))
            .clone(),
        None => cells::bytes(cell),
    }
}

fn message(result: &Value) -> Result<String, String> {
    let value = result["value"].as_str().ok_or("the value is absent")?;
    Ok(value.to_owned())
}

fn parse(message: &str) -> Result<ParsedMail<'_>, String> {
    let mail = mailparse::parse_mail(message.as_bytes()).map_err(|error| error.to_string())?;
    if mail.ctype.mimetype == "multipart/mixed" {
        Ok(mail)
    } else {
        Err("the value is no multipart/mixed message".into())
    }
}

fn expect_parts(world: &World, answer: &Answer, rows: &[&Vec<String>]) -> Result<(), String> {
    let Answer::Result { result, .. } = answer else {
        return Err("the call has no result".into());
    };
    let message = message(result)?;
    let mail = parse(&message)?;
    if mail.subparts.len() != rows.len() {
        return Err(format!(
            "{} parts, and {} expected",
            mail.subparts.len(),
            rows.len()
        ));
    }
    for (part, row) in mail.subparts.iter().zip(rows) {
        let header = |name| {
            let header = part.headers.iter().find(|header| header.get_key() == name);
            header.map(MailHeader::get_value).unwrap_or_default()
        };
        if header("Content-Type") != row[1] || header("Content-Location") != row[2] {
            let (kind, location) = (header("Content-Type"), header("Content-Location"));
            return Err(format!(
                "{kind} at {location} where {} at {} is due",
                row[1], row[2]
            ));
        }
        let body = part.get_body_raw().map_err(|error| error.to_string())?;
        if body != content(world, &row[3]) {
            let body = String::from_utf8_lossy(&body);
            return Err(format!(
                "the body of {} is {body:?}, and {:?} is due",
                row[2], row[3]
            ));
        }
    }
    Ok(())
}

fn part_headers(result: &Value, cell: &str) -> Result<(), String> {
    let message = message(result)?;
    // What mailparse takes too: a line feed alone. RFC 2046 wants CRLF.
    for part in &parse(&message)?.subparts {
        let names: Vec<String> = part.headers.iter().map(MailHeader::get_key).collect();
        holds(names.join(", ") == cell, &names.join(", "))?;
        let bytes = part
            .get_body_raw()
            .map_err(|error| error.to_string())?
            .len();
        let length = part
            .headers
            .iter()
            .find(|header| header.get_key() == "Content-Length");
        let length = length.map(MailHeader::get_value).unwrap_or_default();
        holds(
            length == bytes.to_string(),
            &format!("Content-Length {length} for {bytes} bytes"),
        )?;
        let head = &part.raw_bytes[..part.raw_bytes.len() - bytes];
        let bare = head
            .iter()
            .enumerate()
            .any(|(at, byte)| *byte == b'\n' && (at == 0 || head[at - 1] != b'\r'));
        holds(!bare, &"a header line that does not end in CRLF")?;
    }
    Ok(())
}

fn boundary(result: &Value, cell: &str) -> Result<(), String> {
    let message = message(result)?;
    let found = parse(&message)?
        .ctype
        .params
        .get("boundary")
        .cloned()
        .unwrap_or_default();
    let Some((before, after)) = cell.split_once("{uuid}") else {
        return holds(found == cell, &found);
    };
    let unique = found
        .strip_prefix(before)
        .and_then(|rest| rest.strip_suffix(after))
        .is_some_and(|uuid| uuid.len() == 36 && uuid::Uuid::try_parse(uuid).is_ok());
    holds(unique, &found)
}

fn listing(result: &Value, key: &str, cell: &str) -> Result<(), String> {
    let value = message(result)?;
    let rows: Vec<Vec<String>> = value
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| {
            let line = line.trim().trim_start_matches('|').trim_end_matches('|');
            let line = line.replace("\\|", "\u{0}");
            line.split('|')
                .map(|cell| cell.trim().replace('\u{0}', "|"))
                .collect()
        })
        .collect();
    if key == "rows" {
        let count = rows.len().saturating_sub(2);
        return holds(count.to_string() == cell, &count);
    }
    let wanted: Vec<&str> = cell.split(';').map(str::trim).collect();
    let fits = |row: &Vec<String>| {
        row.len() == wanted.len()
            && row
                .iter()
                .zip(&wanted)
                .all(|(found, wanted)| *wanted == "*" || found == wanted)
    };
    holds(rows.iter().any(fits), &value)
}
