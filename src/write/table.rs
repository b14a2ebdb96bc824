//! Markdown tables, and the number of their rows that fit in a budget.

use crate::table::{ColumnHeading, Phrase, Table};
use crate::text::estimated_tokens::estimated_tokens;
use crate::write::list_table::{ListCell, ListTable};

/// The columns of a table.
pub(super) struct Columns<'a, R>(pub(super) Vec<Column<'a, R>>);

/// The heading of a column, and a function that returns the cell of a row.
pub(super) type Column<'a, R> = (ColumnHeading, Box<dyn Fn(&R) -> ListCell + 'a>);

/// The rows of a table that is being written, and the text of each row.
#[derive(Default)]
pub(super) struct TableRows {
    cells: Vec<Vec<ListCell>>,
    pub texts: Vec<String>,
}

impl TableRows {
    /// Appends a row, and returns the length of its text in bytes.
    pub fn push(&mut self, cells: Vec<ListCell>) -> usize {
        let text = written(&cells);
        let length = text.len();
        self.cells.push(cells);
        self.texts.push(text);
        length
    }

    /// Keeps as many of the first rows as fit in `limit` bytes, but at least `least` rows. Appends
    /// the row that `rest` returns for the number of kept rows, if any. This row counts towards
    /// `limit`, too. Returns the number of kept rows.
    pub fn cut(
        &mut self,
        least: usize,
        limit: usize,
        rest: impl Fn(usize) -> Option<Vec<ListCell>>,
    ) -> usize {
        let text = |kept| {
            let cells = rest(kept).unwrap_or_default();
            if cells.is_empty() {
                String::new()
            } else {
                written(&cells)
            }
        };
        let (kept, _) = fit(&self.texts, least, limit, str::len, text);
        self.cells.truncate(kept);
        self.texts.truncate(kept);
        if let Some(cells) = rest(kept) {
            self.push(cells);
        }
        kept
    }

    /// Returns the text of all rows.
    pub fn text(&self) -> String {
        self.texts.concat()
    }
}

impl<'a, R> Columns<'a, R> {
    /// Appends a column.
    pub(super) fn with(self, heading: ColumnHeading, cell: impl Fn(&R) -> ListCell + 'a) -> Self {
        self.with_if(true, heading, cell)
    }

    /// Appends a column if `is_shown` is true.
    pub(super) fn with_if(
        mut self,
        is_shown: bool,
        heading: ColumnHeading,
        cell: impl Fn(&R) -> ListCell + 'a,
    ) -> Self {
        if is_shown {
            self.0.push((heading, Box::new(cell)));
        }
        self
    }

    /// Appends the columns of a size: the number of bytes, and the estimated number of tokens.
    pub(super) fn with_size(self, table: &'a Table, bytes: impl Fn(&R) -> u64 + Copy + 'a) -> Self {
        self.with(ColumnHeading::Bytes, move |row| {
            ListCell::Number(bytes(row))
        })
        .with(ColumnHeading::Tokens, move |row| {
            let count = estimated_tokens(bytes(row));
            ListCell::Tokens(count, table.render(&Phrase::ListTokens { count }))
        })
    }

    /// Returns the row of headings and the line below it, as Markdown.
    pub(super) fn head(&self, table: &Table) -> String {
        let headings = self.0.iter().map(|(heading, _)| table.render(heading));
        line(headings) + &line(self.0.iter().map(|_| "---".to_owned()))
    }

    /// Returns the cells for `row`.
    pub(super) fn row(&self, row: &R) -> Vec<ListCell> {
        self.0.iter().map(|(_, cell)| cell(row)).collect()
    }

    /// Returns a row with `words` in the column `at` and empty cells elsewhere.
    pub(super) fn note(&self, at: usize, words: &str) -> Vec<ListCell> {
        let mut cells = vec![ListCell::empty(); self.0.len()];
        cells[at] = ListCell::Words(words.to_owned());
        cells
    }

    /// Returns the finished table with the given rows.
    pub(super) fn table(&self, table: &Table, rows: TableRows) -> ListTable {
        let columns = self.0.iter();
        ListTable {
            columns: columns
                .map(|(heading, _)| (*heading, table.render(heading)))
                .collect(),
            rows: rows.cells,
        }
    }
}

/// Returns how many of the first `rows` to keep, and the row that counts the others. `rest` returns
/// this row for a number of kept rows. Together, the rows measure at most `limit`, unless only
/// `least` rows are kept.
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

/// Returns a table row with the given cells, as Markdown.
fn written(cells: &[ListCell]) -> String {
    line(cells.iter().map(ListCell::to_string))
}

/// Returns a table row with the given texts of cells, as Markdown.
pub(crate) fn line(cells: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    for cell in cells {
        text.push_str("| ");
        text.push_str(&cell);
        text.push(' ');
    }
    text + "|\n"
}
