//! Markdown tables, and how many of their rows fit into a budget.

use crate::spec::{Phrase, Table};

/// A column of a table: its heading, and what it shows of a row.
pub(super) struct Column<'a, R> {
    heading: Phrase,
    cell: Box<dyn Fn(&R) -> String + 'a>,
}

impl<'a, R> Column<'a, R> {
    /// Returns a column.
    pub(super) fn new(heading: Phrase, cell: impl Fn(&R) -> String + 'a) -> Self {
        let cell = Box::new(cell);
        Self { heading, cell }
    }
}

/// Writes the headings of a table, and the line below them.
pub(super) fn head<R>(columns: &[Column<'_, R>], table: &Table) -> String {
    let headings = columns.iter().map(|column| table.said(&column.heading));
    line(headings) + &line(columns.iter().map(|_| "---".to_owned()))
}

/// Writes a row of a table.
pub(super) fn row<R>(columns: &[Column<'_, R>], row: &R) -> String {
    line(columns.iter().map(|column| (column.cell)(row)))
}

/// Writes a row that has a text only in the column `at`.
pub(super) fn note<R>(columns: &[Column<'_, R>], at: usize, text: &str) -> String {
    let cells = (0..columns.len()).map(|column| if column == at { text } else { "" });
    line(cells.map(str::to_owned))
}

/// Returns how many of the first rows fit into `limit` bytes together with the row that
/// counts the others, at least `least`, and that row: `rest` makes it, by how many are
/// kept.
pub(super) fn fit(
    rows: &[String],
    least: usize,
    limit: usize,
    rest: impl Fn(usize) -> String,
) -> (usize, String) {
    fit_by(rows, least, limit, str::len, rest)
}

/// Does what [`fit`] does, by another measure of a text.
pub(super) fn fit_by(
    rows: &[String],
    least: usize,
    limit: usize,
    measure: fn(&str) -> usize,
    rest: impl Fn(usize) -> String,
) -> (usize, String) {
    let mut kept = rows.len();
    let mut taken: usize = rows.iter().map(|row| measure(row)).sum();
    loop {
        let rest = rest(kept);
        if kept <= least || taken + measure(&rest) <= limit {
            return (kept, rest);
        }
        kept -= 1;
        taken -= measure(&rows[kept]);
    }
}

/// Writes the row of a table.
pub(crate) fn line(cells: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    for cell in cells {
        text.push_str("| ");
        text.push_str(&cell);
        text.push(' ');
    }
    text + "|\n"
}
