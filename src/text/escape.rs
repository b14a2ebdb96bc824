//! Escapes the characters of a string that a reader cannot see, that change how the others
//! are displayed, or that end a cell of a Markdown table.

use std::fmt::{self, Display, Write};
use std::ops::RangeInclusive;

use unicode_general_category::{GeneralCategory, get_general_category};

/// The most characters of a string from outside that a message repeats.
pub const MAX_QUOTED: usize = 200;

/// Displays a string on one line. Control characters, line and paragraph separators,
/// format characters, noncharacters and what has no shape are escaped, such as `\n`, `\u{202e}` and
/// `\u{3164}`.
///
/// A joiner between two characters outside ASCII stays: scripts and emoji need it. So does
/// what makes an emoji of a symbol, and a backslash: escaping twice changes nothing.
///
/// ```
/// use mcp_guide::text::escape::Escaped;
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

/// Displays a text as [`Escaped`] does, and keeps its tabs and line ends, and what has no shape: in
/// a text it may have a meaning.
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
    match stays {
        true => formatter.write_char(character),
        false => write!(formatter, "{}", character.escape_default()),
    }
}

/// Returns the characters of a string, each with whether [`Escaped`] escapes it.
pub(crate) fn classify_chars(text: &str) -> impl Iterator<Item = (char, bool)> {
    classify(text, is_hidden)
}

/// Returns the characters of a string, each with whether it is to be escaped.
fn classify(text: &str, is_hidden: fn(char) -> bool) -> impl Iterator<Item = (char, bool)> {
    // The character before, if it is outside ASCII and shown.
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
            // As a text, and as an emoji.
            '\u{fe0e}' | '\u{fe0f}' => last.is_some_and(is_symbol) || next == Some(KEYCAP),
            _ => false,
        };
        let escapes = !stays && is_hidden(character);
        last = Some(character).filter(|of| !of.is_ascii() && !escapes);
        Some((character, escapes))
    })
}

/// Returns the characters of a string, with a space for each that [`Escaped`] escapes.
pub(crate) fn replace_hidden(text: &str) -> impl Iterator<Item = char> {
    classify_chars(text).map(|(character, hidden)| if hidden { ' ' } else { character })
}

/// Replaces each run of white space by one space.
pub(crate) fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes the first [`MAX_QUOTED`] characters of a string from a caller, a file name or a
/// parser, so that a message can repeat it.
pub fn escape_truncated(text: &str) -> String {
    escape_at_most(text, MAX_QUOTED)
}

/// Escapes the first `most` characters of a string, with `…` for the rest.
pub(crate) fn escape_at_most(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", Escaped(&text[..end])),
        None => Escaped(text).to_string(),
    }
}

/// The most characters of a name that a table shows.
#[doc(hidden)]
pub const MAX_NAME: usize = 1024;

/// Returns a name, as calls repeat it, for a cell of a Markdown table.
pub fn name(text: &str) -> String {
    escape_cell(&shown_name(text))
}

/// Returns a name as it is shown: with its control characters escaped, and truncated.
pub(crate) fn shown_name(text: &str) -> String {
    escape_at_most(text, MAX_NAME)
}

/// Returns a string of the project, on one line and truncated, for a cell of a Markdown
/// table.
pub fn cell(text: &str) -> String {
    escape_cell(&shown_line(text))
}

/// Returns a string of the project as it is shown: on one line, and truncated.
pub(crate) fn shown_line(text: &str) -> String {
    escape_truncated(&collapse_whitespace(text))
}

/// Returns a string of the tools' table, on one line, for a cell of a Markdown table.
pub(crate) fn whole_cell(text: &str) -> String {
    escape_cell(&Escaped(&collapse_whitespace(text)).to_string())
}

/// Escapes what has a meaning in a cell. A backslash needs it only before punctuation.
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

/// Returns a code span for a cell of a Markdown table, with a delimiter that the text does
/// not hold (CommonMark §6.1). Readers differ in what a backslash before a bar means in
/// code: a text with a backslash, or an empty one, is not code.
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

/// The key around the digit before it, with U+FE0F between them.
const KEYCAP: char = '\u{20e3}';

/// Returns whether a character may be shown as an emoji.
fn is_symbol(character: char) -> bool {
    matches!(
        get_general_category(character),
        GeneralCategory::OtherSymbol
            | GeneralCategory::MathSymbol
            | GeneralCategory::OtherPunctuation
            | GeneralCategory::DashPunctuation
    )
}

/// What has no shape, although its general category does not say so: the other characters of
/// Unicode's Default_Ignorable_Code_Point, thin spaces, and blank letters and symbols.
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

/// Returns whether a character in a name cannot be seen, or changes how others are.
fn is_hidden(character: char) -> bool {
    is_control(character) || SHAPELESS.iter().any(|range| range.contains(&character))
}

/// Returns whether a character controls how others are displayed, or is none.
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
