//! An in-memory index of documents. The data about a document is used only while its file is
//! unchanged.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

use crate::documents::discover::FileInfo;
use crate::documents::sandbox::{MTIME_GRANULARITY, Version};
use crate::limits::{INDEX_IDLE, MAX_SEARCH_THREADS};
use crate::project::Project;
use crate::search::block::Block;
use crate::search::vocabulary::Vocabulary;
use crate::sync::lock;

/// The search index of a process. It is empty until the first search, and again after an idle
/// period. The index is locked while a document is looked up or added, but not while files are
/// read.
#[derive(Debug)]
pub struct SearchIndex {
    kept: Arc<Mutex<Kept>>,
    idle: Duration,
    settled: Duration,
    threads: Threads,
}

/// The limits on the threads that read and count documents that are not in the index.
#[derive(Debug, Clone, Copy)]
pub struct Threads {
    /// The maximum number of threads. `None` means the number of processors, up to
    /// [`MAX_SEARCH_THREADS`].
    pub most: Option<usize>,
    /// The minimum number of documents that each thread reads.
    pub documents: usize,
}

impl Default for Threads {
    fn default() -> Self {
        Self {
            most: None,
            documents: LEAST_DOCUMENTS,
        }
    }
}

impl Threads {
    /// Returns the number of threads to use for `documents` documents.
    fn count(self, documents: usize) -> usize {
        let useful = documents / self.documents.max(1);
        if useful < 2 {
            return 1;
        }
        // Looked up only if needed, because it reads system files.
        let processors =
            || available_parallelism().map_or(1, |count| count.get().min(MAX_SEARCH_THREADS));
        useful.min(self.most.unwrap_or_else(processors))
    }
}

/// The minimum number of documents for which starting a thread is worthwhile.
const LEAST_DOCUMENTS: usize = 16;

/// The block of each document of a category by path, with the version of the file.
type KeptBlocks = HashMap<Box<str>, (Version, Arc<Block>)>;

/// The blocks of one project's documents.
#[derive(Debug, Default)]
struct Kept {
    project: Option<Arc<Project>>,
    /// The words of the blocks, and of some blocks that were removed.
    vocabulary: Arc<Mutex<Vocabulary>>,
    /// The blocks by category, then by the path to the file. Each block is stored with a reliable
    /// version: a later change gives the file a different version.
    blocks: HashMap<Arc<str>, KeptBlocks>,
    /// The size of the blocks in bytes.
    bytes: usize,
    /// The time at which the last search began.
    used: Option<Instant>,
    /// Dropping this sender ends the thread that drops idle blocks. `None` if there is no thread.
    watch: Option<Sender<()>>,
}

/// The view of an index that one search uses.
#[derive(Debug)]
pub struct IndexSearch<'i> {
    index: &'i SearchIndex,
    /// The maximum size of the index in bytes.
    limit: u64,
    /// The words of the blocks in the index, and of blocks that the index does not keep.
    pub vocabulary: Arc<Mutex<Vocabulary>>,
}

impl Default for SearchIndex {
    fn default() -> Self {
        Self::new(INDEX_IDLE, MTIME_GRANULARITY, Threads::default())
    }
}

impl SearchIndex {
    /// Creates an empty index, which is cleared if no search begins for the duration `idle`. A
    /// file's version is reliable if the file had been unchanged for the duration `settled` when it
    /// was read.
    pub fn new(idle: Duration, settled: Duration, threads: Threads) -> Self {
        Self {
            kept: Arc::default(),
            idle,
            settled,
            threads,
        }
    }

    /// Returns the size of the index in memory in bytes, or a slightly smaller number.
    pub fn bytes(&self) -> usize {
        lock(&self.kept).all_bytes()
    }

    /// Begins a search in `project`. Clears the index if it contains another project.
    pub fn search(&self, project: &Arc<Project>) -> IndexSearch<'_> {
        let mut kept = lock(&self.kept);
        let is_same = |other: &Arc<Project>| Arc::ptr_eq(other, project);
        if !kept.project.as_ref().is_some_and(is_same) {
            kept.clear();
            kept.project = Some(Arc::clone(project));
        }
        kept.used = Some(Instant::now());
        if kept.watch.is_none() {
            let (weak, idle) = (Arc::downgrade(&self.kept), self.idle);
            let (sender, dropped) = channel();
            let watch = thread::Builder::new().name("index".to_owned());
            let watch = watch.spawn(move || drop_idle(&weak, &dropped, idle));
            kept.watch = watch.is_ok().then_some(sender);
        }
        IndexSearch {
            index: self,
            limit: project.limits.index_bytes,
            vocabulary: Arc::clone(&kept.vocabulary),
        }
    }
}

/// Waits until the blocks have not been used for the duration `idle`, and drops them. Returns early
/// if the sender for `dropped` no longer exists.
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
    /// Drops all blocks. Searches that are still running keep their own blocks and vocabulary.
    fn clear(&mut self) {
        self.vocabulary = Arc::default();
        self.blocks = HashMap::new();
        self.bytes = 0;
    }

    fn all_bytes(&self) -> usize {
        self.bytes + lock(&self.vocabulary).bytes()
    }
}

impl<'i> IndexSearch<'i> {
    /// Locks the index. Returns `None` if its blocks were dropped since this search began, because
    /// its word ids then have another meaning.
    fn lock_current(&self) -> Option<MutexGuard<'i, Kept>> {
        let kept = lock(&self.index.kept);
        Arc::ptr_eq(&kept.vocabulary, &self.vocabulary).then_some(kept)
    }

    /// Returns the block of a document, if the index contains one for the file's current version.
    pub fn look_up(&self, file: &FileInfo) -> Option<Arc<Block>> {
        let (version, block) = self.kept(file)?;
        (file.version() == Ok(version)).then_some(block)
    }

    fn kept(&self, file: &FileInfo) -> Option<(Version, Arc<Block>)> {
        let kept = self.lock_current()?;
        let documents = kept.blocks.get(&*file.origin.category)?;
        documents.get(file.path.as_str()).cloned()
    }

    /// Returns whether a file has been unchanged long enough for its version to be reliable.
    #[cfg(feature = "http")]
    pub fn is_settled(&self, file: &FileInfo) -> bool {
        file.version().is_ok_and(|version| self.is_old(&version))
    }

    fn is_old(&self, version: &Version) -> bool {
        version.age().is_some_and(|age| age >= self.index.settled)
    }

    /// Returns the number of threads for reading and counting this many documents.
    pub fn threads(&self, documents: usize) -> usize {
        self.index.threads.count(documents)
    }

    /// Adds the block of `file` to the index if `version` is reliable. If the block does not fit,
    /// drops all blocks in the index. Returns whether the block was added.
    pub fn add(&self, file: &FileInfo, block: &Arc<Block>, version: Option<Version>) -> bool {
        let path = file.path.as_str();
        let bytes =
            |counts: &Block| path.len() + size_of::<(Version, Arc<Block>)>() + counts.bytes();
        let Some(mut kept) = self.lock_current() else {
            return false;
        };
        if (kept.all_bytes() + bytes(block)) as u64 > self.limit {
            kept.clear();
            return false;
        }
        let Some(version) = version.filter(|version| self.is_old(version)) else {
            return false;
        };
        kept.bytes += bytes(block);
        let category = Arc::clone(&file.origin.category);
        let documents = kept.blocks.entry(category).or_default();
        if let Some((_, other)) = documents.insert(path.into(), (version, Arc::clone(block))) {
            kept.bytes -= bytes(&other);
        }
        true
    }
}
