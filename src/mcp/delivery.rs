//! What a call is answered with, on its way out.

use tokio::sync::OwnedSemaphorePermit;

use crate::answer::reply::Reply;

/// What is kept of a call's answer from the moment it is made until it has gone
/// out whole. Who drops it before gives the answer up, and its call's turn ends.
#[derive(Debug)]
pub struct Delivery {
    reply: Reply,
    _turn: Option<OwnedSemaphorePermit>,
}

impl Delivery {
    /// The delivery of a reply, which was made to stand in a message's JSON
    /// ([`Form::Text`](crate::Form::Text)).
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

    /// What is delivered, in pieces, in order. Nothing is copied.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &[u8]> + Send {
        self.reply.text().pieces()
    }
}
