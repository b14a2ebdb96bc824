//! A message on its way out.

use rmcp::RoleServer;
use rmcp::model::{ErrorData, JsonRpcMessage, RequestId};
use rmcp::service::TxJsonRpcMessage;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;

use crate::text::buffer;

/// A message as JSON, without the end of its line.
#[derive(Debug)]
pub struct Outgoing {
    json: Vec<u8>,
    /// The permit of the call that it answers, which ends when it has gone out: or what
    /// waits to be sent could be as much as there are calls.
    _permit: Option<OwnedSemaphorePermit>,
}

impl Outgoing {
    /// Serializes a message. If that fails it is logged, and its request is answered
    /// with the error that `internal_error` returns.
    pub fn new<M: Serialize>(
        message: &M,
        id: Option<&RequestId>,
        internal_error: impl FnOnce() -> ErrorData,
    ) -> Self {
        let json = buffer::json(message, 0).unwrap_or_else(|error| {
            tracing::error!(?id, %error, "an answer cannot be serialized");
            let error: TxJsonRpcMessage<RoleServer> =
                JsonRpcMessage::error(internal_error(), id.cloned());
            serde_json::to_vec(&error).unwrap_or_default()
        });
        Self::of_json(json)
    }

    /// Returns a message that is JSON already.
    pub fn of_json(json: Vec<u8>) -> Self {
        Self {
            json,
            _permit: None,
        }
    }

    /// Returns it with the permit of its call.
    #[must_use]
    pub fn holding(self, permit: Option<OwnedSemaphorePermit>) -> Self {
        Self {
            _permit: permit,
            ..self
        }
    }

    /// Returns its JSON.
    pub fn json(&self) -> &[u8] {
        &self.json
    }
}
