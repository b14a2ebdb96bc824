//! `/ready`: whether the project loads, and a digest of what it serves.

use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::dispatch::Dispatcher;
use crate::documents::discover::{CategorySearch, discover};
use crate::documents::pattern::Pattern;
use crate::mcp::server::Server;
use crate::project::guide::Category;
use crate::project::session::{BoundProject, Roots};

/// How long a snapshot is used at least.
const MIN_AGE: Duration = Duration::from_secs(1);
/// A snapshot is used for so many times what it took to make, so that requests for
/// `/ready`, which need no token, cost a twentieth of a processor at most.
const AGE_PER_COST: u32 = 20;
/// How long a request waits for a snapshot.
const SNAPSHOT_TIMEOUT: Duration = Duration::from_secs(5);

/// The last snapshot of the project. One is made at a time.
#[derive(Debug)]
pub(super) struct ReadyCache {
    server: Arc<Server>,
    last: Arc<Mutex<Option<Snapshot>>>,
}

/// What was found when it was last looked.
#[derive(Debug)]
struct Snapshot {
    /// `None` where the project did not load.
    digest: Option<String>,
    made: Instant,
    cost: Duration,
}

impl Snapshot {
    fn is_fresh(&self) -> bool {
        self.made.elapsed() < MIN_AGE.max(self.cost * AGE_PER_COST)
    }
}

impl ReadyCache {
    pub(super) fn new(server: Arc<Server>) -> Self {
        Self {
            server,
            last: Arc::default(),
        }
    }

    /// Returns the SHA-256 of the project in hexadecimal; `None` where the project does
    /// not load, or a snapshot takes longer than 5 seconds.
    pub(super) async fn digest(&self) -> Option<String> {
        let digest = timeout(SNAPSHOT_TIMEOUT, self.digest_now()).await;
        digest.ok().flatten()
    }

    async fn digest_now(&self) -> Option<String> {
        let mut last = Arc::clone(&self.last).lock_owned().await;
        if let Some(snapshot) = last.as_ref().filter(|snapshot| snapshot.is_fresh()) {
            return snapshot.digest.clone();
        }
        let server = Arc::clone(&self.server);
        let made = tokio::task::spawn_blocking(move || {
            // The lock is held to the end, also where no request waits for it any more.
            let started = Instant::now();
            let digest = digest(&server.dispatcher);
            *last = Some(Snapshot {
                digest: digest.clone(),
                made: Instant::now(),
                cost: started.elapsed(),
            });
            digest
        });
        made.await.ok().flatten()
    }
}

/// Digests the project's file and, of each category in order, the path and size of each
/// document that its default patterns find. No document is opened. Returns `None` where
/// the project does not load as it is now.
fn digest(dispatcher: &Dispatcher) -> Option<String> {
    let bound = dispatcher.session.bind(&Roots::None).ok()?;
    if bound.stale.is_some() {
        return None;
    }
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        // The length comes first, so that no two lists give the same bytes.
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes);
    };
    add(bound.content().unwrap_or_default());
    for (name, category) in &bound.project.categories {
        add(name.as_bytes());
        let suffixes = &dispatcher.table.template_suffixes;
        add_documents(&bound, name, category, suffixes, &mut add);
    }
    let digest = hash.finalize();
    Some(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn add_documents(
    bound: &BoundProject,
    name: &str,
    category: &Category,
    suffixes: &[String],
    add: &mut dyn FnMut(&[u8]),
) {
    const UNREADABLE: &[u8] = b"unreadable";
    let patterns = category.patterns.iter();
    let patterns = patterns.filter_map(|pattern| pattern.parsed().ok());
    let patterns: Vec<&Pattern> = patterns.collect();
    let Ok(sandbox) = bound.open(category) else {
        return add(UNREADABLE);
    };
    let search = CategorySearch::new(name, &patterns, suffixes, category.served());
    let found = discover(&sandbox, &search, &|| false);
    for file in found.into_iter().flatten() {
        add(file.path.as_str().as_bytes());
        match sandbox.size(&file.path) {
            Ok(bytes) if file.error.is_none() => add(&bytes.to_le_bytes()),
            _ => add(UNREADABLE),
        }
    }
}
