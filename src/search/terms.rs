//! The words of a query that count, and the words of documents that they find.

use std::collections::{HashMap, HashSet};

use super::language::Language;
use super::query::Query;
use super::term::Term;
use super::vocabulary::{Vocabulary, WordId};
use super::words::TokenKind;

/// The maximum number of query words that count, rarest first.
pub const MAX_TERMS: usize = 64;
/// The influence of a word's rarity, from 0 to 1. BM25 uses 1. A lower value prevents one rare word
/// that does not matter from outweighing two words that do.
const RARITY: f64 = 0.8;
/// The factor for the weight of a part of an identifier if a section contains the identifier.
const PART: f64 = 0.3;
/// The factor for the weight of a weak word if a section contains a name of the query.
const WEAK: f64 = 0.1;

/// The words of a query that count.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// The terms in order, each once.
    pub list: Vec<Term>,
    /// The index of the term that finds each stem.
    stems: HashMap<String, u16>,
    /// The index of the term for each single character of a script without spaces.
    singles: HashMap<char, u16>,
    /// The index of the first term that each near word replaces, as of the last lookup.
    near: HashMap<String, u16>,
    /// The words of the vocabulary that the last lookup found, in order, each with the index of its
    /// term.
    pub found: Vec<(WordId, u16)>,
}

impl Terms {
    /// Selects the words of a query that count. Stop words count only if there are no other words.
    /// Weak words count only if there are fewer than two strong ones.
    pub fn new(query: &Query, language: &Language) -> Self {
        let mut terms = Self::default();
        // A higher rank means that the word says more about the subject of the query.
        let rank = |word: &Term| {
            if language.is_stop_word(&word.word) {
                0
            } else {
                1 + u32::from(!language.is_weak(&language.stem(&word.word)))
            }
        };
        let ranks = query.words.iter().map(rank);
        let strong: HashSet<&str> = (query.words.iter().zip(ranks.clone()))
            .filter_map(|(word, rank)| (rank > 1).then_some(&*word.word))
            .collect();
        let least = match strong.len() {
            0 | 1 => ranks.clone().max().unwrap_or(0).min(1),
            _ => 2,
        };
        // The index of the identifier whose parts follow.
        let mut whole = None;
        for (word, rank) in query.words.iter().zip(ranks) {
            let stem = language.stem(&word.word);
            if let Some(known) = terms.stems.get(&*stem) {
                let known = usize::from(*known);
                let term = &mut terms.list[known];
                term.name = term.name.take().or_else(|| word.name.clone());
                if word.kind != TokenKind::Part {
                    term.whole = None;
                    whole = Some(known);
                }
            } else if rank >= least {
                let at = terms.list.len();
                if word.kind != TokenKind::Part {
                    whole = Some(at);
                }
                terms.stems.insert(stem.into_owned(), at as u16);
                let single = word.single().map(|single| (single, at as u16));
                terms.singles.extend(single);
                terms.list.push(Term {
                    whole: whole.filter(|whole| *whole < at),
                    is_weak: rank < 2,
                    ..word.clone()
                });
            }
        }
        terms
    }

    /// Returns the index of the term that finds `word`, given its stem. Returns `None` if no term
    /// finds it.
    pub fn term(&self, word: &str, stem: &str) -> Option<u16> {
        if let Some(known) = self.stems.get(stem) {
            return Some(*known);
        }
        // A single character of a script without spaces finds the pairs that contain it. A near
        // word finds no other forms, because a block may lack them.
        let near = self.near.get(word).copied();
        if self.singles.is_empty() || word.is_ascii() {
            return near;
        }
        let singles = word
            .chars()
            .filter_map(|character| self.singles.get(&character).copied());
        singles.chain(near).min()
    }

    /// Finds the words of `vocabulary` that match the terms, and stores them in `found`.
    pub fn look_up(&mut self, vocabulary: &Vocabulary) {
        let stems = self.stems.iter();
        let stems = stems.filter_map(|(stem, term)| Some((vocabulary.id(stem)?, *term)));
        let stems: HashMap<WordId, u16> = stems.collect();
        self.near.clear();
        for (term, at) in self.list.iter().zip(0..) {
            for near in &term.near {
                self.near.entry(near.clone()).or_insert(at);
            }
        }
        let has_other = !self.near.is_empty() || !self.singles.is_empty();
        let found = vocabulary.words().filter_map(|(id, word)| {
            let term = match stems.get(&vocabulary.stem(id)) {
                None if has_other => self.term(word, ""),
                known => known.copied(),
            };
            Some((id, term?))
        });
        self.found = found.collect();
    }

    /// Sets the weight of each term. `sections` is the number of all sections. The fewer of them
    /// contain a term, the more it weighs.
    pub fn weigh(&mut self, sections: u64) {
        let held = |at: &usize| self.list[*at].sections > 0;
        let mut rarest: Vec<usize> = (0..self.list.len()).filter(held).collect();
        rarest.sort_by_key(|at| self.list[*at].sections);
        for at in rarest.into_iter().take(MAX_TERMS) {
            let held = f64::from(self.list[at].sections);
            let lack = sections as f64 - held;
            self.list[at].weight = (1.0 + (lack + 0.5) / (held + 0.5)).ln().powf(RARITY);
        }
        let (has_name, held) = (
            self.has_name(),
            self.list.iter().map(|term| term.sections > 0),
        );
        let held: Vec<bool> = held.collect();
        for term in &mut self.list {
            if has_name && term.is_weak {
                term.weight *= WEAK;
            }
            if term.whole.is_some_and(|whole| held[whole]) {
                term.weight *= PART;
            }
        }
    }

    /// Returns whether a section contains a number or a name of the query.
    pub fn has_name(&self) -> bool {
        let mut names = self.list.iter().filter(|term| term.name.is_some());
        names.any(|term| term.sections > 0)
    }

    /// Returns the number of terms that do not count because there are too many.
    pub fn ignored(&self) -> usize {
        let ignored = |term: &&Term| term.sections > 0 && term.weight == 0.0;
        self.list.iter().filter(ignored).count()
    }
}
