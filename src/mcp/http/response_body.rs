//! Bodies of responses.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::clients::QuotaPermit;
use crate::mcp::transport::outgoing::Outgoing;

/// How many blocks wait to be read, beside the one that is being written.
const WAITING: usize = 1;
/// The size of a block in bytes.
const BLOCK: usize = 64 * 1024;

/// The body of a response.
#[derive(Debug)]
pub(super) enum Body {
    /// All of it; `None` once it was taken.
    Whole(Option<Bytes>),
    /// A body that is written while the client reads it.
    Streamed {
        blocks: Receiver<Block>,
        /// How many bytes are to come, where that is known.
        left: Option<u64>,
        /// The client's permit, which it has back when it has read the body.
        permit: Option<QuotaPermit>,
    },
}

/// A part of a streamed body.
#[derive(Debug)]
pub(super) enum Block {
    Part(Bytes),
    /// The body is complete.
    End,
}

/// Sends a streamed body.
#[derive(Debug)]
pub(super) struct BodySender {
    sender: Sender<Block>,
    block: Vec<u8>,
}

/// The client has closed the connection.
#[derive(Debug)]
pub(super) struct Disconnected;

impl Body {
    pub(super) fn empty() -> Self {
        Self::Whole(None)
    }

    /// Creates a body of so many bytes, if that is known, and its sender.
    pub(super) fn streamed(bytes: Option<u64>) -> (Self, BodySender) {
        let (sender, blocks) = channel(WAITING);
        let sender = BodySender {
            sender,
            block: Vec::new(),
        };
        let body = Self::Streamed {
            blocks,
            left: bytes,
            permit: None,
        };
        (body, sender)
    }

    /// Holds a permit until the client has read the body, if it is a streamed one.
    pub(super) fn holding(mut self, held: Option<QuotaPermit>) -> Self {
        if let Self::Streamed { permit, .. } = &mut self {
            *permit = held;
        }
        self
    }

    /// Creates the body of one message. If it is larger than a block it is streamed.
    pub(super) fn message(message: Outgoing) -> Self {
        let bytes = message.json().len();
        if bytes <= BLOCK {
            return Self::from(message.json().to_vec());
        }
        let (body, mut sender) = Self::streamed(u64::try_from(bytes).ok());
        tokio::spawn(async move {
            if sender.message(&message).await.is_ok() {
                let _ = sender.end().await;
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

impl BodySender {
    /// Waits until the client has closed the connection.
    pub(super) async fn disconnected(&self) {
        self.sender.closed().await;
    }

    pub(super) fn text(&mut self, text: &[u8]) {
        self.block.extend_from_slice(text);
    }

    /// Sends a message.
    pub(super) async fn message(&mut self, message: &Outgoing) -> Result<(), Disconnected> {
        for part in message.json().chunks(BLOCK) {
            self.text(part);
            if self.block.len() >= BLOCK {
                self.flush().await?;
            }
        }
        Ok(())
    }

    /// Ends the body. Without this the connection is closed before the body's end.
    pub(super) async fn end(mut self) -> Result<(), Disconnected> {
        self.flush().await?;
        self.sender.send(Block::End).await.map_err(|_| Disconnected)
    }

    async fn flush(&mut self) -> Result<(), Disconnected> {
        let block = std::mem::take(&mut self.block);
        let part = Block::Part(block.into());
        self.sender.send(part).await.map_err(|_| Disconnected)
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
            Self::Streamed { blocks, left, .. } => {
                blocks.poll_recv(context).map(|block| match block {
                    Some(Block::Part(part)) => {
                        let bytes = u64::try_from(part.len()).unwrap_or(u64::MAX);
                        *left = left.map(|left| left.saturating_sub(bytes));
                        Some(Ok(Frame::data(part)))
                    }
                    Some(Block::End) => None,
                    None => Some(Err(io::ErrorKind::ConnectionAborted.into())),
                })
            }
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
            Self::Streamed { left, .. } => {
                left.map_or_else(SizeHint::default, SizeHint::with_exact)
            }
        }
    }
}
