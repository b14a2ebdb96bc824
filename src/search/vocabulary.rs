//! The words of all blocks, each stored once.

use super::language::Language;
use super::word_table::WordTable;

/// The id of a word in a [`Vocabulary`].
pub type WordId = u32;

/// The maximum number of words. Further words are not found.
pub const MAX_WORDS: WordId = 1 << 24;

/// Words, each with its stem. Words of removed documents may remain.
#[derive(Debug, Default)]
pub struct Vocabulary {
    words: WordTable,
    /// The stem of each word, itself one of the words.
    stems: Vec<WordId>,
}

impl Vocabulary {
    /// Returns an empty table that shares the hashes of this vocabulary.
    pub fn table(&self) -> WordTable {
        WordTable::like(&self.words)
    }

    /// Returns the id of `word`, given its hash from a [`table`](Self::table). Adds the word and
    /// its stem if they are new. Returns `None` if there are too many words.
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

    /// Adds `word` as its own stem, and returns its id. Returns `None` if there are too many words.
    fn insert(&mut self, word: &str, hash: u64) -> Option<WordId> {
        let id = Some(self.count()).filter(|id| *id < MAX_WORDS)?;
        self.stems.push(id);
        Some(self.words.add(word, hash))
    }

    /// Returns the id of a word, if the vocabulary contains it.
    pub fn id(&self, word: &str) -> Option<WordId> {
        self.words.find(word, self.words.hash_of(word))
    }

    /// Returns the words with their ids, in the order of their ids.
    pub fn words(&self) -> impl Iterator<Item = (WordId, &str)> {
        (0..self.count()).map(|id| (id, self.word(id)))
    }

    /// Returns the word with this id.
    pub fn word(&self, id: WordId) -> &str {
        self.words.word(id)
    }

    /// Returns the id of the word's stem.
    pub fn stem(&self, id: WordId) -> WordId {
        self.stems[id as usize]
    }

    /// Returns the number of words. All ids are below this number.
    pub fn count(&self) -> WordId {
        self.words.count()
    }

    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.words.bytes() + self.stems.capacity() * size_of::<WordId>()
    }
}
