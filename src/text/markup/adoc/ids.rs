//! The anchors of sections in an AsciiDoc document.

use std::collections::HashMap;

use unicode_general_category::{GeneralCategory, get_general_category};

use crate::limits::MAX_SLUG_CHARACTERS;
use crate::text::markup::headings::first_characters;

/// The character sequences that Asciidoctor replaces with symbols, and therefore omits from
/// anchors.
const SIGNS: [&str; 9] = [" -- ", "(C)", "(R)", "(TM)", "...", "->", "=>", "<-", "<="];

/// The anchors in a document so far, each with the number that was last appended to it.
#[derive(Debug, Default)]
pub(super) struct Ids(HashMap<String, usize>);

impl Ids {
    /// Returns the first [`MAX_SLUG_CHARACTERS`] characters of `id`. If this anchor already exists,
    /// appends `separator` and a number, starting with 2.
    pub fn unique(&mut self, id: &str, separator: &str) -> String {
        let own = first_characters(id, MAX_SLUG_CHARACTERS);
        let mut unique = own.to_owned();
        while self.0.contains_key(&unique) {
            let last = self.0.entry(own.to_owned()).or_insert(1);
            *last += 1;
            unique = format!("{own}{separator}{last}");
        }
        self.0.insert(unique.clone(), 1);
        unique
    }
}

/// Returns the anchor that Asciidoctor generates for the plain text of a title: `prefix`, then the
/// letters and digits of `title` in lower case. `separator` replaces spaces, periods and hyphens. If
/// it is empty, spaces are removed, and periods and hyphens are kept.
pub(super) fn id(title: &str, prefix: &str, separator: &str) -> String {
    let mut words = without_entities(title);
    for sign in SIGNS {
        words = words.replace(sign, "");
    }
    // Asciidoctor has already made a dash of `--`, and omits this character as well.
    let words = without_dashes(&words).to_lowercase();
    let mut id = prefix.to_owned();
    for character in words.chars() {
        let separates = character == ' ' || !separator.is_empty() && ".-".contains(character);
        if separates || separator.starts_with(character) {
            if !id.ends_with(separator) {
                id.push_str(separator);
            }
        } else if is_kept(character) || ".-".contains(character) {
            id.push(character);
        }
    }
    if separator.is_empty() {
        return id;
    }
    let id = id.strip_suffix(separator).unwrap_or(&id);
    let begin = id.strip_prefix(separator).filter(|_| prefix.is_empty());
    begin.unwrap_or(id).to_owned()
}

/// Returns whether an anchor contains `character` as it is: a letter, a digit or `_`, in any script.
fn is_kept(character: char) -> bool {
    character.is_alphanumeric()
        || get_general_category(character) == GeneralCategory::ConnectorPunctuation
}

/// Returns `text` without ampersands and character references such as `&#174;`.
fn without_entities(text: &str) -> String {
    let (mut without, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('&') {
        without.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let name = rest.trim_start_matches(|character: char| {
            character == '#' || character.is_ascii_alphanumeric()
        });
        let length = rest.len() - name.len();
        if (2..10).contains(&length) && name.starts_with(';') {
            rest = &name[1..];
        }
    }
    without + rest
}

/// Returns `text` without any `--` between words.
fn without_dashes(text: &str) -> String {
    let mut parts = text.split("--");
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_dash = without.ends_with(char::is_alphanumeric);
        if !(is_dash && part.starts_with(char::is_alphanumeric)) {
            without.push_str("--");
        }
        without.push_str(part);
    }
    without
}
