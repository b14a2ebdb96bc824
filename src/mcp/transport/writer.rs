//! Answers → lines.

use std::io;

use memchr::memmem;
use tokio::io::{AsyncWrite, AsyncWriteExt};

use super::connection::Kept;
use crate::format::json::{self, Escaper};

/// How much of a result is escaped before it is written, in bytes.
const CHUNK: usize = 64 * 1024;

/// A message on its way out, without the end of its line.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) json: Vec<u8>,
    /// The result for which a mark stands in it.
    pub(super) result: Option<(String, Kept)>,
}

/// Writes lines, one at a time.
pub(super) struct Writer<W> {
    /// `None` once it is closed.
    stream: Option<W>,
    escaper: Escaper,
    /// What is escaped and not written yet; its room is kept from line to line.
    chunk: Vec<u8>,
}

impl<W: AsyncWrite + Unpin> Writer<W> {
    pub(super) fn new(stream: W) -> Self {
        Self {
            stream: Some(stream),
            escaper: Escaper::default(),
            chunk: Vec::new(),
        }
    }

    pub(super) fn close(&mut self) {
        self.stream = None;
    }

    /// A line of one message, or of a batch of them.
    pub(super) async fn line(&mut self, messages: &[Outgoing], batch: bool) -> io::Result<()> {
        self.chunk.clear();
        if batch {
            self.chunk.push(b'[');
        }
        for (at, message) in messages.iter().enumerate() {
            if at > 0 {
                self.chunk.push(b',');
            }
            self.message(message).await?;
        }
        if batch {
            self.chunk.push(b']');
        }
        self.chunk.push(b'\n');
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        stream.write_all(&self.chunk).await?;
        stream.flush().await
    }

    async fn message(&mut self, message: &Outgoing) -> io::Result<()> {
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let chunk = &mut self.chunk;
        let json = &message.json;
        let Some((mark, kept)) = &message.result else {
            chunk.extend_from_slice(json);
            return Ok(());
        };
        let at = memmem::find(json, mark.as_bytes()).ok_or(io::ErrorKind::InvalidData)?;
        let (before, after) = (&json[..at], &json[at + mark.len()..]);
        chunk.extend_from_slice(before);
        for (text, times) in kept.reply.pieces() {
            for slice in json::slices(text) {
                // Once more than for the result itself: it is text in the message.
                self.escaper.escape(slice, times + 1, chunk);
                if chunk.len() >= CHUNK {
                    stream.write_all(chunk).await?;
                    chunk.clear();
                }
            }
        }
        chunk.extend_from_slice(after);
        Ok(())
    }
}
