//! A query as it is written: its words, what is quoted, and what is left out.

use std::collections::HashSet;
use std::ops::Range;

use memchr::memmem::Finder;
use unicode_normalization::UnicodeNormalization;

use super::block::Block;
use super::vocabulary::{Vocabulary, WordId};
use super::words::{TokenKind, each, is_unspaced};

/// What is searched.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// The words in order, also those that are quoted.
    pub words: Vec<Term>,
    /// The words of which a document holds none.
    pub left_out: Vec<String>,
    /// What each document holds.
    required: Vec<Quoted>,
    /// What no document holds.
    refused: Vec<Quoted>,
}

/// A word of a query. It finds all words of its stem.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The word, folded.
    pub word: String,
    /// Where it is among the words of the query.
    pub position: u32,
    /// How it relates to an identifier.
    pub kind: TokenKind,
    /// As it is written, if it is a number or a name that is not quoted.
    pub name: Option<String>,
    /// The words that replace it, because no document holds it: of those that are nearest
    /// the most frequent.
    pub near: Vec<String>,
    /// How many sections hold it.
    pub sections: u32,
    /// What it counts: the more, the rarer it is. 0 if no section holds it, or if there are
    /// [`MAX_TERMS`](super::terms::MAX_TERMS) that are rarer.
    pub weight: f64,
}

/// A quoted part: a string in any case, in which white space is one blank.
#[derive(Debug, Clone)]
struct Quoted {
    /// As it is written.
    text: String,
    /// As [`plain`] has it.
    finder: Finder<'static>,
    /// The longest word of ASCII letters behind a blank. A word of each text that holds the part
    /// begins with it, or is what it begins with.
    word: Option<String>,
}

/// What a document holds of a query's quoted parts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Held {
    /// All that are required.
    pub required: bool,
    /// Any that is left out.
    pub refused: bool,
}

/// The fewest letters of a word that a `-` leaves out: a shorter one is an option.
const MIN_LEFT_OUT: usize = 3;

impl Query {
    /// Parses a query. `None`: it has no words.
    ///
    /// A `"` at the beginning or after a blank begins a quoted part, which ends at the next
    /// `"`. It is required unless a letter, `=` or `:` precedes it,
    /// before any blanks: then it was quoted by whoever wrote what is pasted. A `-` there that
    /// a quoted part or a word of letters follows leaves that out. The rest are words.
    pub fn parse(text: &str) -> Option<Self> {
        let mut query = Self::default();
        // The query without exclusions. White space is kept, so that sentence ends are seen.
        let mut words = String::new();
        let mut quoted_at = Vec::new();
        // The last character before any blanks, unless that ends what is quoted or left out.
        let mut before = None;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let begins = words.is_empty() || words.ends_with(char::is_whitespace);
            let leaves_out = rest.strip_prefix('-').filter(|_| begins);
            let quoted = leaves_out.unwrap_or(rest).strip_prefix('"');
            let quoted = quoted.and_then(|text| text.split_once('"'));
            if let Some((part, after)) = quoted.filter(|_| begins) {
                rest = after;
                let is_pasted = |of: char| of.is_alphabetic() || matches!(of, '=' | ':');
                let pasted = before.take().is_some_and(is_pasted);
                if leaves_out.is_some() {
                    add_quoted(&mut query.refused, part);
                    continue;
                }
                words.push_str(part);
                if !pasted {
                    quoted_at.push(words.len() - part.len()..words.len());
                    add_quoted(&mut query.required, part);
                }
                continue;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end.max(first.len_utf8()));
            rest = after;
            match leaves_out.and_then(|_| word_left_out(&word[1..])) {
                Some(word) => {
                    before = None;
                    let known = query.left_out.len();
                    // Others may have the parts of an identifier, or the pairs of a run.
                    each(word, |token| {
                        if token.kind != TokenKind::Part && !word.contains(is_unspaced) {
                            query.left_out.push(token.word.to_owned());
                        }
                    });
                    if query.left_out.len() == known {
                        add_quoted(&mut query.refused, word);
                    }
                }
                None => {
                    before = word.trim_end().chars().next_back().or(before);
                    words.push_str(word);
                }
            }
        }
        query.words = name_words(&words, &quoted_at);
        (!query.words.is_empty()).then_some(query)
    }

    /// Returns the words and the quoted parts that are left out.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        let words = self.left_out.iter().map(String::as_str);
        words.chain(self.refused.iter().map(|quoted| &*quoted.text))
    }

    /// Returns how many quoted parts documents are read for.
    pub fn quoted(&self) -> usize {
        self.required.len() + self.refused.len()
    }

    /// Returns whether a document has to hold quoted parts.
    pub fn is_exact(&self) -> bool {
        !self.required.is_empty()
    }

    /// Makes the quoted parts mere words, as if they were not quoted. Returns them.
    pub fn require_nothing(&mut self) -> Vec<String> {
        let required = std::mem::take(&mut self.required).into_iter();
        required.map(|quoted| quoted.text).collect()
    }

    /// Returns what a text holds.
    pub fn held(&self, text: &str) -> Held {
        if self.quoted() == 0 {
            return self.held_if(|_| true);
        }
        let text = plain(text);
        self.held_if(|quoted| quoted.finder.find(text.as_bytes()).is_some())
    }

    /// Returns what a document of this block may hold. `words`: those of
    /// [`words_of_quoted`](Self::words_of_quoted).
    pub fn may_be_held(&self, block: &Block, words: &[(WordId, &str)]) -> Held {
        if self.quoted() == 0 {
            return self.held_if(|_| true);
        }
        let held: HashSet<&str> = block.find(words).map(|(word, ..)| word).collect();
        self.held_if(|quoted| {
            let word = quoted.word.as_deref();
            word.is_none_or(|word| held.contains(word))
        })
    }

    fn held_if(&self, holds: impl Fn(&Quoted) -> bool) -> Held {
        Held {
            required: self.required.iter().all(&holds),
            refused: self.refused.iter().any(&holds),
        }
    }

    /// Returns the words of a vocabulary of which a document must hold one, so that it may hold
    /// a word of a quoted part, each with that.
    pub fn words_of_quoted(&self, vocabulary: &Vocabulary) -> Vec<(WordId, &str)> {
        let quoted = self.required.iter().chain(&self.refused);
        let wanted: HashSet<&str> = quoted.filter_map(|part| part.word.as_deref()).collect();
        let words = vocabulary.words().flat_map(|(id, word)| {
            let begins = move |of: &&&str| word.starts_with(**of) || of.starts_with(word);
            wanted.iter().filter(begins).map(move |of| (id, *of))
        });
        words.collect()
    }

    /// Returns where the word begins in which each of the quoted parts that are required begins
    /// first in a text.
    pub fn places_of_quoted(&self, text: &str) -> Vec<usize> {
        if self.required.is_empty() {
            return Vec::new();
        }
        let plain = plain(text);
        let place = |quoted: &Quoted| {
            let begin = quoted.finder.find(plain.as_bytes())?;
            let words = plain[..begin].matches(' ').count();
            let mut blank = true;
            let begins = |(_, of): &(usize, char)| {
                std::mem::replace(&mut blank, of.is_whitespace()) && !of.is_whitespace()
            };
            let mut begins = text.char_indices().filter(begins);
            begins.nth(words).map(|(at, _)| at)
        };
        self.required.iter().filter_map(place).collect()
    }

    /// Returns whether a text holds any of the quoted parts that are required.
    pub fn is_quoted_in(&self, text: &str) -> bool {
        if self.required.is_empty() {
            return false;
        }
        let plain = plain(text);
        let mut required = self.required.iter();
        required.any(|quoted| quoted.finder.find(plain.as_bytes()).is_some())
    }
}

/// Returns the words of a query. The first word of each number or name has its text, unless it
/// is within one of the ranges that are quoted: what is said of these is said of the whole.
fn name_words(text: &str, quoted: &[Range<usize>]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    // Words that overlap are one as it is written. Each has its first word.
    let mut written: Vec<(usize, Range<usize>)> = Vec::new();
    each(text, |token| {
        match written.last_mut() {
            Some((_, of)) if token.range.start < of.end => {
                *of = of.start.min(token.range.start)..of.end.max(token.range.end);
            }
            _ => written.push((terms.len(), token.range)),
        }
        terms.push(Term {
            word: token.word.to_owned(),
            position: token.position,
            kind: token.kind,
            name: None,
            near: Vec::new(),
            sections: 0,
            weight: 0.0,
        });
    });
    for (first, range) in written {
        let is_quoted = quoted.iter().any(|of| of.contains(&range.start));
        if !is_quoted && is_name(&text[range.clone()]) {
            terms[first].name = Some(text[range].to_owned());
        }
    }
    terms
}

/// Returns whether a word is a number or a name: it has a digit, a sign that joins, or a capital
/// letter behind its first one.
fn is_name(word: &str) -> bool {
    let is_sign = |of: char| of.is_numeric() || "_-.:".contains(of);
    let mut behind = word.chars().skip(1);
    !word.starts_with(is_unspaced) && (word.contains(is_sign) || behind.any(char::is_uppercase))
}

/// Adds a quoted part to a list that lacks it, if it holds a letter or a digit.
fn add_quoted(list: &mut Vec<Quoted>, text: &str) {
    let plain = plain(text);
    // Before a blank, its first word may be the end of another one.
    let words = plain.split(' ').skip(1);
    let words = words.filter(|of| of.len() > 1 && of.bytes().all(|of| of.is_ascii_alphabetic()));
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

/// Returns the word that a `-` before a text leaves out.
pub fn word_left_out(text: &str) -> Option<&str> {
    let word = text.trim_end_matches(|of: char| of.is_ascii_punctuation());
    let is_long = word.starts_with(is_unspaced) || word.chars().count() >= MIN_LEFT_OUT;
    (is_long && word.chars().all(char::is_alphabetic)).then_some(word)
}

/// Returns a text in NFC and in lower case, with one blank for white space between words.
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
        // The two small sigmas are one.
        plain.extend(lower.map(|letter| if letter == 'ς' { 'σ' } else { letter }));
    }
    plain
}
