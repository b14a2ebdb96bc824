//! What searches keep of documents in memory, and use only where the files are the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use camino::Utf8Path;

use crate::documents::discover::FileInfo;
use crate::documents::error::Cancelled;
use crate::documents::sandbox::{MTIME_GRANULARITY, Version};
use crate::limits::INDEX_IDLE;
use crate::project::guide::Project;
use crate::search::block::Block;
use crate::search::vocabulary::Vocabulary;

/// How often a search that waits for its turn looks whether that has come.
const WAIT: Duration = Duration::from_millis(1);
/// How many bytes of blocks that are gone are of no account.
const FEW: usize = 1 << 20;

/// The index of a process. Searches take turns at it. It is empty until the first one, and
/// again when there was none for some time.
#[derive(Debug)]
pub struct SearchIndex {
    blocks: Arc<Mutex<Blocks>>,
    idle: Duration,
    settled: Duration,
}

/// The blocks of documents of one project.
#[derive(Debug, Default)]
pub struct Blocks {
    project: Option<Arc<Project>>,
    /// The words of all blocks, and of some that are gone.
    pub vocabulary: Vocabulary,
    kept: HashMap<Key, Kept>,
    /// What they take, without the vocabulary; and what those took that are gone.
    bytes: usize,
    gone: usize,
    /// How many searches there were, and when the last one began.
    search: u64,
    used: Option<Instant>,
    /// For how long a file was unchanged whose version counts.
    settled: Duration,
    /// The fewest documents of the project that were too large for an index.
    too_many: Option<usize>,
    /// Whether a thread waits to drop them.
    is_watched: bool,
}

/// The category of a document, and where it is stored in that.
type Key = (Arc<str>, Box<Utf8Path>);

#[derive(Debug)]
struct Kept {
    /// The version of the file, if every further change gives it another one.
    version: Option<Version>,
    /// The search that used it last.
    search: u64,
    block: Block,
}

impl Default for SearchIndex {
    fn default() -> Self {
        Self::new(INDEX_IDLE, MTIME_GRANULARITY)
    }
}

impl SearchIndex {
    /// Returns an empty index, which is dropped when no search began for a time, `idle`. A
    /// version of a file counts if it was unchanged for a time, `settled`, when it was read.
    pub fn new(idle: Duration, settled: Duration) -> Self {
        Self {
            blocks: Arc::default(),
            idle,
            settled,
        }
    }

    /// Returns how many bytes of memory it takes, or slightly less.
    pub fn bytes(&self) -> usize {
        lock(&self.blocks).bytes()
    }

    /// Waits for the turn of a search in a project.
    pub fn turn(
        &self,
        project: &Arc<Project>,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<MutexGuard<'_, Blocks>, Cancelled> {
        let mut blocks = loop {
            match self.blocks.try_lock() {
                Ok(blocks) => break blocks,
                Err(TryLockError::Poisoned(_)) => break lock(&self.blocks),
                Err(TryLockError::WouldBlock) if cancelled() => return Err(Cancelled),
                Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
            }
        };
        let is_same = |of: &Arc<Project>| Arc::ptr_eq(of, project);
        if !blocks.project.as_ref().is_some_and(is_same) || blocks.gone > blocks.bytes + FEW {
            blocks.clear();
            blocks.project = Some(Arc::clone(project));
            blocks.too_many = None;
        }
        blocks.search += 1;
        blocks.used = Some(Instant::now());
        blocks.settled = self.settled;
        if !blocks.is_watched {
            let (weak, idle) = (Arc::downgrade(&self.blocks), self.idle);
            let watch = thread::Builder::new().name("index".to_owned());
            blocks.is_watched = watch.spawn(move || drop_idle(&weak, idle)).is_ok();
        }
        Ok(blocks)
    }
}

/// Locks the blocks. Those of a search that panicked are dropped.
fn lock(blocks: &Mutex<Blocks>) -> MutexGuard<'_, Blocks> {
    blocks.lock().unwrap_or_else(|poisoned| {
        blocks.clear_poison();
        let mut blocks = PoisonError::into_inner(poisoned);
        blocks.clear();
        blocks
    })
}

/// Drops the blocks when they were not used for a time.
fn drop_idle(blocks: &Weak<Mutex<Blocks>>, idle: Duration) {
    let mut rest = idle;
    loop {
        thread::sleep(rest);
        let Some(blocks) = blocks.upgrade() else {
            return;
        };
        let mut blocks = lock(&blocks);
        let unused = blocks.used.map_or(idle, |used| used.elapsed());
        rest = idle.saturating_sub(unused);
        if rest.is_zero() {
            *blocks = Blocks::default();
            return;
        }
    }
}

impl Blocks {
    /// Drops all blocks, which are too large together with those of so many documents that a
    /// search needs. Returns whether there may be room for these, without others.
    pub fn overflow(&mut self, documents: usize) -> bool {
        let has_others = self.kept.values().any(|kept| kept.search != self.search);
        let may_fit = has_others || self.gone > 0;
        if !may_fit {
            self.too_many = Some(documents);
        }
        self.clear();
        may_fit
    }

    fn clear(&mut self) {
        self.vocabulary = Vocabulary::default();
        self.kept = HashMap::new();
        (self.bytes, self.gone) = (0, 0);
    }

    /// Returns whether so many documents may have room.
    pub fn has_room(&self, documents: usize) -> bool {
        self.too_many.is_none_or(|many| documents < many)
    }

    /// Returns how many bytes of memory it takes, or slightly less.
    pub fn bytes(&self) -> usize {
        self.bytes + self.vocabulary.bytes()
    }

    /// Returns the block of a document that this search has looked up or added.
    pub fn get(&self, file: &FileInfo) -> Option<&Block> {
        let kept = self.kept.get(&key(file));
        let kept = kept.filter(|kept| kept.search == self.search);
        kept.map(|kept| &kept.block)
    }

    /// Looks up the block of a document. Returns whether it is that of a version.
    pub fn look_up(&mut self, file: &FileInfo, version: Option<&Version>) -> bool {
        let kept = self.kept.get_mut(&key(file));
        let is_current = |kept: &&mut Kept| version.is_some() && kept.version.as_ref() == version;
        let kept = kept.filter(is_current);
        kept.map(|kept| kept.search = self.search).is_some()
    }

    /// Adds the block of a document: for this search, and if its version counts for others.
    pub fn add(&mut self, file: &FileInfo, block: Block, version: Option<Version>) {
        self.bytes += cost(file.path.as_str(), &block);
        let is_settled = |of: &Version| of.age().is_some_and(|age| age >= self.settled);
        let kept = Kept {
            version: version.filter(is_settled),
            search: self.search,
            block,
        };
        if let Some(before) = self.kept.insert(key(file), kept) {
            self.dropped(cost(file.path.as_str(), &before.block));
        }
    }

    /// Drops the block of a document.
    pub fn remove(&mut self, file: &FileInfo) {
        if let Some(kept) = self.kept.remove(&key(file)) {
            self.dropped(cost(file.path.as_str(), &kept.block));
        }
    }

    /// Drops the blocks of this search that are of no use for others, and if it was one of
    /// everything, those that it has not found.
    pub fn finish(&mut self, was_of_everything: bool) {
        let mut dropped = 0;
        self.kept.retain(|(_, path), kept| {
            let is_found = !was_of_everything || kept.search == self.search;
            let keeps = kept.version.is_some() && is_found;
            dropped += if keeps {
                0
            } else {
                cost(path.as_str(), &kept.block)
            };
            keeps
        });
        self.dropped(dropped);
    }

    fn dropped(&mut self, bytes: usize) {
        self.bytes -= bytes;
        self.gone += bytes;
    }
}

fn key(file: &FileInfo) -> Key {
    (Arc::clone(&file.origin.category), file.path.clone())
}

/// Returns what a block takes with its key.
fn cost(path: &str, block: &Block) -> usize {
    path.len() + size_of::<(Key, Kept)>() + block.bytes() - size_of::<Block>()
}
