//! The rows of a name's documents, with directories in the place of what is in them
//! where the documents do not fit.
//!
//! All directories of one depth take the place of what is below them at once, the
//! deepest first, up to the directory that holds everything. If the rows of that one do
//! not fit, the first stay and the last row counts the others.

use std::collections::HashMap;

use crate::operation::list::{DirectoryRow, DocumentRow, Totals};
use crate::render::listing::{ListingFormatter, has_use_when, time};
use crate::render::table::{fit, line};
use crate::render::{document_uri, path_uri};
use crate::spec::{Phrase, values};
use crate::text::escape::cell;

/// A row of the listing.
pub(super) enum Row<'a> {
    Document(&'a DocumentRow<'a>),
    Directory(DirectoryRow<'a>),
    /// The last: all documents that no other row shows.
    Rest(Totals),
}

impl Row<'_> {
    /// Returns the size of the documents that the row represents.
    pub(super) fn totals(&self) -> Totals {
        match self {
            Self::Document(document) => document.totals,
            Self::Directory(directory) => directory.totals,
            Self::Rest(totals) => *totals,
        }
    }

    /// Returns the depth of the directory in which it lies.
    fn depth(&self) -> isize {
        match self {
            Self::Document(document) => depth(document.info.path.as_str()),
            Self::Directory(directory) => depth(directory.path) - 1,
            Self::Rest(_) => -1,
        }
    }
}

/// Returns the rows of documents, with directories in the place of the documents below
/// this depth. A category's own directory has depth 0, and what holds several
/// categories -1.
fn fold<'a>(documents: &'a [DocumentRow<'a>], deepest: isize) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let mut known: HashMap<(usize, &str), usize> = HashMap::new();
    for document in documents {
        let path = document.info.path.as_str();
        if depth(path) <= deepest {
            rows.push(Row::Document(document));
            continue;
        }
        let path = &path[..end(path, deepest + 1)];
        let at = *known.entry((document.search, path)).or_insert(rows.len());
        match rows.get_mut(at) {
            Some(Row::Directory(row)) => row.totals = row.totals.plus(document.totals),
            _ => rows.push(Row::Directory(DirectoryRow {
                origin: &document.info.origin,
                path,
                totals: document.totals,
            })),
        }
    }
    rows
}

impl ListingFormatter<'_> {
    /// Writes the row of a document, of a directory, or of the rest.
    fn document_row(&self, row: &Row<'_>, use_when: bool) -> String {
        let table = self.request.table;
        let totals = row.totals();
        let mut about = None;
        let (uri, media_type) = match row {
            Row::Document(row) => {
                about = row.about.as_deref();
                let media_type = table.media_type(row.info.basename());
                let media_type = match table.is_binary(media_type) {
                    true => (self.messages).phrase(Phrase::ListBinary, values!(type = media_type)),
                    false => media_type.to_owned(),
                };
                (document_uri(row.info, table), media_type)
            }
            Row::Directory(row) => (
                path_uri(row.origin, row.path, table),
                self.counted(Phrase::ListDirectory, totals.documents),
            ),
            Row::Rest(_) => (
                self.counted(Phrase::ListRest, totals.documents),
                String::new(),
            ),
        };
        let title = about.and_then(|about| about.title.as_deref());
        let description = about.and_then(|about| about.description.as_deref());
        let said = about.and_then(|about| about.use_when.as_deref());
        let use_when = use_when.then(|| said.map(cell).unwrap_or_default());
        let head = [
            uri,
            title.map(cell).unwrap_or_default(),
            description.map(cell).unwrap_or_default(),
        ];
        let rest = [
            media_type,
            totals.bytes.to_string(),
            self.messages.tokens(totals.bytes),
            time(totals.modified),
        ];
        line(head.into_iter().chain(use_when).chain(rest))
    }

    /// Writes the rows of these documents into `limit` bytes, or one row and the count
    /// of the others. Returns how they were folded or left out, as messages.
    pub(super) fn rows(
        &self,
        documents: &[DocumentRow<'_>],
        limit: usize,
    ) -> (String, Vec<String>) {
        let use_when = has_use_when(documents);
        let mut rows = fold(documents, isize::MAX);
        loop {
            let (mut texts, mut taken) = (Vec::new(), 0);
            for row in &rows {
                let text = self.document_row(row, use_when);
                taken += text.len();
                texts.push(text);
                if taken > limit {
                    break;
                }
            }
            let depth = rows.iter().map(Row::depth).max().unwrap_or(-1);
            if taken > limit && depth >= 0 {
                let folded = fold(documents, depth - 1);
                // One directory that holds everything says less than its first rows.
                if folded.len() > 1 {
                    rows = folded;
                    continue;
                }
            }
            let (kept, rest) = fit(&texts, 1, limit, |kept| {
                let rest = rows[kept..].iter().map(Row::totals).reduce(Totals::plus);
                rest.map_or_else(String::new, |rest| {
                    self.document_row(&Row::Rest(rest), use_when)
                })
            });
            return (
                texts[..kept].concat() + &rest,
                self.shortened(&rows[..kept], kept < rows.len()),
            );
        }
    }

    /// Returns what has to be said of the first rows if they are about more than one
    /// document each, or are not all.
    fn shortened(&self, rows: &[Row<'_>], more: bool) -> Vec<String> {
        let folds = |category: bool| {
            rows.iter().any(|row| {
                matches!(row, Row::Directory(directory) if directory.path.is_empty() == category)
            })
        };
        let sentences = [
            (folds(false), Phrase::MessageDirectories),
            (folds(true), Phrase::MessageMembers),
            (more, Phrase::MessageRest),
        ];
        let said = sentences.into_iter().filter(|(holds, _)| *holds);
        said.map(|(_, phrase)| self.messages.phrase(phrase, values!(limit = self.budget())))
            .collect()
    }
}

/// Returns how many directories lead to a path: every `/` ends the name of one.
fn depth(path: &str) -> isize {
    memchr::memchr_iter(b'/', path.as_bytes()).count() as isize
}

/// Returns where the first so many directories of a path end, with their `/`.
fn end(path: &str, directories: isize) -> usize {
    let Ok(last) = usize::try_from(directories - 1) else {
        return 0;
    };
    let mut slashes = memchr::memchr_iter(b'/', path.as_bytes());
    slashes.nth(last).map_or(path.len(), |at| at + 1)
}
