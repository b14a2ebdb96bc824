//! Documents that were read, and the part of them that an answer delivers.

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
pub(super) struct CategoryDocuments {
    pub category: Arc<str>,
    /// Those that its default patterns find, in the order of an answer; then others.
    pub read: Vec<CheckedDocument>,
    /// How many the default patterns find.
    pub by_default: usize,
    /// The position in `read` of each path that was tried, if it could be read.
    positions: HashMap<Box<Utf8Path>, Option<usize>>,
}

impl CategoryDocuments {
    pub fn new(category: &str) -> Self {
        Self {
            category: category.into(),
            read: Vec::new(),
            by_default: 0,
            positions: HashMap::new(),
        }
    }

    /// Returns whether a path was read, or tried.
    pub fn contains(&self, path: &Utf8Path) -> bool {
        self.positions.contains_key(path)
    }

    /// Returns the position in `read` of the document at a path.
    pub fn position(&self, path: &Utf8Path) -> Option<usize> {
        self.positions.get(path).copied().flatten()
    }

    pub fn insert(&mut self, document: CheckedDocument) {
        (self.positions).insert(document.info.path.clone(), Some(self.read.len()));
        self.read.push(document);
    }

    pub fn insert_unreadable(&mut self, path: &Utf8Path) {
        self.positions.insert(path.into(), None);
    }
}

/// A document that was read.
#[derive(Debug)]
pub(super) struct CheckedDocument {
    pub info: FileInfo,
    pub stats: BodyStats,
    /// What tells it from others, where that can be told.
    pub identity: Option<(Identity, String)>,
}

/// The documents that an answer leaves out because it would exceed its limit.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    pub documents: usize,
    pub bytes: u64,
    /// The number of all documents, these included.
    pub all: usize,
    /// The bytes of all documents.
    pub all_bytes: u64,
}

/// The documents of a collection's category that another one has, too.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    /// The category that has them first.
    pub first: &'a str,
    /// The category that has them again.
    pub again: &'a str,
    pub count: usize,
    /// One of them, as the second names it.
    pub document: &'a str,
}

/// The documents of one answer, before its limit.
#[derive(Debug)]
pub(super) struct AnswerPlan<'a> {
    /// The documents, each where it is found first.
    once: Vec<(&'a CategoryDocuments, &'a CheckedDocument)>,
    /// The shared documents of each pair of categories.
    pub shared: Vec<Shared<'a>>,
}

impl<'a> AnswerPlan<'a> {
    /// Plans the answer of these documents, in this order.
    pub fn new(
        documents: impl IntoIterator<Item = (&'a CategoryDocuments, &'a CheckedDocument)>,
    ) -> Self {
        let mut seen: HashMap<&(Identity, String), &str> = HashMap::new();
        let mut once = Vec::new();
        let mut shared: IndexMap<(&str, &str), Shared<'a>> = IndexMap::new();
        for (category, document) in documents {
            let identity = document.identity.as_ref();
            match identity.and_then(|identity| seen.get(identity)) {
                None => {
                    seen.extend(identity.map(|identity| (identity, &*category.category)));
                    once.push((category, document));
                }
                Some(first) if **first == *category.category => {}
                Some(first) => {
                    let again = shared.entry((&category.category, first));
                    let again = again.or_insert(Shared {
                        first,
                        again: &category.category,
                        count: 0,
                        document: document.info.document(),
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

    /// Returns what it leaves out as the answer of a collection, or of one category.
    pub fn left_out(&self, table: &Table, collection: Option<&str>, limit: u64) -> LeftOut {
        let mut length = MessageLength::new(&table.boundary);
        let mut left = LeftOut::default();
        for (category, document) in &self.once {
            // The first is delivered, however long it is, and nothing after a gap.
            if left.documents == 0 {
                let origin = Origin {
                    category: Arc::clone(&category.category),
                    collection: collection.map(Arc::from),
                };
                let headers = PartHeaders {
                    media_type: table.media_type(document.info.basename()),
                    location: location::of_path(&origin, document.info.document(), table),
                };
                length = length.with(&headers, document.stats);
            }
            if left.documents > 0 || left.all > 0 && length.bytes() > limit {
                left.documents += 1;
                left.bytes += document.stats.bytes;
            }
            left.all += 1;
            left.all_bytes += document.stats.bytes;
        }
        left
    }
}
