//! What is under way between one client and its server.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ContentBlock, JsonRpcMessage, RequestId, ServerResult};
use rmcp::service::TxJsonRpcMessage;
use tokio::sync::{Notify, OwnedSemaphorePermit};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::batch::Batch;
use super::message::MAX_BATCH;
use crate::answer::reply::Reply;

/// How many messages may wait for the client to read them.
pub const MAX_UNSENT: usize = 32;

/// The requests that are not answered, the results that wait to be sent, and how
/// the connection ends. A transport and its server share it.
#[derive(Debug)]
pub struct Connection {
    /// What every mark begins with; no client can know it.
    name: String,
    marks: AtomicU64,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// By their ids.
    in_flight: HashMap<RequestId, InFlight>,
    /// Results by their marks.
    waiting: HashMap<String, Kept>,
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

#[derive(Debug)]
struct InFlight {
    cancelled: CancellationToken,
    batch: Option<Arc<Batch>>,
}

/// A result that waits to be sent, and its call's turn: it ends when the result
/// has gone out.
#[derive(Debug)]
pub struct Kept {
    /// The result.
    pub reply: Reply,
    _turn: Option<OwnedSemaphorePermit>,
}

/// What is known of a message that is to be sent.
pub(super) struct Ended {
    /// The result that is to stand in it, with its mark.
    pub(super) result: Option<(String, Kept)>,
    /// The batch that it belongs to.
    pub(super) batch: Option<Arc<Batch>>,
    /// Whether nobody wants it any more.
    pub(super) cancelled: bool,
}

impl Default for Connection {
    fn default() -> Self {
        Self {
            name: Uuid::new_v4().to_string(),
            marks: AtomicU64::new(0),
            state: Mutex::default(),
            changed: Notify::new(),
        }
    }
}

impl Connection {
    /// Keeps a result until it is sent, and its call's turn with it. The mark that
    /// is returned stands for its JSON, as the only text of a call's result.
    pub fn put(&self, reply: Reply, turn: Option<OwnedSemaphorePermit>) -> String {
        let count = self.marks.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{count}.", self.name);
        let kept = Kept { reply, _turn: turn };
        self.state().waiting.insert(mark.clone(), kept);
        mark
    }

    /// Whether a result still waits to be sent.
    pub fn holds(&self, mark: &str) -> bool {
        self.state().waiting.contains_key(mark)
    }

    /// How many results wait to be sent.
    pub fn kept(&self) -> usize {
        self.state().waiting.len()
    }

    /// The token that is cancelled when the client gives up this request; `None`
    /// where no such request is in flight.
    pub fn cancellation(&self, id: &RequestId) -> Option<CancellationToken> {
        let state = self.state();
        Some(state.in_flight.get(id)?.cancelled.clone())
    }

    /// Takes note of a request, unless one of this id is in flight.
    pub(super) fn begin(&self, id: &RequestId, batch: Option<&Arc<Batch>>) -> bool {
        let mut state = self.state();
        if state.in_flight.contains_key(id) {
            return false;
        }
        if let Some(batch) = batch {
            batch.awaits();
        }
        let request = InFlight {
            cancelled: CancellationToken::new(),
            batch: batch.cloned(),
        };
        state.in_flight.insert(id.clone(), request);
        true
    }

    /// The client gives up a request. Its id is in flight until it has ended.
    pub(super) fn cancel(&self, id: &RequestId) {
        if let Some(request) = self.state().in_flight.get(id) {
            request.cancelled.cancel();
        }
    }

    /// Ends the request that this message answers, if it does, and takes its result.
    pub(super) fn end(&self, message: &TxJsonRpcMessage<RoleServer>) -> Ended {
        let mut state = self.state();
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        let request = id.and_then(|id| state.in_flight.remove(id));
        let result =
            text_of(message).and_then(|text| Some((text.to_owned(), state.waiting.remove(text)?)));
        drop(state);
        self.changed.notify_waiters();
        match request {
            Some(request) => Ended {
                result,
                batch: request.batch,
                cancelled: request.cancelled.is_cancelled(),
            },
            None => Ended {
                result,
                batch: None,
                cancelled: false,
            },
        }
    }

    /// Whether a request is in flight.
    pub(super) fn is_busy(&self) -> bool {
        !self.state().in_flight.is_empty()
    }

    /// Waits until fewer than [`MAX_UNSENT`] messages wait.
    pub(super) async fn open(&self) {
        self.until(|state| state.unsent < MAX_UNSENT).await;
    }

    /// Waits until a batch of so many messages has room: together the batches hold
    /// no more calls than may run, or each could wait for a turn of another's.
    pub(super) async fn room_for(&self, size: usize) {
        self.until(|state| state.batched + size <= MAX_BATCH).await;
    }

    pub(super) fn batch_begins(&self, size: usize) {
        self.state().batched += size;
    }

    pub(super) fn batch_ends(&self, size: usize) {
        self.change(|state| state.batched -= size);
    }

    /// The client sends nothing more.
    pub(super) fn hang_up(&self) {
        self.change(|state| state.hung_up = true);
    }

    /// Waits until the client sends nothing more.
    pub async fn hung_up(&self) {
        self.until(|state| state.hung_up).await;
    }

    /// Waits until every request is answered, and every answer sent.
    pub(super) async fn drained(&self) {
        self.until(|state| state.in_flight.is_empty() && state.unsent == 0)
            .await;
    }

    /// Ends the sending: no further line is begun, and one that was begun has this
    /// long to be ended. Returns whether every answer went out whole.
    pub async fn finish(&self, patience: Duration) -> bool {
        self.change(|state| state.stopped = true);
        let ended = tokio::time::timeout(patience, self.until(|state| !state.writing)).await;
        let state = self.state();
        let mut requests = state.in_flight.values();
        ended.is_ok()
            && !state.lost
            && state.unsent == 0
            && requests.all(|request| request.cancelled.is_cancelled())
    }

    async fn until(&self, holds: impl Fn(&State) -> bool) {
        loop {
            let changed = self.changed.notified();
            if holds(&self.state()) {
                return;
            }
            changed.await;
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_waiters();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that is done under the lock can leave it unsound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The only text of a call's result.
fn text_of(message: &TxJsonRpcMessage<RoleServer>) -> Option<&str> {
    let JsonRpcMessage::Response(response) = message else {
        return None;
    };
    let ServerResult::CallToolResult(result) = &response.result else {
        return None;
    };
    match &result.content[..] {
        [ContentBlock::Text(content)] => Some(&content.text),
        _ => None,
    }
}

/// A message that has not gone out.
pub(super) struct Unsent(Arc<Connection>);

impl Unsent {
    pub(super) fn new(connection: &Arc<Connection>) -> Self {
        connection.state().unsent += 1;
        Self(Arc::clone(connection))
    }

    /// Begins its line, unless nothing is sent any more.
    pub(super) fn begin(&self) -> Option<Begun<'_>> {
        let mut state = self.0.state();
        state.lost |= state.stopped;
        state.writing = !state.stopped;
        // Not made where nothing is begun: it takes the state when it is dropped.
        (!state.stopped).then(|| Begun {
            connection: &self.0,
            whole: false,
        })
    }
}

impl Drop for Unsent {
    fn drop(&mut self) {
        self.0.change(|state| state.unsent -= 1);
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
        self.connection.change(|state| {
            state.writing = false;
            state.lost |= !self.whole;
        });
    }
}
