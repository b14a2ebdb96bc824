//! What a language knows about its words: their stems, and which of them say little.

use std::borrow::Cow;
use std::collections::HashSet;

use frostem::{Algorithm, Stemmer};

use super::words::{fold, without_accents};

/// The name of no language: words have no stems, and all of them count.
pub const NONE: &str = "none";
/// A line for each language: its code and its stop words, separated by tabs.
const STOP_WORDS: &str = include_str!(concat!(env!("OUT_DIR"), "/stop-words.txt"));
/// Words of English that tell how somebody came to ask, in any form. They are rare in
/// documentation, and would count more than what is asked for.
const WEAK_WORDS: &str = "able,actually,already,also,always,anybody,anyone,anything,anyway,apparently,ask,believe,\
    bit,correctly,error,even,everybody,exactly,explain,fix,get,give,go,guess,happen,hello,\
    help,hope,instead,issue,keep,kind,know,like,look,lot,make,maybe,mean,need,nobody,okay,one,\
    please,possible,probably,problem,properly,really,say,see,seem,show,simply,somebody,\
    somehow,someone,something,sometimes,sorry,sort,still,stuff,suddenly,suppose,tell,thank,\
    thing,think,trouble,try,understand,use,want,way,weird,whether,wish,wonder,work";

/// A language of documents and queries, or none.
#[derive(Clone, Default)]
pub struct Language {
    stemmer: Option<Stemmer>,
    stop_words: HashSet<String>,
    /// The stems of [`WEAK_WORDS`], if it is English, whose words have no accents.
    weak_stems: HashSet<String>,
}

impl Language {
    /// Returns the language with an English name in lower case, or [`NONE`]. `None` for any
    /// other string.
    pub fn named(name: &str) -> Option<Self> {
        if name == NONE {
            return Some(Self::default());
        }
        let algorithm = *Algorithm::all()
            .iter()
            .find(|algorithm| algorithm.name() == name)?;
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
        let mut language = Self {
            stemmer: Some(Stemmer::new(algorithm)),
            stop_words: folded.collect(),
            weak_stems: HashSet::new(),
        };
        if name == "english" {
            let stems = WEAK_WORDS.split(',');
            let stems = stems.map(|word| language.stem(word).into_owned());
            language.weak_stems = stems.collect();
        }
        Some(language)
    }

    /// Returns the names of all languages, in order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Algorithm::all().iter().map(|algorithm| algorithm.name())
    }

    /// Returns the stem of a folded word. Latin letters have no accents in it, as they are often
    /// typed without them; of other languages than English only where they do not make the stem.
    pub fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        let stem = |word: &'w str| match self.stemmer {
            Some(stemmer) => stemmer.stem(word),
            None => Cow::Borrowed(word),
        };
        if word.is_ascii() {
            return stem(word);
        }
        let plain = |word: &str| {
            let plain: String = without_accents(word).collect();
            plain.is_ascii().then_some(plain)
        };
        if !self.weak_stems.is_empty()
            && let Some(word) = plain(word)
        {
            return Cow::Owned(self.stem(&word).into_owned());
        }
        let stem = stem(word);
        plain(&stem).map_or(stem, Cow::Owned)
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

    /// Returns whether a stem counts only if there are few others.
    pub fn is_weak(&self, stem: &str) -> bool {
        self.weak_stems.contains(stem)
    }
}
