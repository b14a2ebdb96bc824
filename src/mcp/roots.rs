//! The roots of a client: asked for once, until they change.

use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use rmcp::model::RequestId;
use serde_json::{Value, json};

use crate::project::session::Roots;
use crate::server::caller::offered;
use crate::server::lock;
use crate::text::escape::escape_truncated;

/// How long a call waits for the client's roots.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The roots of one client of a session.
#[derive(Debug, Default)]
pub(super) struct ClientRoots(Mutex<RootsRequests>);

#[derive(Debug, Default)]
struct RootsRequests {
    /// The one since the roots last changed.
    current: Option<Arc<RootsRequest>>,
    /// Those that calls may still wait for.
    open: Vec<Weak<RootsRequest>>,
}

/// A `roots/list` request to the client.
#[derive(Debug)]
struct RootsRequest {
    id: RequestId,
    sent: Instant,
    answer: Mutex<Option<Roots>>,
    answered: Condvar,
}

impl ClientRoots {
    /// Returns the roots. Sends a request, as JSON, where there is none since they last
    /// changed. An answer that comes late serves the next call.
    pub(super) fn get(&self, next_id: impl FnOnce() -> i64, send: impl FnOnce(Vec<u8>)) -> Roots {
        let (request, is_new) = {
            let mut requests = lock(&self.0);
            match &requests.current {
                Some(request) => (Arc::clone(request), false),
                None => {
                    let request = Arc::new(RootsRequest {
                        id: RequestId::Number(next_id()),
                        sent: Instant::now(),
                        answer: Mutex::default(),
                        answered: Condvar::new(),
                    });
                    requests.current = Some(Arc::clone(&request));
                    requests.open.retain(|open| open.strong_count() > 0);
                    requests.open.push(Arc::downgrade(&request));
                    (request, true)
                }
            }
        };
        if is_new {
            let message = json!({ "jsonrpc": "2.0", "id": request.id, "method": "roots/list" });
            send(message.to_string().into_bytes());
        }
        let answer = lock(&request.answer);
        let left = TIMEOUT.saturating_sub(request.sent.elapsed());
        let waited = request
            .answered
            .wait_timeout_while(answer, left, |answer| answer.is_none());
        let (answer, _) = waited.unwrap_or_else(PoisonError::into_inner);
        answer.clone().unwrap_or(Roots::Silent(TIMEOUT.as_secs()))
    }

    /// Takes the client's answer, if a call may wait for it.
    pub(super) fn answer(&self, id: &RequestId, result: &Result<Value, String>) {
        let requests = lock(&self.0);
        let mut open = requests.open.iter().filter_map(Weak::upgrade);
        let Some(request) = open.find(|request| request.id == *id) else {
            return;
        };
        let roots = match result {
            Ok(result) => offered(result),
            Err(error) => {
                tracing::warn!(error = %escape_truncated(error), "the client does not list its roots");
                Roots::Failed
            }
        };
        *lock(&request.answer) = Some(roots);
        request.answered.notify_all();
    }

    /// Forgets the roots, which have changed. A call that waits for them gets the answer
    /// that the client gives.
    pub(super) fn clear(&self) {
        lock(&self.0).current = None;
    }
}
