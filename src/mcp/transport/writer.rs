//! Answers → lines.

use std::io;

use tokio::io::{AsyncWrite, AsyncWriteExt};

use super::outgoing::Outgoing;

/// From how many bytes on a message is written by itself.
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
            // Small messages go out together with what is around them, large ones as they
            // are.
            if message.json().len() > BLOCK {
                stream.write_all(block).await?;
                block.clear();
                stream.write_all(message.json()).await?;
            } else {
                block.extend_from_slice(message.json());
            }
        }
        if batch {
            block.push(b']');
        }
        block.push(b'\n');
        stream.write_all(block).await?;
        stream.flush().await
    }
}
