//! Shares of what all clients use together, so that one cannot take all of it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::request_body::MAX_HELD;
use crate::mcp::server::MAX_CALLS;

/// One client may use a half of the connections, of the calls and of the bytes of
/// request bodies. It is not less because a proxy is one client without `--auth-issuer`.
const SHARES: usize = 2;
/// The number of known clients from which those that hold nothing are forgotten.
const MANY: usize = 1024;

/// How a client is told from others.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum ClientId {
    /// By the subject of its token.
    #[cfg(feature = "oauth")]
    Subject(String),
    /// By the address of its connection.
    Address(IpAddr),
}

impl ClientId {
    /// Identifies a client by its address. Of an IPv6 address only the first 64 bits
    /// count, as one host may use all addresses of such a network.
    pub(super) fn of_address(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                IpAddr::V6(network.into())
            }
            v4 => v4,
        })
    }
}

/// What one client may hold at once.
#[derive(Debug)]
pub(super) struct Quota {
    connections: Arc<Semaphore>,
    calls: Arc<Semaphore>,
    body_bytes: Arc<Semaphore>,
}

/// A part of a client's quota, in use until it is dropped.
#[derive(Debug)]
pub(super) struct QuotaPermit {
    _permit: OwnedSemaphorePermit,
    /// Keeps the quota known: a new one for the same client would be unused.
    _quota: Arc<Quota>,
}

/// A call of a client, in progress until it is dropped.
#[derive(Debug)]
pub(super) struct CallPermit {
    _of_all: OwnedSemaphorePermit,
    _of_client: QuotaPermit,
}

impl Quota {
    fn new(connections: usize) -> Self {
        let share = |of: usize| Arc::new(Semaphore::new((of / SHARES).max(1)));
        Self {
            connections: share(connections),
            calls: share(MAX_CALLS),
            body_bytes: share(MAX_HELD),
        }
    }

    fn permit(self: &Arc<Self>, permit: OwnedSemaphorePermit) -> QuotaPermit {
        QuotaPermit {
            _permit: permit,
            _quota: Arc::clone(self),
        }
    }

    /// Takes a connection; `None` if the client has as many as it may.
    pub(super) fn try_connect(self: &Arc<Self>) -> Option<QuotaPermit> {
        let permit = Arc::clone(&self.connections).try_acquire_owned().ok()?;
        Some(self.permit(permit))
    }

    /// Takes so many bytes of request bodies; `None` if the client holds too many.
    pub(super) fn try_hold(self: &Arc<Self>, bytes: u32) -> Option<QuotaPermit> {
        let permit = Arc::clone(&self.body_bytes)
            .try_acquire_many_owned(bytes)
            .ok()?;
        Some(self.permit(permit))
    }
}

/// The quotas of all clients that hold something.
#[derive(Debug)]
pub(super) struct Quotas {
    /// How many connections all clients may have.
    connections: usize,
    calls: Arc<Semaphore>,
    clients: Mutex<HashMap<ClientId, Arc<Quota>>>,
}

impl Quotas {
    pub(super) fn new(connections: usize) -> Self {
        Self {
            connections,
            calls: Arc::new(Semaphore::new(MAX_CALLS)),
            clients: Mutex::default(),
        }
    }

    /// Returns the quota of a client.
    pub(super) fn get(&self, client: ClientId) -> Arc<Quota> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MANY {
            clients.retain(|_, quota| Arc::strong_count(quota) > 1);
        }
        let quota = clients
            .entry(client)
            .or_insert_with(|| Arc::new(Quota::new(self.connections)));
        Arc::clone(quota)
    }

    /// Waits until a call of the client may be answered: first for the client's own
    /// calls, so that others do not wait behind it.
    pub(super) async fn acquire_call(&self, client: &Arc<Quota>) -> Option<CallPermit> {
        let of_client = Arc::clone(&client.calls).acquire_owned().await.ok()?;
        let of_all = Arc::clone(&self.calls).acquire_owned().await.ok()?;
        Some(CallPermit {
            _of_all: of_all,
            _of_client: client.permit(of_client),
        })
    }
}
