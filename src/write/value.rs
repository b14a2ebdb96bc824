//! A listing and the sections of a search as they are written: cells and entries for people, and
//! the same as text for agents.

use std::fmt::{self, Display};
use std::time::SystemTime;

use humantime::format_rfc3339_seconds;

use crate::operation::place::PlaceUri;
use crate::operation::search::entry::FoundEntry;
use crate::table::ColumnHeading;
use crate::text::escape::escape_cell;

/// A listing: its tables, and the same as Markdown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// None where there is nothing to list.
    pub tables: Vec<ListTable>,
    /// The Markdown, or that there is nothing.
    pub text: String,
}

/// A table of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListTable {
    /// What each column has.
    pub columns: Vec<(ColumnHeading, String)>,
    /// A cell for each column; the last row may only count others.
    pub rows: Vec<Vec<ListCell>>,
}

/// A cell of a listing. It is displayed as Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListCell {
    /// A text of the project, on one line, with its control characters escaped.
    Text(String),
    /// Words of the tools' table, which are Markdown.
    Words(String),
    /// A number.
    Number(u64),
    /// An estimated number of tokens, and the words for it.
    Tokens(u64, String),
    /// A document, a section or a directory, by its URI.
    Place(PlaceUri),
    /// When a file was modified.
    Time(SystemTime),
}

/// What a search has found: sections, and the same as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundList {
    /// The sections, in order.
    pub sections: Vec<FoundEntry>,
    /// The lines below them: what was left out, or that nothing was found.
    pub rest: String,
    /// The words that were found, folded.
    pub words: Vec<String>,
    /// The text for agents.
    pub text: String,
}

impl Display for ListCell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(&escape_cell(text)),
            Self::Words(words) | Self::Tokens(_, words) => formatter.write_str(words),
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Place(place) => formatter.write_str(&place.uri),
            Self::Time(of) => write!(formatter, "{}", time(*of)),
        }
    }
}

impl ListCell {
    /// Returns an empty cell.
    pub(super) fn empty() -> Self {
        Self::Words(String::new())
    }
}

/// Formats a time by RFC 3339 in UTC, to the second.
pub(crate) fn time(time: SystemTime) -> String {
    // Times before 1970 or after 9999 are errors of a file system.
    let latest = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(253_402_300_799);
    let time = time.clamp(SystemTime::UNIX_EPOCH, latest);
    format_rfc3339_seconds(time).to_string()
}

/// Returns the day of a time, in UTC.
pub(crate) fn day(of: SystemTime) -> String {
    time(of).chars().take("2026-01-01".len()).collect()
}
