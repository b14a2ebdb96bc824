//! A value of several lines, as a whole: `head`, `row` and `line`.

use super::difference::difference;
use crate::cells;

/// One line of a listing, or its head with the line below.
#[derive(Debug)]
pub struct Line<'a> {
    pub key: &'a str,
    pub cell: &'a str,
}

/// Stands in a row for any text of one cell.
pub const ANY: &str = "*";

/// Whether a key is one of a listing's.
pub fn is_key(key: &str) -> bool {
    matches!(key, "head" | "row" | "line")
}

/// Compares the value with all of its lines: every byte, in order, and nothing
/// else.
///
/// # Errors
///
/// The difference.
pub fn whole(value: &str, lines: &[Line<'_>]) -> Result<(), String> {
    let mut came = value.split_inclusive('\n');
    let mut due = String::new();
    for line in lines {
        match line.key {
            "head" => {
                let head = cells_of(line.cell);
                due.push_str(&rendered(&head));
                due.push_str(&rendered(&vec!["---".to_owned(); head.len()]));
                came.by_ref().take(2).for_each(drop);
            }
            "row" => due.push_str(&row(line.cell, came.next())),
            _ => {
                due.push_str(&cells::text(line.cell));
                due.push('\n');
                let more = line.cell.matches('\n').count();
                came.by_ref().take(1 + more).for_each(drop);
            }
        }
    }
    if value == due { Ok(()) } else { Err(difference(&due, value)) }
}

/// A row as it is due. A cell that is `*` is what stands there.
fn row(cell: &str, came: Option<&str>) -> String {
    let mut due = cells_of(cell);
    let came = came.map(columns).filter(|came| came.len() == due.len());
    for (at, written) in split(cell).iter().enumerate() {
        if let Some(came) = came.as_ref().filter(|_| written == ANY) {
            due[at].clone_from(&came[at]);
        }
    }
    rendered(&due)
}

/// The texts of the cells that stand between `;`.
fn cells_of(cell: &str) -> Vec<String> {
    split(cell).iter().map(|cell| cells::text(cell)).collect()
}

/// What stands between `;`; `\;` is a semicolon of the text.
pub fn split(cell: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut characters = cell.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' if characters.peek() == Some(&';') => {
                characters.next();
                parts.last_mut().expect("there is one").push(';');
            }
            ';' => parts.push(String::new()),
            other => parts.last_mut().expect("there is one").push(other),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

fn rendered(cells: &[String]) -> String {
    let cells = cells.iter().map(|cell| format!("| {} ", cell.replace('|', "\\|")));
    cells.collect::<String>() + "|\n"
}

/// The cells of a line of a Markdown table; none where it is none.
fn columns(line: &str) -> Vec<String> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let Some(inside) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
        return Vec::new();
    };
    inside.replace("\\|", "\u{0}").split(" | ").map(|cell| cell.replace('\u{0}', "|")).collect()
}
