//! What a person reads at a terminal: tables that fit its width, sizes, what was found where, and
//! that something takes long.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement};
use indicatif::ProgressBar;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::cli::marked::marked;
use crate::documents::sandbox::Reach;
use crate::project::session::BoundProject;
use crate::spec::{Phrase, Table};
use crate::text::escape::{Escaped, EscapedLines};
use crate::text::outline::headings;
use crate::text::uri::{Location, split_fragment};

/// The style of headings.
const HEADING: Style = Style::new().bold();
/// The style of paths.
const PATH: Style = AnsiColor::Cyan.on_default();
/// After which time a command says that it works.
const PATIENCE: Duration = Duration::from_secs(1);
/// Columns of a listing that people ask for by `--plain`.
const HIDDEN: [Phrase; 4] = [
    Phrase::HeadingType,
    Phrase::HeadingContents,
    Phrase::HeadingUseWhen,
    Phrase::HeadingOrigin,
];
/// What people call the others.
const HEADINGS: [(Phrase, &str); 4] = [
    (Phrase::HeadingUri, "Path"),
    (Phrase::HeadingBytes, "Size"),
    (Phrase::HeadingTokens, "Tokens"),
    (Phrase::HeadingModified, "Modified"),
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
            let cell = rows.last_mut().and_then(|row| row.last_mut());
            match (event, cell) {
                (Event::Start(Tag::Table(_)), _) => {
                    let _ = write!(shown, "{}", EscapedLines(&text[at..range.start]));
                    at = range.end;
                    rows.clear();
                }
                (Event::Start(Tag::TableHead | Tag::TableRow), _) => rows.push(Vec::new()),
                (Event::Start(Tag::TableCell), _) => rows
                    .last_mut()
                    .into_iter()
                    .for_each(|row| row.push(String::new())),
                (Event::Text(text) | Event::Code(text) | Event::InlineHtml(text), Some(cell)) => {
                    cell.push_str(&text);
                }
                (Event::End(TagEnd::Table), _) => shown.push_str(&self.for_people(&rows)),
                _ => {}
            }
        }
        let _ = write!(shown, "{}", EscapedLines(&text[at..]));
        shown
    }

    /// Returns the rows of a listing in columns for people: paths, sizes and days.
    fn for_people(&self, rows: &[Vec<String>]) -> String {
        let Some((head, rows)) = rows.split_first() else {
            return String::new();
        };
        let is = |column: usize, phrase: Phrase| head[column] == self.table.said(&phrase);
        let columns = (0..head.len()).filter(|at| !HIDDEN.iter().any(|of| is(*at, *of)));
        let columns: Vec<usize> = columns
            .filter(|at| {
                rows.iter()
                    .any(|row| row.get(*at).is_some_and(|cell| !cell.is_empty()))
            })
            .collect();
        let heading = |at: &usize| {
            let mut known = HEADINGS.iter().filter(|(phrase, _)| is(*at, *phrase));
            known
                .next()
                .map_or(head[*at].clone(), |(_, shown)| (*shown).to_owned())
        };
        let shown = |row: &Vec<String>, at: usize| {
            let cell = row.get(at).map_or("", String::as_str);
            match () {
                () if is(at, Phrase::HeadingUri) => self.path(cell),
                () if is(at, Phrase::HeadingBytes) => cell.parse().map_or(cell.to_owned(), size),
                () if is(at, Phrase::HeadingTokens) => thousands(cell),
                () if is(at, Phrase::HeadingModified) => {
                    cell.split('T').next().unwrap_or_default().to_owned()
                }
                () => cell.to_owned(),
            }
        };
        let mut lines = vec![columns.iter().map(heading).collect()];
        lines.extend(
            rows.iter()
                .map(|row| columns.iter().map(|at| shown(row, *at)).collect()),
        );
        let numbers = [
            Phrase::HeadingBytes,
            Phrase::HeadingTokens,
            Phrase::HeadingDocuments,
        ];
        let right = (0..columns.len()).filter(|at| numbers.iter().any(|of| is(columns[*at], *of)));
        self.aligned(&lines, &right.collect::<Vec<_>>())
    }

    /// Returns rows as columns that fit the terminal, the first row as headings; those `right`
    /// are numbers.
    pub fn aligned(&self, rows: &[Vec<String>], right: &[usize]) -> String {
        let text = aligned(rows, right, width());
        match text.split_once('\n').filter(|_| self.color) {
            Some((head, rows)) => format!("{HEADING}{head}{HEADING:#}\n{rows}"),
            None => text,
        }
    }

    /// Returns what a search found: the path of each section, with its line or its fragment, and
    /// its headings, and its text with the words marked.
    pub fn found(&self, text: &str, words: &[String]) -> String {
        let (path_style, bold) = if self.color {
            (PATH, HEADING)
        } else {
            Default::default()
        };
        let words = if self.color { words } else { &[] };
        let mut shown = String::new();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let uri = line.split(' ').next().unwrap_or_default();
            match self.location(split_fragment(uri).map_or(uri, |(uri, _)| uri)) {
                Some(_) if !line.starts_with(' ') => {
                    // An empty line ends the text of the section before.
                    let last = shown.lines().last().unwrap_or_default();
                    let has_text = lines.peek().is_some_and(|next| next.starts_with(' '));
                    let between = match (last.starts_with(' '), has_text) {
                        (true, true) => "\n",
                        (true, false) => "\nMore:\n",
                        (false, _) => "",
                    };
                    let path = match self.line(uri) {
                        Some((document, at)) => format!("{}:{at}", self.path(document)),
                        None => self.path(uri),
                    };
                    let _ = write!(shown, "{between}{path_style}{path}{path_style:#}");
                    let headings = EscapedLines(line[uri.len()..].trim_start()).to_string();
                    let _ = match headings.is_empty() {
                        true => writeln!(shown),
                        false => writeln!(shown, "  {bold}{headings}{bold:#}"),
                    };
                }
                _ => shown += &(marked(line, words) + "\n"),
            }
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
        let headings = headings(&text)?;
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

    /// Returns lines that begin with a word such as `error:`, in the colour of its meaning.
    pub fn report(&self, text: &str) -> String {
        let styled = |line: &str| {
            let style = match line.split_once(": ").map(|(word, _)| word) {
                Some("error") => AnsiColor::Red.on_default().bold(),
                Some("warning") => AnsiColor::Yellow.on_default().bold(),
                Some("note") => AnsiColor::Cyan.on_default(),
                _ => return format!("{}\n", EscapedLines(line)),
            };
            let (word, rest) = line.split_once(':').unwrap_or((line, ""));
            let rest = EscapedLines(rest);
            match self.color {
                true => format!("{style}{word}{style:#}:{rest}\n"),
                false => format!("{word}:{rest}\n"),
            }
        };
        text.lines().map(styled).collect()
    }

    /// Returns the path of a document's URI from the project's folder, else the URI.
    fn path(&self, uri: &str) -> String {
        let (document, fragment) = split_fragment(uri).unwrap_or((uri, None));
        let path = self.location(document).and_then(|location| {
            let bound = self.bound?;
            let category = bound.project.categories.get(&*location.category)?;
            Some(bound.relative_path(category, &location.path))
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

/// Returns rows as columns of so much width; those `right` are numbers.
pub(super) fn aligned(rows: &[Vec<String>], right: &[usize], width: u16) -> String {
    let mut table = comfy_table::Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width).add_rows(rows);
    let first = table
        .column_max_content_widths()
        .first()
        .copied()
        .unwrap_or_default();
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        // A path is copied whole.
        if at == 0 && first <= width / 2 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
        if right.contains(&at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines = table
        .lines()
        .map(|line| format!("{}\n", EscapedLines(line.trim_end())));
    lines.collect()
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
