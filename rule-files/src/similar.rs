//! Similar words, for suggestions.

/// The lowest similarity of a suggested word.
const NEAR: f64 = 0.75;
/// The Jaro-Winkler similarity above which words count as similar, however many edits they differ
/// by.
const NEAR_BY_PREFIX: f64 = 0.9;
/// The maximum number of characters of a word that are compared.
const MAX_COMPARED: usize = 200;

/// Returns the word of `valid` that is most similar to `word`, if one is similar enough.
pub(crate) fn similar<'a>(word: &str, valid: &[&'a str]) -> Option<&'a str> {
    let word: String = word.chars().take(MAX_COMPARED).collect();
    let mut best = (NEAR, None);
    for other in valid {
        let similarity = similarity(&word, other);
        if similarity > best.0 || best.1.is_none() && similarity == best.0 {
            best = (similarity, Some(*other));
        }
    }
    best.1
}

/// Returns the similarity of two words, from 0 to 1. It is based on the edits between the words,
/// ignoring case, or on their common beginning.
#[doc(hidden)]
pub fn similarity(word: &str, other: &str) -> f64 {
    let edits = strsim::normalized_levenshtein(&word.to_lowercase(), &other.to_lowercase());
    let prefix = strsim::jaro_winkler(word, other);
    edits.max(if prefix > NEAR_BY_PREFIX { prefix } else { 0.0 })
}
