//! How often each word is in a document: what an index keeps of it.

use super::language::Language;
use super::sections::{heading_path, sections};
use super::vocabulary::{Vocabulary, WordId};
use super::words::{TokenKind, each};
use crate::text::outline::Heading;

/// A document to count the words of.
#[derive(Debug, Clone, Copy)]
pub struct Document<'d> {
    /// Its path within the category.
    pub path: &'d str,
    /// Its title.
    pub title: Option<&'d str>,
    /// What is delivered of it.
    pub text: &'d str,
    /// The headings of the text.
    pub headings: &'d [Heading],
}

/// The fields of a section: the path of the document, its title, the headings of the
/// section, and its text.
pub const FIELDS: usize = 4;

/// A number for each field.
pub type Counts = [u32; FIELDS];

/// The words of a document, counted by section and field. It takes about half of the bytes
/// of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The number of words in path and title.
    shared: [u32; 2],
    /// Those in headings and text of each section.
    sections: Box<[[u32; 2]]>,
    /// Each word of each section, in order.
    entries: Box<[Entry]>,
}

/// How often a word is in a section, in six bytes without alignment: the word, the index of
/// the section plus 1, or 0 for path and title, which all sections share, and the counts in
/// path or headings, up to 7, and in title or text, up to 31. More make no difference.
type Entry = ([u8; 3], [u8; 2], u8);

impl Block {
    /// Counts the words of a document.
    pub fn new(document: &Document<'_>, vocabulary: &mut Vocabulary, language: &Language) -> Self {
        let mut found = Vec::new();
        let mut count = |text: &str, section: usize, second: bool| {
            let mut length = 0;
            each(text, |token| {
                // An identifier counts as its parts.
                length += u32::from(token.kind != TokenKind::Whole);
                let word = vocabulary.intern(token.word, language);
                found.extend(word.map(|word| (word, section as u16, second)));
            });
            length
        };
        let shared = [
            count(document.path, 0, false),
            count(document.title.unwrap_or_default(), 0, true),
        ];
        // There are fewer than 2^16: a file has at most 2^24 bytes and 2^14 headings.
        let sections = sections(document.text, document.headings).into_iter();
        let sections = sections.zip(1..).map(|(section, at)| {
            let path = heading_path(document.headings, section.heading);
            let headings = path.iter().map(|text| count(text, at, false)).sum();
            [headings, count(&document.text[section.range], at, true)]
        });
        let sections = sections.collect();
        found.sort_unstable();
        let entries = found.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).map(|same| {
            let first = same.partition_point(|(.., second)| !second);
            let [_, high, middle, low] = same[0].0.to_be_bytes();
            let counts = first.min(7) << 5 | (same.len() - first).min(31);
            ([high, middle, low], same[0].1.to_be_bytes(), counts as u8)
        });
        Self {
            shared,
            sections,
            entries: entries.collect(),
        }
    }

    /// Returns how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.sections) + size_of_val(&*self.entries)
    }

    /// Returns the number of words in each field of each section.
    pub fn lengths(&self) -> impl Iterator<Item = Counts> {
        let [path, title] = self.shared;
        let sections = self.sections.iter();
        sections.map(move |[headings, text]| [path, title, *headings, *text])
    }

    /// Finds words, which are in order, each with what belongs to it. Returns that, and the
    /// index of a section and how often the word is in its fields; without an index it is
    /// in path or title.
    pub fn find<T: Copy>(
        &self,
        words: &[(WordId, T)],
    ) -> impl Iterator<Item = (T, Option<u16>, Counts)> {
        let mut entries = &*self.entries;
        let id = |([high, middle, low], ..): &Entry| u32::from_be_bytes([0, *high, *middle, *low]);
        words.iter().flat_map(move |(word, of)| {
            entries = &entries[entries.partition_point(|entry| id(entry) < *word)..];
            let found = entries.iter().take_while(move |entry| id(entry) == *word);
            found.map(|(_, section, counts)| {
                let [first, second] = [counts >> 5, counts & 31].map(u32::from);
                match u16::from_be_bytes(*section) {
                    0 => (*of, None, [first, second, 0, 0]),
                    at => (*of, Some(at - 1), [0, 0, first, second]),
                }
            })
        })
    }
}
