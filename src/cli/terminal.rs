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
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::documents::sandbox::Reach;
use crate::project::session::BoundProject;
use crate::search::words::each;
use crate::spec::{Phrase, Table};
use crate::text::escape::{Escaped, EscapedLines, cell_text};
use crate::text::uri::{Location, split_fragment};

/// The style of headings.
const HEADING: Style = Style::new().bold();
/// The style of paths.
const PATH: Style = AnsiColor::Cyan.on_default();
/// The style of an error, and of a word that was searched for.
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
/// After which time a command says that it works.
const PATIENCE: Duration = Duration::from_secs(1);
/// What people call the columns of a listing; nothing, if they ask for one by `--plain`.
const COLUMNS: [(Phrase, &str); 8] = [
    (Phrase::HeadingUri, "Path"),
    (Phrase::HeadingBytes, "Size"),
    (Phrase::HeadingTokens, "Tokens"),
    (Phrase::HeadingModified, "Modified"),
    (Phrase::HeadingType, ""),
    (Phrase::HeadingContents, ""),
    (Phrase::HeadingUseWhen, ""),
    (Phrase::HeadingOrigin, ""),
];
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
    /// Returns a listing with its Markdown tables aligned, and documents by their paths.
    pub fn listing(&self, text: &str) -> String {
        let mut shown = String::new();
        let (mut rows, mut at) = (Vec::<Vec<String>>::new(), 0);
        let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
        for (event, range) in events {
            match event {
                Event::Start(Tag::Table(_)) => {
                    let _ = write!(shown, "{}", EscapedLines(&text[at..range.start]));
                    at = range.end;
                    rows.clear();
                }
                Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let cell = text[range].strip_prefix(' ').unwrap_or_default();
                    let cell = cell_text(cell.strip_suffix(' ').unwrap_or(cell));
                    rows.last_mut()
                        .into_iter()
                        .for_each(|row| row.push(cell.clone()));
                }
                Event::End(TagEnd::Table) => shown.push_str(&self.for_people(&rows)),
                _ => {}
            }
        }
        let _ = write!(shown, "{}", EscapedLines(&text[at..]));
        shown
    }

    /// Returns the rows of a listing in columns for people: paths, sizes and days.
    fn for_people(&self, rows: &[Vec<String>]) -> String {
        let mut shown: Vec<Vec<String>> = vec![Vec::new(); rows.len()];
        for (at, heading) in rows.iter().take(1).flatten().enumerate() {
            let mut known = COLUMNS.iter();
            let known = known.find(|(phrase, _)| self.table.said(phrase) == *heading);
            let (phrase, heading) = match known {
                Some((phrase, heading)) => (Some(phrase), *heading),
                None => (None, &**heading),
            };
            let cells = || rows[1..].iter().map(|row| row.get(at).map_or("", |of| of));
            if heading.is_empty() || cells().all(str::is_empty) {
                continue;
            }
            shown[0].push(heading.to_owned());
            for (row, cell) in shown[1..].iter_mut().zip(cells()) {
                row.push(match phrase {
                    Some(Phrase::HeadingUri) => self.path(cell),
                    Some(Phrase::HeadingBytes) => cell.parse().map_or(cell.to_owned(), size),
                    Some(Phrase::HeadingTokens) => thousands(cell),
                    Some(Phrase::HeadingModified) => cell.split('T').take(1).collect(),
                    _ => cell.to_owned(),
                });
            }
        }
        self.aligned(&shown)
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
    pub fn found(&self, text: &str, words: &[String]) -> String {
        let (path_style, bold) = (self.style(PATH), self.style(HEADING));
        let words = if self.color { words } else { &[] };
        let mut shown = String::new();
        for line in text.lines() {
            let uri = line.split(' ').next().unwrap_or_default();
            if self
                .location(split_fragment(uri).map_or(uri, |(uri, _)| uri))
                .is_none()
            {
                shown += &(marked(line, words) + "\n");
                continue;
            }
            // An empty line ends the text of the section before.
            let last = shown.lines().last().unwrap_or_default();
            let end = if last.starts_with(' ') { "\n" } else { "" };
            let path = match self.line(uri) {
                Some((document, at)) => format!("{}:{at}", self.path(document)),
                None => self.path(uri),
            };
            let headings = EscapedLines(line[uri.len()..].trim_start()).to_string();
            let gap = if headings.is_empty() { "" } else { "  " };
            let _ = write!(shown, "{end}{path_style}{path}{path_style:#}{gap}");
            let _ = writeln!(shown, "{bold}{headings}{bold:#}");
        }
        shown
    }

    /// Returns the URI of a section's document, and the line of its heading there; `None` of what
    /// is rendered, or has no heading.
    fn line<'u>(&self, uri: &'u str) -> Option<(&'u str, usize)> {
        let (document, Some(fragment)) = split_fragment(uri)? else {
            return None;
        };
        let location = self.location(document)?;
        let bound = self.bound?;
        let category = bound.project.categories.get(&*location.category)?;
        let tree = bound.open(category).ok()?;
        let file = tree.open((*location.path).into(), Reach::Beneath).ok()?;
        let text = file.read(bound.project.limits.file_bytes).ok()?;
        let text = String::from_utf8(text).ok()?;
        let headings = self.table.markup(&location.path)?.headings(&text)?;
        let heading = headings.iter().find(|of| of.slug == fragment)?;
        let above = text[..heading.section.start].matches('\n').count();
        Some((document, above + 1))
    }

    fn location(&self, uri: &str) -> Option<Location<'static>> {
        let of = &self.table.locations;
        of.category
            .parse_uri(uri)
            .or_else(|| of.collection.parse_uri(uri))
    }

    /// Returns the path of a document's URI from the project's folder, else the URI.
    fn path(&self, uri: &str) -> String {
        let (document, fragment) = split_fragment(uri).unwrap_or((uri, None));
        let path = self.location(document).and_then(|location| {
            let bound = self.bound?;
            let category = bound.project.categories.get(&*location.category)?;
            bound.path_of(category, &location.path)
        });
        let path = path.unwrap_or_else(|| document.to_owned());
        let fragment = fragment.map_or(String::new(), |fragment| format!("#{fragment}"));
        Escaped(&(path + &fragment)).to_string()
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

/// Returns an estimate such as `~1871` as people write it, such as `~1.8k`.
fn thousands(text: &str) -> String {
    let number = text
        .strip_prefix('~')
        .and_then(|number| number.parse::<u64>().ok());
    match number {
        Some(number) if number >= 1_000 => format!("~{}.{}k", number / 1_000, number % 1_000 / 100),
        _ => text.to_owned(),
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
