//! Documents that are known to say nothing of the files to which they apply.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::time::Duration;

use crate::documents::discover::FileInfo;
use crate::sync::lock;

/// How long a file has to be unchanged when it is read, so that its version tells its content.
const SETTLED: Duration = Duration::from_secs(2);

/// Versions of documents that have no `applies_to`, from earlier calls: these are not opened.
#[derive(Debug, Default)]
pub struct KnownHeaders {
    known: HashSet<u64>,
    seen: Mutex<Seen>,
}

/// What a call saw.
#[derive(Debug, Default)]
struct Seen {
    keys: HashSet<u64>,
    has_new: bool,
}

impl KnownHeaders {
    /// Reads the keys that [`Self::text`] wrote.
    pub fn new(text: &str) -> Self {
        let keys = text
            .lines()
            .filter_map(|line| u64::from_str_radix(line, 16).ok());
        Self {
            known: keys.collect(),
            seen: Mutex::default(),
        }
    }

    /// Returns the key of a document's version, without opening it; `None` if it changed so
    /// recently that its version does not tell its content.
    pub fn key(file: &FileInfo) -> Option<u64> {
        let tree = &file.origin.tree;
        let version = file.version().ok()?;
        version.age().filter(|age| *age >= SETTLED)?;
        let mut hasher = DefaultHasher::new();
        (tree.identity, &file.path, version).hash(&mut hasher);
        Some(hasher.finish())
    }

    /// Returns whether the document of a key says nothing, and takes note that it was seen.
    pub fn has(&self, key: u64) -> bool {
        let is_known = self.known.contains(&key);
        if is_known {
            lock(&self.seen).keys.insert(key);
        }
        is_known
    }

    /// Remembers that the document of a key says nothing.
    pub fn add(&self, key: u64) {
        let mut seen = lock(&self.seen);
        seen.keys.insert(key);
        seen.has_new |= !self.known.contains(&key);
    }

    /// Returns the keys to keep, a line each; `None` if they are as they were. After a call that
    /// was ended early those that it did not see are kept, too.
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
