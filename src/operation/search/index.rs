//! What searches keep of documents in memory, and use only where the files are the same.

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

/// The index of a process, empty until the first search, and again when there was none for
/// some time. It is locked to look up a document or to add one, not while files are read.
#[derive(Debug)]
pub struct SearchIndex {
    kept: Arc<Mutex<Kept>>,
    idle: Duration,
    settled: Duration,
    threads: Threads,
}

/// On how many threads documents are read and counted that are not kept.
#[derive(Debug, Clone, Copy)]
pub struct Threads {
    /// The most; `None`: as many as there are processors, up to [`MAX_SEARCH_THREADS`].
    pub most: Option<usize>,
    /// How many documents each of them reads at least.
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
    /// Returns how many read so many documents.
    fn count(self, documents: usize) -> usize {
        let useful = documents / self.documents.max(1);
        if useful < 2 {
            return 1;
        }
        // It is looked up only where it is needed: that reads files of the system.
        let processors =
            || available_parallelism().map_or(1, |count| count.get().min(MAX_SEARCH_THREADS));
        useful.min(self.most.unwrap_or_else(processors))
    }
}

/// How many documents each thread reads and counts at least, so that it is worth to start it.
const LEAST_DOCUMENTS: usize = 16;

/// The block of each document of a category, with the version of the file.
type KeptBlocks = HashMap<Box<str>, (Version, Arc<Block>)>;

/// The blocks of documents of one project.
#[derive(Debug, Default)]
struct Kept {
    project: Option<Arc<Project>>,
    /// The words of the blocks, and of some that are gone.
    vocabulary: Arc<Mutex<Vocabulary>>,
    /// By category, and where the document is stored in that. Every further change gives the file
    /// another version.
    blocks: HashMap<Arc<str>, KeptBlocks>,
    /// How many bytes they take.
    bytes: usize,
    /// When the last search began.
    used: Option<Instant>,
    /// Ends the thread that drops them, when they are dropped otherwise. `None`: there is none.
    watch: Option<Sender<()>>,
}

/// What one search uses of an index.
#[derive(Debug)]
pub struct IndexSearch<'i> {
    index: &'i SearchIndex,
    /// The most bytes that are kept.
    limit: u64,
    /// The words of its blocks and of others.
    pub vocabulary: Arc<Mutex<Vocabulary>>,
}

impl Default for SearchIndex {
    fn default() -> Self {
        Self::new(INDEX_IDLE, MTIME_GRANULARITY, Threads::default())
    }
}

impl SearchIndex {
    /// Returns an empty index, which is dropped when no search began for a time, `idle`. A
    /// version of a file counts if it was unchanged for a time, `settled`, when it was read.
    pub fn new(idle: Duration, settled: Duration, threads: Threads) -> Self {
        Self {
            kept: Arc::default(),
            idle,
            settled,
            threads,
        }
    }

    /// Returns how many bytes of memory it takes, or slightly less.
    pub fn bytes(&self) -> usize {
        lock(&self.kept).all_bytes()
    }

    /// Begins a search in a project.
    pub fn search(&self, project: &Arc<Project>) -> IndexSearch<'_> {
        let mut kept = lock(&self.kept);
        let is_same = |of: &Arc<Project>| Arc::ptr_eq(of, project);
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
        self.bytes = 0;
    }

    fn all_bytes(&self) -> usize {
        self.bytes + lock(&self.vocabulary).bytes()
    }
}

impl<'i> IndexSearch<'i> {
    /// Locks what is kept; `None` if it was dropped since this search began, so that the numbers of
    /// its words mean others now.
    fn lock_current(&self) -> Option<MutexGuard<'i, Kept>> {
        let kept = lock(&self.index.kept);
        Arc::ptr_eq(&kept.vocabulary, &self.vocabulary).then_some(kept)
    }

    /// Returns the block of a document, if it is kept of the version that the file has now.
    pub fn look_up(&self, file: &FileInfo) -> Option<Arc<Block>> {
        let (version, block) = self.kept(file)?;
        (file.version() == Ok(version)).then_some(block)
    }

    fn kept(&self, file: &FileInfo) -> Option<(Version, Arc<Block>)> {
        let kept = self.lock_current()?;
        let documents = kept.blocks.get(&*file.origin.category)?;
        documents.get(file.path.as_str()).cloned()
    }

    /// Returns whether a file is unchanged for so long that its version counts for others.
    #[cfg(feature = "http")]
    pub fn is_settled(&self, file: &FileInfo) -> bool {
        file.version().is_ok_and(|version| self.is_old(&version))
    }

    fn is_old(&self, version: &Version) -> bool {
        version.age().is_some_and(|age| age >= self.index.settled)
    }

    /// Returns on how many threads so many documents are read and counted.
    pub fn threads(&self, documents: usize) -> usize {
        self.index.threads.count(documents)
    }

    /// Keeps the block of a document, if its version counts for others. Without room, all that
    /// is kept is dropped. Returns whether it is kept.
    pub fn add(&self, file: &FileInfo, block: &Arc<Block>, version: Option<Version>) -> bool {
        let path = file.path.as_str();
        let bytes = |of: &Block| path.len() + size_of::<(Version, Arc<Block>)>() + of.bytes();
        let Some(mut kept) = self.lock_current() else {
            return false;
        };
        if (kept.all_bytes() + bytes(block)) as u64 > self.limit {
            kept.clear();
            return false;
        }
        let Some(version) = version.filter(|of| self.is_old(of)) else {
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
