//! Rows of Markdown tables, and how many of them fit into a budget.

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
