//! Names and numbers of a query that no document holds.

use std::ops::Deref;

use memchr::memmem::Finder;

use super::block::RankedDocument;
use super::near::MAX_UNKNOWN;
use super::query::Term;
use super::terms::Terms;
use super::vocabulary::{Vocabulary, WordId};
use super::words::TokenKind;

impl Terms {
    /// Returns the numbers and names that no document holds, but for those of which a word was
    /// replaced.
    pub fn unheld(&self) -> impl Iterator<Item = &str> {
        let is_replaced = |name: &Term| {
            let mut replaced = self.list.iter().filter(|term| !term.near.is_empty());
            replaced.any(|term| match term.kind {
                TokenKind::Part => name.word.contains(&*term.word),
                _ => name.word == term.word,
            })
        };
        let unheld = self.list.iter().filter(|term| term.sections == 0);
        let unheld = unheld.filter(move |term| term.name.is_some() && !is_replaced(term));
        unheld.filter_map(|term| term.name.as_deref())
    }

    /// Returns whether a word may have an identifier of the query as a part.
    pub(super) fn is_within(&self, word: &str) -> bool {
        let mut identifiers = self.list.iter().filter(|term| term.is_identifier());
        identifiers.any(|term| word.contains(&*term.word))
    }
}

impl Term {
    /// Returns whether it is an identifier as a whole, with a name.
    fn is_identifier(&self) -> bool {
        self.name.is_some() && self.kind == TokenKind::Whole
    }
}

/// Takes the names from identifiers that are part of a longer one, as `b.c` is of `a.b.c`, and
/// from those that are too many to look for.
pub(super) fn look_within<V: Deref<Target = Vocabulary>, E>(
    terms: &mut Terms,
    vocabulary: impl Fn() -> V,
    documents: &[RankedDocument<'_>],
    check: impl Fn() -> Result<(), E>,
) -> Result<(), E> {
    let absent = terms.list.iter().enumerate();
    let absent = absent.filter(|(_, term)| term.sections == 0 && term.is_identifier());
    let absent: Vec<usize> = absent.map(|(at, _)| at).collect();
    let (absent, others) = absent.split_at(absent.len().min(MAX_UNKNOWN));
    others.iter().for_each(|at| terms.list[*at].name = None);
    if absent.is_empty() {
        return Ok(());
    }
    let finders = absent
        .iter()
        .map(|at| (*at, Finder::new(&terms.list[*at].word)));
    let finders: Vec<_> = finders.collect();
    let mut longer: Vec<(WordId, usize)> = Vec::new();
    for (id, word) in vocabulary().words() {
        let within = finders
            .iter()
            .filter(|(_, of)| of.find(word.as_bytes()).is_some());
        longer.extend(within.map(|(at, _)| (id, *at)));
    }
    for (_, block, _) in documents {
        check()?;
        for (at, ..) in block.find(&longer) {
            terms.list[at].name = None;
        }
    }
    Ok(())
}
