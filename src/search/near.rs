//! Words that are near to those that no document holds.

use std::cmp::Reverse;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::block::Block;
use super::language::Language;
use super::terms::{Term, Terms};
use super::vocabulary::{Vocabulary, WordId};
use super::words::TokenKind;

/// How many words that no document holds are replaced, and each by how many.
const MAX_UNKNOWN: usize = 16;
const MAX_NEAR: usize = 3;

/// The words of documents that are near to terms that no section holds: with other accents,
/// by one edit for a term of 4 to 7 letters, by two for a longer one.
pub struct NearWords {
    /// The indices of these terms, and their words.
    unknown: Vec<(usize, String)>,
    list: Vec<NearWord>,
    /// Those of the vocabulary, in order, each with its index in the list.
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
    /// Begins to look for words. `None`: no term needs any.
    pub fn new(terms: &Terms) -> Option<Self> {
        let is_unknown = |(_, term): &(usize, &Term)| {
            let is_word = !term.word.contains(char::is_numeric) && term.kind != TokenKind::Whole;
            term.sections == 0 && is_word
        };
        let unknown = terms.list.iter().enumerate().filter(is_unknown);
        let unknown = unknown.take(MAX_UNKNOWN);
        let unknown: Vec<_> = unknown.map(|(at, term)| (at, term.word.clone())).collect();
        (!unknown.is_empty()).then_some(Self {
            unknown,
            list: Vec::new(),
            found: Vec::new(),
        })
    }

    /// Compares all words of the vocabulary that the next documents have.
    pub fn look_up(&mut self, vocabulary: &Vocabulary) {
        self.found.clear();
        (0..vocabulary.count()).for_each(|id| self.compare(id, vocabulary.word(id)));
    }

    /// Counts the words of a document.
    pub fn add(&mut self, block: &Block) {
        let mut last = None;
        for (at, ..) in block.find(&self.found) {
            self.list[at].documents += u32::from(last != Some(at));
            last = Some(at);
        }
    }

    /// Keeps a word of the vocabulary that is near to a term.
    fn compare(&mut self, id: WordId, word: &str) {
        let count = word.chars().count();
        for (term, unknown) in &self.unknown {
            let length = unknown.chars().count();
            let most = [0, 1, 2][usize::from(length > 3) + usize::from(length > 7)];
            let Some(distance) = distance(word, unknown, count.abs_diff(length), most) else {
                continue;
            };
            let mut list = self.list.iter();
            let known = list.position(|near| near.term == *term && near.word == word);
            self.found.push((id, known.unwrap_or(self.list.len())));
            if known.is_none() {
                self.list.push(NearWord {
                    term: *term,
                    distance,
                    word: word.to_owned(),
                    documents: 0,
                });
            }
        }
    }

    /// Replaces the terms by the nearest words. Returns whether there are any.
    pub fn replace(mut self, terms: &mut Terms, language: &Language) -> bool {
        self.list.retain(|near| near.documents > 0);
        self.list.sort_by(|a, b| a.key().cmp(&b.key()));
        let same = |a: &NearWord, b: &NearWord| (a.term, a.distance) == (b.term, b.distance);
        for nearest in self.list.chunk_by(same) {
            let term = nearest[0].term;
            if terms.list[term].near.is_empty() {
                let words = nearest.iter().take(MAX_NEAR);
                let words = words.map(|near| near.word.clone()).collect();
                terms.replace(term, words, language);
            }
        }
        !self.list.is_empty()
    }
}

impl NearWord {
    fn key(&self) -> (usize, usize, Reverse<u32>, &str) {
        (
            self.term,
            self.distance,
            Reverse(self.documents),
            &self.word,
        )
    }
}

/// Returns how many edits make a word of another, up to `most`: none where only accents
/// differ.
fn distance(word: &str, unknown: &str, longer: usize, most: usize) -> Option<usize> {
    let is_ascii = word.is_ascii() && unknown.is_ascii();
    if !is_ascii && without_accents(word).eq(without_accents(unknown)) {
        return Some(0);
    }
    // An edit makes a difference of two letters at most.
    let differ = letters(word) ^ letters(unknown);
    if longer > most || differ.count_ones() as usize > 2 * most {
        return None;
    }
    Some(strsim::osa_distance(word, unknown)).filter(|distance| *distance <= most)
}

fn without_accents(word: &str) -> impl Iterator<Item = char> {
    word.nfd().filter(|of| !is_combining_mark(*of))
}

/// Returns a set that holds the letters of a word.
fn letters(word: &str) -> u64 {
    let letters = word.chars();
    letters.fold(0, |set, letter| set | 1 << (u32::from(letter) % 64))
}
