//! Estimates of the number of tokens in text.

/// The estimated number of bytes per token. tests/costs.md lists the measured errors.
const BYTES_PER_TOKEN: u64 = 4;

/// Estimates the number of tokens in `bytes` bytes of text.
pub const fn estimated_tokens(bytes: u64) -> u64 {
    bytes / BYTES_PER_TOKEN
}
