//! Reads lines of bounded length.

use crate::limits::MAX_LINE_BYTES;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// How much of a longer line is kept, for its id.
const PREFIX: usize = 64 * 1024;
/// The capacity that is kept from line to line.
const CAPACITY: usize = 64 * 1024;

/// Reads lines from a stream.
pub(super) struct LineReader<R> {
    stream: BufReader<R>,
    line: Vec<u8>,
    /// Whether the stream has ended. A terminal can be read again after its end.
    ended: bool,
}

/// A line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// All of it; at the end of the stream it need not have an end.
    Whole(&'a [u8]),
    /// The start of a line of more than [`MAX_LINE_BYTES`] bytes.
    TooLong(&'a [u8]),
    /// No more lines come.
    End,
}

impl<R: Read> LineReader<R> {
    pub(super) fn new(stream: R) -> Self {
        Self {
            stream: BufReader::new(stream),
            line: Vec::new(),
            ended: false,
        }
    }

    /// Reads up to the end of a line.
    ///
    /// # Errors
    ///
    /// If the stream cannot be read.
    pub(super) fn read(&mut self) -> io::Result<Line<'_>> {
        self.line.clear();
        self.line.shrink_to(CAPACITY);
        let mut length = 0;
        if self.ended {
            return Ok(Line::End);
        }
        loop {
            let bytes = match self.stream.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = memchr::memchr(b'\n', bytes);
            let content = &bytes[..end.unwrap_or(bytes.len())];
            length += content.len();
            if length <= MAX_LINE_BYTES {
                self.line.extend_from_slice(content);
            } else {
                self.line.truncate(PREFIX);
                self.line.shrink_to(CAPACITY);
            }
            self.ended = bytes.is_empty();
            let at_end = self.ended || end.is_some();
            let taken = content.len() + usize::from(end.is_some());
            self.stream.consume(taken);
            if at_end {
                return Ok(match length {
                    0 if end.is_none() => Line::End,
                    ..=MAX_LINE_BYTES => Line::Whole(&self.line),
                    _ => Line::TooLong(&self.line),
                });
            }
        }
    }
}
