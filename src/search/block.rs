//! Word counts of a document, as a search index keeps them.

pub mod counter;

use super::vocabulary::WordId;

/// The number of fields of a section: the path of the document, its title, the headings of the
/// section, and its text.
pub const FIELDS: usize = 4;

/// One count per field of a section.
pub type Counts = [u32; FIELDS];

/// The words of a document, counted by section and field. A block takes about half as many bytes as
/// the text of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The parts: first the path and title, then one part per section. Per part: the lengths in
    /// words of its two fields (path and title, or headings and text), and the index of its parent.
    /// The headings of a section include the headings above it.
    parts: Box<[([u32; 2], u16)]>,
    /// The counts of each word in each part, sorted by word and part.
    entries: Box<[Entry]>,
}

/// The count of a word in a part, packed into six bytes without alignment: the word, the part, and
/// two counts. The first count is for the path or the section's own heading, and is at most 7. The
/// second count is for the title or text, and is at most 31. Higher counts make no difference.
type Entry = ([u8; 3], [u8; 2], u8);

/// A document to rank: its number, its block, and the number of quoted parts that it contains.
pub type RankedDocument<'d> = (u32, &'d Block, usize);

fn word(([high, middle, low], ..): &Entry) -> WordId {
    u32::from_be_bytes([0, *high, *middle, *low])
}

impl Block {
    /// Removes the words for which `is_kept` returns false. The lengths of the fields still include
    /// these words.
    pub fn retain(&mut self, mut is_kept: impl FnMut(WordId) -> bool) {
        let kept = self.entries.iter().filter(|entry| is_kept(word(entry)));
        self.entries = kept.copied().collect();
    }

    /// Returns the memory used by the block, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.parts) + size_of_val(&*self.entries)
    }

    /// Returns the number of words in each field of each section, and the index of the section's
    /// parent part.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = (Counts, u16)> {
        let ([path, title], _) = self.parts[0];
        let sections = self.parts[1..].iter();
        sections.map(move |([headings, text], parent)| ([path, title, *headings, *text], *parent))
    }

    /// Returns the index of the parent of `part`. Part 0 has no parent.
    pub fn above(&self, part: u16) -> Option<u16> {
        let (_, above) = self.parts[1..].get(usize::from(part).checked_sub(1)?)?;
        Some(*above)
    }

    /// Finds `words`, which must be sorted by id. Yields one item for each word and each part that
    /// contains it: the value paired with the word, the index of the part, and the word's counts in
    /// the part's fields. The counts do not include the headings above the part. Part 0 is the path
    /// and title, and the other parts are the sections.
    pub fn find<T: Copy>(
        &self,
        words: &[(WordId, T)],
    ) -> impl Iterator<Item = (T, u16, [u8; FIELDS])> {
        let (mut entries, mut words) = (&*self.entries, words);
        // Either list may be far longer than the other, so both are searched by bisection.
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
        shared.flat_map(move |((id, label), entries)| {
            let found = entries.iter().take_while(move |entry| word(entry) == *id);
            found.map(|(_, part, counts)| {
                let [first, second] = [counts >> 5, counts & 31];
                match u16::from_be_bytes(*part) {
                    0 => (*label, 0, [first, second, 0, 0]),
                    part => (*label, part, [0, 0, first, second]),
                }
            })
        })
    }
}
