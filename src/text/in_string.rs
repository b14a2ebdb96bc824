//! Text as the content of a JSON string inside another JSON string (RFC 8259 §7).

use std::io::{self, Write};

/// The number of bytes that are checked at the same time.
const LANES: usize = size_of::<u64>();

/// A writer that escapes text twice, for JSON inside a JSON string. It does not write the quotes
/// around the text.
///
/// ```
/// use std::io::Write;
///
/// use mcp_guide::text::in_string::InString;
///
/// let mut json = Vec::new();
/// InString(&mut json).write_all(b"a\n\"b\"")?;
/// assert_eq!(json, br#"a\\n\\\"b\\\""#);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct InString<W>(pub W);

impl<W: Write> Write for InString<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.write_all(text)?;
        Ok(text.len())
    }

    fn write_all(&mut self, mut text: &[u8]) -> io::Result<()> {
        loop {
            let (plain, rest) = text.split_at(plain(text));
            self.0.write_all(plain)?;
            let Some((byte, after)) = rest.split_first() else {
                return Ok(());
            };
            match byte {
                b'\n' => self.0.write_all(br"\\n")?,
                b'\r' => self.0.write_all(br"\\r")?,
                b'\t' => self.0.write_all(br"\\t")?,
                b'\x08' => self.0.write_all(br"\\b")?,
                b'\x0c' => self.0.write_all(br"\\f")?,
                b'"' => self.0.write_all(br#"\\\""#)?,
                b'\\' => self.0.write_all(br"\\\\")?,
                control => write!(self.0, r"\\u{control:04x}")?,
            }
            text = after;
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns the number of bytes in `text` before the first byte that JSON escapes.
fn plain(text: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGH: u64 = ONES << 7;
    // Sets the high bit of each byte that is less than `most`, which is at most 128. The bit may
    // also be set, wrongly, in bytes after the first match.
    let below = |lanes: u64, most: u8| lanes.wrapping_sub(ONES * u64::from(most)) & !lanes & HIGH;
    let is = |lanes: u64, byte: u8| below(lanes ^ (ONES * u64::from(byte)), 1);
    let (chunks, rest) = text.as_chunks::<LANES>();
    for (at, chunk) in chunks.iter().enumerate() {
        let lanes = u64::from_le_bytes(*chunk);
        let found = below(lanes, b' ') | is(lanes, b'"') | is(lanes, b'\\');
        if found != 0 {
            return at * LANES + found.trailing_zeros() as usize / 8;
        }
    }
    let escaped = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
    let end = rest.iter().position(escaped).unwrap_or(rest.len());
    text.len() - rest.len() + end
}
