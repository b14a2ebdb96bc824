//! Bytes → lines of bounded length.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// The most bytes of one line, without its end.
pub(super) const MAX_LINE: usize = 16 * 1024 * 1024;
/// How much of a longer line is kept, for its id.
const PREFIX: usize = 64 * 1024;
/// The room that is kept from line to line.
const ROOM: usize = 64 * 1024;

/// Reads lines. What was read of one is kept when the reading is given up.
pub(super) struct LineReader<R> {
    stream: BufReader<R>,
    line: Vec<u8>,
    /// The rest of the line is passed over: it was too long.
    passing: bool,
}

/// What was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    /// A line, or what stands after the last one's end.
    Line,
    /// The beginning of a line that is too long.
    Prefix,
    /// Nothing more.
    End,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    pub(super) fn new(stream: R) -> Self {
        Self {
            stream: BufReader::new(stream),
            line: Vec::new(),
            passing: false,
        }
    }

    /// Reads up to the end of a line. It may be given up at any time and begun
    /// again: between a wait and the next nothing is left half done.
    pub(super) async fn read(&mut self) -> io::Result<Read> {
        loop {
            let bytes = self.stream.fill_buf().await?;
            if bytes.is_empty() {
                return Ok(match self.line.is_empty() || self.passing {
                    true => Read::End,
                    false => Read::Line,
                });
            }
            let end = memchr::memchr(b'\n', bytes);
            let content = &bytes[..end.unwrap_or(bytes.len())];
            let taken = end.map_or(bytes.len(), |at| at + 1);
            let was_passing = self.passing;
            let too_long = !was_passing && self.line.len() + content.len() > MAX_LINE;
            if too_long {
                let room = PREFIX.saturating_sub(self.line.len()).min(content.len());
                self.line.extend_from_slice(&content[..room]);
                self.line.truncate(PREFIX);
            } else if !was_passing {
                self.line.extend_from_slice(content);
            }
            self.stream.consume(taken);
            self.passing = (was_passing || too_long) && end.is_none();
            if too_long {
                return Ok(Read::Prefix);
            }
            if end.is_some() && !was_passing {
                return Ok(Read::Line);
            }
        }
    }

    /// What was read, without the end of the line. The next reading begins anew.
    pub(super) fn take(&mut self) -> HeldLine<'_> {
        HeldLine(&mut self.line)
    }
}

/// A line that is forgotten when this is dropped.
pub(super) struct HeldLine<'a>(&'a mut Vec<u8>);

impl std::ops::Deref for HeldLine<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0
    }
}

impl Drop for HeldLine<'_> {
    fn drop(&mut self) {
        self.0.clear();
        self.0.shrink_to(ROOM);
    }
}
