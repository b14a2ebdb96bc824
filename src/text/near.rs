//! Which of the valid names are near to one that is not.

use crate::text::escape::MAX_QUOTED;

/// How alike two names must be for one to be suggested, from 0 to 1.
const NEAR: f64 = 0.75;
/// How much alike two names must be by how they begin.
const NEAR_BY_PREFIX: f64 = 0.9;
/// How many near names are suggested.
const MAX_SUGGESTED: usize = 3;
/// How many names are compared character by character: the first of those that
/// have enough characters in common.
const MAX_COMPARED: usize = 256;

/// The valid names that are near to this one, the nearest first.
pub(crate) fn near<'a>(name: &str, valid: &[&'a str]) -> Vec<&'a str> {
    // What is much longer than any name is near to none.
    let name: String = name.chars().take(MAX_QUOTED).collect();
    let characters = sorted(&name);
    let mut near: Vec<(f64, &str)> = valid
        .iter()
        .filter(|other| can_be_near(&characters, other))
        .take(MAX_COMPARED)
        .map(|other| (likeness(&name, other), *other))
        .filter(|(likeness, _)| *likeness >= NEAR)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(MAX_SUGGESTED);
    near.into_iter().map(|(_, name)| name).collect()
}

/// How alike two names are, from 0 to 1: by the edits from one to the other, without
/// case, or by how they begin.
fn likeness(name: &str, other: &str) -> f64 {
    let edits = strsim::normalized_damerau_levenshtein(&name.to_lowercase(), &other.to_lowercase());
    let prefix = strsim::jaro_winkler(name, other);
    edits.max(if prefix > NEAR_BY_PREFIX { prefix } else { 0.0 })
}

/// A name's characters, in their own order and without case.
fn sorted(name: &str) -> Vec<char> {
    let mut characters: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    characters.sort_unstable();
    characters
}

/// Whether a name has so many of these characters that it can be near: neither
/// measure is high enough without, and this one does not compare each with each.
fn can_be_near(characters: &[char], name: &str) -> bool {
    // More than twice as many can not be near, and need not be sorted.
    if name.len() / 4 > 2 * characters.len() {
        return false;
    }
    let other = sorted(name);
    let (mut common, mut at) = (0.0, 0);
    for character in &other {
        at += characters[at..].partition_point(|known| known < character);
        if characters.get(at) == Some(character) {
            common += 1.0;
            at += 1;
        }
    }
    common / characters.len() as f64 + common / other.len() as f64 >= 2.0 * NEAR
}
