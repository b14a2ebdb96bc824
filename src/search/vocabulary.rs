//! The words of all blocks, each once.

use super::language::Language;
use super::word_table::WordTable;

/// A word of a [`Vocabulary`].
pub type WordId = u32;

/// The most words. More than that are not found.
pub const MAX_WORDS: WordId = 1 << 24;

/// Words, each with its stem. It may hold words of documents that are gone.
#[derive(Debug, Default)]
pub struct Vocabulary {
    words: WordTable,
    /// The stem of each, which is one of the words.
    stems: Vec<WordId>,
}

impl Vocabulary {
    /// Returns an empty table with the hashes of this vocabulary.
    pub fn table(&self) -> WordTable {
        WordTable::like(&self.words)
    }

    /// Returns the id of a word with a hash of [`table`](Self::table). It is added if it is new.
    /// `None`: there are too many.
    pub fn intern(&mut self, word: &str, hash: u64, language: &Language) -> Option<WordId> {
        if let Some(id) = self.words.find(word, hash) {
            return Some(id);
        }
        let stem = language.stem(word);
        let id = self.insert(word, hash)?;
        if stem != word {
            let hash = self.words.hash_of(&stem);
            let known = self.words.find(&stem, hash);
            self.stems[id as usize] = known.or_else(|| self.insert(&stem, hash))?;
        }
        Some(id)
    }

    /// Adds a word that is its own stem.
    fn insert(&mut self, word: &str, hash: u64) -> Option<WordId> {
        let id = Some(self.count()).filter(|id| *id < MAX_WORDS)?;
        self.stems.push(id);
        Some(self.words.add(word, hash))
    }

    /// Returns the id of a word.
    pub fn id(&self, word: &str) -> Option<WordId> {
        self.words.find(word, self.words.hash_of(word))
    }

    /// Returns the words with their ids, in order.
    pub fn words(&self) -> impl Iterator<Item = (WordId, &str)> {
        (0..self.count()).map(|id| (id, self.word(id)))
    }

    /// Returns a word.
    pub fn word(&self, id: WordId) -> &str {
        self.words.word(id)
    }

    /// Returns the stem of a word.
    pub fn stem(&self, id: WordId) -> WordId {
        self.stems[id as usize]
    }

    /// Returns how many words there are. Their ids are the numbers below.
    pub fn count(&self) -> WordId {
        self.words.count()
    }

    /// Returns how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.words.bytes() + self.stems.capacity() * size_of::<WordId>()
    }
}
