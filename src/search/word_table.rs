//! Words, each once, with a number.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// How many places for words there are at least.
const LEAST_PLACES: usize = 1 << 8;

/// Words in the order in which they were added; the numbers are their indices. It takes fewer
/// than 2^32 bytes of letters.
#[derive(Debug, Default)]
pub struct WordTable {
    /// Two tables with one hasher may share hashes.
    hasher: RandomState,
    /// The letters of all words.
    letters: String,
    words: Vec<HashedWord>,
    /// The numbers of the words from 1, each at its hash or behind: none, or a power of two.
    places: Vec<u32>,
}

#[derive(Debug)]
struct HashedWord {
    hash: u32,
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
    pub fn hash(&self, number: u32) -> u32 {
        self.words[number as usize].hash
    }

    /// Returns the hash of any word.
    pub fn hash_of(&self, word: &str) -> u32 {
        self.hasher.hash_one(word) as u32
    }

    /// Returns the number of a word with this hash.
    pub fn find(&self, word: &str, hash: u32) -> Option<u32> {
        let last = self.places.len().checked_sub(1)?;
        let mut place = hash as usize & last;
        loop {
            let number = self.places[place].checked_sub(1)?;
            if self.hash(number) == hash && self.word(number) == word {
                return Some(number);
            }
            place = (place + 1) & last;
        }
    }

    /// Adds a word that it does not have, with its hash. Returns its number.
    pub fn add(&mut self, word: &str, hash: u32) -> u32 {
        self.letters.push_str(word);
        let end = self.letters.len() as u32;
        self.words.push(HashedWord { hash, end });
        let number = self.count() - 1;
        if 2 * self.words.len() > self.places.len() {
            let count = (2 * self.places.len()).max(LEAST_PLACES);
            self.places.clear();
            self.places.resize(count, 0);
            (0..=number).for_each(|number| self.put(number));
        } else {
            self.put(number);
        }
        number
    }

    /// Puts a number at its place, of which half are free.
    fn put(&mut self, number: u32) {
        let last = self.places.len() - 1;
        let mut place = self.hash(number) as usize & last;
        while self.places[place] > 0 {
            place = (place + 1) & last;
        }
        self.places[place] = number + 1;
    }

    /// Takes all words out of it, and keeps their room.
    pub fn clear(&mut self) {
        let last = self.places.len().saturating_sub(1);
        // After a long document, few of the places of a short one are taken: from where a word may
        // be up to the next free place.
        for word in self.words.drain(..) {
            let mut place = word.hash as usize & last;
            while self.places[place] > 0 {
                self.places[place] = 0;
                place = (place + 1) & last;
            }
        }
        self.letters.clear();
    }

    /// Returns how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let words = self.words.capacity() * size_of::<HashedWord>();
        self.letters.capacity() + words + self.places.capacity() * size_of::<u32>()
    }
}
