//! The text of an AsciiDoc title, without its markup.

use super::adoc_line::{anchor_id, is_word};
use crate::limits::MAX_HEADING_CHARACTERS;
use crate::text::escaped::collapse_whitespace;
use crate::text::markup::headings::first_characters;

/// The macros whose text is shown.
const SHOWN: [&str; 9] = [
    "link:", "xref:", "mailto:", "https:", "http:", "kbd:", "btn:", "pass:", "ftp:",
];
/// The macros that show no text.
const HIDDEN: [&str; 4] = ["image:", "icon:", "footnote:", "anchor:"];
/// The formatting marks that may be anywhere in a word. The marks in `AROUND_WORDS` may only
/// surround whole words.
const ANYWHERE: [&str; 6] = ["+++", "++", "**", "``", "__", "##"];
const AROUND_WORDS: [&str; 5] = ["+", "*", "`", "_", "#"];

/// A title without its markup.
#[derive(Debug, Default)]
pub(super) struct PlainTitle {
    /// The text, on one line.
    pub text: String,
    /// The anchors in the title.
    pub anchors: Vec<String>,
}

/// Returns `title` without its markup, and the anchors in it. References to attributes are not
/// replaced.
pub(super) fn plain(title: &str) -> PlainTitle {
    let title = first_characters(title, 2 * MAX_HEADING_CHARACTERS);
    let (text, anchors) = without_anchors(title);
    let mut text = without_macros(&text);
    // Typographic quotation marks become plain quotation marks.
    for (quoted, plain) in [("\"`", "\""), ("`\"", "\""), ("'`", "'"), ("`'", "'")] {
        text = text.replace(quoted, plain);
    }
    for mark in ANYWHERE {
        text = unmarked(&text, mark, |at, open| {
            open.is_none_or(|open| at > open + mark.len())
        });
    }
    for mark in AROUND_WORDS {
        text = around_words(&text, mark);
    }
    for mark in ["^", "~"] {
        text = unmarked(&text, mark, |_, _| true);
    }
    let mut escaped = text.split('\\');
    let mut plain = escaped.next().unwrap_or_default().to_owned();
    for part in escaped {
        // References to attributes are replaced later, so they keep the backslash.
        if part.starts_with('{')
            || !part.starts_with(|character: char| character.is_ascii_punctuation())
        {
            plain.push('\\');
        }
        plain.push_str(part);
    }
    let text = collapse_whitespace(&plain);
    PlainTitle { text, anchors }
}

/// Splits a title such as `Title [[id]]` into its text and the id of the anchor at its end, if any.
pub(super) fn split_anchor(title: &str) -> (&str, Option<&str>) {
    let anchored = title.strip_suffix("]]");
    let split = anchored.and_then(|text| text.rsplit_once(" [["));
    match split.and_then(|(title, anchor)| Some((title, anchor_id(anchor)?))) {
        Some((title, id)) => (title.trim_end(), Some(id)),
        None => (title, None),
    }
}

/// Returns `title` without anchors such as `[[id]]`, and the ids of these anchors. A reference such
/// as `<<id,text>>` is replaced with its text.
fn without_anchors(title: &str) -> (String, Vec<String>) {
    let (mut without, mut anchors, mut rest) = (String::new(), Vec::new(), title);
    loop {
        let mut brackets = rest.match_indices(['[', '<']);
        let Some((open, bracket)) =
            brackets.find(|(at, bracket)| rest[at + 1..].starts_with(bracket))
        else {
            return (without + rest, anchors);
        };
        let close = if bracket == "[" { "]]" } else { ">>" };
        without.push_str(&rest[..open]);
        let inner = &rest[open + 2..];
        let Some(end) = inner.find(close) else {
            return (without + &rest[open..], anchors);
        };
        let (name, text) = inner[..end].split_once(',').unwrap_or((&inner[..end], ""));
        match anchor_id(name) {
            Some(id) if close == "]]" => anchors.push(id.to_owned()),
            _ if close == ">>" => {
                without.push_str(if text.is_empty() { name } else { text.trim() })
            }
            _ => without.push_str(&rest[open..open + 2 + end + 2]),
        }
        rest = &inner[end + 2..];
    }
}

/// Returns `title` with each macro replaced with the text that it shows.
fn without_macros(title: &str) -> String {
    let (mut plain, mut rest) = (String::new(), title);
    while let Some(open) = rest.find('[') {
        let (before, inner) = (&rest[..open], &rest[open + 1..]);
        let word = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let begin_of = |name: &&&str| {
            let at = word + before[word..].find(**name)?;
            (!before[..at].ends_with(is_word)).then_some(at)
        };
        let find = |names: &[&str]| {
            let mut names = names.iter();
            names.find_map(|name| Some((begin_of(&name)?, name.len())))
        };
        let hidden = find(&HIDDEN);
        let Some((at, length)) = hidden.or_else(|| find(&SHOWN)) else {
            plain.push_str(&rest[..=open]);
            rest = inner;
            continue;
        };
        let Some(close) = inner.find(']') else { break };
        plain.push_str(&before[..at]);
        if hidden.is_none() {
            let is_address = ["http", "ftp"]
                .iter()
                .any(|scheme| before[at..].starts_with(scheme));
            let target = &before[if is_address { at } else { at + length }..];
            plain.push_str(label(&inner[..close]).unwrap_or(target));
        }
        rest = &inner[close + 1..];
    }
    plain + rest
}

/// Returns the label in `text`, the content of a macro's brackets, without the attributes after it.
/// Returns `None` if there is no label.
fn label(text: &str) -> Option<&str> {
    let has_attributes = text.contains('=');
    let text = text
        .split(',')
        .next()
        .filter(|_| has_attributes)
        .unwrap_or(text);
    let text = text.trim_matches('"').trim_end_matches('^');
    (!text.is_empty()).then_some(text)
}

/// Returns `text` without the pairs of `mark` around words. No letter may precede the first mark of
/// a pair or follow the last mark.
fn around_words(text: &str, mark: &str) -> String {
    unmarked(text, mark, |at, open| {
        let before = text[..at].chars().next_back();
        let after = text[at + mark.len()..].chars().next();
        match open {
            None => {
                let may_begin = before
                    .is_none_or(|character| !is_word(character) && !";:}\\".contains(character));
                may_begin && after.is_some_and(|character| !character.is_whitespace())
            }
            Some(open) => {
                let may_end = after.is_none_or(|character| !is_word(character));
                let is_behind = before.is_some_and(|character| !character.is_whitespace());
                may_end && is_behind && at > open + mark.len()
            }
        }
    })
}

/// Returns `text` without the pairs of `mark` that `is_mark` accepts. `is_mark` receives the byte
/// offset of a mark, and the offset of the open mark that it may close, if any.
fn unmarked(text: &str, mark: &str, is_mark: impl Fn(usize, Option<usize>) -> bool) -> String {
    let (mut without, mut done, mut open) = (String::new(), 0, None);
    for (at, _) in text.match_indices(mark) {
        if !is_mark(at, open) {
            continue;
        }
        match open.take() {
            None => open = Some(at),
            Some(begin) => {
                without.push_str(&text[done..begin]);
                without.push_str(&text[begin + mark.len()..at]);
                done = at + mark.len();
            }
        }
    }
    without + &text[done..]
}
