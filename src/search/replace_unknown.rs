//! Replacements for query words that no document contains.

use std::cmp::Reverse;
use std::ops::Deref;

use super::block::{Block, RankedDocument};
use super::terms::Terms;
use super::vocabulary::{Vocabulary, WordId};
use super::words::without_accents;

/// The maximum number of unknown terms that are replaced.
pub(super) const MAX_UNKNOWN: usize = 16;
/// The maximum number of words that replace one term.
const MAX_NEAR: usize = 3;

/// Replaces the terms that no section contains with the nearest words of the documents, the most
/// frequent first. A word is near if only its accents differ, or if it is one edit away from a term
/// of 4 to 7 letters. Longer terms allow two edits. Returns whether there are any replacements. If
/// there are, the caller must look up the words of `terms` again.
pub(super) fn replace_unknown<V: Deref<Target = Vocabulary>, E>(
    terms: &mut Terms,
    vocabulary: V,
    documents: &[RankedDocument<'_>],
    check: impl Fn() -> Result<(), E>,
) -> Result<bool, E> {
    let numbered = terms.list.iter().enumerate();
    let replaced = numbered.filter(|(_, term)| term.sections == 0 && term.may_be_replaced());
    let unknown: Vec<_> = replaced
        .map(|(at, term)| (at, Letters::of(&term.word)))
        .take(MAX_UNKNOWN)
        .collect();
    if unknown.is_empty() {
        return Ok(false);
    }
    // Per near word: the index of its term, its distance, the number of documents that contain it,
    // and the word.
    let (mut near, mut found) = (Vec::new(), Vec::new());
    for (id, word) in vocabulary.words() {
        let letters = Letters::of(word);
        for (term, unknown) in &unknown {
            if let Some(distance) = unknown.distance(&letters) {
                found.push((id, near.len()));
                near.push((*term, distance, Reverse(0), word.to_owned()));
            }
        }
    }
    // Releases the vocabulary for other searches.
    drop(vocabulary);
    for (_, block, _) in documents {
        check()?;
        let mut last = None;
        for (at, ..) in block.find(&found) {
            near[at].2.0 += u32::from(last != Some(at));
            last = Some(at);
        }
    }
    near.retain(|(_, _, documents, _)| documents.0 > 0);
    near.sort_unstable();
    for near in near.chunk_by(|a, b| a.0 == b.0) {
        let nearest = near
            .iter()
            .take_while(|(_, distance, ..)| *distance == near[0].1);
        let words = nearest.take(MAX_NEAR).map(|(.., word)| word.clone());
        terms.list[near[0].0].near = words.collect();
    }
    Ok(!near.is_empty())
}

/// The words that a query may find, directly or as a replacement for another word.
pub struct Findable<'t> {
    terms: &'t Terms,
    letters: Vec<Letters<'t>>,
    /// Per word of the vocabulary: whether the query may find it, or `None` if this is not computed
    /// yet.
    words: Vec<Option<bool>>,
}

impl<'t> Findable<'t> {
    /// Collects the words that `terms` may find.
    pub fn new(terms: &'t Terms) -> Self {
        let replaced = terms.list.iter().filter(|term| term.may_be_replaced());
        Self {
            terms,
            letters: replaced.map(|term| Letters::of(&term.word)).collect(),
            words: Vec::new(),
        }
    }

    /// Removes from `block` the words that the terms cannot find. Every call must pass the same
    /// vocabulary.
    pub fn reduce(&mut self, block: &mut Block, vocabulary: &Vocabulary) {
        self.words.resize(vocabulary.count() as usize, None);
        let is_found = |id: WordId| {
            let (word, stem) = (vocabulary.word(id), vocabulary.word(vocabulary.stem(id)));
            let letters = Letters::of(word);
            let mut unknown = self.letters.iter();
            let is_near = unknown.any(|unknown| unknown.may_be_near(&letters));
            is_near || self.terms.term(word, stem).is_some() || self.terms.is_within(word)
        };
        block.retain(|id| *self.words[id as usize].get_or_insert_with(|| is_found(id)));
    }
}

/// A word, with data that quickly rules out words that are not near it.
struct Letters<'w> {
    word: &'w str,
    count: usize,
    /// A bit set of the letters, without their accents.
    set: u64,
}

impl<'w> Letters<'w> {
    fn of(word: &'w str) -> Self {
        let add = |set, letter| set | 1 << (u32::from(letter) % 64);
        let set = if word.is_ascii() {
            word.chars().fold(0, add)
        } else {
            without_accents(word).fold(0, add)
        };
        let count = word.chars().count();
        Self { word, count, set }
    }

    /// Returns the maximum number of edits between this word and a near word.
    fn most(&self) -> usize {
        usize::from(self.count > 3) + usize::from(self.count > 7)
    }

    /// Returns whether `other` may be near this word. Rules out most words quickly.
    fn may_be_near(&self, other: &Letters<'_>) -> bool {
        // One edit changes at most two letters of the set.
        (self.set ^ other.set).count_ones() as usize <= 2 * self.most()
    }

    /// Returns the number of edits between this word and `other`, or 0 if only accents differ.
    /// Returns `None` if the words are not near.
    fn distance(&self, other: &Letters<'_>) -> Option<usize> {
        if !self.may_be_near(other) {
            return None;
        }
        let is_ascii = self.word.is_ascii() && other.word.is_ascii();
        if !is_ascii && without_accents(self.word).eq(without_accents(other.word)) {
            return Some(0);
        }
        let is_long = self.count.abs_diff(other.count) > self.most();
        let distance = (!is_long).then(|| strsim::osa_distance(self.word, other.word));
        distance.filter(|distance| *distance <= self.most())
    }
}
