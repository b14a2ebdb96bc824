//! Names and numbers of a query that no document contains.

use std::cmp::Reverse;
use std::ops::Deref;

use memchr::memmem::Finder;

use super::block::RankedDocument;
use super::replace_unknown::MAX_UNKNOWN;
use super::term::Term;
use super::terms::Terms;
use super::vocabulary::Vocabulary;
use super::words::TokenKind;

/// The maximum number of longer words that replace an identifier.
const MAX_LONGER: usize = 32;

impl Terms {
    /// Returns the numbers and names of the query that no document contains, except names in which
    /// near words replace a word.
    pub fn unheld(&self) -> impl Iterator<Item = &str> {
        let is_replaced = |name: &Term| {
            let mut replaced = self.list.iter().filter(|term| term.is_replaced());
            replaced.any(|term| match term.kind {
                TokenKind::Part => name.word.contains(&*term.word),
                _ => name.word == term.word,
            })
        };
        let unheld = self.list.iter().filter(|term| term.sections == 0);
        let unheld = unheld.filter(move |term| term.name.is_some() && !is_replaced(term));
        unheld.filter_map(|term| term.name.as_deref())
    }

    /// Returns whether an identifier of the query is a substring of `word`.
    pub(super) fn is_within(&self, word: &str) -> bool {
        let mut identifiers = self.list.iter().filter(|term| term.is_identifier());
        identifiers.any(|term| word.contains(&*term.word))
    }
}

/// Replaces identifiers that no section contains with longer words that contain them: `a.b.c`
/// replaces `b.c`. For each identifier, keeps the words that are in the most documents. Removes the
/// names of all identifiers after the first [`MAX_UNKNOWN`]. Returns whether there are any
/// replacements. If there are, the caller must look up the words of `terms` again.
pub(super) fn look_within<V: Deref<Target = Vocabulary>, E>(
    terms: &mut Terms,
    vocabulary: V,
    documents: &[RankedDocument<'_>],
    check: impl Fn() -> Result<(), E>,
) -> Result<bool, E> {
    let numbered = terms.list.iter().enumerate();
    let unheld = numbered.filter(|(_, term)| term.sections == 0 && term.is_identifier());
    let unheld: Vec<usize> = unheld.map(|(at, _)| at).collect();
    let (absent, others) = unheld.split_at(unheld.len().min(MAX_UNKNOWN));
    others.iter().for_each(|at| terms.list[*at].name = None);
    if absent.is_empty() {
        return Ok(false);
    }
    let finder = |at: &usize| (*at, Finder::new(&terms.list[*at].word));
    let finders: Vec<_> = absent.iter().map(finder).collect();
    // Per longer word: the index of its term, the number of documents that contain it, and the
    // word.
    let (mut longer, mut found) = (Vec::new(), Vec::new());
    for (id, word) in vocabulary.words() {
        for (term, finder) in &finders {
            if finder.find(word.as_bytes()).is_some() {
                found.push((id, longer.len()));
                longer.push((*term, Reverse(0), word.to_owned()));
            }
        }
    }
    // Releases the vocabulary for other searches.
    drop(vocabulary);
    for (_, block, _) in documents {
        check()?;
        let mut last = None;
        for (at, ..) in block.find(&found) {
            longer[at].1.0 += u32::from(last != Some(at));
            last = Some(at);
        }
    }
    longer.retain(|(_, documents, _)| documents.0 > 0);
    longer.sort_unstable();
    for longer in longer.chunk_by(|a, b| a.0 == b.0) {
        let words = longer.iter().take(MAX_LONGER);
        terms.list[longer[0].0].near = words.map(|(.., word)| word.clone()).collect();
    }
    Ok(!longer.is_empty())
}
