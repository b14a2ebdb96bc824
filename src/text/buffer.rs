//! Buffers whose memory goes back to the system as soon as they are dropped.

use std::collections::TryReserveError;

/// Above this many bytes a buffer has a mapping of its own.
const LARGE: usize = 1 << 20;
/// More than glibc's largest threshold for a mapping (`DEFAULT_MMAP_THRESHOLD_MAX`).
const MAPPED: usize = (32 << 20) + (1 << 16);

/// Returns an empty buffer of this capacity, if there is memory for it. glibc keeps freed
/// memory for later unless it was a mapping of its own: a large buffer reserves so much
/// that it is one.
pub fn buffer(bytes: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut buffer = Vec::new();
    let least = if bytes > LARGE { MAPPED } else { 0 };
    buffer.try_reserve_exact(bytes.max(least))?;
    Ok(buffer)
}

/// Appends to a string, which becomes such a buffer once it is large.
pub(super) fn append(string: &mut String, more: &str) {
    let bytes = string.len() + more.len();
    if bytes > string.capacity()
        && bytes > LARGE
        && let Ok(buffer) = buffer(bytes)
        && let Ok(mut larger) = String::from_utf8(buffer)
    {
        larger.push_str(string);
        *string = larger;
    }
    string.push_str(more);
}
