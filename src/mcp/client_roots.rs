//! The roots of a client. They are requested once, and again after they change.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rmcp::model::RequestId;
use serde_json::{Value, json};

use crate::project::session::Roots;
use crate::server::caller::offered;
use crate::sync::lock;
use crate::text::escaped::escape_truncated;

/// The roots of one client in a session.
#[derive(Debug)]
pub(super) struct ClientRoots {
    /// The time for which a call waits for the roots.
    timeout: Duration,
    /// The last request, or `None` if the roots have changed since.
    current: Mutex<Option<RootsRequest>>,
    changed: Condvar,
}

/// A `roots/list` request to the client.
#[derive(Debug)]
struct RootsRequest {
    id: RequestId,
    sent: Instant,
    answer: Option<Roots>,
}

impl ClientRoots {
    pub(super) fn new(timeout: Duration) -> Self {
        Self {
            timeout,
            current: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Returns the roots. Sends a request if no request was sent since the roots last changed.
    /// Sends another one if the roots change during the wait.
    ///
    /// Waits up to the timeout, counted from this call or from the request, whichever is earlier. A
    /// late answer is used by the next call.
    pub(super) fn get(&self, next_id: impl Fn() -> i64, send: impl Fn(Vec<u8>)) -> Roots {
        let begun = Instant::now();
        let mut current = lock(&self.current);
        loop {
            let left = match &*current {
                Some(request) => match &request.answer {
                    Some(roots) => return roots.clone(),
                    None => (self.timeout).saturating_sub(request.sent.min(begun).elapsed()),
                },
                None => {
                    let id = RequestId::Number(next_id());
                    let message = json!({ "jsonrpc": "2.0", "id": id, "method": "roots/list" });
                    let (sent, answer) = (Instant::now(), None);
                    *current = Some(RootsRequest { id, sent, answer });
                    drop(current);
                    send(message.to_string().into_bytes());
                    current = lock(&self.current);
                    continue;
                }
            };
            if left.is_zero() {
                return Roots::Silent(self.timeout.as_secs());
            }
            let waited = self.changed.wait_timeout(current, left);
            (current, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Stores the client's answer if it belongs to the current request.
    pub(super) fn answer(&self, id: &RequestId, result: &Result<Value, Value>) {
        let mut current = lock(&self.current);
        let Some(request) = current.as_mut().filter(|request| request.id == *id) else {
            return;
        };
        request.answer = Some(match result {
            Ok(result) => offered(result),
            Err(error) => {
                tracing::warn!(error = %escape_truncated(&error.to_string()), "the client does not list its roots");
                Roots::Failed
            }
        });
        self.changed.notify_all();
    }

    /// Forgets the roots after a change. A call that is waiting for them sends a new request.
    pub(super) fn clear(&self) {
        *lock(&self.current) = None;
        self.changed.notify_all();
    }
}
