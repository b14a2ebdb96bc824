//! The output for a person at a terminal: tables that fit its width, sizes, and results of a search.

use std::env;
use std::fmt::Write;
use std::io;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use camino::Utf8PathBuf;
use terminal_size::{Height, Width, terminal_size_of};
use textwrap::core::display_width;

use crate::cli::grid::Grid;
use crate::cli::here::Here;
use crate::cli::linked::{address, linked};
use crate::cli::wrapped::{Fit, Layout, broken, wrapped, wrapped_lines};
use crate::documents::sandbox::Reach;
use crate::operation::place_uri::PlaceUri;
use crate::operation::search::entry::FoundEntry;
use crate::project::bound_project::BoundProject;
use crate::search::words::each;
use crate::table::{ColumnHeading, Table};
use crate::text::escaped::{Escaped, EscapedLines};
use crate::text::multipart_message::MultipartMessage;
use crate::write::list_table::{FoundList, ListCell, ListTable, Listing, day};

/// The style of headings.
const HEADING: Style = Style::new().bold();
/// The style of paths.
const PATH: Style = AnsiColor::Cyan.on_default();
/// The style of the line above a document.
const RULE: Style = AnsiColor::Cyan.on_default().bold();
/// The style of an error, and of a word that was searched for.
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
/// The headings that people see in a listing. Columns with an empty heading are shown only with
/// `--plain`.
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
/// The columns that a listing leaves out in a narrow terminal, the least useful first.
const LEAST_USEFUL: [ColumnHeading; 8] = [
    ColumnHeading::Tokens,
    ColumnHeading::Modified,
    ColumnHeading::Level,
    ColumnHeading::Kind,
    ColumnHeading::Bytes,
    ColumnHeading::Documents,
    ColumnHeading::Description,
    ColumnHeading::Title,
];
/// The indentation of each line of a passage that was found.
const INDENT: &str = "  ";
/// The space between a path and its headings.
const GAP: &str = "  ";
/// The width that is assumed if it is not known, in columns.
const WIDTH: usize = 80;
/// The minimum width, in columns.
const LEAST_WIDTH: usize = 20;

/// A writer of text for a terminal.
pub(super) struct Screen<'a> {
    pub table: &'a Table,
    /// The project whose files are shown by their paths.
    pub bound: Option<&'a BoundProject>,
    /// The current folder, relative to the project.
    pub here: Option<Here>,
    pub color: bool,
    /// Whether paths are links to their files.
    pub has_links: bool,
    /// The width of a line, in columns.
    pub width: usize,
}

impl Screen<'_> {
    /// Returns the tables of a listing as columns. Documents are shown by their paths.
    pub fn listing(&self, listing: &Listing) -> String {
        let tables = listing.tables.iter().map(|table| self.for_people(table));
        if listing.tables.is_empty() {
            EscapedLines(&listing.text).to_string()
        } else {
            tables.collect::<Vec<_>>().join("\n")
        }
    }

    /// Returns a table of a listing as columns for people, with paths, sizes and days.
    fn for_people(&self, table: &ListTable) -> String {
        let mut shown = Grid {
            rows: vec![Vec::new(); table.rows.len() + 1],
            ..Grid::default()
        };
        let mut ranked = Vec::new();
        for (at, (kind, heading)) in table.columns.iter().enumerate() {
            let known = COLUMNS.iter().find(|(known, _)| known == kind);
            let heading = known.map_or(&**heading, |(_, heading)| heading);
            let is_size = *kind == ColumnHeading::Bytes;
            let cells = table.rows.iter().map(|row| self.cell(&row[at], is_size));
            let cells: Vec<String> = cells.collect();
            if heading.is_empty() || cells.iter().all(String::is_empty) {
                continue;
            }
            let column = shown.rows[0].len();
            let is_number =
                |row: &Vec<ListCell>| matches!(row[at], ListCell::Number(_) | ListCell::Tokens(..));
            if table.rows.iter().any(is_number) {
                shown.numbers.push(column);
            }
            if let Some(rank) = LEAST_USEFUL.iter().position(|least| least == kind) {
                ranked.push((rank, column));
            }
            if *kind == ColumnHeading::Uri {
                let links = table.rows.iter().map(|row| match &row[at] {
                    ListCell::Place(place) => self.link(place),
                    _ => None,
                });
                shown.links = (column, links.collect());
            }
            shown.rows[0].push(heading.to_owned());
            let rows = shown.rows[1..].iter_mut().zip(cells);
            rows.for_each(|(row, cell)| row.push(cell));
        }
        ranked.sort_unstable();
        shown.least_useful = ranked.into_iter().map(|(_, column)| column).collect();
        self.fitted(&shown)
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

    /// Returns a grid as lines that fit the terminal, with highlighted headings. A last line lists the
    /// columns that were left out.
    pub fn fitted(&self, columns: &Grid) -> String {
        let (text, left_out) = columns.lines(self.width);
        let style = self.style(HEADING);
        let Some((head, rows)) = text.split_once('\n') else {
            return String::new();
        };
        let head = format!("{style}{head}{style:#}\n{rows}");
        if left_out.is_empty() {
            head
        } else {
            let left_out = format!("Columns left out: {}", left_out.join(", "));
            head + &wrapped_lines(&left_out, self.width, INDENT)
        }
    }

    /// Returns `text`, a document of a media type, fitted to the terminal. Adds a line ending if the
    /// last line has none.
    pub fn document(&self, text: &str, media_type: &str) -> String {
        let shown = |line: &str| EscapedLines(line).to_string();
        let fit = Fit {
            width: self.width,
            layout: Layout::of(media_type),
            wraps_code: false,
        };
        let shown = fit.document(text, shown);
        if text.is_empty() || text.ends_with('\n') {
            shown
        } else {
            shown + "\n"
        }
    }

    /// Returns documents, each below a line with its location.
    pub fn documents(&self, message: &MultipartMessage) -> String {
        let style = self.style(RULE);
        let mut documents = Vec::new();
        for part in &message.parts {
            let rule = format!("── {} ──", self.location(&part.location));
            let mut text = String::new();
            for line in broken(&rule, self.width) {
                text += &format!("{style}{line}{style:#}\n");
            }
            documents.push(text + &self.document(&part.body, &part.media_type));
        }
        documents.join("\n")
    }

    /// Returns the path to the document or section at `uri`, relative to the current folder.
    fn location(&self, uri: &str) -> String {
        match self.table.formats.locations.parse_uri(uri) {
            Some((location, fragment)) => self.path(&PlaceUri {
                category: location.category.into_owned(),
                path: location.path.into_owned(),
                fragment,
                uri: uri.to_owned(),
            }),
            None => EscapedLines(uri).to_string(),
        }
    }

    /// Returns a style, or the empty style if there is no colour.
    pub fn style(&self, style: Style) -> Style {
        if self.color { style } else { Style::new() }
    }

    /// Returns the results of a search: for each section, its path with the line or fragment, its
    /// headings, and its text with the words marked.
    pub fn found(&self, found: &FoundList) -> String {
        let words = if self.color { &*found.words } else { &[] };
        let (mut shown, mut has_text) = (String::new(), false);
        for FoundEntry {
            place,
            headings,
            passage,
            ..
        } in &found.sections
        {
            // An empty line separates the section from the text of the previous section.
            let end = if has_text { "\n" } else { "" };
            let path = match self.line(place) {
                Some(line) => format!("{}:{line}", self.file(place)),
                None => self.path(place),
            };
            shown += end;
            shown += &self.head(&path, headings, self.link(place).as_deref());
            let fit = Fit {
                width: self.width.saturating_sub(INDENT.len()),
                layout: Layout::of(self.table.formats.media_type(&place.path)),
                // A passage is only for reading; its file is shown above it.
                wraps_code: true,
            };
            let text = fit.document(&passage.join("\n"), |line| marked(line, words));
            for line in text.lines() {
                let indent = if line.is_empty() { "" } else { INDENT };
                let _ = writeln!(shown, "{indent}{line}");
            }
            has_text = passage.last().is_some_and(|line| !line.is_empty());
        }
        shown + &wrapped_lines(&EscapedLines(&found.rest).to_string(), self.width, INDENT)
    }

    /// Returns the lines above the text of a section: its path and its headings. The headings are on a
    /// separate line if they do not fit next to the path.
    fn head(&self, path: &str, headings: &str, link: Option<&str>) -> String {
        let (path_style, bold) = (self.style(PATH), self.style(HEADING));
        let headings = EscapedLines(headings).to_string();
        let fits = display_width(path) + GAP.len() + display_width(&headings) <= self.width;
        let paths = broken(path, self.width).into_iter().map(|path| {
            let path = linked(path.trim_end(), link);
            format!("{path_style}{path}{path_style:#}")
        });
        let path = paths.collect::<Vec<_>>().join("\n");
        if headings.is_empty() {
            return path + "\n";
        }
        if fits {
            return format!("{path}{GAP}{bold}{headings}{bold:#}\n");
        }
        let mut head = path;
        for line in wrapped(&headings, self.width, (INDENT, INDENT)) {
            head += &format!("\n{bold}{line}{bold:#}");
        }
        head + "\n"
    }

    /// Returns the URL of a document's file, if paths are links.
    fn link(&self, place: &PlaceUri) -> Option<String> {
        let bound = self.bound.filter(|_| self.has_links)?;
        let category = bound.project.categories.get(&place.category)?;
        let path = bound.path_of(category, &place.path)?;
        address(&Utf8PathBuf::from(bound.folder().path()?).join(path))
    }

    /// Returns the number of the line in which a section begins. Returns `None` for a rendered
    /// document, and for a section without a heading.
    fn line(&self, place: &PlaceUri) -> Option<usize> {
        let (bound, fragment) = (self.bound?, place.fragment.as_ref()?);
        let category = bound.project.categories.get(&place.category)?;
        let tree = bound.open(category).ok()?;
        let file = tree.open((*place.path).into(), Reach::Beneath).ok()?;
        let text = file.read(bound.project.limits.file_bytes).ok()?;
        let text = String::from_utf8(text).ok()?;
        let headings = self.table.formats.markup(&place.path)?.headings(&text)?;
        let heading = headings.iter().find(|heading| heading.slug == *fragment)?;
        Some(text[..heading.section.start].matches('\n').count() + 1)
    }

    /// Returns the path to a document relative to the current folder, or its URI if it has no such
    /// path.
    fn file(&self, place: &PlaceUri) -> String {
        let known = self.bound.zip(self.here.as_ref());
        let path =
            known.and_then(|(bound, here)| here.document(bound, &place.category, &place.path));
        let path = path.unwrap_or_else(|| {
            let end = place.uri.find('#').unwrap_or(place.uri.len());
            place.uri[..end].to_owned()
        });
        Escaped(&path).to_string()
    }

    /// Returns the path to a document or a section, relative to the current folder.
    fn path(&self, place: &PlaceUri) -> String {
        let fragment = place.fragment.as_ref();
        let fragment =
            fragment.map_or_else(String::new, |fragment| format!("#{}", Escaped(fragment)));
        self.file(place) + &fragment
    }
}

/// Returns the width of standard output, in columns: the width of the terminal, or `COLUMNS`.
pub(super) fn width() -> usize {
    let of_pipe = || {
        let width = env::var("COLUMNS").ok()?.parse().ok();
        width.filter(|width| *width > 0)
    };
    let width = columns(terminal_size_of(io::stdout())).or_else(of_pipe);
    width.unwrap_or(WIDTH).max(LEAST_WIDTH)
}

/// Returns the width of standard error in columns, if it is a terminal.
pub(super) fn error_width() -> Option<usize> {
    let width = columns(terminal_size_of(io::stderr()))?;
    Some(width.max(LEAST_WIDTH))
}

/// Returns the number of columns of a terminal, if it is known.
fn columns(size: Option<(Width, Height)>) -> Option<usize> {
    let (width, _) = size?;
    Some(usize::from(width.0)).filter(|width| *width > 0)
}

/// Returns `rows` as text in columns that fit into `width`.
pub(super) fn aligned(rows: Vec<Vec<String>>, width: usize) -> String {
    let columns = Grid {
        rows,
        ..Grid::default()
    };
    columns.lines(width).0
}

/// Formats a number of bytes for people, in units of 1,000.
pub(super) fn size(bytes: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB")];
    match units.into_iter().find(|(factor, _)| bytes >= *factor) {
        Some((factor, unit)) => {
            format!("{}.{} {unit}", bytes / factor, bytes % factor * 10 / factor)
        }
        None => format!("{bytes} B"),
    }
}

/// Formats an estimated number for people, for example `~1.8k`.
fn thousands(number: u64) -> String {
    match number {
        1_000_000.. => format!("~{}.{}M", number / 1_000_000, number % 1_000_000 / 100_000),
        1_000.. => format!("~{}.{}k", number / 1_000, number % 1_000 / 100),
        _ => format!("~{number}"),
    }
}

/// Returns `text` with `words` marked and hidden characters escaped.
fn marked(text: &str, words: &[String]) -> String {
    let mut places: Vec<Range<usize>> = Vec::new();
    each(text, |token| {
        if words.iter().any(|word| word == token.word) {
            match places.last_mut() {
                // The place of the previous token overlaps with this one: it is an identifier or a pair
                // of characters.
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
