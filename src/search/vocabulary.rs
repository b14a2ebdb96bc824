//! The words of all blocks, each once.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

use super::language::Language;

/// A word of a [`Vocabulary`].
pub type WordId = u32;

/// The most words. More than that are not found.
pub const MAX_WORDS: WordId = 1 << 24;

/// Words, each with its stem. It may hold words of documents that are gone.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// All words, one after the other.
    text: String,
    /// Where each ends.
    ends: Vec<u32>,
    /// The stem of each, which is one of the words.
    stems: Vec<WordId>,
    ids: HashTable<WordId>,
    hashes: RandomState,
}

impl Vocabulary {
    /// Returns the id of a word, which is added if it is new. `None`: there are too many.
    pub fn intern(&mut self, word: &str, language: &Language) -> Option<WordId> {
        if let Some(id) = self.id(word) {
            return Some(id);
        }
        let id = self.insert(word)?;
        let stem = language.stem(word);
        if stem != word {
            let known = self.id(&stem);
            self.stems[id as usize] = known.or_else(|| self.insert(&stem))?;
        }
        Some(id)
    }

    /// Adds a word that is its own stem.
    fn insert(&mut self, word: &str) -> Option<WordId> {
        let id = Some(self.count()).filter(|id| *id < MAX_WORDS)?;
        let end = u32::try_from(self.text.len() + word.len()).ok()?;
        self.text.push_str(word);
        self.ends.push(end);
        self.stems.push(id);
        let Self {
            text,
            ends,
            ids,
            hashes,
            ..
        } = self;
        ids.insert_unique(hashes.hash_one(word), id, |id| {
            hashes.hash_one(word_at(text, ends, *id))
        });
        Some(id)
    }

    /// Returns the id of a word.
    pub fn id(&self, word: &str) -> Option<WordId> {
        let hash = self.hashes.hash_one(word);
        self.ids.find(hash, |id| self.word(*id) == word).copied()
    }

    /// Returns a word.
    pub fn word(&self, id: WordId) -> &str {
        word_at(&self.text, &self.ends, id)
    }

    /// Returns the stem of a word.
    pub fn stem(&self, id: WordId) -> WordId {
        self.stems[id as usize]
    }

    /// Returns how many words there are. Their ids are the numbers below.
    pub fn count(&self) -> WordId {
        self.ends.len() as WordId
    }

    /// Returns how many bytes of memory it takes, or slightly less.
    pub fn bytes(&self) -> usize {
        let vectors = self.ends.capacity() + self.stems.capacity();
        self.text.capacity() + vectors * size_of::<u32>() + self.ids.allocation_size()
    }
}

fn word_at<'v>(text: &'v str, ends: &[u32], id: WordId) -> &'v str {
    let begin = id.checked_sub(1).map_or(0, |before| ends[before as usize]);
    &text[begin as usize..ends[id as usize] as usize]
}
