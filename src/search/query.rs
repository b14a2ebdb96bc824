//! A query as it is written: its words, what is quoted, and what is left out.

use std::ops::Range;

use memchr::memmem::Finder;

use super::words::{TokenKind, each};

/// What is searched.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// The words in order, also those that are quoted.
    pub words: Vec<QueryWord>,
    /// The words of which a document holds none.
    pub left_out: Vec<String>,
    /// What each document holds.
    required: Vec<Quoted>,
}

/// A word of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryWord {
    /// The word, folded.
    pub word: String,
    /// Where it is among the words.
    pub position: u32,
    /// How it relates to an identifier.
    pub kind: TokenKind,
}

/// A quoted part: a string within a line, in any case.
#[derive(Debug, Clone)]
struct Quoted {
    /// As it is written.
    text: String,
    /// In lower case.
    finder: Finder<'static>,
}

impl Query {
    /// Parses a query. `None`: it has no words.
    ///
    /// A `"` at the beginning or after a blank begins a quoted part, which ends at the next
    /// `"`; in it, `""` is a quote, and a line break a blank. A `-` there that a letter
    /// follows leaves out the word that it begins. The rest are words.
    pub fn parse(text: &str) -> Option<Self> {
        let mut query = Self::default();
        // What is to be found, with its blanks, so that sentences stay.
        let mut words = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let begins = words.is_empty() || words.ends_with(char::is_whitespace);
            if let Some((quoted, after)) = quoted(rest).filter(|_| begins) {
                words.push_str(&quoted);
                let finder = Finder::new(&lower_case(&quoted)).into_owned();
                let is_same = |known: &Quoted| known.finder.needle() == finder.needle();
                let is_new = !query.required.iter().any(is_same);
                if quoted.contains(char::is_alphanumeric) && is_new {
                    query.required.push(Quoted {
                        text: quoted,
                        finder,
                    });
                }
                rest = after;
                continue;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end.max(first.len_utf8()));
            rest = after;
            match word.strip_prefix('-') {
                Some(word) if begins && word.starts_with(char::is_alphabetic) => {
                    each(word, |token| {
                        if token.kind != TokenKind::Part {
                            query.left_out.push(token.word.to_owned());
                        }
                    });
                }
                _ => words.push_str(word),
            }
        }
        each(&words, |token| {
            query.words.push(QueryWord {
                word: token.word.to_owned(),
                position: token.position,
                kind: token.kind,
            });
        });
        (!query.words.is_empty()).then_some(query)
    }

    /// Returns the quoted parts that a document has to hold, each once.
    pub fn required(&self) -> impl ExactSizeIterator<Item = &str> {
        self.required.iter().map(|quoted| &*quoted.text)
    }

    /// Makes the quoted parts mere words, as if they were not quoted.
    pub fn require_nothing(&mut self) {
        self.required.clear();
    }

    /// Returns whether a text holds all quoted parts.
    pub fn holds(&self, text: &str) -> bool {
        if self.required.is_empty() {
            return true;
        }
        let text = lower_case(text);
        let mut required = self.required.iter();
        required.all(|quoted| quoted.finder.find(text.as_bytes()).is_some())
    }

    /// Returns where quoted parts are in a text, in bytes and in order: the first `most` of
    /// each.
    pub fn places(&self, text: &str, most: usize) -> Vec<Range<usize>> {
        let mut places: Vec<Range<usize>> = Vec::new();
        if self.required.is_empty() {
            return places;
        }
        let lower_text = lower_case(text);
        for Quoted { finder, .. } in &self.required {
            let mut characters = text.char_indices();
            // The character reached, and where it ends in lower case.
            let (mut character, mut end) = (0..0, 0);
            let mut reach = |place: usize| {
                while end <= place
                    && let Some((at, next)) = characters.next()
                {
                    character = at..at + next.len_utf8();
                    end += lower(next).map(char::len_utf8).sum::<usize>();
                }
                character.clone()
            };
            let last = finder.needle().len() - 1;
            let found = finder.find_iter(lower_text.as_bytes()).take(most);
            places.extend(found.map(|at| reach(at).start..reach(at + last).end));
        }
        places.sort_by_key(|place| (place.start, place.end));
        places
    }
}

/// Splits a string that begins with a quoted part behind it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut quoted = String::new();
    let mut rest = text.strip_prefix('"')?;
    loop {
        let (before, after) = rest.split_once('"')?;
        quoted.push_str(before);
        rest = after;
        let Some(after) = rest.strip_prefix('"') else {
            break;
        };
        quoted.push('"');
        rest = after;
    }
    Some((quoted.replace("\r\n", " ").replace(['\n', '\r'], " "), rest))
}

fn lower_case(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars().flat_map(lower).collect()
}

/// Returns a character in lower case; the two small sigmas are one.
fn lower(character: char) -> impl Iterator<Item = char> {
    let character = if character == 'ς' { 'σ' } else { character };
    character.to_lowercase()
}
