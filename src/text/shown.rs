//! Text as people may see it: what cannot be seen, or changes how the rest is
//! seen, is escaped.

use std::fmt::{self, Display, Write};

use unicode_general_category::{GeneralCategory, get_general_category};

/// How many characters of what a caller sent are repeated to it.
pub const MAX_ECHO: usize = 200;

/// A text on one line, in which nothing is hidden: control characters, line and
/// paragraph separators, format characters (bidirectional controls, zero-width
/// ones, byte order marks, tags) and noncharacters stand as `\n`, `\u{202e}`.
///
/// A joiner between two characters outside ASCII stays: scripts and emoji need
/// it. What was shown once is shown the same again, and every other character
/// is left as it is, the backslash too.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a>(pub &'a str);

impl Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        seen(self.0).try_for_each(|(character, hidden)| put(character, !hidden, formatter))
    }
}

/// A text of several lines as [`Shown`], whose tabs and line ends stay.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a>(pub &'a str);

impl Display for Page<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = seen(self.0).peekable();
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

/// The characters of a text, each with whether it would be hidden.
pub(crate) fn seen(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut joinable = false;
    let mut characters = text.chars().peekable();
    std::iter::from_fn(move || {
        let character = characters.next()?;
        let joins = matches!(character, '\u{200c}' | '\u{200d}')
            && joinable
            && characters.peek().is_some_and(|next| is_joinable(*next));
        joinable = is_joinable(character);
        Some((character, !joins && is_hidden(character)))
    })
}

/// A text with a space for whatever of it would be hidden.
pub(crate) fn unhidden(text: &str) -> impl Iterator<Item = char> {
    seen(text).map(|(character, hidden)| if hidden { ' ' } else { character })
}

/// A text whose white space is one space each.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of several lines, each as [`Shown`].
pub fn lines(text: &str) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| Shown(line).to_string())
        .collect();
    lines.join("\n")
}

/// What a caller, a file name or a parser said, fit to stand in a sentence: as
/// [`Shown`], and not without end: at most [`MAX_ECHO`] characters of it.
pub fn echo(text: &str) -> String {
    first(text, MAX_ECHO)
}

/// The same, of at most so many characters.
pub(crate) fn first(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", Shown(&text[..end])),
        None => Shown(text).to_string(),
    }
}

fn is_joinable(character: char) -> bool {
    !character.is_ascii() && !is_hidden(character)
}

fn is_hidden(character: char) -> bool {
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
