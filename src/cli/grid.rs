//! Rows of cells, printed as columns that fit a width.

use textwrap::core::display_width;

use super::linked::linked;
use super::wrapped::{broken, widest_piece};
use crate::text::escaped::Escaped;

/// The number of spaces between two columns.
const GAP: usize = 2;
/// The minimum width of a column of words, in characters, unless its cells are narrower.
const LEAST_WIDTH: usize = 14;

/// Rows of cells; the first row contains the headings.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub rows: Vec<Vec<String>>,
    /// The columns of numbers, which are aligned to the right.
    pub numbers: Vec<usize>,
    /// The columns that may be left out in a narrow terminal, the least useful first.
    pub least_useful: Vec<usize>,
    /// The column whose cells are links, and the target of each row below the headings.
    pub links: (usize, Vec<Option<String>>),
}

/// The possible widths of a column.
#[derive(Debug, Clone, Copy)]
struct Width {
    /// The width at which no cell is broken.
    whole: usize,
    /// The minimum width at which the cells can be read.
    least: usize,
}

impl Grid {
    /// Returns the rows as lines that are at most `width` characters wide, and the headings of the
    /// columns that were left out. Cells are broken after spaces and `/`.
    pub fn lines(&self, width: usize) -> (String, Vec<&str>) {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let widths: Vec<Width> = (0..count).map(|at| self.width(at, width)).collect();
        let mut kept: Vec<usize> = (0..count).collect();
        let mut left_out = Vec::new();
        let mut least_useful = self.least_useful.iter();
        let total = |kept: &[usize], measure: fn(&Width) -> usize| -> usize {
            let widths = kept.iter().map(|at| measure(&widths[*at])).sum::<usize>();
            widths + GAP * kept.len().saturating_sub(1)
        };
        while total(&kept, |column| column.least) > width
            && let Some(least) = least_useful.next()
        {
            kept.retain(|at| at != least);
            left_out.extend(self.rows.first().and_then(|row| row.get(*least)));
        }
        // The widest columns shrink until all columns fit.
        let mut most = kept.iter().map(|at| widths[*at].whole).max().unwrap_or(0);
        let room = width.saturating_sub(GAP * kept.len().saturating_sub(1));
        let fitted = |at: &usize, most: usize| {
            let column = widths[*at];
            column.whole.min(most.max(column.least))
        };
        let sum = |most| kept.iter().map(|at| fitted(at, most)).sum::<usize>();
        while most > 1 && sum(most) > room {
            most -= 1;
        }
        let mut fitting: Vec<(usize, usize)> =
            kept.iter().map(|at| (*at, fitted(at, most))).collect();
        // As a last resort, columns become narrower than their minimum.
        while fitting.iter().map(|column| column.1).sum::<usize>() > room
            && let Some(widest) = fitting.iter_mut().max_by_key(|column| column.1)
            && widest.1 > 1
        {
            widest.1 -= 1;
        }
        let left_out = left_out.into_iter().map(String::as_str).collect();
        (self.written(&fitting), left_out)
    }

    /// Returns the possible widths of the column at index `at`. `width` is the width of a line.
    fn width(&self, at: usize, width: usize) -> Width {
        let cells = || self.rows.iter().filter_map(|row| row.get(at));
        let whole = cells().map(|cell| display_width(&escaped(cell))).max();
        let whole = whole.unwrap_or_default();
        let piece = || cells().map(|cell| widest_piece(&escaped(cell))).max();
        let least = match at {
            _ if self.numbers.contains(&at) => whole,
            // Cells in the first column are not broken, because people copy names from them.
            0 if whole <= width - width / 4 => whole,
            _ => piece().unwrap_or_default().max(LEAST_WIDTH).min(whole),
        };
        Width { whole, least }
    }

    /// Returns the rows as lines that contain only `columns`. Each of `columns` is an index and a
    /// width.
    fn written(&self, columns: &[(usize, usize)]) -> String {
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let link = number
                .checked_sub(1)
                .and_then(|at| self.links.1.get(at)?.as_deref());
            let cells = columns.iter().map(|(at, width)| {
                let cell = row.get(*at).map(|cell| escaped(cell));
                broken(&cell.unwrap_or_default(), *width)
            });
            let cells: Vec<Vec<String>> = cells.collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or_default();
            for line in 0..height {
                let mut written = String::new();
                for ((at, width), cell) in columns.iter().zip(&cells) {
                    let part = cell.get(line).map_or("", |part| part.trim_end());
                    let blank = " ".repeat(width.saturating_sub(display_width(part)));
                    let part = linked(part, link.filter(|_| *at == self.links.0));
                    written += &if self.numbers.contains(at) {
                        blank + &part
                    } else {
                        part + &blank
                    };
                    written += &" ".repeat(GAP);
                }
                text += written.trim_end();
                text.push('\n');
            }
        }
        text
    }
}

/// Escapes `cell`, so that it stays on one line.
fn escaped(cell: &str) -> String {
    Escaped(cell).to_string()
}
