//! A listing → Markdown.

use std::time::SystemTime;

use crate::answer::wording::{Wording, echo};
use crate::format::named::{MAX_NAMED, Named};
use crate::operation::{Listing, OverviewRow, Paper, Row, Trouble, location, place};
use crate::spec::{Phrase, Table, Tool};

use crate::format::markdown::{cell, code, name};

/// The page that a listing is written on: the table's words, and how many bytes
/// there are for them.
pub(crate) struct Page<'a> {
    table: &'a Table,
    tool: &'a Tool,
    wording: Wording<'a>,
    /// The most bytes that the whole text may have, if one row leaves that many.
    limit: usize,
    head: &'static [Phrase],
}

const OVERVIEW: &[Phrase] = &[
    Phrase::HeadingName,
    Phrase::HeadingKind,
    Phrase::HeadingDescription,
    Phrase::HeadingContents,
    Phrase::HeadingDocuments,
    Phrase::HeadingBytes,
];
const DOCUMENTS: &[Phrase] = &[
    Phrase::HeadingUri,
    Phrase::HeadingType,
    Phrase::HeadingBytes,
    Phrase::HeadingModified,
];

/// The listing as Markdown tables, in the table's words.
pub(crate) fn markdown(listing: &Listing, limit: u64, table: &Table, tool: &Tool) -> String {
    let page = |head| Page::with(head, limit, table, tool);
    let mut text = String::new();
    let (page, troubles) = match listing {
        Listing::Overview {
            rows,
            more,
            troubles,
        } => {
            let page = page(OVERVIEW);
            if rows.is_empty() {
                text.push_str(&page.wording.phrase(Phrase::ListNothing, &[]));
                text.push('\n');
            } else {
                head(page.head, &page.wording, &mut text);
            }
            text.extend(rows.iter().map(|row| page.overview_row_text(row)));
            text.push_str(&page.overview_rest_text(*more));
            (page, troubles)
        }
        Listing::Documents { rows, troubles } => {
            let page = page(DOCUMENTS);
            if !rows.is_empty() {
                head(page.head, &page.wording, &mut text);
            }
            text.extend(rows.iter().map(|row| page.row_text(row)));
            (page, troubles)
        }
    };
    let troubles = page.troubles(troubles);
    if !text.is_empty() && !troubles.is_empty() {
        text.push('\n');
    }
    text + &troubles
}

impl<'a> Page<'a> {
    /// The page of the listing of a name, or of all names, in so many bytes.
    pub(crate) fn new(of_name: bool, limit: u64, table: &'a Table, tool: &'a Tool) -> Self {
        let head = if of_name { DOCUMENTS } else { OVERVIEW };
        Self::with(head, limit, table, tool)
    }

    fn with(head: &'static [Phrase], limit: u64, table: &'a Table, tool: &'a Tool) -> Self {
        Self {
            table,
            tool,
            wording: Wording::new(table),
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            head,
        }
    }

    /// A row of a name's listing.
    fn row_text(&self, row: &Row) -> String {
        let (uri, kind, bytes, modified) = match row {
            Row::Document(row) => (
                location(&row.info, self.table),
                self.table.media_type(row.info.basename()).to_owned(),
                row.bytes,
                row.modified,
            ),
            Row::Directory(row) => (
                place(&row.origin, &row.path, self.table),
                self.counted(Phrase::ListDirectory, row.count.documents),
                row.count.bytes,
                row.count.modified,
            ),
            Row::Rest(count) => (
                self.counted(Phrase::ListRest, count.documents),
                String::new(),
                count.bytes,
                count.modified,
            ),
        };
        let mut text = String::new();
        line([uri, kind, bytes.to_string(), time(modified)], &mut text);
        text
    }

    fn counted(&self, phrase: Phrase, documents: usize) -> String {
        self.wording.phrase(phrase, &[("documents", &documents)])
    }

    /// A row of the listing without a name.
    fn overview_row_text(&self, row: &OverviewRow) -> String {
        let contents = row.contents.first.iter().map(|content| match row.scope {
            crate::operation::error::Scope::Category => code(&echo(content)),
            _ => name(content),
        });
        let mut text = String::new();
        line(
            [
                name(&row.name),
                self.wording.kind(row.scope),
                cell(row.description.as_deref().unwrap_or("")),
                self.wording.listed(contents, row.contents.more),
                row.documents.to_string(),
                row.bytes.to_string(),
            ],
            &mut text,
        );
        text
    }

    /// The last row of the listing without a name, where it counts the rest.
    fn overview_rest_text(&self, more: usize) -> String {
        let mut text = String::new();
        if more > 0 {
            let more = self.wording.phrase(Phrase::More, &[("count", &more)]);
            let rest = OVERVIEW[1..].iter().map(|_| String::new());
            line(std::iter::once(more).chain(rest), &mut text);
        }
        text
    }

    /// What cannot be shown, below the table: at most half of the page.
    fn troubles(&self, troubles: &Named<Trouble>) -> String {
        if troubles.is_empty() {
            return String::new();
        }
        let mut text = self.wording.phrase(Phrase::ListUnreadable, &[]);
        text.push('\n');
        let mut more = troubles.count();
        let rest = |more: usize| match more {
            0 => String::new(),
            more => format!(
                "- {}\n",
                self.wording.phrase(Phrase::More, &[("count", &more)])
            ),
        };
        for trouble in troubles.first.iter().take(MAX_NAMED) {
            let line = format!("- {}\n", self.wording.trouble(trouble, self.tool));
            if text.len() + line.len() + rest(more - 1).len() > self.limit / 2 {
                break;
            }
            text.push_str(&line);
            more -= 1;
        }
        text + &rest(more)
    }
}

impl Paper for Page<'_> {
    fn row(&self, row: &Row) -> usize {
        self.row_text(row).len()
    }

    fn overview_row(&self, row: &OverviewRow) -> usize {
        self.overview_row_text(row).len()
    }

    fn overview_rest(&self, more: usize) -> usize {
        self.overview_rest_text(more).len()
    }

    fn room(&self, troubles: &Named<Trouble>) -> usize {
        let mut text = String::new();
        head(self.head, &self.wording, &mut text);
        let troubles = self.troubles(troubles);
        // And the blank line between them.
        let beside = text.len() + troubles.len() + usize::from(!troubles.is_empty());
        self.limit.saturating_sub(beside)
    }
}

pub(crate) fn head(phrases: &[Phrase], wording: &Wording<'_>, text: &mut String) {
    line(
        phrases.iter().map(|phrase| wording.phrase(*phrase, &[])),
        text,
    );
    line(phrases.iter().map(|_| "---".to_owned()), text);
}

pub(crate) fn line(cells: impl IntoIterator<Item = String>, text: &mut String) {
    for cell in cells {
        text.push_str("| ");
        text.push_str(&cell);
        text.push(' ');
    }
    text.push_str("|\n");
}

/// RFC 3339 in UTC, to the second.
fn time(time: SystemTime) -> String {
    // Times before 1970 or after 9999 are a file system's fault, not a document's.
    let latest = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(253_402_300_799);
    let time = time.clamp(SystemTime::UNIX_EPOCH, latest);
    humantime::format_rfc3339_seconds(time).to_string()
}
