//! Markdown tables, and how many of their rows fit into a budget.

use crate::spec::{Phrase, Table, values};
use crate::text::tokens::estimated_tokens;

/// The columns of a table.
pub(super) struct Columns<'a, R>(pub(super) Vec<Column<'a, R>>);

/// A heading, and what is shown of a row below it.
pub(super) type Column<'a, R> = (Phrase, Box<dyn Fn(&R) -> String + 'a>);

impl<'a, R> Columns<'a, R> {
    /// Adds a column.
    pub(super) fn with(self, heading: Phrase, cell: impl Fn(&R) -> String + 'a) -> Self {
        self.with_if(true, heading, cell)
    }

    /// Adds a column, if some row has something to show in it.
    pub(super) fn with_if(
        mut self,
        is_shown: bool,
        heading: Phrase,
        cell: impl Fn(&R) -> String + 'a,
    ) -> Self {
        if is_shown {
            self.0.push((heading, Box::new(cell)));
        }
        self
    }

    /// Adds the columns of a size: in bytes, and the estimated number of tokens.
    pub(super) fn with_size(self, table: &'a Table, bytes: impl Fn(&R) -> u64 + Copy + 'a) -> Self {
        self.with(Phrase::HeadingBytes, move |row| bytes(row).to_string())
            .with(Phrase::HeadingTokens, move |row| {
                let count = estimated_tokens(bytes(row));
                table.phrase(Phrase::ListTokens, values!(count))
            })
    }

    /// Writes the headings, and the line below them.
    pub(super) fn head(&self, table: &Table) -> String {
        let headings = self.0.iter().map(|(heading, _)| table.said(heading));
        line(headings) + &line(self.0.iter().map(|_| "---".to_owned()))
    }

    /// Writes a row.
    pub(super) fn row(&self, row: &R) -> String {
        line(self.0.iter().map(|(_, cell)| cell(row)))
    }

    /// Writes a row that has a text only in the column `at`.
    pub(super) fn note(&self, at: usize, text: &str) -> String {
        let cells = (0..self.0.len()).map(|column| if column == at { text } else { "" });
        line(cells.map(str::to_owned))
    }
}

/// Returns how many of the first rows fit into a `limit` by this measure together with the row that
/// counts the others, at least `least`, and that row: `rest` makes it, by how many are
/// kept.
pub(super) fn fit(
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
