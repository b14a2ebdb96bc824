//! Words, each once, with a number.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use hashbrown::HashTable;

/// How many times the words that it has a table may have room for, so that the room is kept.
const MOST_ROOM: usize = 16;

/// Words in the order in which they were added; the numbers are their indices. It takes fewer
/// than 2^32 bytes of letters.
#[derive(Debug, Default)]
pub struct WordTable {
    /// Two tables with one hasher share hashes.
    hasher: RandomState,
    /// The letters of all words.
    letters: String,
    words: Vec<HashedWord>,
    /// The numbers of the words, by their hashes.
    numbers: HashTable<u32>,
}

#[derive(Debug)]
struct HashedWord {
    hash: u64,
    /// Where it ends in the letters. It begins where the one before it ends.
    end: u32,
}

impl WordTable {
    /// Returns an empty table, whose hashes are those of another one.
    pub fn like(other: &Self) -> Self {
        Self {
            hasher: other.hasher.clone(),
            ..Self::default()
        }
    }

    /// Returns how many words there are.
    pub fn count(&self) -> u32 {
        self.words.len() as u32
    }

    /// Returns the word of a number.
    pub fn word(&self, number: u32) -> &str {
        let number = number as usize;
        let begin = number.checked_sub(1).map_or(0, |at| self.words[at].end);
        &self.letters[begin as usize..self.words[number].end as usize]
    }

    /// Returns the hash of the word of a number.
    pub fn hash(&self, number: u32) -> u64 {
        self.words[number as usize].hash
    }

    /// Returns the hash of any word.
    pub fn hash_of(&self, word: &str) -> u64 {
        self.hasher.hash_one(word)
    }

    /// Returns the number of a word with this hash.
    pub fn find(&self, word: &str, hash: u64) -> Option<u32> {
        let is_word = |number: &u32| self.word(*number) == word;
        self.numbers.find(hash, is_word).copied()
    }

    /// Adds a word that it does not have, with its hash. Returns its number.
    pub fn add(&mut self, word: &str, hash: u64) -> u32 {
        let number = self.count();
        self.letters.push_str(word);
        let end = self.letters.len() as u32;
        self.words.push(HashedWord { hash, end });
        let hash_of = |number: &u32| self.words[*number as usize].hash;
        self.numbers.insert_unique(hash, number, hash_of);
        number
    }

    /// Takes all words out of it. Keeps the room for them, unless a long document made that far
    /// larger than they need: all of it is cleared each time.
    pub fn clear(&mut self) {
        if self.numbers.capacity() > MOST_ROOM * self.words.len() {
            self.numbers = HashTable::new();
        }
        self.numbers.clear();
        self.words.clear();
        self.letters.clear();
    }

    /// Returns how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let words = self.words.capacity() * size_of::<HashedWord>();
        self.letters.capacity() + words + self.numbers.allocation_size()
    }
}
