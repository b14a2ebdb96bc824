//! One project over HTTP: its server, and what its clients may use.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::timeout;
use tracing::Span;

use super::clients::{ClientId, ClientQuota, ClientQuotas};
use super::metrics::Metrics;
use crate::project::session::Roots;
use crate::server::Server;

/// How long a request waits for projects to load.
const READY_TIMEOUT: Duration = Duration::from_secs(5);

/// Who sends a request: the client of its connection.
pub(super) struct Peer {
    /// The client's address.
    pub address: IpAddr,
    /// What the client may use of the process.
    pub quota: Arc<ClientQuota>,
}

/// One project: its server, and what its clients may use.
pub(super) struct ServedProject {
    pub server: Arc<Server>,
    /// What is counted of it.
    pub metrics: Arc<Metrics>,
    /// What each client may use of this project; `None`: what it may use of the process.
    clients: Option<ClientQuotas>,
    /// What lines of the log are written in: it names the project where there are several.
    pub span: Span,
    /// Held while it is loaded for `/ready`.
    loading: Arc<Mutex<()>>,
}

impl ServedProject {
    /// Returns the only project of a process.
    pub fn new(server: Arc<Server>, metrics: Arc<Metrics>) -> Self {
        Self {
            server,
            metrics,
            clients: None,
            span: Span::none(),
            loading: Arc::default(),
        }
    }

    /// Returns one of several projects, whose clients use nothing of another's.
    pub fn named(name: &str, server: Server, process: &Arc<Metrics>) -> Self {
        let metrics = Metrics::below(Arc::clone(process));
        Self {
            clients: Some(ClientQuotas::new(0)),
            span: tracing::error_span!("project", name),
            ..Self::new(Arc::new(server), Arc::new(metrics))
        }
    }

    /// Returns what a client may use: the one that its token names, else that of its address.
    pub fn client(
        &self,
        process: &ClientQuotas,
        peer: &Peer,
        subject: Option<ClientId>,
    ) -> Arc<ClientQuota> {
        match (&self.clients, subject) {
            (None, None) => Arc::clone(&peer.quota),
            (own, Some(subject)) => own.as_ref().unwrap_or(process).get(subject),
            (Some(own), None) => own.get(ClientId::of_address(peer.address)),
        }
    }

    /// Returns whether the project loads as it is now, and with `warms` whether the next search
    /// would find all documents counted, which are counted for that. It waits for files.
    pub fn loads(&self, warms: bool) -> bool {
        let _span = self.span.enter();
        let bound = self.server.session.bind(&Roots::None);
        let bound = bound.ok().filter(|bound| bound.stale.is_none());
        bound.is_some_and(|bound| !warms || self.server.is_warm(&bound))
    }

    /// Does the same, and returns false also where that takes longer than 5 seconds.
    pub async fn is_ready(self: &Arc<Self>, warms: bool) -> bool {
        let project = Arc::clone(self);
        all_load(&self.loading, move || project.loads(warms)).await
    }
}

/// Returns what `load` does, which waits for files: once at a time for each `loading`, and false
/// where that takes longer than 5 seconds.
pub(super) async fn all_load(
    loading: &Arc<Mutex<()>>,
    load: impl FnOnce() -> bool + Send + 'static,
) -> bool {
    let loading = Arc::clone(loading);
    let loads = async {
        let loading = loading.lock_owned().await;
        let loads = tokio::task::spawn_blocking(move || {
            // The lock is held to the end, also where no request waits for it any more.
            let _loading = loading;
            load()
        });
        loads.await.unwrap_or(false)
    };
    timeout(READY_TIMEOUT, loads).await.unwrap_or(false)
}
