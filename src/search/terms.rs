//! The words of a query that count, and what the words of documents are to them.

use std::collections::{HashMap, HashSet};

use super::language::Language;
use super::query::{Query, Term};
use super::vocabulary::{Vocabulary, WordId};
use super::words::{TokenKind, is_unspaced};

/// How many words of a query count: the rarest.
pub const MAX_TERMS: usize = 64;
/// How much more rare words count than others, from 0 to 1: BM25 has 1. It is dampened, so that
/// one rare word that the asker added does not outweigh two that matter.
const RARITY: f64 = 0.8;

/// What a word of a document is to a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordRole {
    /// It is found by the term of this index.
    Term(u16),
    /// It is left out.
    LeftOut,
}

/// The words of a query.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// Those that count, in order and each once.
    pub list: Vec<Term>,
    /// What each stem is that finds or leaves out.
    roles: HashMap<String, WordRole>,
    /// The words of the vocabulary that was looked up last and have a role, in order.
    pub found: Vec<(WordId, WordRole)>,
}

impl Terms {
    /// Returns the words of a query. Stop words count only if there are no others, weak words
    /// if there are fewer than two.
    pub fn new(query: &Query, language: &Language) -> Self {
        let mut terms = Self::default();
        for word in &query.left_out {
            let stem = language.stem(word).into_owned();
            terms.roles.insert(stem, WordRole::LeftOut);
        }
        // The more a word says, the higher.
        let rank = |word: &Term| match language.is_stop_word(&word.word) {
            true => 0,
            false => 1 + u32::from(!language.is_weak(&language.stem(&word.word))),
        };
        let ranks = query.words.iter().map(rank);
        let strong: HashSet<&str> = (query.words.iter().zip(ranks.clone()))
            .filter_map(|(word, rank)| (rank > 1).then_some(&*word.word))
            .collect();
        let least = match strong.len() {
            0 | 1 => ranks.clone().max().unwrap_or(0).min(1),
            _ => 2,
        };
        for (word, rank) in query.words.iter().zip(ranks) {
            let stem = language.stem(&word.word);
            if let Some(WordRole::Term(known)) = terms.roles.get(&*stem) {
                let known = &mut terms.list[usize::from(*known)].name;
                *known = known.take().or_else(|| word.name.clone());
            }
            // What is left out has precedence.
            if terms.roles.contains_key(&*stem) || rank < least {
                continue;
            }
            let role = WordRole::Term(terms.list.len() as u16);
            terms.roles.insert(stem.into_owned(), role);
            terms.list.push(word.clone());
        }
        terms
    }

    /// Returns what a word with this stem is.
    pub fn role(&self, word: &str, stem: &str) -> Option<WordRole> {
        if let Some(known) = self.roles.get(stem) {
            return Some(*known);
        }
        // A word in a script without blanks finds the pairs that it is in. Of a near word no other
        // form is found: a block may be without it.
        let finds = |term: &Term| {
            term.near.iter().any(|near| near == word)
                || term.is_single() && word.contains(&*term.word)
        };
        let at = self.list.iter().position(finds)?;
        Some(WordRole::Term(at as u16))
    }

    /// Looks up which words of a vocabulary have a role.
    pub fn look_up(&mut self, vocabulary: &Vocabulary) {
        let stems = self.roles.iter();
        let stems = stems.filter_map(|(stem, role)| Some((vocabulary.id(stem)?, *role)));
        let stems: HashMap<WordId, WordRole> = stems.collect();
        let has_other = |term: &Term| term.is_single() || !term.near.is_empty();
        let has_other = self.list.iter().any(has_other);
        let found = vocabulary.words().filter_map(|(id, word)| {
            let role = match stems.get(&vocabulary.stem(id)) {
                None if has_other => self.role(word, ""),
                known => known.copied(),
            };
            Some((id, role?))
        });
        self.found = found.collect();
    }

    /// Weighs the terms by how few of all sections hold them.
    pub fn weigh(&mut self, sections: u64) {
        let held = |at: &usize| self.list[*at].sections > 0;
        let mut rarest: Vec<usize> = (0..self.list.len()).filter(held).collect();
        rarest.sort_by_key(|at| self.list[*at].sections);
        for at in rarest.into_iter().take(MAX_TERMS) {
            let held = f64::from(self.list[at].sections);
            let lack = sections as f64 - held;
            self.list[at].weight = (1.0 + (lack + 0.5) / (held + 0.5)).ln().powf(RARITY);
        }
    }

    /// Returns how many terms do not count, as there are too many.
    pub fn ignored(&self) -> usize {
        let ignored = |term: &&Term| term.sections > 0 && term.weight == 0.0;
        self.list.iter().filter(ignored).count()
    }
}

impl Term {
    /// Returns whether near words may take its place: it has no digits, and is no identifier.
    pub(super) fn may_be_replaced(&self) -> bool {
        !self.word.contains(char::is_numeric) && self.kind != TokenKind::Whole
    }

    /// Returns whether it is one character of a script without blanks.
    fn is_single(&self) -> bool {
        self.word.chars().count() == 1 && self.word.starts_with(is_unspaced)
    }
}
