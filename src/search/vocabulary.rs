//! The words of all blocks, each once.

use indexmap::IndexSet;

use super::language::Language;

/// A word of a [`Vocabulary`].
pub type WordId = u32;

/// The most words. More than that are not found.
pub const MAX_WORDS: WordId = 1 << 24;
/// What a word takes beside its letters, in bytes: its place, its hash and its stem.
const WORD_BYTES: usize = size_of::<(Box<str>, usize, usize, WordId)>();

/// Words, each with its stem. It may hold words of documents that are gone.
#[derive(Debug, Default)]
pub struct Vocabulary {
    words: IndexSet<Box<str>>,
    /// The stem of each, which is one of the words.
    stems: Vec<WordId>,
    /// How many bytes the letters of all words have.
    letters: usize,
}

impl Vocabulary {
    /// Returns the id of a word, which is added if it is new. `None`: there are too many.
    pub fn intern(&mut self, word: &str, language: &Language) -> Option<WordId> {
        if let Some(id) = self.id(word) {
            return Some(id);
        }
        let stem = language.stem(word);
        let id = self.insert(word)?;
        if stem != word {
            let known = self.id(&stem);
            self.stems[id as usize] = known.or_else(|| self.insert(&stem))?;
        }
        Some(id)
    }

    /// Adds a word that is its own stem.
    fn insert(&mut self, word: &str) -> Option<WordId> {
        let id = Some(self.count()).filter(|id| *id < MAX_WORDS)?;
        self.letters += word.len();
        self.stems.push(id);
        self.words.insert(word.into());
        Some(id)
    }

    /// Returns the id of a word.
    pub fn id(&self, word: &str) -> Option<WordId> {
        self.words.get_index_of(word).map(|id| id as WordId)
    }

    /// Returns the words with their ids, in order.
    pub fn words(&self) -> impl Iterator<Item = (WordId, &str)> {
        (0..).zip(self.words.iter().map(|word| &**word))
    }

    /// Returns a word.
    pub fn word(&self, id: WordId) -> &str {
        &self.words[id as usize]
    }

    /// Returns the stem of a word.
    pub fn stem(&self, id: WordId) -> WordId {
        self.stems[id as usize]
    }

    /// Returns how many words there are. Their ids are the numbers below.
    pub fn count(&self) -> WordId {
        self.stems.len() as WordId
    }

    /// Returns how many bytes of memory it takes, or slightly less.
    pub fn bytes(&self) -> usize {
        self.letters + self.words.capacity() * WORD_BYTES
    }
}
