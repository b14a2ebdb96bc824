//! A value of several lines, as a whole: `head`, `row` and `line`.

use super::difference::difference;
use crate::steps::cells;

/// One line of a listing, or its head with the line below.
#[derive(Debug)]
pub struct Line<'a> {
    pub key: &'a str,
    pub cell: &'a str,
    /// Why a cell of a row is `*`.
    pub reason: &'a str,
}

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
            "row" => due.push_str(&row(line, came.next())?),
            _ => {
                due.push_str(&cells::text(line.cell));
                due.push('\n');
                let more = line.cell.matches('\n').count();
                came.by_ref().take(1 + more).for_each(drop);
            }
        }
    }
    if value == due {
        Ok(())
    } else {
        Err(difference(&due, value))
    }
}

/// Whether each of the rows stands somewhere.
pub fn some(value: &str, lines: &[Line<'_>]) -> Result<(), String> {
    for line in lines {
        let due = cells_of(line.cell);
        let fits = |came: &str| {
            let came = columns(came);
            let mut pairs = came.iter().zip(&due);
            came.len() == due.len() && pairs.all(|(came, due)| due == "*" || came == due)
        };
        if !value.lines().any(fits) {
            return Err(format!("no row is {:?}:\n{value}", line.cell));
        }
    }
    Ok(())
}

/// A row as it is due. A cell that is `*` is what stands there.
fn row(line: &Line<'_>, came: Option<&str>) -> Result<String, String> {
    let mut due = cells_of(line.cell);
    let written = split(line.cell);
    let free: Vec<usize> = (0..due.len()).filter(|at| written[*at] == "*").collect();
    match (free.is_empty(), line.reason.is_empty()) {
        (false, true) => return Err(format!("{:?} has a * and no reason for it", line.cell)),
        (true, false) => return Err(format!("{:?} has a reason and no *", line.cell)),
        _ => {}
    }
    if let Some(came) = came
        .map(|line| columns(line))
        .filter(|came| came.len() == due.len())
    {
        for at in free {
            due[at].clone_from(&came[at]);
        }
    }
    Ok(rendered(&due))
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
    let cells = cells
        .iter()
        .map(|cell| format!("| {} ", cell.replace('|', "\\|")));
    cells.collect::<String>() + "|\n"
}

/// The cells of a line of a Markdown table; none where it is none.
fn columns(line: &str) -> Vec<String> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let Some(inside) = line
        .strip_prefix("| ")
        .and_then(|line| line.strip_suffix(" |"))
    else {
        return Vec::new();
    };
    inside
        .replace("\\|", "\u{0}")
        .split(" | ")
        .map(|cell| cell.replace('\u{0}', "|"))
        .collect()
}
