//! Texts in the cells of a Markdown table.

use crate::text::escape::{Escaped, collapse_whitespace, escape_at_most, escape_truncated};

/// The most characters of a name that are shown where it is to be learned.
#[doc(hidden)]
pub const MAX_NAME: usize = 1024;

/// A name of the project, as it is repeated in calls, as the text of a cell that it
/// cannot end.
pub(crate) fn name(text: &str) -> String {
    escaped(&escape_at_most(text, MAX_NAME))
}

/// What the project says, on one line and not without end, as the text of a cell
/// that it cannot end.
pub(crate) fn cell(text: &str) -> String {
    escaped(&escape_truncated(&collapse_whitespace(text)))
}

/// The same of the table's own words, whole.
pub(crate) fn whole_cell(text: &str) -> String {
    escaped(&Escaped(&collapse_whitespace(text)).to_string())
}

/// Markdown's own escapes: a backslash stands for itself unless something
/// follows that it would escape.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let escapes = match character {
            '\\' => characters.peek().is_none_or(char::is_ascii_punctuation),
            _ => matches!(character, '|' | '`'),
        };
        if escapes {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A code span in a cell. Only a bar is escaped in it, and the delimiter is one
/// that the text does not hold (CommonMark §6.1). Readers differ in what a
/// backslash before a bar is there: a text that holds one is no code.
pub(crate) fn code(shown: &str) -> String {
    if shown.contains('\\') {
        return escaped(shown);
    }
    // Markdown has no empty code.
    if shown.is_empty() {
        return String::new();
    }
    let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // Its own spaces are taken off again.
    let space = match longest {
        0 => "",
        _ => " ",
    };
    let text = shown.replace('|', "\\|");
    format!("{fence}{space}{text}{space}{fence}")
}
