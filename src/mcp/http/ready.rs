//! Whether calls can be answered, and from which project.

use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::mcp::handler::Desk;

/// How long it stays true.
const FRESH: Duration = Duration::from_secs(1);
/// How long it may take to tell.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is known of the project, looked at anew once a second at most.
#[derive(Debug)]
pub(super) struct Readiness {
    desk: Arc<Desk>,
    last: Arc<Mutex<Option<Look>>>,
}

#[derive(Debug, Clone)]
struct Look {
    since: Instant,
    digest: Option<String>,
}

impl Readiness {
    pub(super) fn new(desk: Arc<Desk>) -> Self {
        Self {
            desk,
            last: Arc::default(),
        }
    }

    /// The SHA-256 of the project's file and listing, in hexadecimal; `None` where
    /// the project does not load, or it cannot be told soon.
    pub(super) async fn digest(&self) -> Option<String> {
        timeout(PATIENCE, self.look()).await.ok().flatten()
    }

    async fn look(&self) -> Option<String> {
        let mut last = Arc::clone(&self.last).lock_owned().await;
        let fresh = |look: &&Look| look.since.elapsed() < FRESH;
        if let Some(look) = last.as_ref().filter(fresh) {
            return look.digest.clone();
        }
        let room = Arc::clone(&self.desk.room).acquire_owned().await.ok()?;
        let dispatcher = Arc::clone(&self.desk.dispatcher);
        let looked = tokio::task::spawn_blocking(move || {
            // It ends by itself, also when nobody waits for it: until then nobody
            // else begins.
            let _room = room;
            let since = Instant::now();
            let mut hash = Sha256::new();
            let taken = dispatcher.inventory(&|| false, &mut |bytes| hash.update(bytes));
            let digest = taken.is_ok().then(|| hexadecimal(&hash.finalize()));
            *last = Some(Look {
                since,
                digest: digest.clone(),
            });
            digest
        });
        looked.await.ok().flatten()
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
