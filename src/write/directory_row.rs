//! Writes the rows for the documents of a category or collection. If the rows do not fit, rows for
//! directories replace rows for documents.
//!
//! All directories of one depth replace everything below them at once, beginning with the deepest.
//! A replacement that would leave a single directory for everything is not made. If the rows still
//! do not fit, the first rows are kept and a last row counts the others.

use std::collections::HashMap;
use std::sync::Arc;

use crate::documents::discover::Origin;
use crate::operation::find::totals::Totals;
use crate::operation::list::DocumentRow;
use crate::operation::note::Note;
use crate::table::{Phrase, Table};
use crate::write::table::{Columns, TableRows};

/// A row of the listing: a document, or a directory that replaces all documents below it.
pub(super) struct DirectoryRow<'a> {
    /// The document, or the first document in the directory.
    pub document: &'a DocumentRow,
    /// The directory's path in the category, with a trailing `/`; empty for the category itself.
    pub directory: Option<&'a str>,
    /// The totals of all documents that the row represents.
    pub totals: Totals,
}

impl DirectoryRow<'_> {
    /// Returns the depth of the directory that contains the row.
    fn depth(&self) -> isize {
        match self.directory {
            Some(path) => depth(path) - 1,
            None => depth(self.document.info.path.as_str()),
        }
    }
}

/// Returns the rows for `documents`. Directories replace all documents whose own directory is
/// deeper than `deepest`. A category's own directory has depth 0, and the common parent of several
/// categories has depth -1.
fn fold<'a>(documents: &'a [DocumentRow], deepest: isize) -> Vec<DirectoryRow<'a>> {
    let mut rows: Vec<DirectoryRow<'_>> = Vec::new();
    let mut known: HashMap<(*const Origin, &str), usize> = HashMap::new();
    for document in documents {
        let path = document.info.path.as_str();
        let directory = (depth(path) > deepest).then(|| &path[..end(path, deepest + 1)]);
        let walk = Arc::as_ptr(&document.info.origin);
        let at = directory.map(|path| *known.entry((walk, path)).or_insert(rows.len()));
        match at.and_then(|at| rows.get_mut(at)) {
            Some(row) => row.totals = row.totals.plus(document.totals),
            None => rows.push(DirectoryRow {
                document,
                directory,
                totals: document.totals,
            }),
        }
    }
    rows
}

/// Writes the rows for `documents` in at most `limit` bytes, but at least one row and the count of
/// the others. Returns the rows, and a note if directories replaced documents or if rows were left
/// out. The notes mention `budget`, the whole response budget in bytes.
pub(super) fn folded<'d>(
    table: &Table,
    columns: &Columns<'_, DirectoryRow<'d>>,
    documents: &'d [DocumentRow],
    limit: usize,
    budget: usize,
) -> (TableRows, Vec<Note>) {
    let mut rows = fold(documents, isize::MAX);
    loop {
        let (mut written, mut taken) = (TableRows::default(), 0);
        for row in &rows {
            taken += written.push(columns.row(row));
            if taken > limit {
                break;
            }
        }
        let depth = rows.iter().map(DirectoryRow::depth).max().unwrap_or(-1);
        if taken > limit && depth >= 0 {
            let folded = fold(documents, depth - 1);
            // A single directory that contains everything says less than the first of its rows
            // would.
            if folded.len() > 1 {
                rows = folded;
                continue;
            }
        }
        let more = |kept: usize| rows[kept..].iter().map(|row| row.totals.documents).sum();
        let kept = written.cut(1, limit, |kept| match more(kept) {
            0 => None,
            documents => {
                let words = table.render(&Phrase::ListRest(documents));
                Some(columns.note(0, &words))
            }
        });
        let is_folded = rows[..kept].iter().any(|row| row.directory.is_some());
        let notes = [
            is_folded.then_some(Note::Folded(budget)),
            (kept < rows.len()).then_some(Note::Rest(budget)),
        ];
        let notes = notes.into_iter().flatten().collect();
        return (written, notes);
    }
}

/// Returns the number of directories in `path`. Each `/` ends the name of a directory.
fn depth(path: &str) -> isize {
    memchr::memchr_iter(b'/', path.as_bytes()).count() as isize
}

/// Returns the byte offset in `path` after the first `directories` directories, including the `/`
/// after them.
fn end(path: &str, directories: isize) -> usize {
    let Ok(last) = usize::try_from(directories - 1) else {
        return 0;
    };
    let mut slashes = memchr::memchr_iter(b'/', path.as_bytes());
    slashes.nth(last).map_or(path.len(), |at| at + 1)
}
