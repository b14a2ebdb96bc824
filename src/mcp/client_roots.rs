//! What a client says when it is asked for its roots.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rmcp::Peer;
use rmcp::model::{InputRequest, InputRequiredResult, InputResponses, ServerRequest};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::mcp::transport::message::is_newest;
use crate::project::session::Roots;
use crate::text::shown::echo;

/// How long a call waits for the client's roots.
const PATIENCE: Duration = Duration::from_secs(2);
/// The key under which roots are asked for where the client answers by calling again.
const KEY: &str = "roots";

/// The roots of one client.
#[derive(Debug, Default)]
pub(super) struct ClientRoots {
    asked: Mutex<Option<Asked>>,
}

/// A question for them.
#[derive(Debug, Clone)]
struct Asked {
    since: Instant,
    answer: watch::Receiver<Option<Roots>>,
}

impl ClientRoots {
    /// The roots of a client that offers some, or the question that it has to
    /// answer first.
    pub(super) async fn get(
        &self,
        answers: Option<&InputResponses>,
        context: &RequestContext<RoleServer>,
    ) -> Result<Roots, Box<InputRequiredResult>> {
        if !are_offered(context) {
            return Ok(Roots::None);
        }
        if is_newest(context.protocol_version().as_ref()) {
            return answered(answers);
        }
        let mut asked = self.ask(&context.peer);
        let deadline = asked.since + PATIENCE;
        let answer =
            tokio::time::timeout_at(deadline, asked.answer.wait_for(Option::is_some)).await;
        Ok(match answer {
            Ok(Ok(roots)) => roots.clone().unwrap_or_default(),
            Ok(Err(_)) => Roots::None,
            Err(_) => Roots::Silent(PATIENCE.as_secs()),
        })
    }

    /// They have changed: the next call asks again.
    pub(super) fn forget(&self) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Asks once until they change; an answer that comes late serves the next call.
    fn ask(&self, peer: &Peer<RoleServer>) -> Asked {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked
            .get_or_insert_with(|| {
                let (answer, receiver) = watch::channel(None);
                let peer = peer.clone();
                tokio::spawn(async move {
                    let roots = listed(&peer).await;
                    answer.send_replace(Some(roots));
                });
                Asked {
                    since: Instant::now(),
                    answer: receiver,
                }
            })
            .clone()
    }
}

/// Whether the client offers roots, by this request or by its `initialize`.
pub(super) fn are_offered(context: &RequestContext<RoleServer>) -> bool {
    context
        .client_capabilities()
        .is_some_and(|capabilities| capabilities.roots.is_some())
}

/// What a client before 2026-07-28 says when it is asked.
async fn listed(peer: &Peer<RoleServer>) -> Roots {
    #[expect(deprecated, reason = "roots are what the protocol has for this")]
    let question = ServerRequest::ListRootsRequest(rmcp::model::ListRootsRequest::default());
    match peer.send_request(question).await {
        // As it stands there: one entry of another shape must not cost the others.
        Ok(answer) => offered(&serde_json::to_value(answer).unwrap_or_default()),
        Err(error) => {
            tracing::warn!(error = %echo(&error.to_string()), "the client does not list its roots");
            Roots::Failed
        }
    }
}

/// From 2026-07-28 on a server asks nothing of its own accord: the client calls
/// again with the answer.
fn answered(answers: Option<&InputResponses>) -> Result<Roots, Box<InputRequiredResult>> {
    let Some(answers) = answers else {
        #[expect(deprecated, reason = "roots are what the protocol has for this")]
        let question = InputRequest::ListRoots(rmcp::model::ListRootsRequest::default());
        let questions = BTreeMap::from([(KEY.to_owned(), question)]);
        let question = InputRequiredResult::from_input_requests(questions);
        return Err(Box::new(question));
    };
    Ok(answers.get(KEY).map_or(Roots::Failed, offered))
}

/// The roots in an answer.
fn offered(answer: &Value) -> Roots {
    let Some(roots) = answer.get("roots").and_then(Value::as_array) else {
        return Roots::Failed;
    };
    let uris = roots.iter().map(|root| match root.get("uri") {
        Some(Value::String(uri)) => uri.clone(),
        _ => String::new(),
    });
    Roots::Offered(uris.collect())
}
