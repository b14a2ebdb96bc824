//! The law of what people are shown: nothing hidden, nothing lost, the same again.

use super::{Verdict, ensure};

/// Characters that cannot be seen, or that change how others are. Spelled out,
/// and not taken from the tables that the program uses.
pub fn is_hidden(character: char) -> bool {
    matches!(
        u32::from(character),
        0..=0x1F
            | 0x7F..=0x9F
            | 0xAD
            | 0x34F
            | 0x61C
            | 0x115F
            | 0x1160
            | 0x17B4
            | 0x17B5
            | 0x180B..=0x180F
            | 0x2000..=0x200B
            | 0x200E..=0x200F
            | 0x2028..=0x202F
            | 0x205F..=0x206F
            | 0x2800
            | 0x3164
            | 0xFDD0..=0xFDEF
            | 0xFE00..=0xFE0D
            | 0xFEFF
            | 0xFFA0
            | 0xFFF0..=0xFFFB
            | 0x13441
            | 0x13442
            | 0x16FE4
            | 0x1BCA0..=0x1BCA3
            | 0x1D159
            | 0x1D173..=0x1D17A
            | 0xE0000..=0xE0FFF
    ) || u32::from(character) & 0xFFFE == 0xFFFE
}

/// Whether a character decides that the one before is shown as a text or as an emoji.
fn is_style(character: char) -> bool {
    matches!(character, '\u{fe0e}' | '\u{fe0f}')
}

fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// What is shown holds no hidden character, joiners only where both neighbours
/// are outside ASCII, and styles only behind what is no letter; it is shown the same again, and names
/// the same text.
pub fn shown(text: &str, subject: impl Fn(&str) -> String) -> Verdict {
    let shown = subject(text);
    ensure(!shown.contains(is_hidden), || format!("{text:?} is shown with a hidden character: {shown:?}"))?;
    let characters: Vec<char> = shown.chars().collect();
    for (at, character) in characters.iter().enumerate() {
        let visible = |neighbour: Option<&char>| neighbour.is_some_and(|c| !c.is_ascii() && !is_joiner(*c));
        let before = at.checked_sub(1).and_then(|at| characters.get(at));
        let joins = visible(before) && visible(characters.get(at + 1));
        ensure(!is_joiner(*character) || joins, || format!("{shown:?} holds a joiner that joins nothing"))?;
        let is_symbol = before.is_some_and(|before| !before.is_ascii() && !before.is_alphanumeric());
        let styles = is_symbol && !before.copied().is_some_and(is_style)
            || characters.get(at + 1) == Some(&'\u{20e3}');
        ensure(!is_style(*character) || styles, || format!("{shown:?} holds a style of nothing"))?;
    }
    let again = subject(&shown);
    ensure(again == shown, || format!("{shown:?} is shown another time as {again:?}"))?;
    // A backslash of the text itself could be read as an escape.
    if text.contains('\\') {
        return Ok(());
    }
    let back = unescaped(&shown);
    ensure(back.as_deref() == Some(text), || format!("{text:?} is shown as {shown:?}, which names {back:?}"))
}

/// What is repeated is bounded, and begins as it is shown.
pub fn echoed(text: &str, most: usize, subject: impl Fn(&str) -> String) -> Verdict {
    let echoed = subject(text);
    ensure(!echoed.contains(is_hidden), || {
        format!("{text:?} is repeated with a hidden character: {echoed:?}")
    })?;
    let long = text.chars().count() > most;
    ensure(echoed.ends_with('…') || !long, || format!("{echoed:?} does not say that it is cut"))?;
    // The longest escape is `\u{10ffff}`.
    ensure(echoed.chars().count() <= 10 * most + 1, || {
        format!("{} characters are repeated", echoed.chars().count())
    })
}

/// The text that is shown so, if it holds no backslash.
pub fn unescaped(shown: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = shown;
    while let Some((before, escape)) = rest.split_once('\\') {
        text.push_str(before);
        let (character, after) = match escape.split_at_checked(1)? {
            ("n", after) => ('\n', after),
            ("r", after) => ('\r', after),
            ("t", after) => ('\t', after),
            ("u", after) => {
                let (code, after) = after.strip_prefix('{')?.split_once('}')?;
                (char::from_u32(u32::from_str_radix(code, 16).ok()?)?, after)
            }
            _ => return None,
        };
        text.push(character);
        rest = after;
    }
    text.push_str(rest);
    Some(text)
}
