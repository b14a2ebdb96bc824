//! Escapes characters that a reader cannot see, that change the display of other characters, or
//! that end a cell of a Markdown table.

use std::fmt::{self, Display, Write};
use std::ops::RangeInclusive;

use unicode_general_category::{GeneralCategory, get_general_category};

/// The maximum number of characters that a message quotes from an external string.
pub const MAX_QUOTED: usize = 200;

/// Displays a string on one line. Control characters, line and paragraph separators, format
/// characters, noncharacters and invisible characters are escaped. Examples are `\n`, `\u{202e}`
/// and `\u{3164}`.
///
/// A joiner between two non-ASCII characters is kept, because some scripts and emoji need it.
/// Variation selectors of emoji are kept for the same reason. Backslashes are kept, so escaping an
/// escaped string changes nothing.
///
/// ```
/// use mcp_guide::text::escaped::Escaped;
///
/// assert_eq!(Escaped("a\n\u{202e}b").to_string(), r"a\n\u{202e}b");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        classify_chars(self.0)
            .try_for_each(|(character, hidden)| put(character, !hidden, formatter))
    }
}

/// Displays a string as [`Escaped`] does, but keeps tabs, line ends and invisible characters,
/// because they may be intended.
#[derive(Debug, Clone, Copy)]
pub struct EscapedLines<'a>(pub &'a str);

impl Display for EscapedLines<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = classify(self.0, is_control).peekable();
        while let Some((character, hidden)) = characters.next() {
            let stays = match character {
                '\n' | '\t' => true,
                '\r' => matches!(characters.peek(), Some(('\n', _))),
                _ => !hidden,
            };
            put(character, stays, formatter)?;
        }
        Ok(())
    }
}

fn put(character: char, stays: bool, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    if stays {
        formatter.write_char(character)
    } else {
        write!(formatter, "{}", character.escape_default())
    }
}

/// Returns the characters of `text`, each with a flag that is true if [`Escaped`] escapes it.
pub(crate) fn classify_chars(text: &str) -> impl Iterator<Item = (char, bool)> {
    classify(text, is_hidden)
}

/// Returns the characters of `text`, each with a flag that is true if it must be escaped. Only
/// characters for which `is_hidden` returns true are escaped.
fn classify(text: &str, is_hidden: fn(char) -> bool) -> impl Iterator<Item = (char, bool)> {
    // The previous character, if it is shown and not ASCII.
    let mut last = None;
    let mut characters = text.chars().peekable();
    std::iter::from_fn(move || {
        let character = characters.next()?;
        let next = characters.peek().copied();
        let stays = match character {
            '\u{200c}' | '\u{200d}' => {
                let is_joinable = |next: char| !next.is_ascii() && !is_hidden(next);
                last.is_some() && next.is_some_and(is_joinable)
            }
            // The variation selectors for text and for emoji.
            '\u{fe0e}' | '\u{fe0f}' => last.is_some_and(is_symbol) || next == Some(KEYCAP),
            _ => false,
        };
        let escapes = !stays && is_hidden(character);
        last = (!character.is_ascii() && !escapes).then_some(character);
        Some((character, escapes))
    })
}

/// Returns the characters of `text`, with a space in place of each character that [`Escaped`]
/// escapes.
pub(crate) fn replace_hidden(text: &str) -> impl Iterator<Item = char> {
    classify_chars(text).map(|(character, hidden)| if hidden { ' ' } else { character })
}

/// Returns `text` without surrounding white space, with every other run of white space collapsed to
/// one space.
pub(crate) fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Formats `text` on one line without hidden characters, truncated to [`MAX_QUOTED`] characters.
/// Returns `None` if nothing is left.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let line = collapse_whitespace(&replace_hidden(text).collect::<String>());
    let line = match line.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    };
    (!line.is_empty()).then_some(line)
}

/// Escapes the first [`MAX_QUOTED`] characters of `text`, and replaces the rest with `…`. Messages
/// use this for strings from callers, file names and parsers.
pub fn escape_truncated(text: &str) -> String {
    escape_at_most(text, MAX_QUOTED)
}

/// Escapes the first `most` characters of `text`, and replaces the rest with `…`.
pub(crate) fn escape_at_most(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", Escaped(&text[..end])),
        None => Escaped(text).to_string(),
    }
}

/// The maximum number of characters of a name that a table shows.
#[doc(hidden)]
pub const MAX_NAME: usize = 1024;

/// Formats a name for a cell of a Markdown table, in a form that an agent can repeat in a call.
pub fn name(text: &str) -> String {
    escape_cell(&shown_name(text))
}

/// Escapes a name, and truncates it to [`MAX_NAME`] characters.
pub(crate) fn shown_name(text: &str) -> String {
    escape_at_most(text, MAX_NAME)
}

/// Formats a string from the project for a cell of a Markdown table, on one line and truncated.
pub fn cell(text: &str) -> String {
    escape_cell(&shown_line(text))
}

/// Formats a string from the project on one line, escaped and truncated.
pub(crate) fn shown_line(text: &str) -> String {
    escape_truncated(&collapse_whitespace(text))
}

/// Formats a string from the spec table for a cell of a Markdown table, on one line and not
/// truncated.
pub(crate) fn whole_cell(text: &str) -> String {
    escape_cell(&Escaped(&collapse_whitespace(text)).to_string())
}

/// Escapes the characters of `text` that have a special meaning in a cell of a Markdown table. A
/// backslash is escaped only before punctuation and at the end of `text`.
pub(crate) fn escape_cell(text: &str) -> String {
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

/// Formats `shown` as a code span for a cell of a Markdown table, with a delimiter that `shown`
/// does not contain (CommonMark §6.1).
///
/// If `shown` is empty or contains a backslash, it is not formatted as code. Renderers disagree on
/// the meaning of a backslash before a bar in code.
pub fn code(shown: &str) -> String {
    if shown.contains('\\') || shown.is_empty() {
        return escape_cell(shown);
    }
    let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest == 0 { "" } else { " " };
    let text = shown.replace('|', "\\|");
    format!("{fence}{space}{text}{space}{fence}")
}

/// The character that follows a digit and U+FE0F to display the digit as a keycap.
const KEYCAP: char = '\u{20e3}';

/// Returns true if `character` may be shown as an emoji.
fn is_symbol(character: char) -> bool {
    matches!(
        get_general_category(character),
        GeneralCategory::OtherSymbol
            | GeneralCategory::MathSymbol
            | GeneralCategory::OtherPunctuation
            | GeneralCategory::DashPunctuation
    )
}

/// The invisible characters whose general category does not show that they are invisible: the other
/// characters of Unicode's Default_Ignorable_Code_Point, thin spaces, and blank letters and
/// symbols.
const SHAPELESS: [RangeInclusive<char>; 17] = [
    '\u{34f}'..='\u{34f}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{2000}'..='\u{200a}',
    '\u{202f}'..='\u{202f}',
    '\u{205f}'..='\u{205f}',
    '\u{2065}'..='\u{2065}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fff8}',
    '\u{13441}'..='\u{13442}',
    '\u{16fe4}'..='\u{16fe4}',
    '\u{1d159}'..='\u{1d159}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Returns true if `character` is invisible or changes the display of other characters.
fn is_hidden(character: char) -> bool {
    is_control(character) || SHAPELESS.iter().any(|range| range.contains(&character))
}

/// Returns true if `character` controls the display of other characters, or is a noncharacter.
fn is_control(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    let noncharacter =
        u32::from(character) & 0xFFFE == 0xFFFE || ('\u{fdd0}'..='\u{fdef}').contains(&character);
    noncharacter
        || matches!(
            get_general_category(character),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
}
