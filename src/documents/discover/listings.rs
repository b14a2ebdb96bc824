//! What the walks of one call have listed.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::error::FileError;
use crate::documents::sandbox::{DirEntry, FileType, Identity, NonUtf8Name, Tree};

/// How many entries are kept: those of a large repository.
const KEPT: usize = 50_000;

/// The entries of directories that the walks of one call have listed, so that each lists a
/// directory once. Only names and types are kept: what a walk finds is opened from its tree.
#[derive(Debug, Default)]
pub struct Listings(Mutex<Listed>);

#[derive(Debug, Default)]
struct Listed {
    /// By the directory of the tree and the path in it.
    directories: HashMap<(Identity, Utf8PathBuf), Arc<[DirEntry]>>,
    entries: usize,
}

impl Listings {
    /// Does what [`Tree::read_dir`] does without following a link, and lists a directory once.
    pub(super) fn read_dir(
        &self,
        tree: &Tree,
        path: &Utf8Path,
        mut each: impl FnMut(Result<&str, NonUtf8Name>, FileType) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, FileError> {
        let key = (tree.identity(), path.to_owned());
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().directories.get(&key).cloned();
        if let Some(entries) = known {
            let each =
                |entry: &DirEntry| each(entry.name.as_deref().map_err(Clone::clone), entry.kind);
            return Ok(entries.iter().try_for_each(each));
        }
        let room = KEPT.saturating_sub(lock().entries);
        let (mut entries, mut count) = (Vec::new(), 0);
        let flow = tree.read_dir(path, false, |name, kind| {
            count += 1;
            if count <= room {
                let name = name.clone().map(str::to_owned);
                entries.push(DirEntry { name, kind });
            }
            each(name, kind)
        })?;
        if flow.is_continue() && count <= room {
            let mut kept = lock();
            kept.entries += count;
            kept.directories.insert(key, entries.into());
        }
        Ok(flow)
    }
}
