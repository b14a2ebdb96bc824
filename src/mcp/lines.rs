//! Reads lines of bounded length.

use crate::limits::MAX_LINE_BYTES;
use std::io::{self, BufRead, BufReader, Read};

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
        let mut longest = (&mut self.stream).take(MAX_LINE_BYTES as u64 + 1);
        if self.ended || longest.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(Line::End);
        }
        let is_cut = self.line.pop_if(|byte| *byte == b'\n').is_none();
        if is_cut && self.line.len() > MAX_LINE_BYTES {
            self.line.truncate(PREFIX);
            self.line.shrink_to(CAPACITY);
            self.stream.skip_until(b'\n')?;
            return Ok(Line::TooLong(&self.line));
        }
        self.ended = is_cut;
        Ok(Line::Whole(&self.line))
    }
}
