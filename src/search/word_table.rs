//! A table of numbered words, each stored once.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use hashbrown::HashTable;

/// The maximum ratio of a table's capacity to its number of words at which the capacity is kept.
const MOST_ROOM: usize = 16;

/// Words in the order in which they were added, numbered by their indices. The table can contain
/// fewer than 2^32 bytes of letters.
#[derive(Debug, Default)]
pub struct WordTable {
    /// The hasher. Tables with the same hasher share hashes.
    hasher: RandomState,
    /// The letters of all words.
    letters: String,
    words: Vec<HashedWord>,
    /// The numbers of the words, by hash.
    numbers: HashTable<u32>,
}

#[derive(Debug)]
struct HashedWord {
    hash: u64,
    /// The end of the word in `letters`. The word begins where the previous word ends.
    end: u32,
}

impl WordTable {
    /// Returns an empty table that shares the hashes of `other`.
    pub fn like(other: &Self) -> Self {
        Self {
            hasher: other.hasher.clone(),
            ..Self::default()
        }
    }

    /// Returns the number of words.
    pub fn count(&self) -> u32 {
        self.words.len() as u32
    }

    /// Returns the word with this number.
    pub fn word(&self, number: u32) -> &str {
        let number = number as usize;
        let begin = number.checked_sub(1).map_or(0, |at| self.words[at].end);
        &self.letters[begin as usize..self.words[number].end as usize]
    }

    /// Returns the hash of the word with this number.
    pub fn hash(&self, number: u32) -> u64 {
        self.words[number as usize].hash
    }

    /// Returns the hash of any word, whether or not it is in the table.
    pub fn hash_of(&self, word: &str) -> u64 {
        self.hasher.hash_one(word)
    }

    /// Returns the number of `word`, whose hash is `hash`, if the table contains the word.
    pub fn find(&self, word: &str, hash: u64) -> Option<u32> {
        let is_word = |number: &u32| self.word(*number) == word;
        self.numbers.find(hash, is_word).copied()
    }

    /// Adds a word that is not in the table yet, with its hash. Returns the number of the word.
    pub fn add(&mut self, word: &str, hash: u64) -> u32 {
        let number = self.count();
        self.letters.push_str(word);
        let end = self.letters.len() as u32;
        self.words.push(HashedWord { hash, end });
        let hash_of = |number: &u32| self.words[*number as usize].hash;
        self.numbers.insert_unique(hash, number, hash_of);
        number
    }

    /// Removes all words. Keeps the capacity, unless a long document made it far larger than the
    /// words need. Clearing takes time proportional to the capacity.
    pub fn clear(&mut self) {
        if self.numbers.capacity() > MOST_ROOM * self.words.len() {
            self.numbers = HashTable::new();
        }
        self.numbers.clear();
        self.words.clear();
        self.letters.clear();
    }

    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let words = self.words.capacity() * size_of::<HashedWord>();
        self.letters.capacity() + words + self.numbers.allocation_size()
    }
}
