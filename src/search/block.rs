//! How often each word is in a document: what an index keeps of it.

pub mod counter;

use super::vocabulary::WordId;

/// The fields of a section: the path of the document, its title, the headings of the
/// section, and its text.
pub const FIELDS: usize = 4;

/// A number for each field.
pub type Counts = [u32; FIELDS];

/// The words of a document, counted by section and field. It takes about half of the bytes
/// of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The parts: path and title, and then the sections. The number of words in the two fields
    /// of each, those of the headings above it counted, and the part that it is in.
    parts: Box<[([u32; 2], u16)]>,
    /// Each word of each part, in order.
    entries: Box<[Entry]>,
}

/// How often a word is in a part, in six bytes without alignment: the word, the part, and the
/// counts in path or own heading, up to 7, and in title or text, up to 31. More make no
/// difference.
type Entry = ([u8; 3], [u8; 2], u8);

/// A document that is ranked: its number, its block, and how many quoted parts it holds.
pub type RankedDocument<'d> = (u32, &'d Block, usize);

fn word(([high, middle, low], ..): &Entry) -> WordId {
    u32::from_be_bytes([0, *high, *middle, *low])
}

impl Block {
    /// Drops the words that are of no interest. How many there are still counts.
    pub fn retain(&mut self, mut is_kept: impl FnMut(WordId) -> bool) {
        let kept = self.entries.iter().filter(|entry| is_kept(word(entry)));
        self.entries = kept.copied().collect();
    }

    /// Returns how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.parts) + size_of_val(&*self.entries)
    }

    /// Returns the number of words in each field of each section, and the part that it is in.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = (Counts, u16)> {
        let ([path, title], _) = self.parts[0];
        let sections = self.parts[1..].iter();
        sections.map(move |([headings, text], parent)| ([path, title, *headings, *text], *parent))
    }

    /// Returns the part that a part is in. Part 0 is in none.
    pub fn above(&self, part: u16) -> Option<u16> {
        let (_, above) = self.parts[1..].get(usize::from(part).checked_sub(1)?)?;
        Some(*above)
    }

    /// Finds words, which are in order, each with what belongs to it. Returns that, a part, and
    /// how often the word is in its fields, where headings above it do not count. Part 0 is
    /// path and title, the others are the sections.
    pub fn find<T: Copy>(
        &self,
        words: &[(WordId, T)],
    ) -> impl Iterator<Item = (T, u16, [u8; FIELDS])> {
        let (mut entries, mut words) = (&*self.entries, words);
        // Either may be by far the longer one.
        let shared = std::iter::from_fn(move || {
            loop {
                let (id, _) = words.first()?;
                entries = &entries[entries.partition_point(|entry| word(entry) < *id)..];
                let next = word(entries.first()?);
                if *id == next {
                    return Some((words.split_off_first()?, entries));
                }
                words = &words[words.partition_point(|(id, _)| *id < next)..];
            }
        });
        shared.flat_map(move |((id, of), entries)| {
            let found = entries.iter().take_while(move |entry| word(entry) == *id);
            found.map(|(_, part, counts)| {
                let [first, second] = [counts >> 5, counts & 31];
                match u16::from_be_bytes(*part) {
                    0 => (*of, 0, [first, second, 0, 0]),
                    part => (*of, part, [0, 0, first, second]),
                }
            })
        })
    }
}
