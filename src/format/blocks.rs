//! Pieces of text → blocks of bytes, escaped for where they go.

use crate::format::json;

/// How many bytes make a block.
const BLOCK: usize = 64 * 1024;

/// Texts on their way out. No more than a block of them is written down at once.
pub(crate) struct Blocks<'a> {
    slices: Box<dyn Iterator<Item = (&'a str, u8)> + Send + 'a>,
}

impl<'a> Blocks<'a> {
    /// The blocks of these pieces, each of which is to be escaped so many times:
    /// 0, 1 or 2.
    pub(crate) fn new(pieces: impl Iterator<Item = (&'a str, u8)> + Send + 'a) -> Self {
        let slices =
            pieces.flat_map(|(piece, times)| json::slices(piece).map(move |slice| (slice, times)));
        Self {
            slices: Box::new(slices),
        }
    }

    /// Appends to a block until it is full. Returns false where it is not, because
    /// nothing more is to come.
    pub(crate) fn fill(&mut self, block: &mut Vec<u8>) -> bool {
        for (slice, times) in &mut self.slices {
            json::escape(slice, times, block);
            if block.len() >= BLOCK {
                return true;
            }
        }
        false
    }
}
