//! A text with the words marked that a search found.

use std::fmt::Write;
use std::ops::Range;

use anstyle::{AnsiColor, Style};

use crate::search::words::each;
use crate::text::escape::EscapedLines;

/// The style of an error, and of a word that was searched for.
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();

/// Returns a text with these words marked, and hidden characters escaped.
pub(super) fn marked(text: &str, words: &[String]) -> String {
    let mut places: Vec<Range<usize>> = Vec::new();
    each(text, |token| {
        if words.iter().any(|word| word == token.word) {
            match places.last_mut() {
                // An identifier, of which this is a part, or a pair of characters.
                Some(last) if token.range.start < last.end => {
                    last.end = last.end.max(token.range.end)
                }
                _ => places.push(token.range),
            }
        }
    });
    let (mut shown, mut at) = (String::new(), 0);
    for place in places {
        let (before, word) = (&text[at..place.start], &text[place.clone()]);
        let (before, word) = (EscapedLines(before), EscapedLines(word));
        let _ = write!(shown, "{before}{RED}{word}{RED:#}");
        at = place.end;
    }
    shown + &EscapedLines(&text[at..]).to_string()
}
