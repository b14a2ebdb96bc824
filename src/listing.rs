//! A listing → Markdown.

mod cell;

use std::fmt::Write;
use std::time::SystemTime;

use crate::operation::{Listing, ListingRow, OverviewRow, Trouble, location};
use crate::spec::{Phrase, Table, Tool};
use crate::wording::{Wording, echo};

pub(crate) use cell::{cell, code, whole_cell};

/// The listing as Markdown tables, in the table's words.
pub(crate) fn markdown(listing: &Listing, table: &Table, tool: &Tool) -> String {
    let wording = Wording::new(table);
    let mut text = String::new();
    let troubles = match listing {
        Listing::Overview { rows, troubles } => {
            overview(rows, &wording, &mut text);
            troubles
        }
        Listing::Documents { rows, troubles } => {
            documents(rows, table, &wording, &mut text);
            troubles
        }
    };
    unreadable(troubles, &wording, tool, &mut text);
    text
}

fn overview(rows: &[OverviewRow], wording: &Wording<'_>, text: &mut String) {
    if rows.is_empty() {
        text.push_str(&wording.phrase(Phrase::ListNothing, &[]));
        text.push('\n');
        return;
    }
    head(
        &[
            Phrase::HeadingName,
            Phrase::HeadingKind,
            Phrase::HeadingDescription,
            Phrase::HeadingContents,
            Phrase::HeadingDocuments,
            Phrase::HeadingBytes,
        ],
        wording,
        text,
    );
    for row in rows {
        let contents = row.contents.iter().map(|content| match row.scope {
            crate::error::Scope::Category => code(&echo(content)),
            _ => cell(content),
        });
        line(
            [
                cell(&row.name),
                wording.kind(row.scope),
                cell(row.description.as_deref().unwrap_or("")),
                wording.named(contents),
                row.documents.to_string(),
                row.bytes.to_string(),
            ],
            text,
        );
    }
}

fn documents(rows: &[ListingRow], table: &Table, wording: &Wording<'_>, text: &mut String) {
    if rows.is_empty() {
        return;
    }
    head(
        &[
            Phrase::HeadingUri,
            Phrase::HeadingType,
            Phrase::HeadingBytes,
            Phrase::HeadingModified,
        ],
        wording,
        text,
    );
    for row in rows {
        line(
            [
                location(&row.info, table),
                table.media_type(row.info.basename()).to_owned(),
                row.bytes.to_string(),
                time(row.modified),
            ],
            text,
        );
    }
}

fn unreadable(troubles: &[Trouble], wording: &Wording<'_>, tool: &Tool, text: &mut String) {
    if troubles.is_empty() {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&wording.phrase(Phrase::ListUnreadable, &[]));
    text.push('\n');
    for trouble in troubles {
        let _ = writeln!(text, "- {}", wording.trouble(trouble, tool));
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
