//! Buffers for documents and answers, whose allocation may fail.
//!
//! glibc keeps freed memory for later unless it was a mapping of its own, and which
//! sizes get one depends on what was freed before: up to 32 MiB. So a large buffer reserves
//! more than that. Pages that are never written cost nothing, and all of them go back to
//! the system when the buffer is dropped.

use std::collections::TryReserveError;
use std::io;

use serde::Serialize;

/// Above this many bytes the buffer of a document has a mapping of its own: an answer may
/// hold very many.
const LARGE_DOCUMENT: usize = 1 << 17;
/// The same of an answer.
const LARGE: usize = 1 << 20;
/// More than glibc's largest threshold for a mapping (`DEFAULT_MMAP_THRESHOLD_MAX`).
const MAPPED: usize = (32 << 20) + (1 << 16);

/// Returns an empty buffer for a document of at least this many bytes.
///
/// # Errors
///
/// If there is no memory for it.
pub fn bytes(bytes: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut buffer = Vec::new();
    buffer.try_reserve_exact(capacity(bytes, LARGE_DOCUMENT))?;
    Ok(buffer)
}

/// Returns an empty string for an answer of at least this many bytes.
///
/// # Errors
///
/// If there is no memory for it.
pub fn string(bytes: usize) -> Result<String, TryReserveError> {
    let mut buffer = String::new();
    buffer.try_reserve_exact(capacity(bytes, LARGE))?;
    Ok(buffer)
}

/// Serializes a value as JSON on one line, of about `bytes` bytes.
///
/// # Errors
///
/// If the value cannot be serialized, or there is no memory for it.
pub fn json<T: Serialize + ?Sized>(value: &T, bytes: usize) -> serde_json::Result<Vec<u8>> {
    let mut writer = Writer(Vec::new());
    writer.grow(bytes).map_err(serde_json::Error::io)?;
    serde_json::to_writer(&mut writer, value)?;
    Ok(writer.0)
}

/// Appends to a buffer, which grows by doubling.
struct Writer(Vec<u8>);

impl Writer {
    #[cold]
    fn grow(&mut self, bytes: usize) -> io::Result<()> {
        let length = self.0.len() + bytes;
        let grown = capacity(length.max(2 * self.0.capacity()), LARGE);
        self.0.try_reserve_exact(grown - self.0.len())?;
        Ok(())
    }
}

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    // `serde_json` writes many short slices: this is its inner loop.
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() > self.0.capacity() - self.0.len() {
            self.grow(bytes.len())?;
        }
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn capacity(bytes: usize, large: usize) -> usize {
    match bytes > large {
        true => bytes.max(MAPPED),
        false => bytes,
    }
}
