//! The search in the client's roots, and upward from them.

use std::collections::HashSet;
use std::slice;
use std::sync::Arc;

use crate::documents::sandbox::{Folder, Identity};
use crate::text::uri;

/// The folders of a client's roots in its order, then those above each: each root
/// is opened by the path that the client names, links followed, and climbed from
/// as it lies open, so that no name on the way is looked up. What is no folder is
/// passed over, with all that would lie above it.
pub(super) struct Rooted<'a> {
    roots: slice::Iter<'a, String>,
    above: slice::Iter<'a, String>,
    /// From where to climb on.
    climbed: Option<Arc<Folder>>,
    /// What was climbed through: what lies above it was looked at too.
    seen: HashSet<Identity>,
}

impl<'a> Rooted<'a> {
    pub fn new(uris: &'a [String]) -> Self {
        Self {
            roots: uris.iter(),
            above: uris.iter(),
            climbed: None,
            seen: HashSet::new(),
        }
    }
}

impl Iterator for Rooted<'_> {
    type Item = Arc<Folder>;

    fn next(&mut self) -> Option<Arc<Folder>> {
        if let Some(root) = self.roots.find_map(|uri| open(uri)) {
            return Some(root);
        }
        loop {
            let below = match self.climbed.take() {
                Some(folder) => folder,
                None => self.above.find_map(|uri| open(uri))?,
            };
            // One that may not be searched does not say what it lies in.
            if let Ok(Some(folder)) = below.above()
                && self.seen.insert(folder.identity())
            {
                let folder = Arc::new(folder);
                self.climbed = Some(Arc::clone(&folder));
                return Some(folder);
            }
        }
    }
}

/// The folder of a root.
fn open(uri: &str) -> Option<Arc<Folder>> {
    Some(Arc::new(Folder::ambient(&uri::file_path(uri)?).ok()?))
}
