//! Counts the words of a document before they have ids.

use std::ops::DerefMut;

use super::Block;
use crate::search::language::Language;
use crate::search::sections::sections;
use crate::search::vocabulary::{Vocabulary, WordId};
use crate::search::word_table::WordTable;
use crate::search::words::{TokenKind, each};
use crate::text::markup::headings::Heading;

/// The maximum count of a word in a part: in the path or heading, and in the title or text. Higher
/// counts make no difference.
const MOST: [u8; 2] = [7, 31];

/// A counter for the words of one document after another. It reuses its buffers.
#[derive(Debug)]
pub struct Counter {
    words: WordTable,
    /// Per word: the index of its latest count in `counts`.
    last: Vec<u32>,
    /// The parts, as in a [`Block`].
    parts: Vec<([u32; 2], u16)>,
    counts: Vec<Count>,
}

/// The count of a word in a part.
#[derive(Debug)]
struct Count {
    /// The number of the word in this counter. [`Counter::block`] replaces it with the word's id in
    /// the vocabulary.
    word: u32,
    part: u16,
    /// The counts in the path or heading, and in the title or text.
    counts: [u8; 2],
}

impl Counter {
    /// Creates a counter for blocks that use `vocabulary`.
    pub fn new(vocabulary: &Vocabulary) -> Self {
        Self {
            words: vocabulary.table(),
            last: Vec::new(),
            parts: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Counts the words of a document: its `path` within the category, its `title`, and its `text`
    /// as delivered. `headings` are the headings of `text`.
    pub fn count(&mut self, path: &str, title: &str, (text, headings): (&str, &[Heading])) {
        self.words.clear();
        self.last.clear();
        self.parts.clear();
        self.counts.clear();
        let shared = [self.add(path, 0, 0), self.add(title, 0, 1)];
        self.parts.push((shared, 0));
        let sections = sections(text, headings);
        // The sections with headings follow the sections without headings.
        let first = 1 + sections.len() - headings.len();
        // There are fewer than 2^16 parts: a file has at most 2^24 bytes and 2^14 headings.
        for (section, part) in sections.into_iter().zip(1..) {
            let heading = section.heading.map(|at| &headings[at]);
            let parent = heading.and_then(|heading| Some(first + heading.parent?));
            let above = parent.map_or(0, |parent| self.parts[parent].0[0]);
            let own = heading.map_or(0, |heading| self.add(&heading.text, part, 0));
            let text = self.add(&text[section.range], part, 1);
            let parent = parent.unwrap_or(0) as u16;
            self.parts.push(([above + own, text], parent));
        }
    }

    /// Counts the words of `text` in the field `field` of `part`. Returns the number of words.
    fn add(&mut self, text: &str, part: u16, field: usize) -> u32 {
        let mut length = 0;
        each(text, |token| {
            // The length counts the parts of an identifier, not the identifier itself.
            length += u32::from(token.kind != TokenKind::Whole);
            let hash = self.words.hash_of(token.word);
            let number = self.words.find(token.word, hash).unwrap_or_else(|| {
                self.last.push(u32::MAX);
                self.words.add(token.word, hash)
            });
            let last = &mut self.last[number as usize];
            let known = self.counts.get(*last as usize);
            if known.is_none_or(|known| known.part != part) {
                *last = self.counts.len() as u32;
                self.counts.push(Count {
                    word: number,
                    part,
                    counts: [0; 2],
                });
            }
            let count = &mut self.counts[*last as usize].counts[field];
            *count = MOST[field].min(*count + 1);
        });
        length
    }

    /// Returns the block of the document counted last, and adds its words to `vocabulary`.
    pub fn block<V>(&mut self, mut vocabulary: V, language: &Language) -> Block
    where
        V: DerefMut<Target = Vocabulary>,
    {
        let words = (0..self.words.count()).map(|at| (self.words.word(at), self.words.hash(at)));
        let ids = words.map(|(word, hash)| vocabulary.intern(word, hash, language));
        let ids: Vec<Option<WordId>> = ids.collect();
        // Releases the vocabulary for other threads.
        drop(vocabulary);
        self.counts.retain_mut(|count| {
            let id = ids[count.word as usize];
            count.word = id.unwrap_or_default();
            id.is_some()
        });
        self.counts
            .sort_unstable_by_key(|count| (count.word, count.part));
        let entries = self.counts.iter().map(|count| {
            let [_, high, middle, low] = count.word.to_be_bytes();
            // The first count takes the upper three bits, and the second count the other five.
            let counts = count.counts[0] << 5 | count.counts[1];
            ([high, middle, low], count.part.to_be_bytes(), counts)
        });
        Block {
            parts: self.parts.as_slice().into(),
            entries: entries.collect(),
        }
    }
}
