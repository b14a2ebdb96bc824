//! The length of a hook's text that reaches the model uncut, in the unit that the client uses.

use serde::Deserialize;

/// The maximum length of a piece of text.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// The maximum number of units.
    pub most: usize,
    pub unit: TextUnit,
}

/// The unit in which a client measures the length of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextUnit {
    /// Bytes of UTF-8.
    Bytes,
    /// UTF-16 code units.
    Utf16,
}

impl Bound {
    /// Returns the length of `text` in this unit.
    pub fn length(self, text: &str) -> usize {
        match self.unit {
            TextUnit::Bytes => text.len(),
            TextUnit::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// Returns the longest beginning of `text` that fits within the bound.
    pub fn first(self, text: &str) -> &str {
        let mut used = 0;
        let end = text.char_indices().find(|(_, character)| {
            used += self.length(character.encode_utf8(&mut [0; 4]));
            used > self.most
        });
        &text[..end.map_or(text.len(), |(at, _)| at)]
    }
}
