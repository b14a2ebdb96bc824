//! A listing's rows, made fewer while they are gathered.
//!
//! Where the rows do not fit, directories take the place of what is in them, all
//! of one depth at once and the deepest first, up to the directory that holds
//! everything. Where that one's own rows do not fit, the first stay and the last
//! row counts the rest. So never more rows are held than are shown, and the same
//! documents give the same rows as if all had been held.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::SystemTime;

use crate::documents::discover::Origin;
use crate::operation::matches::CategoryMatches;
use crate::operation::outcome::{Count, DirectoryRow, DocumentRow, Row};
use crate::operation::receiver::Receiver;

/// The rows so far.
pub(super) struct Rows<'a> {
    receiver: &'a dyn Receiver,
    /// The most bytes that all rows may take; the first stays all the same.
    limit: usize,
    taken: usize,
    rows: Vec<Held>,
    /// Which row stands for a directory of a category, by its search.
    directories: HashMap<(usize, Box<str>), usize>,
    /// The deepest directory whose documents have rows of their own. A category's
    /// own directory has depth 0, and what holds several categories -1.
    depth: isize,
    /// That of the directory that holds everything.
    least: isize,
    rest: Option<Held>,
}

/// A row, the search of a category that found what it stands for, and the bytes
/// that it takes.
struct Held {
    category: usize,
    taken: usize,
    row: Row,
}

impl<'a> Rows<'a> {
    /// No rows yet, of what matches in these categories.
    pub(super) fn new(
        categories: &[CategoryMatches],
        limit: usize,
        receiver: &'a dyn Receiver,
    ) -> Self {
        Self {
            receiver,
            limit,
            taken: 0,
            rows: Vec::new(),
            directories: HashMap::new(),
            depth: isize::MAX,
            least: least(categories),
            rest: None,
        }
    }

    /// A document of a category.
    pub(super) fn add(&mut self, category: usize, document: DocumentRow) {
        self.put(category, Row::Document(document));
        self.shrink();
    }

    /// Leaves the rows no more than this.
    pub(super) fn narrow(&mut self, limit: usize) {
        self.limit = limit;
        self.shrink();
    }

    /// The rows in order.
    pub(super) fn into_vec(self) -> Vec<Row> {
        let held = self.rows.into_iter().chain(self.rest);
        held.map(|held| held.row).collect()
    }

    /// Puts a row, or what it counts, where it belongs at the present depth.
    fn put(&mut self, category: usize, row: Row) {
        let (origin, path, count) = match &row {
            Row::Document(document) if depth(document.info.path.as_str()) > self.depth => (
                &document.info.origin,
                document.info.path.as_str(),
                Count::of(document),
            ),
            Row::Directory(directory) if depth(&directory.path) >= self.depth => {
                (&directory.origin, &*directory.path, directory.count)
            }
            _ => return self.push(category, row),
        };
        let path = &path[..end(path, self.depth + 1)];
        let (origin, path): (Arc<Origin>, Box<str>) = (Arc::clone(origin), path.into());
        let key = (category, path);
        if let Some(at) = self.directories.get(&key) {
            let held = &mut self.rows[*at];
            if let Row::Directory(directory) = &mut held.row {
                directory.count.add(count);
            }
            self.taken -= held.taken;
            held.taken = self.receiver.row(&held.row);
            self.taken += held.taken;
            return;
        }
        let path = key.1.clone();
        if self.rest.is_none() {
            self.directories.insert(key, self.rows.len());
        }
        self.push(
            category,
            Row::Directory(DirectoryRow {
                origin,
                path,
                count,
            }),
        );
    }

    fn push(&mut self, category: usize, row: Row) {
        if self.rest.is_some() {
            return self.leave_out(row.count());
        }
        let taken = self.receiver.row(&row);
        self.taken += taken;
        self.rows.push(Held {
            category,
            taken,
            row,
        });
    }

    fn leave_out(&mut self, count: Count) {
        let rest = self.rest.get_or_insert_with(|| Held {
            category: 0,
            taken: 0,
            row: Row::Rest(Count::default()),
        });
        if let Row::Rest(counted) = &mut rest.row {
            counted.add(count);
        }
        self.taken -= rest.taken;
        rest.taken = self.receiver.row(&rest.row);
        self.taken += rest.taken;
    }

    fn shrink(&mut self) {
        while self.taken > self.limit {
            let deepest = self.rows.iter().map(|held| held.row.depth()).max();
            match deepest {
                Some(deepest) if deepest > self.least && self.rest.is_none() => {
                    self.fold_to(deepest - 1);
                }
                _ => {
                    self.depth = self.least;
                    if self.rows.len() < 2 {
                        return;
                    }
                    let Some(last) = self.rows.pop() else { return };
                    self.taken -= last.taken;
                    if let Row::Directory(directory) = &last.row {
                        let key = (last.category, directory.path.clone());
                        self.directories.remove(&key);
                    }
                    self.leave_out(last.row.count());
                }
            }
        }
    }

    fn fold_to(&mut self, depth: isize) {
        self.depth = depth;
        self.taken = 0;
        self.directories.clear();
        for held in std::mem::take(&mut self.rows) {
            self.put(held.category, held.row);
        }
    }
}

impl Row {
    /// The depth of the directory in which it lies.
    fn depth(&self) -> isize {
        match self {
            Self::Document(document) => depth(document.info.path.as_str()),
            Self::Directory(directory) => depth(&directory.path) - 1,
            Self::Rest(_) => -1,
        }
    }

    /// What it stands for.
    pub(crate) fn count(&self) -> Count {
        match self {
            Self::Document(document) => Count::of(document),
            Self::Directory(DirectoryRow { count, .. }) | Self::Rest(count) => *count,
        }
    }
}

impl Count {
    fn of(document: &DocumentRow) -> Self {
        Self {
            documents: 1,
            bytes: document.bytes,
            modified: document.modified,
            reach: document.reach,
        }
    }

    fn add(&mut self, other: Self) {
        self.documents += other.documents;
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.modified = self.modified.max(other.modified);
        self.reach = self.reach.max(other.reach);
    }
}

impl Default for Count {
    fn default() -> Self {
        Self {
            documents: 0,
            bytes: 0,
            modified: SystemTime::UNIX_EPOCH,
            reach: 0,
        }
    }
}

/// How many directories lead to a path: every `/` ends the name of one.
fn depth(path: &str) -> isize {
    memchr::memchr_iter(b'/', path.as_bytes()).count() as isize
}

/// Where the first so many directories of a path end, with their `/`.
fn end(path: &str, directories: isize) -> usize {
    let Ok(last) = usize::try_from(directories - 1) else {
        return 0;
    };
    let mut slashes = memchr::memchr_iter(b'/', path.as_bytes());
    slashes.nth(last).map_or(path.len(), |at| at + 1)
}

/// The depth of the directory that holds every document of these categories.
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
