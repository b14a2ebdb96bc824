//! How often each word is in a document: what an index keeps of it.

use super::language::Language;
use super::sections::{Section, heading_path};
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
    /// The sections of the text.
    pub sections: &'d [Section],
}

/// Where in a document a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// In the path of the document.
    Path,
    /// In its title.
    Title,
    /// In the heading of a section, or of one around it.
    Headings,
    /// In the text of a section.
    Text,
}

/// How many fields there are.
pub const FIELDS: usize = 4;

/// A number for each [`Field`].
pub type Counts = [u32; FIELDS];

/// The most that a word is counted in a field: in path or headings, and in title or text.
/// Above that another one makes no difference to a rank.
const MAX_COUNTS: [usize; 2] = [7, 31];
/// How many bits the second of the counts has.
const SHIFT: u32 = 5;
/// How many bytes of an entry are the word.
const WORD: usize = 3;

/// The words of a document, counted by section and field. It takes about a third of the
/// bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The number of sections, and those of words in path, title, headings and text of each
    /// section, with seven bits a byte. Then an entry for each word of each section.
    bytes: Box<[u8]>,
    /// Where the entries begin.
    entries: u32,
    /// The size of an entry: of a word, the section, from 1, or 0 for path and title, and
    /// the counts.
    width: u8,
}

/// How often a word is somewhere in a document. Without the index of a section it is in path
/// or title, which all sections share.
pub type Entry = (Option<u32>, Counts);

impl Block {
    /// Counts the words of a document.
    pub fn new(document: &Document<'_>, vocabulary: &mut Vocabulary, language: &Language) -> Self {
        let mut counter = Counter {
            vocabulary,
            language,
            found: Vec::new(),
        };
        let mut bytes = Vec::new();
        let sections = document.sections.len() as u32;
        let path = counter.count(document.path, 0, Field::Path);
        let title = counter.count(document.title.unwrap_or_default(), 0, Field::Title);
        for number in [sections, path, title] {
            write(number, &mut bytes);
        }
        for (section, at) in document.sections.iter().zip(1..) {
            let path = heading_path(document.headings, section.heading);
            let headings = path
                .iter()
                .map(|text| counter.count(text, at, Field::Headings));
            write(headings.sum(), &mut bytes);
            let text = counter.count(&document.text[section.range.clone()], at, Field::Text);
            write(text, &mut bytes);
        }
        let entries = bytes.len() as u32;
        // Path and title come before the sections.
        let section_bytes = match sections {
            0..0x100 => 1,
            0x100..0x1_0000 => 2,
            _ => 4,
        };
        let mut found = counter.found;
        found.sort_unstable();
        for same in found.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (word, section, _) = same[0];
            bytes.extend(&word.to_be_bytes()[4 - WORD..]);
            bytes.extend(&section.to_be_bytes()[4 - section_bytes..]);
            let second =
                same.partition_point(|found| matches!(found.2, Field::Path | Field::Headings));
            let [first, second] = [
                second.min(MAX_COUNTS[0]),
                (same.len() - second).min(MAX_COUNTS[1]),
            ];
            bytes.push((first << SHIFT | second) as u8);
        }
        let width = (WORD + section_bytes + 1) as u8;
        Self {
            bytes: bytes.into(),
            entries,
            width,
        }
    }

    /// Returns how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.bytes.len()
    }

    /// Returns the number of words in each field of each section.
    pub fn lengths(&self) -> impl Iterator<Item = Counts> {
        let mut bytes = self.bytes.iter();
        let [sections, path, title] = [(); 3].map(|()| read(&mut bytes));
        (0..sections).map(move |_| [path, title, read(&mut bytes), read(&mut bytes)])
    }

    /// Returns the entries of words, which are in order, each with what belongs to the word.
    pub fn find<T: Copy>(&self, words: &[(WordId, T)]) -> impl Iterator<Item = (T, Entry)> {
        let width = usize::from(self.width);
        let entries = &self.bytes[self.entries as usize..];
        let count = entries.len() / width;
        let word_at = move |at: usize| {
            let word: Option<&[u8; WORD]> = entries.get(at * width..)?.first_chunk();
            word.map(|[high, middle, low]| u32::from_be_bytes([0, *high, *middle, *low]))
        };
        let mut first = 0;
        words.iter().flat_map(move |(word, of)| {
            // The first entry that is not before that of the word.
            let mut end = count;
            while first < end {
                let middle = first.midpoint(end);
                match word_at(middle).is_some_and(|before| before < *word) {
                    true => first = middle + 1,
                    false => end = middle,
                }
            }
            let found = (first..count).take_while(move |at| word_at(*at) == Some(*word));
            found.map(move |at| (*of, entry(&entries[at * width + WORD..(at + 1) * width])))
        })
    }
}

/// Reads an entry behind its word.
fn entry(bytes: &[u8]) -> Entry {
    let Some((counts, section)) = bytes.split_last() else {
        return (None, [0; FIELDS]);
    };
    let [first, second] = [counts >> SHIFT, counts & MAX_COUNTS[1] as u8].map(u32::from);
    let section = section.iter();
    match section.fold(0, |number, byte| number << 8 | u32::from(*byte)) {
        0 => (None, [first, second, 0, 0]),
        at => (Some(at - 1), [0, 0, first, second]),
    }
}

struct Counter<'v> {
    vocabulary: &'v mut Vocabulary,
    language: &'v Language,
    /// Words, each with the section, from 1, and the field.
    found: Vec<(WordId, u32, Field)>,
}

impl Counter<'_> {
    /// Adds the words of a text, and returns their number. An identifier counts as its parts.
    fn count(&mut self, text: &str, section: u32, field: Field) -> u32 {
        let mut length = 0;
        each(text, |token| {
            length += u32::from(token.kind != TokenKind::Whole);
            if let Some(word) = self.vocabulary.intern(token.word, self.language) {
                self.found.push((word, section, field));
            }
        });
        length
    }
}

/// Appends a number, seven bits a byte, the lowest first.
fn write(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number that [`write`] has written.
fn read(bytes: &mut std::slice::Iter<'_, u8>) -> u32 {
    let (mut number, mut shift) = (0, 0);
    for byte in bytes {
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            break;
        }
        shift += 7;
    }
    number
}
