//! Buffers for documents and answers, whose allocation may fail.
//!
//! glibc keeps freed memory for later unless it was a mapping of its own, and which
//! sizes get one depends on what was freed before: up to 32 MiB. So a buffer of more
//! than 128 KiB reserves more than that. Pages that are never written cost nothing, and
//! all of them go back to the system when the buffer is dropped.

use std::collections::TryReserveError;
use std::io;

use serde::Serialize;

/// Above this many bytes a buffer has a mapping of its own.
const LARGE: usize = 1 << 17;
/// More than glibc's largest threshold for a mapping (`DEFAULT_MMAP_THRESHOLD_MAX`).
const MAPPED: usize = (32 << 20) + (1 << 16);

/// Returns an empty buffer with room for at least this many bytes.
///
/// # Errors
///
/// If there is no memory for it.
pub fn bytes(bytes: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut buffer = Vec::new();
    buffer.try_reserve_exact(capacity(bytes))?;
    Ok(buffer)
}

/// Returns an empty string with room for at least this many bytes.
///
/// # Errors
///
/// If there is no memory for it.
pub fn string(bytes: usize) -> Result<String, TryReserveError> {
    let mut buffer = String::new();
    buffer.try_reserve_exact(capacity(bytes))?;
    Ok(buffer)
}

/// Serializes a value as JSON on one line, of about `bytes` bytes.
///
/// # Errors
///
/// If the value cannot be serialized, or there is no memory for it.
pub fn json<T: Serialize + ?Sized>(value: &T, bytes: usize) -> serde_json::Result<Vec<u8>> {
    let mut writer = Writer(
        self::bytes(bytes)
            .map_err(io::Error::from)
            .map_err(serde_json::Error::io)?,
    );
    serde_json::to_writer(&mut writer, value)?;
    Ok(writer.0)
}

/// Appends to a buffer, which grows by doubling.
struct Writer(Vec<u8>);

impl Writer {
    #[cold]
    fn grow(&mut self, bytes: usize) -> io::Result<()> {
        let length = self.0.len() + bytes;
        let grown = capacity(length.max(2 * self.0.capacity()));
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

fn capacity(bytes: usize) -> usize {
    match bytes {
        0..=LARGE => bytes,
        _ => bytes.max(MAPPED),
    }
}
