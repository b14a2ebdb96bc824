//! What searches keep of documents in memory, and use only where the files are the same.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::documents::discover::FileInfo;
use crate::documents::sandbox::{MTIME_GRANULARITY, Version};
use crate::limits::INDEX_IDLE;
use crate::project::guide::Project;
use crate::search::block::Block;
use crate::search::vocabulary::Vocabulary;

/// How many bytes of blocks that are gone are of no account.
const FEW: usize = 1 << 20;

/// The index of a process, empty until the first search, and again when there was none for
/// some time. It is locked to look up a document or to add one, not while files are read.
#[derive(Debug)]
pub struct SearchIndex {
    kept: Arc<Mutex<Kept>>,
    idle: Duration,
    settled: Duration,
}

/// The blocks of documents of one project.
#[derive(Debug, Default)]
struct Kept {
    project: Option<Arc<Project>>,
    vocabulary: Arc<Mutex<Vocabulary>>,
    /// By category, and where the document is stored in that.
    blocks: HashMap<Arc<str>, HashMap<Box<str>, KeptBlock>>,
    /// How many bytes they take, and took that are gone, whose words are still there.
    bytes: usize,
    gone: usize,
    /// How many searches there were, and when the last one began.
    searches: u64,
    used: Option<Instant>,
    /// The fewest documents of the project that were too large for an index.
    too_many: Option<usize>,
    /// Ends the thread that drops them, when they are dropped otherwise. `None`: there is none.
    watch: Option<Sender<()>>,
}

#[derive(Debug)]
struct KeptBlock {
    /// The version of the file: every further change gives it another one.
    version: Version,
    /// The last search that used it.
    search: u64,
    block: Arc<Block>,
    bytes: usize,
}

/// What one search uses of an index.
#[derive(Debug)]
pub struct IndexSearch<'i> {
    index: &'i SearchIndex,
    number: u64,
    vocabulary: Arc<Mutex<Vocabulary>>,
    /// How many bytes the blocks take that it made, and that are not kept.
    unkept: usize,
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
            kept: Arc::default(),
            idle,
            settled,
        }
    }

    /// Returns how many bytes of memory it takes, or slightly less.
    pub fn bytes(&self) -> usize {
        lock(&self.kept).all_bytes()
    }

    /// Begins a search in so many documents of a project. `None`: they have no room.
    pub fn search(&self, project: &Arc<Project>, documents: usize) -> Option<IndexSearch<'_>> {
        let mut kept = lock(&self.kept);
        let is_same = |of: &Arc<Project>| Arc::ptr_eq(of, project);
        if !kept.project.as_ref().is_some_and(is_same) {
            kept.clear();
            kept.project = Some(Arc::clone(project));
            kept.too_many = None;
        } else if kept.gone > 2 * kept.bytes + FEW {
            // Most of the words may be gone.
            kept.clear();
        }
        kept.searches += 1;
        kept.used = Some(Instant::now());
        if kept.watch.is_none() {
            let (weak, idle) = (Arc::downgrade(&self.kept), self.idle);
            let (sender, dropped) = channel();
            let watch = thread::Builder::new().name("index".to_owned());
            let watch = watch.spawn(move || drop_idle(&weak, &dropped, idle));
            kept.watch = watch.is_ok().then_some(sender);
        }
        let has_room = kept.too_many.is_none_or(|many| documents < many);
        has_room.then(|| IndexSearch {
            index: self,
            number: kept.searches,
            vocabulary: Arc::clone(&kept.vocabulary),
            unkept: 0,
        })
    }
}

/// Locks what another thread may have left locked that panicked.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Drops the blocks when they were not used for a time.
fn drop_idle(kept: &Weak<Mutex<Kept>>, dropped: &Receiver<()>, idle: Duration) {
    let mut rest = idle;
    while dropped.recv_timeout(rest) == Err(RecvTimeoutError::Timeout) {
        let Some(kept) = kept.upgrade() else {
            return;
        };
        let mut kept = lock(&kept);
        let unused = kept.used.map_or(idle, |used| used.elapsed());
        rest = idle.saturating_sub(unused);
        if rest.is_zero() {
            *kept = Kept::default();
            return;
        }
    }
}

impl Kept {
    /// Drops all blocks. Searches that have not ended go on with their own.
    fn clear(&mut self) {
        self.vocabulary = Arc::default();
        self.blocks = HashMap::new();
        (self.bytes, self.gone) = (0, 0);
    }

    fn all_bytes(&self) -> usize {
        self.bytes + lock(&self.vocabulary).bytes()
    }

    /// Counts a block that is not kept any more.
    fn count_gone(&mut self, bytes: usize) {
        self.bytes -= bytes;
        self.gone += bytes;
    }
}

impl<'i> IndexSearch<'i> {
    /// Returns the words of its blocks and of others.
    pub fn vocabulary(&self) -> &Arc<Mutex<Vocabulary>> {
        &self.vocabulary
    }

    /// Locks what is kept, unless that has other words by now.
    fn lock(&self) -> Option<MutexGuard<'i, Kept>> {
        let kept = lock(&self.index.kept);
        Arc::ptr_eq(&kept.vocabulary, &self.vocabulary).then_some(kept)
    }

    /// Returns the block of a version of a document. That of another version is dropped.
    pub fn look_up(&self, file: &FileInfo, version: Option<&Version>) -> Option<Arc<Block>> {
        let mut kept = self.lock()?;
        let documents = kept.blocks.get_mut(&*file.origin.category)?;
        let found = documents.get_mut(file.path.as_str())?;
        if version == Some(&found.version) {
            found.search = found.search.max(self.number);
            return Some(Arc::clone(&found.block));
        }
        let other = documents.remove(file.path.as_str())?;
        kept.count_gone(other.bytes);
        None
    }

    /// Keeps the block of a document, if its version counts for others.
    pub fn add(&mut self, file: &FileInfo, block: &Arc<Block>, version: Option<Version>) {
        let bytes = file.path.as_str().len() + size_of::<KeptBlock>() + block.bytes();
        let is_settled = |of: &Version| of.age().is_some_and(|age| age >= self.index.settled);
        let settled = version.filter(is_settled);
        let Some((version, mut kept)) = settled.zip(self.lock()) else {
            self.unkept += bytes;
            return;
        };
        kept.bytes += bytes;
        let block = KeptBlock {
            version,
            search: self.number,
            block: Arc::clone(block),
            bytes,
        };
        let category = Arc::clone(&file.origin.category);
        let documents = kept.blocks.entry(category).or_default();
        if let Some(other) = documents.insert(file.path.as_str().into(), block) {
            kept.count_gone(other.bytes);
        }
    }

    /// Returns whether what is kept, and what this search has beside it, takes at most so many
    /// bytes.
    pub fn has_room(&self, limit: u64) -> bool {
        let words = lock(&self.vocabulary).bytes();
        let kept = self.lock().map_or(0, |kept| kept.bytes);
        (words + kept + self.unkept) as u64 <= limit
    }

    /// Drops all blocks, which are too large. `alone`: already those of the so many documents that
    /// this search needs.
    pub fn overflow(self, alone: Option<usize>) {
        if let Some(mut kept) = self.lock() {
            kept.clear();
            kept.too_many = alone.or(kept.too_many);
        }
    }

    /// Ends a search. If it was one of everything, blocks are dropped that it has not found.
    pub fn finish(self, was_of_everything: bool) {
        let Some(mut kept) = self.lock() else {
            return;
        };
        kept.gone += self.unkept;
        if was_of_everything {
            let mut gone = 0;
            for documents in kept.blocks.values_mut() {
                documents.retain(|_, kept| {
                    let stays = kept.search >= self.number;
                    gone += if stays { 0 } else { kept.bytes };
                    stays
                });
            }
            kept.count_gone(gone);
        }
    }
}
