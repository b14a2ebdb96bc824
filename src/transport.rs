//! A transport that stops listening to a client that does not read.
//!
//! Every answer that the client has not taken yet is held in memory. Once
//! [`MAX_UNSENT`] of them wait, no further message is received until one has
//! gone out, so a client that only writes cannot make the server grow.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Notify;

/// How many messages may wait for the client to read them.
pub const MAX_UNSENT: usize = 32;

/// Wraps a transport and bounds what waits in it.
#[derive(Debug)]
pub struct Bounded<T> {
    inner: T,
    gate: Arc<Gate>,
}

/// Open while few messages wait for the client to read them.
#[derive(Debug, Default)]
pub struct Gate {
    unsent: AtomicUsize,
    sent: Notify,
}

impl Gate {
    /// Waits until fewer than [`MAX_UNSENT`] messages wait.
    pub async fn open(&self) {
        loop {
            let sent = self.sent.notified();
            if self.unsent.load(Ordering::SeqCst) < MAX_UNSENT {
                return;
            }
            sent.await;
        }
    }
}

/// A message that has not gone out.
struct Unsent(Arc<Gate>);

impl Unsent {
    fn new(gate: &Arc<Gate>) -> Self {
        gate.unsent.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(gate))
    }
}

impl Drop for Unsent {
    fn drop(&mut self) {
        self.0.unsent.fetch_sub(1, Ordering::SeqCst);
        self.0.sent.notify_waiters();
    }
}

impl<T> Bounded<T> {
    /// Bounds `inner`; the gate is what the bound is told by.
    pub fn new(inner: T, gate: Arc<Gate>) -> Self {
        Self { inner, gate }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Bounded<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let unsent = Unsent::new(&self.gate);
        let sending = self.inner.send(item);
        async move {
            let _unsent = unsent;
            sending.await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        self.gate.open().await;
        self.inner.receive().await
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
