//! A word of a query.

use super::words::{TokenKind, is_unspaced};

/// A word of a query. It finds all words with the same stem.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The word, folded.
    pub word: String,
    /// The position among the words of the query.
    pub position: u32,
    /// The word's relation to an identifier.
    pub kind: TokenKind,
    /// The word as written, if it is a number or a name and not quoted.
    pub name: Option<String>,
    /// The index of the identifier that contains this word as a part. `None` if the word also
    /// appears on its own.
    pub whole: Option<usize>,
    /// Whether the word says little about the subject of the query.
    pub is_weak: bool,
    /// The words that replace this word because no document contains it: the nearest, most frequent
    /// first.
    pub near: Vec<String>,
    /// The number of sections that contain the word.
    pub sections: u32,
    /// The weight of the word, higher for rarer words. 0 if no section contains the word, or if
    /// [`MAX_TERMS`](super::terms::MAX_TERMS) other words are rarer.
    pub weight: f64,
}

impl Term {
    /// Returns whether near words may replace the term: it contains no digits and is not an
    /// identifier.
    pub(super) fn may_be_replaced(&self) -> bool {
        !self.word.contains(char::is_numeric) && self.kind != TokenKind::Whole
    }

    /// Returns whether near words replace the term. Longer words that contain an identifier do not
    /// replace it.
    pub fn is_replaced(&self) -> bool {
        !self.near.is_empty() && self.kind != TokenKind::Whole
    }

    /// Returns the only character of the term, if it belongs to a script without spaces.
    pub(super) fn single(&self) -> Option<char> {
        let mut characters = self.word.chars();
        let first = characters
            .next()
            .filter(|character| is_unspaced(*character));
        first.filter(|_| characters.next().is_none())
    }

    /// Returns whether the term is a whole identifier and has a `name`.
    pub(super) fn is_identifier(&self) -> bool {
        self.name.is_some() && self.kind == TokenKind::Whole
    }
}
