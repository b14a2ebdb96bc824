//! What goes out as the body of a response.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::mcp::transport::outgoing::Outgoing;

/// How many blocks wait to be taken, beside the one that is made.
const WAITING: usize = 1;
/// From how many bytes on a block is handed over.
const BLOCK: usize = 64 * 1024;

/// The body of a response.
#[derive(Debug)]
pub(super) enum Body {
    /// All of it; `None` once it was taken.
    Whole(Option<Bytes>),
    /// What is written while the client reads, and how many bytes are to come, where
    /// that is known: then an answer that breaks off is one to every client.
    Written(Receiver<Block>, Option<u64>),
}

/// A part of what is written.
#[derive(Debug)]
pub(super) enum Block {
    Part(Bytes),
    /// Nothing is missing.
    End,
}

/// Writes a body.
#[derive(Debug)]
pub(super) struct Pen {
    sender: Sender<Block>,
    block: Vec<u8>,
}

/// Nobody reads any more.
#[derive(Debug)]
pub(super) struct Unread;

impl Body {
    pub(super) fn empty() -> Self {
        Self::Whole(None)
    }

    /// A body of so many bytes that is written with the pen.
    pub(super) fn written(bytes: Option<u64>) -> (Self, Pen) {
        let (sender, receiver) = channel(WAITING);
        let pen = Pen {
            sender,
            block: Vec::new(),
        };
        (Self::Written(receiver, bytes), pen)
    }

    /// The body that is one message. One that is more than a block is written while
    /// the client reads.
    pub(super) fn message(message: Outgoing) -> Self {
        let bytes = message.json().len();
        if bytes <= BLOCK {
            return Self::from(message.json().to_vec());
        }
        let (body, mut pen) = Self::written(u64::try_from(bytes).ok());
        tokio::spawn(async move {
            if pen.message(&message).await.is_ok() {
                let _ = pen.end().await;
            }
        });
        body
    }
}

impl From<Vec<u8>> for Body {
    fn from(whole: Vec<u8>) -> Self {
        Self::Whole(Some(whole.into()))
    }
}

impl Pen {
    /// Waits until nobody reads.
    pub(super) async fn unread(&self) {
        self.sender.closed().await;
    }

    pub(super) fn text(&mut self, text: &[u8]) {
        self.block.extend_from_slice(text);
    }

    /// Writes a message.
    pub(super) async fn message(&mut self, message: &Outgoing) -> Result<(), Unread> {
        // What is copied to be handed over is a block at a time.
        for part in message.json().chunks(BLOCK) {
            self.text(part);
            if self.block.len() >= BLOCK {
                self.hand_over().await?;
            }
        }
        Ok(())
    }

    /// Ends the body. One that is given up before breaks off where it is.
    pub(super) async fn end(mut self) -> Result<(), Unread> {
        self.hand_over().await?;
        self.sender.send(Block::End).await.map_err(|_| Unread)
    }

    async fn hand_over(&mut self) -> Result<(), Unread> {
        let block = std::mem::take(&mut self.block);
        let part = Block::Part(block.into());
        self.sender.send(part).await.map_err(|_| Unread)
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match self.get_mut() {
            Self::Whole(whole) => Poll::Ready(whole.take().map(|whole| Ok(Frame::data(whole)))),
            Self::Written(blocks, left) => blocks.poll_recv(context).map(|block| match block {
                Some(Block::Part(part)) => {
                    let bytes = u64::try_from(part.len()).unwrap_or(u64::MAX);
                    *left = left.map(|left| left.saturating_sub(bytes));
                    Some(Ok(Frame::data(part)))
                }
                Some(Block::End) => None,
                None => Some(Err(io::ErrorKind::ConnectionAborted.into())),
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(whole) => {
                let bytes = whole.as_ref().map_or(0, Bytes::len);
                SizeHint::with_exact(u64::try_from(bytes).unwrap_or(u64::MAX))
            }
            Self::Written(_, left) => left.map_or_else(SizeHint::default, SizeHint::with_exact),
        }
    }
}
