//! Paths as patterns.

use crate::text::escaped::classify_chars;

/// Escapes `path` for use in a pattern, except a leading `!`. Metacharacters become sets, and `?`
/// replaces characters that a pattern cannot contain.
pub(crate) fn escaped_pattern(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len() + 2);
    let drive = path.starts_with(|c: char| c.is_ascii_alphabetic());
    for (index, (character, hidden)) in classify_chars(path).enumerate() {
        match character {
            '*' | '?' | '[' | '{' => pattern.extend(['[', character, ']']),
            ':' if index == 1 && drive => pattern.push_str("[:]"),
            // A pattern may not contain a backslash.
            '\\' => pattern.push('?'),
            _ if hidden => pattern.push('?'),
            other => pattern.push(other),
        }
    }
    pattern
}
