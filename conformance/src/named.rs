//! Texts by name: `@name` in a cell stands for a text of `features/words.yaml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The texts by their names.
type Words = BTreeMap<String, String>;

/// The texts that the runner knows; they are not taken from the table under test.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    serde_yaml::from_str(include_str!("../../features/words.yaml"))
        .unwrap_or_else(|error| panic!("features/words.yaml: {error}"))
});

/// Returns the cell with each `@name` replaced by its text.
///
/// # Errors
///
/// A name that `features/words.yaml` does not have.
pub fn resolved(cell: &str) -> Result<String, String> {
    let mut resolved = String::with_capacity(cell.len());
    let mut rest = cell;
    while let Some((before, name, after)) = next(rest) {
        let text = WORDS.get(name);
        let text = text.ok_or_else(|| format!("features/words.yaml has no '{name}'"))?;
        resolved.push_str(before);
        resolved.push_str(text);
        rest = after;
    }
    Ok(resolved + rest)
}

/// Returns what is before a text's first `@name`, the name, and what follows.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let at = text.match_indices('@').find_map(|(at, _)| {
        let follows = text[at + 1..].starts_with(|c: char| c.is_ascii_lowercase());
        follows.then_some(at)
    })?;
    let rest = &text[at + 1..];
    let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
    Some((&text[..at], &rest[..end], &rest[end..]))
}

/// Returns what is before the longest text in another, its name, and what follows.
pub fn found(text: &str) -> Option<(&str, &'static str, &str)> {
    let found = WORDS.iter().filter_map(|(name, word)| {
        let (before, after) = text.split_once(word.as_str())?;
        let ends = !after.starts_with(part);
        ends.then_some((before, name.as_str(), after, word.len()))
    });
    let (before, name, after, _) = found.max_by_key(|(.., length)| *length)?;
    Some((before, name, after))
}

/// Whether a name goes on with a character.
fn part(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}
