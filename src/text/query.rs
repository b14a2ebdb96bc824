//! The words of a search, and where a text holds them.

use crate::limits::MAX_QUERY_WORDS;
use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem::Finder;

/// Some words of a query: a bit each.
pub type Words = u32;

/// The words of a query, each once. A word with a capital letter is found as it is
/// written, any other in any case.
#[derive(Debug)]
pub struct Query(Vec<Term>);

/// Why a text is not a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryError {
    /// It holds no word.
    Empty,
    /// It holds more than [`MAX_QUERY_WORDS`].
    TooMany,
}

/// A word of a query.
#[derive(Debug)]
struct Term {
    word: String,
    case: Case,
    finder: Finder<'static>,
}

/// The form of a text in which a word is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    /// The text itself.
    Exact,
    /// With ASCII letters in lower case.
    Ascii,
    /// In lower case.
    Lower,
}

impl Query {
    /// Parses words separated by white space. A `"` begins a phrase, which ends at the next
    /// `"` or at the end; in it, `""` is a quote, and a line break a space.
    ///
    /// # Errors
    ///
    /// There are no words, or more than [`MAX_QUERY_WORDS`].
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let mut terms: Vec<Term> = Vec::new();
        for word in split(text) {
            if terms.iter().any(|term| term.word == word) {
                continue;
            }
            if terms.len() == MAX_QUERY_WORDS {
                return Err(QueryError::TooMany);
            }
            terms.push(Term::new(word));
        }
        match terms.is_empty() {
            true => Err(QueryError::Empty),
            false => Ok(Self(terms)),
        }
    }

    /// Returns the words in order, each with whether it is found only as it is written.
    pub fn words(&self) -> impl ExactSizeIterator<Item = (&str, bool)> {
        let terms = self.0.iter();
        terms.map(|term| (&*term.word, term.case == Case::Exact))
    }

    /// Returns all words.
    pub fn all(&self) -> Words {
        Words::MAX >> (MAX_QUERY_WORDS - self.0.len())
    }

    /// Returns the words that a text holds.
    pub fn found(&self, text: &str) -> Words {
        let forms = self.forms(text);
        let terms = self.0.iter().enumerate();
        terms.fold(0, |found, (at, term)| {
            let form = forms[term.case as usize].as_bytes();
            found | Words::from(term.finder.find(form).is_some()) << at
        })
    }

    /// Returns where the earliest match of any word begins in a text, in bytes.
    pub fn first(&self, text: &str) -> Option<usize> {
        let forms = self.forms(text);
        let first = |term: &Term| Some(term.ranges(text, &forms).next()?.start);
        self.0.iter().filter_map(first).min()
    }

    /// Returns where words are in a text, in bytes and in order. Those that touch are one
    /// range.
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let forms = self.forms(text);
        let mut places: Vec<Range<usize>> = Vec::new();
        for term in &self.0 {
            places.extend(term.ranges(text, &forms));
            // After each word, so that there are never more of them than bytes.
            places.sort_by_key(|place| (place.start, place.end));
            places.dedup_by(|next, last| {
                let touches = next.start <= last.end;
                if touches {
                    last.end = last.end.max(next.end);
                }
                touches
            });
        }
        places
    }

    /// Returns the forms of a text that the words need, by [`Case`]. A copy in lower case is
    /// searched faster than a text in any case.
    fn forms<'t>(&self, text: &'t str) -> [Cow<'t, str>; 3] {
        [Case::Exact, Case::Ascii, Case::Lower].map(|case| {
            let needed = self.0.iter().any(|term| term.case == case);
            match case {
                Case::Ascii if needed => text.to_ascii_lowercase().into(),
                Case::Lower if needed => lower_case(text).into(),
                _ => text.into(),
            }
        })
    }
}

impl Term {
    fn new(word: String) -> Self {
        let case = match word.chars().any(|c| !c.to_lowercase().eq([c])) {
            true => Case::Exact,
            false if word.is_ascii() => Case::Ascii,
            false => Case::Lower,
        };
        let finder = match case {
            Case::Lower => Finder::new(&lower_case(&word)).into_owned(),
            Case::Exact | Case::Ascii => Finder::new(&word).into_owned(),
        };
        Self { word, case, finder }
    }

    /// Returns where a text holds the word, in order.
    fn ranges(&self, text: &str, forms: &[Cow<'_, str>; 3]) -> impl Iterator<Item = Range<usize>> {
        let found = (self.finder).find_iter(forms[self.case as usize].as_bytes());
        let mut characters = text.char_indices();
        // The character reached, and where it ends in lower case.
        let (mut character, mut end) = (0..0, 0);
        let mut reach = move |place: usize| {
            while end <= place
                && let Some((at, next)) = characters.next()
            {
                character = at..at + next.len_utf8();
                end += lower(next).map(char::len_utf8).sum::<usize>();
            }
            character.clone()
        };
        found.map(move |at| {
            let end = at + self.finder.needle().len();
            match self.case {
                Case::Exact | Case::Ascii => at..end,
                Case::Lower => reach(at).start..reach(end - 1).end,
            }
        })
    }
}

fn lower_case(text: &str) -> String {
    text.chars().flat_map(lower).collect()
}

/// Returns a character in lower case; the two small sigmas are one.
fn lower(character: char) -> impl Iterator<Item = char> {
    let character = if character == 'ς' { 'σ' } else { character };
    character.to_lowercase()
}

/// Returns a word as a query has it.
pub fn quoted(word: &str) -> String {
    match word.starts_with('"') || word.contains(char::is_whitespace) {
        true => format!("\"{}\"", word.replace('"', "\"\"")),
        false => word.to_owned(),
    }
}

/// Returns the words and phrases of a query that are not blank.
fn split(text: &str) -> impl Iterator<Item = String> {
    let mut rest = text.trim_start();
    let words = std::iter::from_fn(move || {
        let (word, after) = match rest.strip_prefix('"') {
            Some(after) => phrase(after),
            None if rest.is_empty() => return None,
            None => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                (rest[..end].to_owned(), &rest[end..])
            }
        };
        rest = after.trim_start();
        Some(word)
    });
    words.filter(|word| !word.trim().is_empty())
}

/// Splits a text behind the quote that ends a phrase.
fn phrase(text: &str) -> (String, &str) {
    let mut phrase = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"').unwrap_or((rest, ""));
        phrase.push_str(before);
        rest = after;
        let Some(after) = rest.strip_prefix('"') else {
            break;
        };
        phrase.push('"');
        rest = after;
    }
    (phrase.replace("\r\n", " ").replace(['\n', '\r'], " "), rest)
}
