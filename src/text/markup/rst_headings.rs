//! The headings of a reStructuredText document, as docutils finds them.

use indexmap::IndexSet;
use unicode_normalization::UnicodeNormalization;

use super::headings::{Heading, Slugs, first_characters, nest};
use crate::limits::{MAX_HEADING_CHARACTERS, MAX_HEADINGS};

/// Returns the headings of `text` in order, up to [`MAX_HEADINGS`]. A heading begins a block that
/// is not indented. It has a line of punctuation below it, and perhaps the same line above it.
///
/// Each style of these lines stands for a level. The first style in the document is level 1, the
/// next new style is level 2, and so on. Labels above a title are its ids, and its section begins
/// with them.
pub fn rst_headings(text: &str) -> Vec<Heading> {
    let (mut slugs, mut styles) = (Slugs::default(), IndexSet::new());
    let is_text = |line: &str| line.starts_with(|c: char| !c.is_whitespace());
    let fits = |title: &str, line: &str| line.len() > 3 || title.chars().count() <= line.len();
    let (mut headings, mut at) = (Vec::new(), 0);
    // The byte offset of the labels above a block, and their ids.
    let (mut labels, mut ids) = (None, Vec::new());
    while at < text.len() && headings.len() < MAX_HEADINGS {
        let start = at;
        let (first, second_at) = line(text, start);
        let (second, third_at) = line(text, second_at);
        let (third, end) = line(text, third_at);
        let over = punctuation(first);
        let under = punctuation(second).filter(|_| over.is_none() && !first.starts_with(">>>"));
        let is_title = !second.is_empty() && punctuation(second).is_none();
        let is_between = over.is_some() && first == third && is_title;
        at = second_at;
        if let Some(label) = label(first) {
            labels.get_or_insert(start);
            ids.extend([id(label), label.to_owned()]);
            continue;
        } else if first.is_empty() {
            continue;
        }
        let (begin, mut ids) = (labels.take().unwrap_or(start), std::mem::take(&mut ids));
        let title = if !is_text(first) || first.split(' ').next() == Some("..") {
            continue;
        } else if is_between && fits(second, first) {
            at = end;
            second.trim_start()
        } else if under.is_some() && fits(first, second) {
            at = third_at;
            first
        } else {
            // Skip the rest of a paragraph.
            while over.is_none() && is_text(line(text, at).0) {
                at = line(text, at).1;
            }
            continue;
        };
        let plain = plain(title);
        let id = id(&plain);
        let slug = slugs.next(if id.is_empty() { &plain } else { &id });
        ids.retain(|id| !id.is_empty() && *id != slug);
        ids.dedup();
        headings.push(Heading {
            level: styles.insert_full((over, under)).0 as u8 + 1,
            slug,
            text: first_characters(&plain, MAX_HEADING_CHARACTERS).to_owned(),
            ids,
            section: begin..text.len(),
            end: at,
            parent: None,
        });
    }
    nest(&mut headings);
    headings
}

/// Returns the line of `text` that begins at the byte offset `at`, without trailing white space,
/// and the byte offset of the next line.
fn line(text: &str, at: usize) -> (&str, usize) {
    let line = text[at..].split_inclusive('\n').next().unwrap_or_default();
    let next = at + line.len();
    (line.trim_end().trim_start_matches('\u{feff}'), next)
}

/// Returns the label in a line such as `.. _label:`, or `None` for any other line. A label without
/// a name is an empty string.
fn label(line: &str) -> Option<&str> {
    let label = line.strip_prefix("..")?.trim_start().strip_prefix('_')?;
    let label = label.strip_suffix(':')?;
    let quoted = label
        .strip_prefix('`')
        .and_then(|name| name.strip_suffix('`'));
    let is_label = !label.contains(": ") || quoted.is_some();
    is_label.then_some(quoted.unwrap_or(label.trim_start_matches('_')))
}

/// Returns the character of which `line` consists, if it is a single repeated punctuation
/// character.
fn punctuation(line: &str) -> Option<char> {
    let first = line.chars().next().filter(char::is_ascii_punctuation)?;
    line.chars().all(|c| c == first).then_some(first)
}

/// Returns `title` without inline markup.
fn plain(title: &str) -> String {
    let mut words: Vec<&str> = title.split_whitespace().collect();
    words.retain(|word| !(word.starts_with('<') && word.contains(">`")));
    for word in &mut words {
        let role = word
            .strip_prefix(':')
            .and_then(|rest| rest.split_once(":`"));
        let shown = role.map_or(*word, |(_, shown)| shown.trim_start_matches(['!', '~']));
        *word = shown.strip_suffix("`_").unwrap_or(shown);
    }
    let plain = words.join(" ");
    let is_strong = plain.matches("**").count() == 2;
    let plain = plain.replace(if is_strong { "**" } else { "`" }, "");
    plain.replace(['`', '\\'], "")
}

/// Returns the anchor that docutils generates for `text`.
fn id(text: &str) -> String {
    let ascii: String = text.to_lowercase().nfkd().filter(char::is_ascii).collect();
    let words = ascii.replace(|c: char| !c.is_ascii_alphanumeric(), " ");
    let id = words.split_whitespace().collect::<Vec<_>>().join("-");
    id.trim_start_matches(|c: char| c == '-' || c.is_ascii_digit())
        .to_owned()
}
