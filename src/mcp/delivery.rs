//! What a call is answered with, on its way out.

use tokio::sync::OwnedSemaphorePermit;

use crate::render::reply::Reply;

/// What is kept of a call's answer from the moment it is made until it has gone
/// out whole. Who drops it before gives the answer up, and its call's turn ends.
#[derive(Debug)]
pub struct Delivery {
    reply: Reply,
    place: Place,
    _turn: Option<OwnedSemaphorePermit>,
}

/// Where in a message it is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the text of a call's content.
    Text,
    /// In the contents of a resource.
    Contents,
    /// In the messages of a prompt.
    Messages,
}

impl Place {
    /// What stands there, empty; what is delivered stands before its last byte. Within
    /// a JSON string no quote stands without a backslash before it, and nothing has a
    /// field of this name before the one that is meant.
    pub(crate) const fn empty(self) -> &'static [u8] {
        match self {
            Self::Text => br#""text":"""#,
            Self::Contents => br#""contents":[]"#,
            Self::Messages => br#""messages":[]"#,
        }
    }
}

impl Delivery {
    /// The delivery of a reply, which was made to stand in a message's JSON
    /// ([`Form::Text`](crate::Form::Text)).
    pub fn new(reply: Reply) -> Self {
        Self {
            reply,
            place: Place::Text,
            _turn: None,
        }
    }

    /// The same at another place, for which the reply was made.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    pub(crate) fn place(&self) -> Place {
        self.place
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
