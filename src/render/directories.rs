//! The rows of a name's documents, with directories in the place of what is in them
//! where the documents do not fit.
//!
//! All directories of one depth take the place of what is below them at once, the
//! deepest first, up to the directory that holds everything. If the rows of that one do
//! not fit, the first stay and the last row counts the others.

use std::collections::HashMap;

use crate::operation::list::{DirectoryRow, DocumentRow, Totals};
use crate::operation::note::Note;
use crate::render::listing::{ListingFormatter, time};
use crate::render::table::{Columns, fit};
use crate::spec::{Phrase, values};
use crate::text::about::About;
use crate::text::escape::cell;

/// A row of the listing.
pub(super) enum Row<'a> {
    Document(&'a DocumentRow<'a>),
    Directory(DirectoryRow<'a>),
    /// The last: all documents that no other row shows.
    Rest(Totals),
}

impl Row<'_> {
    /// Returns what a document says of itself.
    fn about(&self) -> Option<&About> {
        match self {
            Self::Document(document) => document.about.as_deref(),
            Self::Directory(_) | Self::Rest(_) => None,
        }
    }

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
        let at = *known.entry((document.walk, path)).or_insert(rows.len());
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
    /// Returns the columns of documents, of directories, and of the rest.
    pub(super) fn document_columns<'d>(
        &self,
        documents: &[DocumentRow<'_>],
    ) -> Columns<'_, Row<'d>> {
        let of = |field: fn(&About) -> &Option<String>| {
            move |row: &Row<'_>| {
                let text = row.about().and_then(|about| field(about).as_deref());
                text.map(cell).unwrap_or_default()
            }
        };
        let mut about = documents.iter().filter_map(|row| row.about.as_deref());
        let use_when = about.any(|about| about.use_when.is_some());
        Columns::<Row<'_>>::new()
            .with(Phrase::HeadingUri, |row| self.uri(row))
            .with(Phrase::HeadingTitle, of(|about| &about.title))
            .with(Phrase::HeadingDescription, of(|about| &about.description))
            .with_if(
                use_when,
                Phrase::HeadingUseWhen,
                of(|about| &about.use_when),
            )
            .with(Phrase::HeadingType, |row| self.media_type(row))
            .with_size(self.table, |row| row.totals().bytes)
            .with(Phrase::HeadingModified, |row| time(row.totals().modified))
    }

    fn uri(&self, row: &Row<'_>) -> String {
        match row {
            Row::Document(row) => self.table.document_uri(row.info),
            Row::Directory(row) => self.table.path_uri(row.origin, row.path),
            Row::Rest(totals) => self.counted(Phrase::ListRest, totals.documents),
        }
    }

    fn media_type(&self, row: &Row<'_>) -> String {
        match row {
            Row::Document(row) => {
                let media_type = self.table.media_type(row.info.basename());
                match self.table.is_binary(media_type) {
                    true => self
                        .table
                        .phrase(Phrase::ListBinary, values!(type = media_type)),
                    false => media_type.to_owned(),
                }
            }
            Row::Directory(row) => self.counted(Phrase::ListDirectory, row.totals.documents),
            Row::Rest(_) => String::new(),
        }
    }

    /// Writes the rows of these documents into `limit` bytes, or one row and the count
    /// of the others. Returns how they were folded or left out, as notes.
    pub(super) fn rows<'d>(
        &self,
        columns: &Columns<'_, Row<'d>>,
        documents: &'d [DocumentRow<'d>],
        limit: usize,
    ) -> (String, Vec<Note>) {
        let mut rows = fold(documents, isize::MAX);
        loop {
            let (mut texts, mut taken) = (Vec::new(), 0);
            for row in &rows {
                let text = columns.row(row);
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
                rest.map_or_else(String::new, |rest| columns.row(&Row::Rest(rest)))
            });
            return (
                texts[..kept].concat() + &rest,
                self.shortened(&rows[..kept], kept < rows.len()),
            );
        }
    }

    /// Returns what has to be said of the first rows if they are about more than one
    /// document each, or are not all.
    fn shortened(&self, rows: &[Row<'_>], more: bool) -> Vec<Note> {
        let folds = |category: bool| {
            rows.iter().any(|row| {
                matches!(row, Row::Directory(directory) if directory.path.is_empty() == category)
            })
        };
        let limit = self.budget();
        let notes = [
            folds(false).then_some(Note::Directories(limit)),
            folds(true).then_some(Note::Members(limit)),
            more.then_some(Note::Rest(limit)),
        ];
        notes.into_iter().flatten().collect()
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
