//! The stems, stop words and weak words of a language.

use std::borrow::Cow;
use std::collections::HashSet;

use frostem::{Algorithm, Stemmer};

use super::words::{fold, without_accents};

/// The name that stands for no language. Words then have no stems, and there are no stop words.
pub const NONE: &str = "none";
/// One line per language: its code and its stop words, separated by tabs.
const STOP_WORDS: &str = include_str!(concat!(env!("OUT_DIR"), "/stop-words.txt"));
/// English words, in any form, that describe how somebody came to ask a question. They are rare in
/// documentation, and would outweigh the subject of the question.
const WEAK_WORDS: &str = "able,actually,already,also,always,anybody,anyone,anything,anyway,apparently,ask,believe,\
    bit,correctly,error,even,everybody,exactly,explain,fix,get,give,go,guess,happen,hello,\
    help,hope,instead,issue,keep,kind,know,like,look,lot,make,maybe,mean,need,nobody,okay,one,\
    please,possible,probably,problem,properly,really,say,see,seem,show,simply,somebody,\
    somehow,someone,something,sometimes,sorry,sort,still,stuff,suddenly,suppose,tell,thank,\
    thing,think,trouble,try,understand,use,want,way,weird,whether,wish,wonder,work";

/// The language of documents and queries, or no language.
#[derive(Clone, Default)]
pub struct Language {
    stemmer: Option<Stemmer>,
    stop_words: HashSet<String>,
    /// The stems of [`WEAK_WORDS`]. Empty for every language except English.
    weak_stems: HashSet<String>,
}

impl Language {
    /// Returns the language with the English name `name`, in lower case, or no language for
    /// [`NONE`]. Returns `None` for any other string.
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

    /// Returns the stem of a folded word, without accents on Latin letters, because people often
    /// leave accents out. Accents are removed before stemming in English, and after stemming in
    /// other languages.
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

    /// Returns whether a folded word is so frequent that it says little. A stop word with a suffix
    /// after an apostrophe counts too: *what's*.
    pub fn is_stop_word(&self, word: &str) -> bool {
        let is_listed = |word: &str| self.stop_words.contains(word);
        is_listed(word)
            || word
                .split_once('\'')
                .is_some_and(|(word, _)| is_listed(word))
    }

    /// Returns whether `stem` is weak, and so counts only if there are few other words.
    pub fn is_weak(&self, stem: &str) -> bool {
        self.weak_stems.contains(stem)
    }
}
