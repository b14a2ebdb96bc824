//! Lines of a section that are not cut: rows of tables, and code.

use std::ops::Range;

use crate::text::outline::code_blocks;

/// Returns the lines that say what the columns of a table are, before one of its other rows; none
/// before any other line.
pub(super) fn table_head(text: &str, lines: &[Range<usize>], at: usize) -> Range<usize> {
    let rows = (0..=at).rev();
    let rows = rows.take_while(|at| lines.get(*at).is_some_and(|line| is_row(text, line)));
    let first = rows.last().unwrap_or(at);
    let divides = |line: &str| line.chars().all(|c| "|:- ".contains(c));
    let is_divided = first < at && divides(text[lines[first + 1].clone()].trim_start());
    first..(first + 1 + usize::from(is_divided)).min(at)
}

/// Returns whether a line is a row of a table.
pub(super) fn is_row(text: &str, line: &Range<usize>) -> bool {
    text[line.clone()].trim_start().starts_with('|')
}

/// Returns whether a line can be cut: it is no row of a table, and in no code block.
pub(super) fn is_prose(text: &str, line: &Range<usize>) -> bool {
    !is_row(text, line)
        && !code_blocks(text)
            .iter()
            .any(|code| code.contains(&line.start))
}
