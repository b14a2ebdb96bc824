//! What a call is answered with, on its way out.

use tokio::sync::OwnedSemaphorePermit;

use crate::answer::reply::Reply;
use crate::format::blocks::Blocks;

/// What is kept of a call's answer from the moment it is made until it has gone
/// out whole. Who drops it before gives the answer up, and its call's turn ends.
#[derive(Debug)]
pub struct Delivery {
    reply: Reply,
    _turn: Option<OwnedSemaphorePermit>,
}

/// Where an answer goes, and so what is written of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// To a reader: a success's value as it is, and nothing of a failure.
    Value,
    /// The Result as JSON.
    Json,
    /// The Result as JSON that stands in a JSON string, without its quotes.
    Text,
}

impl Delivery {
    /// The delivery of a reply.
    pub fn new(reply: Reply) -> Self {
        Self { reply, _turn: None }
    }

    /// The same, which ends its call's turn when it has gone out: or what waits to
    /// be sent could be as much as there are calls.
    #[must_use]
    pub fn holding(self, turn: Option<OwnedSemaphorePermit>) -> Self {
        Self {
            _turn: turn,
            ..self
        }
    }

    /// What is delivered.
    pub fn reply(&self) -> &Reply {
        &self.reply
    }

    /// Its text in blocks, escaped for where it goes.
    pub(crate) fn blocks(&self, form: Form) -> Blocks<'_> {
        let again = match (form, &self.reply) {
            (Form::Value, Reply::Success(success)) => {
                return Blocks::new(success.value.pieces().map(|piece| (piece, 0)));
            }
            (Form::Value, Reply::Failure(_)) => return Blocks::new(std::iter::empty()),
            (Form::Json, _) => 0,
            (Form::Text, _) => 1,
        };
        let pieces = self.reply.pieces();
        Blocks::new(pieces.map(move |(piece, times)| (piece, times + again)))
    }
}
