//! A text that was written by several, in its order.

use std::fmt;
use std::ops::Range;

use crate::text::blocks::Blocks;

/// A text, escaped for where it goes.
#[derive(Debug, Default)]
pub struct Text {
    written: Vec<Blocks>,
    order: Vec<(usize, Range<u64>)>,
}

impl Text {
    /// What was written, in this order: of which of the blocks, and which bytes.
    pub(crate) fn new(written: Vec<Blocks>, order: Vec<(usize, Range<u64>)>) -> Self {
        Self { written, order }
    }

    /// These texts, each escaped so many times: 0, 1 or 2.
    pub fn of(texts: &[(&str, u8)]) -> Self {
        let written = Blocks::of(texts);
        Self {
            order: vec![(0, 0..written.bytes())],
            written: vec![written],
        }
    }

    /// Its bytes in pieces, in order. Nothing is copied.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let order = self.order.iter();
        order.flat_map(|(by, range)| self.written[*by].pieces(range.clone()))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces: Vec<&[u8]> = self.pieces().collect();
        // What was escaped is as much UTF-8 as what it was made from.
        formatter.write_str(&String::from_utf8_lossy(&pieces.concat()))
    }
}
