//! A project over HTTP, with its server and its clients' quotas.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::timeout;
use tracing::Span;

use super::client_quotas::{ClientId, ClientQuota, ClientQuotas};
use super::metrics::Metrics;
use crate::project::session::Roots;
use crate::server::Server;

/// The time for which a request waits for projects to load.
const READY_TIMEOUT: Duration = Duration::from_secs(5);

/// The client at the other end of a connection.
pub(super) struct Peer {
    /// The address of the client.
    pub address: IpAddr,
    /// The client's quota in the process.
    pub quota: Arc<ClientQuota>,
}

/// A project, with its server and its clients' quotas.
pub(super) struct ServedProject {
    pub server: Arc<Server>,
    /// The counts of the project.
    pub metrics: Arc<Metrics>,
    /// The quotas of the project's clients, or `None` if the quotas of the process apply.
    clients: Option<ClientQuotas>,
    /// The span for log messages. It contains the project's name if there are several projects.
    pub span: Span,
    /// Locked while the project is loaded for `/ready`.
    loading: Arc<Mutex<()>>,
}

impl ServedProject {
    /// Creates the only project of a process.
    pub fn new(server: Arc<Server>, metrics: Arc<Metrics>) -> Self {
        Self {
            server,
            metrics,
            clients: None,
            span: Span::none(),
            loading: Arc::default(),
        }
    }

    /// Creates one of several projects. Its clients have quotas separate from the other projects.
    pub fn named(name: &str, server: Server, process: &Arc<Metrics>) -> Self {
        let metrics = Metrics::below(Arc::clone(process));
        Self {
            clients: Some(ClientQuotas::new(0)),
            span: tracing::error_span!("project", name),
            ..Self::new(Arc::new(server), Arc::new(metrics))
        }
    }

    /// Returns the quota of a client. A client is identified by its token if possible, and
    /// otherwise by its address.
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

    /// Returns whether the current version of the project loads. If `warms` is true, also counts
    /// the words of all documents, and returns false if the next search would still have to read a
    /// document. Blocks.
    pub fn loads(&self, warms: bool) -> bool {
        let _span = self.span.enter();
        let bound = self.server.session.bind(&Roots::None);
        let bound = bound.ok().filter(|bound| bound.stale.is_none());
        bound.is_some_and(|bound| !warms || self.server.is_warm(&bound))
    }

    /// Calls [`Self::loads`] on another thread. Returns false if this takes longer than 5 seconds.
    pub async fn is_ready(self: &Arc<Self>, warms: bool) -> bool {
        let project = Arc::clone(self);
        all_load(&self.loading, move || project.loads(warms)).await
    }
}

/// Runs `load`, which may block, on another thread. `loading` is locked until `load` ends, so that
/// only one load runs at a time. Returns false if this takes longer than 5 seconds.
pub(super) async fn all_load(
    loading: &Arc<Mutex<()>>,
    load: impl FnOnce() -> bool + Send + 'static,
) -> bool {
    let loading = Arc::clone(loading);
    let loads = async {
        let loading = loading.lock_owned().await;
        let loads = tokio::task::spawn_blocking(move || {
            // The lock is kept until `load` ends, even if no request is waiting for it any more.
            let _loading = loading;
            load()
        });
        loads.await.unwrap_or(false)
    };
    timeout(READY_TIMEOUT, loads).await.unwrap_or(false)
}
