//! A message on its way out.

use memchr::memmem;
use rmcp::RoleServer;
use rmcp::service::TxJsonRpcMessage;

use crate::mcp::delivery::Delivery;

/// A message on its way out, without the end of its line.
#[derive(Debug)]
pub(in crate::mcp) struct Outgoing {
    json: Vec<u8>,
    /// What is delivered in it, and before which of its bytes.
    delivery: Option<(usize, Delivery)>,
}

impl Outgoing {
    /// A message; the delivery stands at its place, which is empty.
    ///
    /// # Errors
    ///
    /// Where the message cannot be written as JSON.
    pub(in crate::mcp) fn new(
        message: &TxJsonRpcMessage<RoleServer>,
        delivery: Option<Delivery>,
    ) -> serde_json::Result<Self> {
        Ok(Self::of_json(serde_json::to_vec(message)?, delivery))
    }

    /// The same of a message as JSON.
    pub(in crate::mcp) fn of_json(json: Vec<u8>, delivery: Option<Delivery>) -> Self {
        let delivery = delivery.and_then(|delivery| {
            let empty = delivery.place().empty();
            let at = memmem::find(&json, empty)?;
            Some((at + empty.len() - 1, delivery))
        });
        Self { json, delivery }
    }

    /// The message's JSON before what is delivered in it, that, and the rest.
    pub(in crate::mcp) fn parts(&self) -> (&[u8], Option<&Delivery>, &[u8]) {
        match &self.delivery {
            Some((at, delivery)) => {
                let (before, after) = self.json.split_at(*at);
                (before, Some(delivery), after)
            }
            None => (&self.json, None, &[]),
        }
    }
}
