//! A count with its noun.

use std::fmt::Display;

/// Formats `count` with the noun `one` or `many`, for example `1 document` or `2 documents`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}
