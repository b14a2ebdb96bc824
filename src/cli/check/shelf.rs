//! A category's documents once they were read, and what answers make of them.

use std::collections::HashMap;
use std::sync::Arc;

use camino::Utf8Path;
use indexmap::IndexMap;

use crate::documents::discover::{FileInfo, Origin};
use crate::documents::sandbox::Identity;
use crate::render::location;
use crate::spec::Table;
use crate::text::multipart::{BodyStats, MessageLength, PartHeaders};

/// The documents of one category that could be read.
#[derive(Debug)]
pub(super) struct Shelf {
    pub category: Arc<str>,
    /// Those that its default patterns find, in the order of an answer; then others.
    pub books: Vec<Book>,
    /// How many the default patterns find.
    pub own: usize,
    /// Which book is at a path, if it could be read.
    at: HashMap<Box<Utf8Path>, Option<usize>>,
}

impl Shelf {
    pub fn new(category: &str) -> Self {
        Self {
            category: category.into(),
            books: Vec::new(),
            own: 0,
            at: HashMap::new(),
        }
    }

    /// Whether what is at a path was read, or tried.
    pub fn knows(&self, path: &Utf8Path) -> bool {
        self.at.contains_key(path)
    }

    /// The book that is at a path.
    pub fn book(&self, path: &Utf8Path) -> Option<usize> {
        self.at.get(path).copied().flatten()
    }

    pub fn put(&mut self, book: Book) {
        (self.at).insert(book.info.path.clone(), Some(self.books.len()));
        self.books.push(book);
    }

    /// What is at a path could not be read.
    pub fn put_none(&mut self, path: &Utf8Path) {
        self.at.insert(path.into(), None);
    }
}

/// A document that was read.
#[derive(Debug)]
pub(super) struct Book {
    pub info: FileInfo,
    pub stats: BodyStats,
    /// What tells it from others, where that can be told.
    pub identity: Option<(Identity, String)>,
}

/// What an answer leaves out because it would be over its limit.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    pub documents: usize,
    pub bytes: u64,
    /// How many documents there are, those among them.
    pub all: usize,
    /// The bytes of them all.
    pub all_bytes: u64,
}

/// What one category of a collection has of another's.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    /// The category in which the documents are found first.
    pub first: &'a str,
    /// The one that has them again.
    pub again: &'a str,
    pub count: usize,
    /// One of them, as the second names it.
    pub document: &'a str,
}

/// What the documents of some shelves come to as one answer.
#[derive(Debug)]
pub(super) struct Answer<'a> {
    /// The documents, each where it is found first.
    once: Vec<(&'a Shelf, &'a Book)>,
    /// What the shelves have of each other, by the pairs of their categories.
    pub shared: Vec<Shared<'a>>,
}

impl<'a> Answer<'a> {
    /// The answer of these books in their shelves, in this order.
    pub fn new(books: impl IntoIterator<Item = (&'a Shelf, &'a Book)>) -> Self {
        let mut seen: HashMap<&(Identity, String), &str> = HashMap::new();
        let mut once = Vec::new();
        let mut shared: IndexMap<(&str, &str), Shared<'a>> = IndexMap::new();
        for (shelf, book) in books {
            let identity = book.identity.as_ref();
            match identity.and_then(|identity| seen.get(identity)) {
                None => {
                    seen.extend(identity.map(|identity| (identity, &*shelf.category)));
                    once.push((shelf, book));
                }
                Some(first) if **first == *shelf.category => {}
                Some(first) => {
                    let again = shared.entry((&shelf.category, first));
                    let again = again.or_insert(Shared {
                        first,
                        again: &shelf.category,
                        count: 0,
                        document: book.info.document(),
                    });
                    again.count += 1;
                }
            }
        }
        Self {
            once,
            shared: shared.into_values().collect(),
        }
    }

    /// What it leaves out: as a collection's, or as that of one category.
    pub fn left_out(&self, table: &Table, collection: Option<&str>, limit: u64) -> LeftOut {
        let mut length = MessageLength::new(&table.boundary);
        let mut left = LeftOut::default();
        for (shelf, book) in &self.once {
            // The first is delivered, however long it is, and nothing after a gap.
            if left.documents == 0 {
                let origin = Origin {
                    category: Arc::clone(&shelf.category),
                    collection: collection.map(Arc::from),
                };
                let headers = PartHeaders {
                    media_type: table.media_type(book.info.basename()),
                    location: location::of_path(&origin, book.info.document(), table),
                };
                length = length.with(&headers, book.stats);
            }
            if left.documents > 0 || left.all > 0 && length.bytes() > limit {
                left.documents += 1;
                left.bytes += book.stats.bytes;
            }
            left.all += 1;
            left.all_bytes += book.stats.bytes;
        }
        left
    }
}
