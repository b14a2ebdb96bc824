//! What searches keep of documents in memory, and use only where the files are the same.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use camino::Utf8Path;

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
    blocks: Arc<Mutex<Blocks>>,
    idle: Duration,
    settled: Duration,
}

/// The blocks of documents of one project.
#[derive(Debug, Default)]
struct Blocks {
    project: Option<Arc<Project>>,
    words: Arc<IndexWords>,
    /// Those that were before, which searches may use that have not ended.
    before: Vec<Weak<IndexWords>>,
    /// By category, and where the document is stored in that.
    kept: HashMap<Arc<str>, HashMap<Box<Utf8Path>, Kept>>,
    /// What all blocks of these words took, also those that are gone.
    added: usize,
    /// How many searches there were, and when the last one began.
    search: u64,
    used: Option<Instant>,
    /// The fewest documents of the project that were too large for an index.
    too_many: Option<usize>,
    /// Ends the thread that drops them, when they are dropped otherwise. `None`: there is none.
    watch: Option<Sender<()>>,
}

/// The words of blocks.
#[derive(Debug, Default)]
struct IndexWords {
    vocabulary: Mutex<Vocabulary>,
    /// What their blocks take that are in use.
    blocks: Arc<AtomicUsize>,
}

#[derive(Debug)]
struct Kept {
    /// The version of the file: every further change gives it another one.
    version: Version,
    /// The last search that used it.
    search: u64,
    block: Arc<KeptBlock>,
}

/// A block of a search, and of the index if its version counts for others.
#[derive(Debug)]
pub struct KeptBlock {
    /// The block.
    pub block: Block,
    bytes: usize,
    all: Arc<AtomicUsize>,
}

/// What one search uses of an index.
#[derive(Debug)]
pub struct IndexSearch<'i> {
    index: &'i SearchIndex,
    number: u64,
    words: Arc<IndexWords>,
    /// Whether it has begun again.
    is_second: bool,
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

    /// Begins a search in so many documents of a project. `None`: they have no room.
    pub fn search(&self, project: &Arc<Project>, documents: usize) -> Option<IndexSearch<'_>> {
        let mut blocks = lock(&self.blocks);
        let is_same = |of: &Arc<Project>| Arc::ptr_eq(of, project);
        let used = blocks.words.blocks.load(Relaxed);
        // Most of the words may be gone, or those of a search that panicked not whole.
        let is_spent = blocks.added > 2 * used + FEW || blocks.words.vocabulary.is_poisoned();
        if is_spent || !blocks.project.as_ref().is_some_and(is_same) {
            blocks.clear();
            blocks.project = Some(Arc::clone(project));
            blocks.too_many = None;
        }
        blocks.search += 1;
        blocks.used = Some(Instant::now());
        if blocks.watch.is_none() {
            let (weak, idle) = (Arc::downgrade(&self.blocks), self.idle);
            let (sender, dropped) = channel();
            let watch = thread::Builder::new().name("index".to_owned());
            let watch = watch.spawn(move || drop_idle(&weak, &dropped, idle));
            blocks.watch = watch.is_ok().then_some(sender);
        }
        let has_room = blocks.too_many.is_none_or(|many| documents < many);
        has_room.then(|| IndexSearch {
            index: self,
            number: blocks.search,
            words: Arc::clone(&blocks.words),
            is_second: false,
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Drops the blocks when they were not used for a time.
fn drop_idle(blocks: &Weak<Mutex<Blocks>>, dropped: &Receiver<()>, idle: Duration) {
    let mut rest = idle;
    while dropped.recv_timeout(rest) == Err(RecvTimeoutError::Timeout) {
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
    fn clear(&mut self) {
        self.before.retain(|words| words.strong_count() > 0);
        self.before
            .push(Arc::downgrade(&std::mem::take(&mut self.words)));
        self.kept = HashMap::new();
        self.added = 0;
    }

    /// Returns how many bytes of memory they take, or slightly less.
    fn bytes(&self) -> usize {
        let before = self.before.iter().filter_map(Weak::upgrade);
        let all = before.chain([Arc::clone(&self.words)]);
        all.map(|words| words.blocks.load(Relaxed) + lock(&words.vocabulary).bytes())
            .sum()
    }
}

impl Drop for KeptBlock {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Relaxed);
    }
}

impl IndexSearch<'_> {
    /// Locks the words of its blocks and of others.
    pub fn vocabulary(&self) -> MutexGuard<'_, Vocabulary> {
        lock(&self.words.vocabulary)
    }

    /// Locks the blocks, unless they have other words by now.
    fn lock(&self) -> Option<MutexGuard<'_, Blocks>> {
        let blocks = lock(&self.index.blocks);
        Arc::ptr_eq(&blocks.words, &self.words).then_some(blocks)
    }

    /// Returns the block of a version of a document. That of another version is dropped.
    pub fn look_up(&self, file: &FileInfo, version: Option<&Version>) -> Option<Arc<KeptBlock>> {
        let mut blocks = self.lock()?;
        let documents = blocks.kept.get_mut(&*file.origin.category)?;
        let kept = documents.get_mut(&*file.path)?;
        if version != Some(&kept.version) {
            documents.remove(&*file.path);
            return None;
        }
        kept.search = kept.search.max(self.number);
        Some(Arc::clone(&kept.block))
    }

    /// Adds the block of a document: for this search, and if its version counts for others.
    pub fn add(&self, file: &FileInfo, block: Block, version: Option<Version>) -> Arc<KeptBlock> {
        let entry = size_of::<(Box<Utf8Path>, Kept)>() + size_of::<KeptBlock>();
        let bytes = file.path.as_str().len() + entry + block.bytes() - size_of::<Block>();
        self.words.blocks.fetch_add(bytes, Relaxed);
        let block = Arc::new(KeptBlock {
            block,
            bytes,
            all: Arc::clone(&self.words.blocks),
        });
        let is_settled = |of: &Version| of.age().is_some_and(|age| age >= self.index.settled);
        if let Some(mut blocks) = self.lock() {
            blocks.added += bytes;
            if let Some(version) = version.filter(is_settled) {
                let category = Arc::clone(&file.origin.category);
                let documents = blocks.kept.entry(category).or_default();
                let kept = Kept {
                    version,
                    search: self.number,
                    block: Arc::clone(&block),
                };
                documents.insert(file.path.clone(), kept);
            }
        }
        block
    }

    /// Drops all blocks, which are too large together with those of so many documents that
    /// this search needs. Returns whether there may be room for these, without others.
    pub fn overflow(&mut self, documents: usize) -> bool {
        let Some(mut blocks) = self.lock() else {
            return false;
        };
        let mut before = blocks.before.iter();
        let is_alone =
            Arc::strong_count(&self.words) == 2 && before.all(|words| words.strong_count() == 0);
        if self.is_second && is_alone {
            blocks.too_many = Some(documents);
        }
        blocks.clear();
        let words = Arc::clone(&blocks.words);
        drop(blocks);
        self.words = words;
        !std::mem::replace(&mut self.is_second, true)
    }

    /// Ends a search. If it was one of everything, blocks are dropped that it has not found.
    pub fn finish(self, was_of_everything: bool) {
        if let Some(mut blocks) = self.lock().filter(|_| was_of_everything) {
            for documents in blocks.kept.values_mut() {
                documents.retain(|_, kept| kept.search >= self.number);
            }
        }
    }
}
