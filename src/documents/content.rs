//! A file of a category as text.

use camino::Utf8Path;

use crate::documents::error::FileError;
use crate::documents::sandbox::{Opened, Reach, Tree};
use crate::text::escape::Escaped;

/// Opens a file of a category, of at most `limit` bytes.
pub(super) fn open(tree: &Tree, path: &Utf8Path, limit: u64) -> Result<Opened, FileError> {
    tracing::trace!(path = %Escaped(path.as_str()), "open");
    let opened = tree.open(path, Reach::Beneath)?;
    match opened.version.bytes {
        bytes if bytes > limit => Err(FileError::TooLarge { bytes, limit }),
        _ => Ok(opened),
    }
}

/// Reads all of a file, which must be UTF-8 without a NUL.
pub(super) fn text(opened: &Opened, limit: u64) -> Result<String, FileError> {
    let content = opened.read(limit)?;
    if is_utf16(&content) {
        return Err(FileError::Utf16);
    }
    check_nul(&content)?;
    String::from_utf8(content)
        .map_err(|error| FileError::Encoding(error.utf8_error().valid_up_to()))
}

/// Returns whether a file begins with the mark of UTF-16, or as ASCII does in it.
fn is_utf16(content: &[u8]) -> bool {
    match content {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => true,
        [0, a, 0, b, 0, c, ..] | [a, 0, b, 0, c, 0, ..] => [a, b, c]
            .iter()
            .all(|byte| matches!(byte, b'\t'..=b'\r' | b' '..=b'~')),
        _ => false,
    }
}

/// Returns the error of a NUL, which no charset of RFC 2046 has in a text.
pub(super) fn check_nul(bytes: &[u8]) -> Result<(), FileError> {
    match memchr::memchr(0, bytes) {
        Some(at) => Err(FileError::Binary(at)),
        None => Ok(()),
    }
}
