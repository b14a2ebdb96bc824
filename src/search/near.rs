//! Words that are near to those that no document holds.

use std::cmp::Reverse;

use super::block::Block;
use super::language::Language;
use super::terms::Terms;
use super::vocabulary::{Vocabulary, WordId};
use super::words::without_accents;

/// How many words that no document holds are replaced, and each by how many.
const MAX_UNKNOWN: usize = 16;
const MAX_NEAR: usize = 3;

/// The words of a vocabulary that are near to terms that no section holds: with other accents,
/// by one edit for a term of 4 to 7 letters, by two for a longer one.
pub(super) struct NearWords {
    list: Vec<NearWord>,
    /// The words in order, each with its index in the list.
    found: Vec<(WordId, usize)>,
}

struct NearWord {
    /// The index of the term.
    term: usize,
    distance: usize,
    word: String,
    /// How many documents hold it.
    documents: u32,
}

impl NearWords {
    /// Compares all words of the vocabulary that the documents have.
    pub fn new(terms: &Terms, vocabulary: &Vocabulary) -> Self {
        let unknown = terms.list.iter().enumerate();
        let unknown = unknown.filter(|(_, term)| term.sections == 0 && term.may_be_replaced());
        let unknown: Vec<_> = unknown
            .map(|(at, term)| (at, Letters::of(&term.word)))
            .take(MAX_UNKNOWN)
            .collect();
        let mut near = Self {
            list: Vec::new(),
            found: Vec::new(),
        };
        if unknown.is_empty() {
            return near;
        }
        for (id, word) in vocabulary.words() {
            let letters = Letters::of(word);
            for (term, unknown) in &unknown {
                if let Some(distance) = unknown.distance(&letters) {
                    near.found.push((id, near.list.len()));
                    near.list.push(NearWord {
                        term: *term,
                        distance,
                        word: word.to_owned(),
                        documents: 0,
                    });
                }
            }
        }
        near
    }

    /// Returns whether there are any.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Counts the words of a document.
    pub fn add(&mut self, block: &Block) {
        let mut last = None;
        for (at, ..) in block.find(&self.found) {
            self.list[at].documents += u32::from(last != Some(at));
            last = Some(at);
        }
    }

    /// Replaces the terms by the nearest words that documents hold. Returns whether there are
    /// any.
    pub fn replace(mut self, terms: &mut Terms, language: &Language) -> bool {
        self.list.retain(|near| near.documents > 0);
        self.list.sort_by(|a, b| a.key().cmp(&b.key()));
        for near in self.list.chunk_by(|a, b| a.term == b.term) {
            let nearest = near.iter().filter(|of| of.distance == near[0].distance);
            let words = nearest.take(MAX_NEAR).map(|near| near.word.clone());
            terms.replace(near[0].term, words.collect(), language);
        }
        !self.list.is_empty()
    }
}

impl NearWord {
    fn key(&self) -> (usize, usize, Reverse<u32>, &str) {
        let often = Reverse(self.documents);
        (self.term, self.distance, often, &self.word)
    }
}

/// The words that a query may find: as they are, or in place of others.
pub struct Findable<'t> {
    terms: &'t Terms,
    letters: Vec<Letters<'t>>,
    /// Whether each word of the vocabulary so far is one.
    words: Vec<bool>,
}

impl<'t> Findable<'t> {
    /// Returns the words that these terms may find.
    pub fn new(terms: &'t Terms) -> Self {
        let replaced = terms.list.iter().filter(|term| term.may_be_replaced());
        Self {
            terms,
            letters: replaced.map(|term| Letters::of(&term.word)).collect(),
            words: Vec::new(),
        }
    }

    /// Drops all other words of a block. The vocabulary is always the same.
    pub fn reduce(&mut self, block: &mut Block, vocabulary: &Vocabulary) {
        for (id, word) in vocabulary.words_from(self.words.len() as WordId) {
            let stem = vocabulary.word(vocabulary.stem(id));
            let letters = Letters::of(word);
            let found = self.terms.role(word, stem).is_some();
            let mut unknown = self.letters.iter();
            (self.words).push(found || unknown.any(|of| of.may_be_near(&letters)));
        }
        block.retain(|id| self.words[id as usize]);
    }
}

/// A word, and what excludes quickly that it is near to another one.
struct Letters<'w> {
    word: &'w str,
    count: usize,
    /// The letters that it has, without their accents.
    set: u64,
}

impl<'w> Letters<'w> {
    fn of(word: &'w str) -> Self {
        let add = |set, letter| set | 1 << (u32::from(letter) % 64);
        let set = match word.is_ascii() {
            true => word.chars().fold(0, add),
            false => without_accents(word).fold(0, add),
        };
        let count = word.chars().count();
        Self { word, count, set }
    }

    /// Returns how many edits a near word may have.
    fn most(&self) -> usize {
        usize::from(self.count > 3) + usize::from(self.count > 7)
    }

    /// Returns whether another word may be near to this one. Most are not.
    fn may_be_near(&self, other: &Letters<'_>) -> bool {
        // An edit makes a difference of two letters at most.
        (self.set ^ other.set).count_ones() as usize <= 2 * self.most()
    }

    /// Returns how many edits make a word of this one, if that is near: none where only accents
    /// differ.
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
