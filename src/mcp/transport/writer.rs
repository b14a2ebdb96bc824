//! Answers → lines.

use std::io;

use tokio::io::{AsyncWrite, AsyncWriteExt};

use super::outgoing::Outgoing;
use crate::mcp::delivery::Delivery;

/// How many bytes are written together.
const BLOCK: usize = 64 * 1024;

/// Writes lines, one at a time.
pub(super) struct LineWriter<W> {
    /// `None` once it is closed.
    stream: Option<W>,
    /// What is not written yet; its room is kept from line to line.
    block: Vec<u8>,
}

impl<W: AsyncWrite + Unpin> LineWriter<W> {
    pub(super) fn new(stream: W) -> Self {
        Self {
            stream: Some(stream),
            block: Vec::new(),
        }
    }

    pub(super) fn close(&mut self) {
        self.stream = None;
    }

    /// A line of one message, or of a batch of them.
    pub(super) async fn line(&mut self, messages: &[Outgoing], batch: bool) -> io::Result<()> {
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let block = &mut self.block;
        block.clear();
        if batch {
            block.push(b'[');
        }
        for (at, message) in messages.iter().enumerate() {
            if at > 0 {
                block.push(b',');
            }
            let (before, delivery, after) = message.parts();
            block.extend_from_slice(before);
            for piece in delivery.into_iter().flat_map(Delivery::pieces) {
                // Small pieces go out together, large ones as they are.
                if block.len() + piece.len() > BLOCK {
                    stream.write_all(block).await?;
                    block.clear();
                }
                if piece.len() > BLOCK {
                    stream.write_all(piece).await?;
                } else {
                    block.extend_from_slice(piece);
                }
            }
            block.extend_from_slice(after);
        }
        if batch {
            block.push(b']');
        }
        block.push(b'\n');
        stream.write_all(block).await?;
        stream.flush().await
    }
}
