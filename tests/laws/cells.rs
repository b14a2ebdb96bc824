//! The law of listings: whatever a project calls things, its table stays one.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use mcp_guide::Server;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::text::escaped::MAX_NAME;
use serde_json::{Map, Value};
use tempfile::TempDir;

use super::dispatch::ask;
use super::shown::{is_hidden, unescaped};
use super::{Verdict, ensure, folder, table};

/// A category: its name, its description and its pattern.
pub type Row = (String, String, String);

/// A folder with a project of these categories.
pub fn stored(rows: &[Row]) -> TempDir {
    let folder = folder();
    let mut content = String::from("categories:\n");
    for (name, description, pattern) in rows {
        let (name, description, pattern) = (escaped(name), escaped(description), escaped(pattern));
        let _ = writeln!(
            content,
            "  ? {name}\n  : {{dir: none, description: {description}, patterns: [{pattern}]}}"
        );
    }
    fs::write(folder.path().join("guide.yaml"), content).expect("a project");
    folder
}

/// The engine's listing of the project in a folder.
pub fn engine(folder: &Path) -> Result<String, String> {
    let file = folder.join("guide.yaml");
    let source = Source::Named(file.try_into().map_err(|error| format!("{error:?}"))?);
    let server = Server::new(table().clone(), Session::new(source));
    let reply = ask(&server, "list_content", &Map::new())?;
    let reply: Value = serde_json::from_str(&reply).map_err(|error| error.to_string())?;
    let value = reply["value"].as_str();
    value.map_or_else(|| Err(reply.to_string()), |value| Ok(value.to_owned()))
}

fn escaped(text: &str) -> String {
    let escape =
        |c: char| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("\\U{:08X}", u32::from(c)) };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

/// Every row has its seven cells, for a reader to whom a backslash escapes a bar
/// wherever it stands, and for one to whom it may be escaped itself; code ends in
/// the cell in which it begins; nothing is hidden; and each name can be read back.
pub fn cells(folder: &Path, rows: &[Row], subject: impl Fn(&Path) -> Result<String, String>) -> Verdict {
    let value = subject(folder)?;
    ensure(!value.contains(|c| c != '\n' && is_hidden(c)), || format!("{value:?} holds what is not seen"))?;
    let whole = value.split("\n\n").next().unwrap_or_default();
    let lines: Vec<&str> = whole.lines().collect();
    ensure(lines.len() == 2 + rows.len(), || {
        format!("{} lines for {} rows: {value}", lines.len(), rows.len())
    })?;
    for ((name, ..), line) in rows.iter().zip(&lines[2..]) {
        // A backslash of the name itself could be read as an escape.
        if name.contains('\\') || name.chars().count() > MAX_NAME {
            continue;
        }
        let cells = split(line, false);
        let cell = cells[0].replace("\\|", "|").replace("\\`", "`");
        let shown = cell.strip_prefix(' ').and_then(|cell| cell.strip_suffix(' '));
        let back = shown.and_then(unescaped);
        ensure(back.as_ref() == Some(name), || {
            format!("the name {name:?} stands as {shown:?}, which names {back:?}")
        })?;
    }
    for line in lines {
        for strict in [false, true] {
            let cells = split(line, strict);
            ensure(cells.len() == 7, || format!("{} cells, strict {strict}: {line}", cells.len()))?;
            for cell in cells {
                ensure(spans_end(&cell), || format!("code does not end in {cell:?}"))?;
            }
        }
    }
    Ok(())
}

fn split(line: &str, strict: bool) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for character in line.chars() {
        let cell = cells.last_mut().expect("never empty");
        match character {
            '|' if !escaped => cells.push(String::new()),
            _ => cell.push(character),
        }
        escaped = character == '\\' && !(strict && escaped);
    }
    // Before the first bar and after the last.
    cells.drain(1..cells.len() - 1).collect()
}

/// Whether each run of backticks that is not escaped has its like after it.
fn spans_end(cell: &str) -> bool {
    let characters: Vec<char> = cell.chars().collect();
    let run = |from: usize| characters[from..].iter().take_while(|c| **c == '`').count();
    let mut at = 0;
    while at < characters.len() {
        match characters[at] {
            '\\' => at += 2,
            '`' => {
                let opening = run(at);
                let mut end = at + opening;
                loop {
                    if end >= characters.len() {
                        return false;
                    }
                    match run(end) {
                        0 => end += 1,
                        closing if closing == opening => break,
                        closing => end += closing,
                    }
                }
                at = end + opening;
            }
            _ => at += 1,
        }
    }
    true
}
