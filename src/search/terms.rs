//! The words of a query that count, and the words of a vocabulary that they find.

use std::cmp::Reverse;

use super::language::Language;
use super::query::Query;
use super::vocabulary::{Vocabulary, WordId};
use super::words::{TokenKind, is_dense};

/// How many words of a query count: the rarest.
pub const MAX_TERMS: usize = 64;
/// By how many words one that no document holds is replaced.
const MAX_NEAR: usize = 3;

/// A word of a query. It finds all words of its stem.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The word, folded.
    pub word: String,
    /// Where it is among the words of the query.
    pub position: u32,
    /// How it relates to an identifier.
    pub kind: TokenKind,
    /// The words that replace it, because no document holds it: of those that are nearest
    /// the most frequent.
    pub near: Vec<String>,
    /// How many sections hold it.
    pub sections: u32,
    /// What it counts: the more, the rarer it is. 0 if no section holds it, or if there are
    /// [`MAX_TERMS`] that are rarer.
    pub weight: f64,
    /// The stems that it finds.
    stems: Vec<String>,
}

/// What a word of a document is to a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It is found by the term of this index.
    Term(u16),
    /// It is left out.
    LeftOut,
}

/// The words of a query.
#[derive(Debug, Default)]
pub struct Terms {
    /// Those that count, in order and each once.
    pub list: Vec<Term>,
    /// The stems of those that are left out.
    left_out: Vec<String>,
    /// The words of the vocabulary that have a role, in order.
    found: Vec<(WordId, Role)>,
    /// How many words of the vocabulary are known.
    known: usize,
}

/// A word that is near to a term.
#[derive(Debug)]
pub struct Near {
    /// The index of the term.
    term: usize,
    distance: usize,
    /// The word.
    pub word: WordId,
    /// How many documents hold it.
    pub documents: u32,
}

impl Terms {
    /// Returns the words of a query. Those that say little count only if there are no others.
    pub fn new(query: &Query, language: &Language) -> Self {
        let mut terms = Self::default();
        let says_little = |word: &str| language.is_stop_word(word);
        let all = query.words.iter().all(|word| says_little(&word.word));
        for word in &query.words {
            let stem = language.stem(&word.word);
            let known = terms.list.iter().any(|term| term.stems[0] == stem);
            if known || !all && says_little(&word.word) {
                continue;
            }
            terms.list.push(Term {
                stems: vec![stem.into_owned()],
                word: word.word.clone(),
                position: word.position,
                kind: word.kind,
                near: Vec::new(),
                sections: 0,
                weight: 0.0,
            });
        }
        let left_out = query.left_out.iter();
        terms.left_out = left_out
            .map(|word| language.stem(word).into_owned())
            .collect();
        terms
    }

    /// Returns the words of a vocabulary that have a role, in order.
    pub fn find(&mut self, vocabulary: &Vocabulary) -> &[(WordId, Role)] {
        let new = self.known as WordId..vocabulary.len() as WordId;
        if new.is_empty() {
            return &self.found;
        }
        self.known = vocabulary.len();
        let terms = self.list.iter().zip(0..).flat_map(|(term, at)| {
            let stems = term.stems.iter();
            stems.map(move |stem| (stem, Role::Term(at)))
        });
        let left_out = self.left_out.iter().map(|stem| (stem, Role::LeftOut));
        // What is left out has precedence.
        let stems = left_out.chain(terms);
        let stems = stems.filter_map(|(stem, role)| Some((vocabulary.id(stem)?, role)));
        let stems: Vec<(WordId, Role)> = stems.collect();
        // A word in a script without blanks finds the pairs that it is in.
        let is_single = |word: &str| word.chars().count() == 1 && word.starts_with(is_dense);
        let single = self
            .list
            .iter()
            .zip(0..)
            .filter(|(term, _)| is_single(&term.word));
        let single: Vec<(&Term, u16)> = single.collect();
        let found = new.filter_map(|id| {
            let stem = vocabulary.stem(id);
            let same = stems.iter().find(|(of, _)| *of == stem);
            let pair = || {
                let mut single = single.iter();
                let found = single.find(|(term, _)| vocabulary.word(id).contains(&*term.word));
                found.map(|(_, at)| Role::Term(*at))
            };
            Some((id, same.map(|(_, role)| *role).or_else(pair)?))
        });
        self.found.extend(found);
        &self.found
    }

    /// Weighs the terms by how few of all sections hold them.
    pub fn weigh(&mut self, sections: u64) {
        let held = |at: &usize| self.list[*at].sections > 0;
        let mut rarest: Vec<usize> = (0..self.list.len()).filter(held).collect();
        rarest.sort_by_key(|at| self.list[*at].sections);
        for at in rarest.into_iter().take(MAX_TERMS) {
            let held = f64::from(self.list[at].sections);
            let lack = sections as f64 - held;
            self.list[at].weight = (1.0 + (lack + 0.5) / (held + 0.5)).ln();
        }
    }

    /// Returns how many terms do not count, as there are too many.
    pub fn ignored(&self) -> usize {
        let ignored = |term: &&Term| term.sections > 0 && term.weight == 0.0;
        self.list.iter().filter(ignored).count()
    }

    /// Returns the words of the vocabulary that terms find, each with the index of its term.
    pub fn found<'v>(&self, vocabulary: &'v Vocabulary) -> impl Iterator<Item = (&'v str, u16)> {
        self.found.iter().filter_map(|(word, role)| match role {
            Role::Term(term) => Some((vocabulary.word(*word), *term)),
            Role::LeftOut => None,
        })
    }

    /// Returns the words of a vocabulary that are near to terms that no section holds: by one
    /// edit for a term of 4 to 7 letters, by two for a longer one.
    pub fn near(&self, vocabulary: &Vocabulary) -> Vec<Near> {
        let is_unknown = |term: &Term| {
            let is_word = !term.word.contains(char::is_numeric) && term.kind != TokenKind::Whole;
            term.sections == 0 && is_word
        };
        let length = |term: &Term| term.word.chars().count();
        let terms = self.list.iter().enumerate();
        let unknown = terms.filter(|(_, term)| is_unknown(term) && length(term) >= 4);
        let unknown: Vec<(usize, &Term)> = unknown.collect();
        let mut all = Vec::new();
        if unknown.is_empty() {
            return all;
        }
        for word in 0..vocabulary.len() as WordId {
            let text = vocabulary.word(word);
            let count = text.chars().count();
            for (term, unknown) in &unknown {
                let length = length(unknown);
                let most = if length < 8 { 1 } else { 2 };
                if count.abs_diff(length) > most {
                    continue;
                }
                let distance = strsim::osa_distance(text, &unknown.word);
                if distance <= most {
                    let (term, documents) = (*term, 0);
                    all.push(Near {
                        term,
                        distance,
                        word,
                        documents,
                    });
                }
            }
        }
        all
    }

    /// Replaces terms by the nearest of the words that documents hold. Returns whether there
    /// are any.
    pub fn replace(&mut self, near: &[Near], vocabulary: &Vocabulary, language: &Language) -> bool {
        let mut held: Vec<&Near> = near.iter().filter(|near| near.documents > 0).collect();
        held.sort_by_key(|near| {
            let word = vocabulary.word(near.word);
            (near.term, near.distance, Reverse(near.documents), word)
        });
        for nearest in held.chunk_by(|a, b| (a.term, a.distance) == (b.term, b.distance)) {
            let term = &mut self.list[nearest[0].term];
            if term.near.is_empty() {
                let words = nearest.iter().take(MAX_NEAR);
                term.near = words
                    .map(|near| vocabulary.word(near.word).to_owned())
                    .collect();
                let stems = term.near.iter();
                term.stems = stems.map(|word| language.stem(word).into_owned()).collect();
            }
        }
        if held.is_empty() {
            return false;
        }
        self.list.iter_mut().for_each(|term| term.sections = 0);
        self.known = 0;
        self.found.clear();
        true
    }
}
