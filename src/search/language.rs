//! What a language knows about its words: their stems, and which of them say little.

use std::borrow::Cow;
use std::collections::HashSet;

use frostem::{Algorithm, Stemmer};

use super::words::fold;

/// The name of no language: words have no stems, and all of them count.
pub const NONE: &str = "none";
/// A line for each language: its code and its stop words, separated by tabs.
const STOP_WORDS: &str = include_str!(concat!(env!("OUT_DIR"), "/stop-words.txt"));
/// Other stemmers of a language that has one.
const VARIANTS: [&str; 4] = ["dutch_porter", "earlymodernenglish", "lovins", "porter"];

/// A language of documents and queries, or none.
#[derive(Clone, Default)]
pub struct Language {
    stemmer: Option<Stemmer>,
    stop_words: HashSet<String>,
}

impl Language {
    /// Returns the language with an English name in lower case, or [`NONE`]. `None` for any
    /// other string.
    pub fn named(name: &str) -> Option<Self> {
        if name == NONE {
            return Some(Self::default());
        }
        let algorithm = *algorithms().find(|algorithm| algorithm.name() == name)?;
        let mut lists = STOP_WORDS.lines().filter_map(|line| line.split_once('\t'));
        let stop_words = lists.find(|(code, _)| {
            let of_code = Algorithm::from_name(code);
            of_code.is_ok_and(|of_code| of_code == algorithm)
        });
        let stop_words = stop_words.map_or("", |(_, words)| words).split('\t');
        let folded = stop_words.map(|word| {
            let mut folded = String::new();
            fold(word, &mut folded);
            folded
        });
        Some(Self {
            stemmer: Some(Stemmer::new(algorithm)),
            stop_words: folded.collect(),
        })
    }

    /// Returns the names of all languages, in order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        algorithms().map(|algorithm| algorithm.name())
    }

    /// Returns the stem of a folded word.
    pub fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        match self.stemmer {
            Some(stemmer) => stemmer.stem(word),
            None => Cow::Borrowed(word),
        }
    }

    /// Returns whether a folded word is so frequent that it says little: also *what's*, as
    /// *what* is.
    pub fn is_stop_word(&self, word: &str) -> bool {
        let is_listed = |word: &str| self.stop_words.contains(word);
        is_listed(word)
            || word
                .split_once('\'')
                .is_some_and(|(word, _)| is_listed(word))
    }
}

fn algorithms() -> impl Iterator<Item = &'static Algorithm> {
    let algorithms = Algorithm::all().iter();
    algorithms.filter(|algorithm| !VARIANTS.contains(&algorithm.name()))
}
