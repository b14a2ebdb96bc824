//! The keys of a `Then`, and which cells each takes.

use super::listing::{self, ANY};

/// What follows a key in its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cells {
    /// How many cells say what is due.
    pub due: usize,
    /// Whether a cell with the reason follows.
    pub reason: Reason,
}

/// Whether a row says why it does not say more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    None,
    /// Where a cell is `*`.
    Sometimes,
    Always,
}

const fn whole(due: usize) -> Cells {
    Cells { due, reason: Reason::None }
}

const fn partial(due: usize) -> Cells {
    Cells { due, reason: Reason::Always }
}

/// The keys that an expectation may have, by their cells.
#[rustfmt::skip] // One kind of cells, one line.
const KEYS: &[(&str, Cells)] = &[
    ("value, message, error_type, instruction, head, line, part headers, parts", whole(1)),
    ("boundary, boundary like, same as, differs from, protocol data, status, body", whole(1)),
    ("answer, tools, initialize, instructions", whole(1)),
    ("protocol error, header, result", whole(2)),
    ("error, part, argument", whole(3)),
    ("row", Cells { due: 1, reason: Reason::Sometimes }),
    ("value contains, message contains, error contains, instruction contains", partial(1)),
    ("value omits, message omits, error omits, instruction omits", partial(1)),
    ("instructions contains, instructions omits", partial(1)),
    ("result has", partial(2)),
];

/// The cells of a key; `None` where it is no key.
pub fn cells(key: &str) -> Option<Cells> {
    let mut rows = KEYS.iter();
    let row = rows.find(|(keys, _)| keys.split(", ").any(|known| known == key));
    row.map(|(_, cells)| *cells)
}

/// `#2 value` is the value of the second call alone.
pub fn split(cell: &str) -> (Option<usize>, &str) {
    cell.strip_prefix('#')
        .and_then(|rest| rest.split_once(' '))
        .and_then(|(number, key)| Some((Some(number.parse().ok()?), key)))
        .unwrap_or((None, cell))
}

/// Whether a key alone says nothing of what an answer is.
pub fn says_little(key: &str) -> bool {
    key.ends_with(" omits")
}

/// What is wrong with a row before it is looked at.
pub fn problem(row: &[String]) -> Option<String> {
    let (_, key) = split(&row[0]);
    let Some(cells) = cells(key) else {
        return Some(format!("the row {key:?} checks nothing; spec/README.md lists the keys"));
    };
    let given = &row[1..];
    if given.len() < cells.due {
        return Some(format!("the row {key:?} needs {} cells", cells.due));
    }
    let (due, rest) = given.split_at(cells.due);
    let part = key.ends_with(" contains") || key.ends_with(" omits");
    if part && due[0].is_empty() {
        return Some(format!("the row {key:?} has no text"));
    }
    let reasons = usize::from(cells.reason != Reason::None);
    // Why a part applies to a file, where that was asked.
    let optional = usize::from(key == "part");
    if rest.iter().skip(reasons + optional).any(|cell| !cell.is_empty()) {
        return Some(format!("the row {key:?} has a cell too many: {row:?}"));
    }
    let reason = rest.first().is_some_and(|reason| !reason.is_empty());
    let free = cells.reason == Reason::Sometimes && listing::split(&due[0]).contains(&ANY.into());
    match cells.reason {
        Reason::Always if !reason => {
            Some(format!("the row {key:?} needs the reason why the whole cannot be said here"))
        }
        Reason::Sometimes if free && !reason => Some(format!("{:?} has a * and no reason for it", due[0])),
        Reason::Sometimes if reason && !free => Some(format!("{:?} has a reason and no *", due[0])),
        _ => None,
    }
}
