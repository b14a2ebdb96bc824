//! A parsed query: its words and its quoted parts.

use std::collections::HashSet;
use std::ops::Range;

use memchr::memmem::Finder;
use unicode_normalization::UnicodeNormalization;

use super::block::Block;
use super::term::Term;
use super::vocabulary::{Vocabulary, WordId};
use super::words::{each, is_unspaced};

/// A search query.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// The words in order, including quoted words.
    pub words: Vec<Term>,
    /// The quoted parts. Sections that contain more of them rank higher.
    quoted: Vec<Quoted>,
}

/// A quoted part. The search for it ignores case, and treats any run of white space as one space.
#[derive(Debug, Clone)]
struct Quoted {
    /// The text as written.
    text: String,
    /// The finder for the text, normalized by [`plain`].
    finder: Finder<'static>,
    /// The longest word of ASCII letters that follows a space. Every text that contains the quoted
    /// part has a word that is a prefix of this word, or that has this word as a prefix.
    word: Option<String>,
}

impl Query {
    /// Parses the query `text`. Returns `None` if it contains no words.
    ///
    /// A `"` at the beginning or after white space begins a quoted part, which ends at the next
    /// `"`. Both quoted text and other text are split into words.
    pub fn parse(text: &str) -> Option<Self> {
        let mut quoted = Vec::new();
        let mut quoted_at = Vec::new();
        let mut begin = 0;
        while let Some(length) = text[begin..].find('"') {
            let before = text[..begin + length].chars().next_back();
            begin += length + 1;
            let end = text[begin..].find('"').map(|length| begin + length);
            if let Some(end) = end.filter(|_| before.is_none_or(char::is_whitespace)) {
                add_quoted(&mut quoted, &text[begin..end]);
                quoted_at.push(begin..end);
                begin = end + 1;
            }
        }
        let words = name_words(text, &quoted_at);
        (!words.is_empty()).then_some(Self { words, quoted })
    }

    /// Returns the quoted parts as written.
    pub fn quoted(&self) -> impl ExactSizeIterator<Item = &str> {
        self.quoted.iter().map(|quoted| &*quoted.text)
    }

    /// Returns the quoted parts that `text` contains.
    pub fn held(&self, text: &str) -> Vec<&str> {
        if self.quoted.is_empty() {
            return Vec::new();
        }
        let text = plain(text);
        let quoted = self.quoted.iter();
        let held = quoted.filter(|quoted| quoted.finder.find(text.as_bytes()).is_some());
        held.map(|quoted| &*quoted.text).collect()
    }

    /// Returns whether the document of `block` may contain any of the quoted parts. `words` is the
    /// result of [`words_of_quoted`](Self::words_of_quoted).
    pub fn may_be_held(&self, block: &Block, words: &[(WordId, &str)]) -> bool {
        let held: HashSet<&str> = block.find(words).map(|(word, ..)| word).collect();
        let mut quoted = self.quoted.iter();
        quoted.any(|quoted| (quoted.word.as_deref()).is_none_or(|word| held.contains(word)))
    }

    /// Returns the words of `vocabulary` that match a word of a quoted part, each with the word
    /// that it matches. A document that contains the quoted part contains at least one of the
    /// matching words.
    pub fn words_of_quoted(&self, vocabulary: &Vocabulary) -> Vec<(WordId, &str)> {
        let quoted = self.quoted.iter();
        let wanted: HashSet<&str> = quoted.filter_map(|part| part.word.as_deref()).collect();
        let words = vocabulary.words().flat_map(|(id, word)| {
            let begins = move |part: &&&str| word.starts_with(**part) || part.starts_with(word);
            wanted.iter().filter(begins).map(move |part| (id, *part))
        });
        words.collect()
    }

    /// Returns a byte offset for each quoted part that `text` contains: the start of the word in
    /// which the first occurrence of the part begins.
    pub fn places_of_quoted(&self, text: &str) -> Vec<usize> {
        if self.quoted.is_empty() {
            return Vec::new();
        }
        let plain = plain(text);
        let place = |quoted: &Quoted| {
            let begin = quoted.finder.find(plain.as_bytes())?;
            let words = plain[..begin].matches(' ').count();
            let mut blank = true;
            let begins = |(_, character): &(usize, char)| {
                std::mem::replace(&mut blank, character.is_whitespace())
                    && !character.is_whitespace()
            };
            let mut begins = text.char_indices().filter(begins);
            begins.nth(words).map(|(at, _)| at)
        };
        self.quoted.iter().filter_map(place).collect()
    }
}

/// Returns the words of the query `text`. Sets `name` of the first word of each number or name,
/// except in the byte ranges `quoted`, because quoted parts are reported as a whole.
fn name_words(text: &str, quoted: &[Range<usize>]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    // Per written word: the index of its first word, and its range. Overlapping words belong to the
    // same written word.
    let mut written: Vec<(usize, Range<usize>)> = Vec::new();
    each(text, |token| {
        match written.last_mut() {
            Some((_, range)) if token.range.start < range.end => {
                *range = range.start.min(token.range.start)..range.end.max(token.range.end);
            }
            _ => written.push((terms.len(), token.range)),
        }
        terms.push(Term {
            word: token.word.to_owned(),
            position: token.position,
            kind: token.kind,
            name: None,
            whole: None,
            is_weak: false,
            near: Vec::new(),
            sections: 0,
            weight: 0.0,
        });
    });
    for (first, range) in written {
        let is_quoted = quoted.iter().any(|part| part.contains(&range.start));
        if !is_quoted && is_name(&text[range.clone()]) {
            terms[first].name = Some(text[range].to_owned());
        }
    }
    terms
}

/// Returns whether `word` is a number or a name: it contains a digit, a joining sign, or a capital
/// letter after the first letter.
fn is_name(word: &str) -> bool {
    let is_sign = |character: char| character.is_numeric() || "_-.:".contains(character);
    let mut behind = word.chars().skip(1);
    !word.starts_with(is_unspaced) && (word.contains(is_sign) || behind.any(char::is_uppercase))
}

/// Adds the quoted part `text` to `list` if it is new and contains a letter or digit.
fn add_quoted(list: &mut Vec<Quoted>, text: &str) {
    let plain = plain(text);
    // In a document, the first word may be the end of a longer word.
    let words = plain.split(' ').skip(1);
    let words =
        words.filter(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let word = words.max_by_key(|word| word.len()).map(str::to_owned);
    let finder = Finder::new(&plain).into_owned();
    let is_new = !list
        .iter()
        .any(|known| known.finder.needle() == finder.needle());
    if text.contains(char::is_alphanumeric) && is_new {
        list.push(Quoted {
            text: text.to_owned(),
            finder,
            word,
        });
    }
}

/// Returns `text` in NFC and in lower case, with one space for any white space between words.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        if word.is_ascii() {
            plain.extend(word.chars().map(|letter| letter.to_ascii_lowercase()));
            continue;
        }
        let lower = word.nfc().flat_map(char::to_lowercase);
        // The two forms of small sigma are equal.
        plain.extend(lower.map(|letter| if letter == 'ς' { 'σ' } else { letter }));
    }
    plain
}
