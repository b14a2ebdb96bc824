//! The tokens of a text, estimated.

/// How many bytes of text a token is, as a rule of thumb: docs/limits.md has its error.
const BYTES_PER_TOKEN: u64 = 4;

/// Returns about how many tokens a text of so many bytes has.
pub const fn estimated_tokens(bytes: u64) -> u64 {
    bytes / BYTES_PER_TOKEN
}
