//! Reads lines with a maximum length.

use crate::limits::MAX_LINE_BYTES;
use std::io::{self, BufRead, BufReader, Read};

/// The number of bytes of an overlong line that are kept to find the id of the message.
const PREFIX: usize = 64 * 1024;
/// The capacity of the buffer that is kept between lines, in bytes.
const CAPACITY: usize = 64 * 1024;

/// A reader of lines from a stream.
pub(super) struct LineReader<R> {
    stream: BufReader<R>,
    line: Vec<u8>,
    /// Whether the stream has ended. It is not read again, because a terminal could continue after
    /// its end.
    ended: bool,
}

/// A line, without its line end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// A complete line. The last line of the stream may lack a line end.
    Whole(&'a [u8]),
    /// The start of a line with more than [`MAX_LINE_BYTES`] bytes.
    TooLong(&'a [u8]),
    /// The end of the stream.
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

    /// Reads the next line.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read.
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
