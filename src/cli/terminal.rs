//! What a person reads at a terminal: tables that fit its width, sizes, what was found where, and
//! that something takes long.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::ops::Range;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement};
use indicatif::ProgressBar;

use crate::cli::here::Here;
use crate::documents::sandbox::Reach;
use crate::operation::place::PlaceUri;
use crate::operation::search::FoundEntry;
use crate::project::bound_project::BoundProject;
use crate::search::words::each;
use crate::table::{ColumnHeading, Table};
use crate::text::escape::{Escaped, EscapedLines};
use crate::write::value::{FoundList, ListCell, ListTable, Listing, day};

/// The style of headings.
const HEADING: Style = Style::new().bold();
/// The style of paths.
const PATH: Style = AnsiColor::Cyan.on_default();
/// The style of an error, and of a word that was searched for.
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
/// After which time a command says that it works.
const PATIENCE: Duration = Duration::from_secs(1);
/// What people call the columns of a listing; nothing, if they ask for one by `--plain`.
const COLUMNS: [(ColumnHeading, &str); 8] = [
    (ColumnHeading::Uri, "Path"),
    (ColumnHeading::Bytes, "Size"),
    (ColumnHeading::Tokens, "Tokens"),
    (ColumnHeading::Modified, "Modified"),
    (ColumnHeading::Type, ""),
    (ColumnHeading::Contents, ""),
    (ColumnHeading::UseWhen, ""),
    (ColumnHeading::Origin, ""),
];
/// What precedes each line of a text that was found.
const INDENT: &str = "  ";
/// The width where it is not known.
const WIDTH: u16 = 80;

/// Writes texts for a terminal.
pub(super) struct Screen<'a> {
    pub table: &'a Table,
    /// The project whose files are shown by their paths.
    pub bound: Option<&'a BoundProject>,
    pub color: bool,
}

impl Screen<'_> {
    /// Returns the tables of a listing as columns, and documents by their paths.
    pub fn listing(&self, listing: &Listing) -> String {
        let tables = listing.tables.iter().map(|table| self.for_people(table));
        match listing.tables.is_empty() {
            true => EscapedLines(&listing.text).to_string(),
            false => tables.collect::<Vec<_>>().join("\n"),
        }
    }

    /// Returns a table of a listing in columns for people: paths, sizes and days.
    fn for_people(&self, table: &ListTable) -> String {
        let mut shown: Vec<Vec<String>> = vec![Vec::new(); table.rows.len() + 1];
        for (at, (column, heading)) in table.columns.iter().enumerate() {
            let known = COLUMNS.iter().find(|(known, _)| known == column);
            let heading = known.map_or(&**heading, |(_, heading)| heading);
            let is_size = *column == ColumnHeading::Bytes;
            let cells = table.rows.iter().map(|row| self.cell(&row[at], is_size));
            let cells: Vec<String> = cells.collect();
            if heading.is_empty() || cells.iter().all(String::is_empty) {
                continue;
            }
            shown[0].push(heading.to_owned());
            shown[1..]
                .iter_mut()
                .zip(cells)
                .for_each(|(row, cell)| row.push(cell));
        }
        self.aligned(&shown)
    }

    fn cell(&self, cell: &ListCell, is_size: bool) -> String {
        match cell {
            ListCell::Text(text) | ListCell::Words(text) => text.clone(),
            ListCell::Number(bytes) if is_size => size(*bytes),
            ListCell::Number(number) => number.to_string(),
            ListCell::Tokens(tokens, _) => thousands(*tokens),
            ListCell::Place(place) => self.path(place),
            ListCell::Time(time) => day(*time),
        }
    }

    /// Returns rows as columns that fit the terminal, the first row as headings.
    pub fn aligned(&self, rows: &[Vec<String>]) -> String {
        let style = self.style(HEADING);
        match aligned(rows, width()).split_once('\n') {
            Some((head, rows)) => format!("{style}{head}{style:#}\n{rows}"),
            None => String::new(),
        }
    }

    /// Returns a style, or none where there is no colour.
    pub fn style(&self, style: Style) -> Style {
        if self.color { style } else { Style::new() }
    }

    /// Returns what a search found: the path of each section, with its line or its fragment, and
    /// its headings, and its text with the words marked.
    pub fn found(&self, found: &FoundList) -> String {
        let (path_style, bold) = (self.style(PATH), self.style(HEADING));
        let words = if self.color { &*found.words } else { &[] };
        let (mut shown, mut has_text) = (String::new(), false);
        for FoundEntry {
            place,
            headings,
            passage,
            ..
        } in &found.sections
        {
            // An empty line ends the text of the section before.
            let end = if has_text { "\n" } else { "" };
            let path = match self.line(place) {
                Some(line) => format!("{}:{line}", self.file(place)),
                None => self.path(place),
            };
            let gap = if headings.is_empty() { "" } else { "  " };
            let headings = EscapedLines(headings);
            let _ = write!(shown, "{end}{path_style}{path}{path_style:#}{gap}");
            let _ = writeln!(shown, "{bold}{headings}{bold:#}");
            for line in passage {
                let indent = if line.is_empty() { "" } else { INDENT };
                let _ = writeln!(shown, "{indent}{}", marked(line, words));
            }
            has_text = passage.last().is_some_and(|line| !line.is_empty());
        }
        shown + &EscapedLines(&found.rest).to_string()
    }

    /// Returns the line of a section's heading in its file; `None` of what is rendered, or has no
    /// heading.
    fn line(&self, place: &PlaceUri) -> Option<usize> {
        let (bound, fragment) = (self.bound?, place.fragment.as_ref()?);
        let category = bound.project.categories.get(&place.category)?;
        let tree = bound.open(category).ok()?;
        let file = tree.open((*place.path).into(), Reach::Beneath).ok()?;
        let text = file.read(bound.project.limits.file_bytes).ok()?;
        let text = String::from_utf8(text).ok()?;
        let headings = self.table.formats.markup(&place.path)?.headings(&text)?;
        let heading = headings.iter().find(|of| of.slug == *fragment)?;
        Some(text[..heading.section.start].matches('\n').count() + 1)
    }

    /// Returns the path of a document from the current folder, else its URI.
    fn file(&self, place: &PlaceUri) -> String {
        let path = self
            .bound
            .and_then(|bound| Here::new(bound).document(bound, &place.category, &place.path));
        let path = path.unwrap_or_else(|| {
            let end = place.uri.find('#').unwrap_or(place.uri.len());
            place.uri[..end].to_owned()
        });
        Escaped(&path).to_string()
    }

    /// Returns the path of a document or a section from the current folder.
    fn path(&self, place: &PlaceUri) -> String {
        let fragment = place.fragment.as_ref();
        let fragment = fragment.map_or_else(String::new, |of| format!("#{}", Escaped(of)));
        self.file(place) + &fragment
    }
}

/// Returns the width of the terminal, in columns.
pub(super) fn width() -> u16 {
    terminal_size::terminal_size().map_or(WIDTH, |(width, _)| width.0)
}

/// Returns rows as columns of so much width; those of numbers end at the right.
pub(super) fn aligned(rows: &[Vec<String>], width: u16) -> String {
    let mut table = comfy_table::Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width).add_rows(rows);
    let widths = table.column_max_content_widths();
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        // A path is copied whole.
        if at == 0 && widths[at] <= width / 2 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
        // Of what is only counted, such as the last row of a listing, some cells are empty.
        let cells = rows.iter().skip(1).map(|row| &*row[at]);
        let mut cells = cells.filter(|cell| !cell.is_empty()).peekable();
        if cells.peek().is_some() && cells.all(is_number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines = table
        .lines()
        .map(|line| format!("{}\n", EscapedLines(line.trim_end())));
    lines.collect()
}

/// Returns whether a cell is a number, such as `12`, `~1.8k` or `3.2 KB`.
fn is_number(cell: &str) -> bool {
    let number = cell
        .trim_start_matches('~')
        .trim_end_matches(['B', 'K', 'M', 'G', 'k', ' ']);
    !number.is_empty()
        && number
            .bytes()
            .all(|byte| byte == b'.' || byte.is_ascii_digit())
}

/// Returns a number of bytes as people write it, in units of 1,000.
pub(super) fn size(bytes: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB")];
    match units.into_iter().find(|(of, _)| bytes >= *of) {
        Some((of, unit)) => format!("{}.{} {unit}", bytes / of, bytes % of * 10 / of),
        None => format!("{bytes} B"),
    }
}

/// Returns an estimated number as people write it, such as `~1.8k`.
fn thousands(number: u64) -> String {
    match number {
        1_000.. => format!("~{}.{}k", number / 1_000, number % 1_000 / 100),
        _ => format!("~{number}"),
    }
}

/// Returns a text with these words marked, and hidden characters escaped.
fn marked(text: &str, words: &[String]) -> String {
    let mut places: Vec<Range<usize>> = Vec::new();
    each(text, |token| {
        if words.iter().any(|word| word == token.word) {
            match places.last_mut() {
                // An identifier, of which this is a part, or a pair of characters.
                Some(last) if token.range.start < last.end => {
                    last.end = last.end.max(token.range.end)
                }
                _ => places.push(token.range),
            }
        }
    });
    let (mut shown, mut at) = (String::new(), 0);
    for place in places {
        let (before, word) = (&text[at..place.start], &text[place.clone()]);
        let (before, word) = (EscapedLines(before), EscapedLines(word));
        let _ = write!(shown, "{before}{RED}{word}{RED:#}");
        at = place.end;
    }
    shown + &EscapedLines(&text[at..]).to_string()
}

/// Runs something, with a line on standard error while it takes longer than a second at a
/// terminal.
pub(super) fn with_progress<T>(doing: &'static str, run: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return run();
    }
    let (running, ended) = channel::<()>();
    thread::scope(|scope| {
        let wait = move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let bar = ProgressBar::new_spinner().with_message(doing);
                bar.enable_steady_tick(PATIENCE / 10);
                let _ = ended.recv();
                bar.finish_and_clear();
            }
        };
        // Where no thread can be had, there is no line.
        let _ = thread::Builder::new().spawn_scoped(scope, wait);
        let done = run();
        drop(running);
        done
    })
}
