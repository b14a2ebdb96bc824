//! Text from outside, as an error shows it.

use std::fmt;

/// The maximum number of characters that an error shows of a text.
const MAX_SHOWN: usize = 200;

/// Displays a text in single quotes, on one line. Characters that cannot be seen are escaped, and
/// the text is cut after 200 characters.
pub(crate) struct Quoted<'t>(pub &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.char_indices().nth(MAX_SHOWN).map(|(end, _)| end);
        let shown = &self.0[..end.unwrap_or(self.0.len())];
        formatter.write_str("'")?;
        for character in shown.chars() {
            match character {
                // These can be seen: they stay as they are written.
                '\\' | '\'' | '"' => write!(formatter, "{character}")?,
                other => write!(formatter, "{}", other.escape_debug())?,
            }
        }
        formatter.write_str(if end.is_some() { "…'" } else { "'" })
    }
}

/// Displays words in single quotes, separated by commas.
pub(crate) struct QuotedList<'t>(pub &'t [&'t str]);

impl fmt::Display for QuotedList<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, word) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(formatter, "{comma}{}", Quoted(word))?;
        }
        Ok(())
    }
}
