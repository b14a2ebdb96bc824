//! The rows of a name's documents, with directories in the place of what is in them
//! where the documents do not fit.
//!
//! All directories of one depth take the place of what is below them at once, the
//! deepest first, up to the directory that holds everything. If the rows of that one do
//! not fit, the first stay and the last row counts the others.

use std::collections::HashMap;

use crate::operation::advice;
use crate::operation::list::{Count, DirectoryRow, DocumentRow};
use crate::operation::matches::CategoryMatches;
use crate::operation::outcome::{Listed, Shortened};
use crate::render::listing::{Page, fit};

/// A row of the listing.
#[derive(Clone, Copy)]
pub(super) enum Row<'a> {
    Document(&'a DocumentRow<'a>),
    Directory(&'a DirectoryRow<'a>),
    /// The last: all documents that no row shows.
    Rest(Count),
}

/// The rows that fit.
pub(super) struct Rows {
    pub text: String,
    /// How rows were folded or left out, if any were.
    pub shortened: Option<Shortened>,
}

impl Row<'_> {
    /// Counts the documents that the row represents.
    pub(super) fn count(self) -> Count {
        match self {
            Self::Document(document) => Count::new(document),
            Self::Directory(directory) => directory.count,
            Self::Rest(count) => count,
        }
    }

    /// Returns the depth of the directory in which it lies.
    fn depth(self) -> isize {
        match self {
            Self::Document(document) => depth(document.info.path.as_str()),
            Self::Directory(directory) => depth(directory.path) - 1,
            Self::Rest(_) => -1,
        }
    }
}

/// The rows of documents, with directories of one depth in the place of what is below.
struct Folded<'a> {
    documents: &'a [DocumentRow<'a>],
    directories: Vec<DirectoryRow<'a>>,
    order: Vec<Place>,
}

/// Where a row is held.
#[derive(Clone, Copy)]
enum Place {
    Document(usize),
    Directory(usize),
}

impl<'a> Folded<'a> {
    /// Replaces the documents below directories of this depth. A category's own
    /// directory has depth 0, and what holds several categories -1.
    fn new(documents: &'a [DocumentRow<'a>], deepest: isize) -> Self {
        let mut directories: Vec<DirectoryRow<'a>> = Vec::new();
        let mut order = Vec::new();
        let mut known: HashMap<(usize, &str), usize> = HashMap::new();
        for (at, document) in documents.iter().enumerate() {
            let path = document.info.path.as_str();
            if depth(path) <= deepest {
                order.push(Place::Document(at));
                continue;
            }
            let path = &path[..end(path, deepest + 1)];
            let next = directories.len();
            let directory = *known.entry((document.search, path)).or_insert(next);
            if directory == next {
                order.push(Place::Directory(next));
                directories.push(DirectoryRow {
                    origin: &document.info.origin,
                    path,
                    count: Count::default(),
                });
            }
            directories[directory].count.add(Count::new(document));
        }
        Self {
            documents,
            directories,
            order,
        }
    }

    fn row(&self, at: usize) -> Row<'_> {
        match self.order[at] {
            Place::Document(at) => Row::Document(&self.documents[at]),
            Place::Directory(at) => Row::Directory(&self.directories[at]),
        }
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        (0..self.order.len()).map(|at| self.row(at))
    }

    /// Returns the text of each row, up to the first that does not fit into `limit`
    /// bytes, and whether all of them fit.
    fn texts(&self, page: &Page<'_>, limit: usize) -> (Vec<String>, bool) {
        let (mut texts, mut taken) = (Vec::new(), 0);
        for row in self.rows() {
            let text = page.row(row);
            taken += text.len();
            texts.push(text);
            if taken > limit {
                return (texts, false);
            }
        }
        (texts, true)
    }
}

impl Page<'_> {
    /// Writes the rows of these documents into `limit` bytes, or one row and the count
    /// of the others.
    pub(super) fn rows(
        &self,
        documents: &[DocumentRow<'_>],
        categories: &[CategoryMatches],
        limit: usize,
    ) -> Rows {
        let least = least(categories);
        let mut folded = Folded::new(documents, isize::MAX);
        loop {
            let (texts, all) = folded.texts(self, limit);
            if all {
                return Rows {
                    text: texts.concat(),
                    shortened: self.shortened(&folded, texts.len()),
                };
            }
            let deepest = folded.rows().map(Row::depth).max().unwrap_or(least);
            if deepest > least {
                folded = Folded::new(documents, deepest - 1);
                continue;
            }
            // Count the documents of all rows after each of these.
            let mut after = vec![Count::default(); texts.len() + 1];
            for at in (0..folded.order.len()).rev() {
                let below = after[(at + 1).min(texts.len())];
                let count = &mut after[at.min(texts.len())];
                *count = below;
                count.add(folded.row(at).count());
            }
            let (kept, rest) = fit(&texts, 1, limit, |kept| match after[kept] {
                Count { documents: 0, .. } => String::new(),
                count => self.row(Row::Rest(count)),
            });
            return Rows {
                text: texts[..kept].concat() + &rest,
                shortened: self.shortened(&folded, kept),
            };
        }
    }

    /// Returns what has to be said of the first rows if they are about more than one
    /// document each, or are not all.
    fn shortened(&self, folded: &Folded<'_>, kept: usize) -> Option<Shortened> {
        let rows = folded.rows().take(kept);
        let directories = rows.filter_map(|row| match row {
            Row::Directory(directory) => Some(directory),
            _ => None,
        });
        let (categories, directories): (Vec<_>, Vec<_>) =
            directories.partition(|directory| directory.path.is_empty());
        let shortened = Shortened {
            limit: self.request.bound.project.limits.response_bytes,
            directory: (!directories.is_empty()).then(|| {
                let mut directories = directories.iter();
                directories.find_map(|directory| advice::below(directory, self.request))
            }),
            category: (!categories.is_empty()).then(|| {
                let mut names = categories.iter().map(|row| &*row.origin.category);
                let name = names.find(|name| advice::sayable(name));
                name.map(str::to_owned)
            }),
            rest: (kept < folded.order.len()).then_some(Listed::Documents),
        };
        let told = shortened.directory.is_some() || shortened.category.is_some();
        (told || shortened.rest.is_some()).then_some(shortened)
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

/// Returns the depth of the directory that holds every document of these categories.
fn least(categories: &[CategoryMatches]) -> isize {
    let mut searches = categories.iter().map(|matches| matches.search);
    let first = searches.next();
    if first.is_none() || searches.any(|search| Some(search) != first) {
        return -1;
    }
    let files = categories.iter().flat_map(|matches| &matches.files);
    let mut paths = files.map(|file| file.path.as_str());
    let first = paths.next().unwrap_or_default();
    let directory = &first[..first.rfind('/').map_or(0, |at| at + 1)];
    let common = paths.fold(directory, |common, path| {
        let same = common.bytes().zip(path.bytes());
        let same = same.take_while(|(a, b)| a == b).count();
        let ends = common.as_bytes()[..same]
            .iter()
            .rposition(|&byte| byte == b'/');
        &common[..ends.map_or(0, |at| at + 1)]
    });
    depth(common)
}
