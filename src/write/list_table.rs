//! Listings and search results in the form in which they are written. Output for people uses the
//! cells and entries, and agents get the same content as text.

use std::fmt::{self, Display};
use std::time::SystemTime;

use humantime::format_rfc3339_seconds;

use crate::operation::place_uri::PlaceUri;
use crate::operation::search::entry::FoundEntry;
use crate::table::ColumnHeading;
use crate::text::escaped::escape_cell;

/// A listing: its tables, and the same content as Markdown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The tables; empty if there is nothing to list.
    pub tables: Vec<ListTable>,
    /// The Markdown, or a message that says that there is nothing to list.
    pub text: String,
}

/// A table of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListTable {
    /// The heading of each column, and the text of the heading.
    pub columns: Vec<(ColumnHeading, String)>,
    /// The rows, with a cell for each column. The last row may only say how many rows do not fit.
    pub rows: Vec<Vec<ListCell>>,
}

/// A cell of a listing. [`Display`] writes it as Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListCell {
    /// Text from the project, on one line and with control characters escaped.
    Text(String),
    /// Text from the spec table, which is already Markdown.
    Words(String),
    /// A number.
    Number(u64),
    /// An estimated number of tokens, and the text for it.
    Tokens(u64, String),
    /// The URI of a document, a section or a directory.
    Place(PlaceUri),
    /// The modification time of a file.
    Time(SystemTime),
}

/// The result of a search: sections, and the same content as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundList {
    /// The sections, in order.
    pub sections: Vec<FoundEntry>,
    /// The lines after the sections, which count other documents or say that nothing was found.
    pub rest: String,
    /// The words that were found, in NFKC and folded to ignore case.
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
            Self::Time(moment) => write!(formatter, "{}", time(*moment)),
        }
    }
}

impl ListCell {
    /// Returns an empty cell.
    pub(super) fn empty() -> Self {
        Self::Words(String::new())
    }
}

/// Formats a time in UTC according to RFC 3339, to the second.
pub(crate) fn time(time: SystemTime) -> String {
    // Times before 1970 or after 9999 are file system errors.
    let latest = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(253_402_300_799);
    let time = time.clamp(SystemTime::UNIX_EPOCH, latest);
    format_rfc3339_seconds(time).to_string()
}

/// Returns the date of the time `moment`, in UTC.
pub(crate) fn day(moment: SystemTime) -> String {
    time(moment).chars().take("2026-01-01".len()).collect()
}
