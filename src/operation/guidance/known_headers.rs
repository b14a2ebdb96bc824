//! Documents that are known to contain no `applies_to`.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::time::Duration;

use crate::documents::discover::FileInfo;
use crate::sync::lock;

/// The time that must have passed since a file's last change before its version identifies its
/// content.
const SETTLED: Duration = Duration::from_secs(2);

/// The versions of documents that earlier calls found to have no `applies_to`. These documents are
/// not opened again.
#[derive(Debug, Default)]
pub struct KnownHeaders {
    known: HashSet<u64>,
    seen: Mutex<Seen>,
}

/// The keys of the documents that the current call saw.
#[derive(Debug, Default)]
struct Seen {
    keys: HashSet<u64>,
    has_new: bool,
}

impl KnownHeaders {
    /// Parses the keys that [`Self::text`] returned.
    pub fn new(text: &str) -> Self {
        let keys = text
            .lines()
            .filter_map(|line| u64::from_str_radix(line, 16).ok());
        Self {
            known: keys.collect(),
            seen: Mutex::default(),
        }
    }

    /// Returns the key of a document's version, without opening the document. Returns `None` if the
    /// document changed so recently that its version does not identify its content.
    pub fn key(file: &FileInfo) -> Option<u64> {
        let tree = &file.origin.tree;
        let version = file.version().ok()?;
        version.age().filter(|age| *age >= SETTLED)?;
        let mut hasher = DefaultHasher::new();
        (tree.identity, &file.path, version).hash(&mut hasher);
        Some(hasher.finish())
    }

    /// Returns whether the document with this key is known, and records that it was seen.
    pub fn has(&self, key: u64) -> bool {
        let is_known = self.known.contains(&key);
        if is_known {
            lock(&self.seen).keys.insert(key);
        }
        is_known
    }

    /// Records that the document with this key contains no `applies_to`.
    pub fn add(&self, key: u64) {
        let mut seen = lock(&self.seen);
        seen.keys.insert(key);
        seen.has_new |= !self.known.contains(&key);
    }

    /// Returns the keys to store, one per line, or `None` if the stored keys need no update. If
    /// `is_whole` is false, the call ended early, and keys that it did not see are kept as well.
    pub fn text(&self, is_whole: bool) -> Option<String> {
        let mut seen = lock(&self.seen);
        let has_old = self.known.len() > 2 * seen.keys.len();
        if !(seen.has_new || is_whole && has_old) {
            return None;
        }
        if !is_whole {
            seen.keys.extend(&self.known);
        }
        let lines = seen.keys.iter().map(|key| format!("{key:x}\n"));
        Some(lines.collect())
    }
}
