//! What is under way between one client and its server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{JsonRpcMessage, RequestId};
use rmcp::service::TxJsonRpcMessage;
use tokio::sync::{Notify, OwnedSemaphorePermit};
use tokio_util::sync::CancellationToken;

use super::batch::Batch;
use super::message::MAX_BATCH;

/// How many messages may wait for the client to read them.
pub const MAX_UNSENT: usize = 32;

/// The requests that are not answered, with the permits of those that are calls, and
/// how the connection ends. A transport and its handler share it.
#[derive(Debug, Default)]
pub struct Connection {
    traffic: Mutex<Traffic>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Traffic {
    /// By their ids.
    in_flight: HashMap<RequestId, InFlight>,
    unsent: usize,
    /// How many messages the batches hold that are not answered.
    batched: usize,
    /// A line was begun and is not ended.
    writing: bool,
    hung_up: bool,
    /// No further line is begun.
    stopped: bool,
    /// An answer was not sent, or not as a whole line.
    lost: bool,
}

#[derive(Debug, Default)]
struct InFlight {
    cancelled: CancellationToken,
    permit: Option<OwnedSemaphorePermit>,
    batch: Option<Arc<Batch>>,
}

/// What is known of a message that is to be sent.
#[derive(Default)]
pub(super) struct Ended {
    /// The permit of its call.
    pub(super) permit: Option<OwnedSemaphorePermit>,
    /// The batch that it belongs to.
    pub(super) batch: Option<Arc<Batch>>,
    /// Whether nobody wants it any more.
    pub(super) cancelled: bool,
}

impl Connection {
    /// A connection on which this request alone is in flight.
    #[cfg(feature = "http")]
    pub(in crate::mcp) fn of(id: &RequestId) -> Self {
        let connection = Self::default();
        connection.begin(id, None);
        connection
    }

    /// Keeps the permit of this request's call until its answer is sent. It is dropped
    /// at once if the client has given the request up, or gives it up later.
    pub fn hold(&self, id: &RequestId, permit: Option<OwnedSemaphorePermit>) {
        let mut traffic = self.traffic();
        let wanted = |request: &&mut InFlight| !request.cancelled.is_cancelled();
        if let Some(request) = traffic.in_flight.get_mut(id).filter(wanted) {
            request.permit = permit;
        }
    }

    /// The token that is cancelled when the client gives up this request; `None`
    /// where no such request is in flight.
    pub fn cancellation(&self, id: &RequestId) -> Option<CancellationToken> {
        let traffic = self.traffic();
        Some(traffic.in_flight.get(id)?.cancelled.clone())
    }

    /// Takes note of a request, unless one of this id is in flight.
    pub(super) fn begin(&self, id: &RequestId, batch: Option<&Arc<Batch>>) -> bool {
        let mut traffic = self.traffic();
        if traffic.in_flight.contains_key(id) {
            return false;
        }
        if let Some(batch) = batch {
            batch.awaits();
        }
        let request = InFlight {
            batch: batch.cloned(),
            ..InFlight::default()
        };
        traffic.in_flight.insert(id.clone(), request);
        true
    }

    /// The client gives up a request. Its id is in flight until it has ended.
    pub(in crate::mcp) fn cancel(&self, id: &RequestId) {
        let mut traffic = self.traffic();
        if let Some(request) = traffic.in_flight.get_mut(id) {
            request.cancelled.cancel();
            request.permit = None;
        }
    }

    /// Ends a request. Returns the permit of its call.
    #[cfg(feature = "http")]
    pub(in crate::mcp) fn taken(&self, id: &RequestId) -> Option<OwnedSemaphorePermit> {
        self.traffic().in_flight.remove(id)?.permit
    }

    /// Ends the request that this message answers, if it does.
    pub(super) fn end(&self, message: &TxJsonRpcMessage<RoleServer>) -> Ended {
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        let request = id.and_then(|id| self.traffic().in_flight.remove(id));
        self.changed.notify_waiters();
        request.map_or_else(Ended::default, |request| Ended {
            permit: request.permit,
            batch: request.batch,
            cancelled: request.cancelled.is_cancelled(),
        })
    }

    /// Whether a request is in flight.
    pub(super) fn is_busy(&self) -> bool {
        !self.traffic().in_flight.is_empty()
    }

    /// Waits until fewer than [`MAX_UNSENT`] messages wait.
    pub(super) async fn open(&self) {
        self.until(|traffic| traffic.unsent < MAX_UNSENT).await;
    }

    /// Waits until a batch of so many messages has room: together the batches hold
    /// no more calls than may run, or each could wait for a turn of another's.
    pub(super) async fn room_for(&self, size: usize) {
        self.until(|traffic| traffic.batched + size <= MAX_BATCH)
            .await;
    }

    pub(super) fn batch_begins(&self, size: usize) {
        self.traffic().batched += size;
    }

    pub(super) fn batch_ends(&self, size: usize) {
        self.change(|traffic| traffic.batched -= size);
    }

    /// The client sends nothing more.
    pub(super) fn hang_up(&self) {
        self.change(|traffic| traffic.hung_up = true);
    }

    /// Waits until the client sends nothing more.
    pub async fn hung_up(&self) {
        self.until(|traffic| traffic.hung_up).await;
    }

    /// Waits until every request is answered, and every answer sent.
    pub(super) async fn drained(&self) {
        self.until(|traffic| traffic.in_flight.is_empty() && traffic.unsent == 0)
            .await;
    }

    /// Ends the sending: no further line is begun, and one that was begun has this
    /// long to be ended. Returns whether every answer went out whole.
    pub async fn finish(&self, patience: Duration) -> bool {
        self.change(|traffic| traffic.stopped = true);
        // A line that is written may not have been counted yet; one that waits is lost as
        // soon as it would begin.
        let settled = |traffic: &Traffic| !traffic.writing && (traffic.unsent == 0 || traffic.lost);
        let ended = tokio::time::timeout(patience, self.until(settled)).await;
        let traffic = self.traffic();
        let mut requests = traffic.in_flight.values();
        ended.is_ok()
            && !traffic.lost
            && traffic.unsent == 0
            && requests.all(|request| request.cancelled.is_cancelled())
    }

    async fn until(&self, holds: impl Fn(&Traffic) -> bool) {
        loop {
            let changed = self.changed.notified();
            if holds(&self.traffic()) {
                return;
            }
            changed.await;
        }
    }

    fn change(&self, change: impl FnOnce(&mut Traffic)) {
        change(&mut self.traffic());
        self.changed.notify_waiters();
    }

    fn traffic(&self) -> MutexGuard<'_, Traffic> {
        // Nothing that is done under the lock can leave it unsound.
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message that has not gone out.
pub(super) struct Unsent(Arc<Connection>);

impl Unsent {
    pub(super) fn new(connection: &Arc<Connection>) -> Self {
        connection.traffic().unsent += 1;
        Self(Arc::clone(connection))
    }

    /// Begins its line, unless nothing is sent any more.
    pub(super) fn begin(&self) -> Option<Begun<'_>> {
        let mut traffic = self.0.traffic();
        traffic.lost |= traffic.stopped;
        traffic.writing = !traffic.stopped;
        // Not made where nothing is begun: it takes the traffic when it is dropped.
        (!traffic.stopped).then(|| Begun {
            connection: &self.0,
            whole: false,
        })
    }
}

impl Drop for Unsent {
    fn drop(&mut self) {
        self.0.change(|traffic| traffic.unsent -= 1);
    }
}

/// A line that was begun.
pub(super) struct Begun<'a> {
    connection: &'a Connection,
    /// Whether all of it was written.
    pub(super) whole: bool,
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        self.connection.change(|traffic| {
            traffic.writing = false;
            traffic.lost |= !self.whole;
        });
    }
}
