//! Where each character of a name stands.

/// A set: `[abc]`, `[!a-z]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Set {
    pub negated: bool,
    /// From a character to another, both included.
    pub ranges: Vec<(char, char)>,
}

impl Set {
    /// How many steps it takes to find where its members stand.
    pub(super) fn cost(&self) -> usize {
        4 * self.ranges.len()
    }
}

/// The characters after ASCII begin here.
const ASCII_END: usize = 128;

/// A name, taken apart by where its characters stand, and how far the tokens so
/// far can reach in it.
///
/// A mask has a bit for each character of the name. Masks are kept for "any of
/// the first `n` characters in the order of characters", so that a range of
/// characters is the difference of two of them.
#[derive(Debug)]
pub(super) struct Positions {
    name: String,
    /// The characters that occur, in their order, each once.
    distinct: Vec<u32>,
    /// For each ASCII character and the one after, how many that occur come before.
    before: [u16; ASCII_END + 1],
    /// The masks, one after the other: one more than there are characters.
    masks: Vec<u64>,
    /// How many words a mask has.
    words: usize,
    /// The places that the tokens so far can stand for, from the name's start on.
    ends: Vec<u64>,
    /// The words of `ends` before this one are zero.
    from: usize,
    characters: usize,
    /// The masks of the sets that were looked for, and whose sets they are.
    sets: Vec<Option<usize>>,
    sets_of: *const Set,
    set_masks: Vec<u64>,
    /// The name's characters, each with its place.
    sorted: Vec<u64>,
}

impl Default for Positions {
    fn default() -> Self {
        Self {
            name: String::new(),
            distinct: Vec::new(),
            before: [0; ASCII_END + 1],
            masks: Vec::new(),
            words: 0,
            ends: Vec::new(),
            from: 0,
            characters: 0,
            sets: Vec::new(),
            sets_of: std::ptr::null(),
            set_masks: Vec::new(),
            sorted: Vec::new(),
        }
    }
}

impl Positions {
    /// Begins anew at the start of a name.
    pub(super) fn turn_to(&mut self, name: &str) {
        if self.words == 0 || self.name != name {
            self.take_apart(name);
        }
        self.ends.clear();
        self.ends.resize(self.words, 0);
        self.ends[0] = 1;
        self.from = 0;
    }

    fn take_apart(&mut self, name: &str) {
        self.name.clear();
        self.name.push_str(name);
        self.sets.clear();
        self.sorted.clear();
        let characters = name.chars().zip(0_u64..);
        self.sorted
            .extend(characters.map(|(character, at)| (u64::from(character) << 32) | at));
        self.sorted.sort_unstable();
        self.characters = self.sorted.len();
        self.words = self.characters / 64 + 1;
        self.distinct.clear();
        self.masks.clear();
        self.masks.resize(self.words, 0);
        for &entry in &self.sorted {
            let (character, at) = ((entry >> 32) as u32, (entry & 0xFFFF_FFFF) as usize);
            if self.distinct.last() != Some(&character) {
                self.distinct.push(character);
                let last = self.masks.len() - self.words;
                self.masks.extend_from_within(last..);
            }
            let last = self.masks.len() - self.words;
            self.masks[last + at / 64] |= 1 << (at % 64);
        }
        let mut next = 0;
        for (&character, count) in self.distinct.iter().zip(0..).take(ASCII_END + 1) {
            let character = (character as usize).min(ASCII_END);
            if next <= character {
                self.before[next..=character].fill(count);
                next = character + 1;
            }
        }
        let count = u16::try_from(self.distinct.len()).unwrap_or(u16::MAX);
        self.before[next..].fill(count);
    }

    /// So many characters come next, whichever they are. Whether that can be.
    pub(super) fn skip(&mut self, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        let (by_words, by_bits) = (count / 64, count % 64);
        for word in (self.from..self.words).rev() {
            let from = |back: usize| {
                let at = word.checked_sub(back)?;
                self.ends.get(at)
            };
            let low = from(by_words).map_or(0, |end| end << by_bits);
            let carried = from(by_words + 1).filter(|_| by_bits > 0);
            self.ends[word] = low | carried.map_or(0, |end| end >> (64 - by_bits));
        }
        // What would stand after the name's end does not.
        self.ends[self.words - 1] &= u64::MAX >> (63 - self.characters % 64);
        self.settle();
        self.ends[self.from] != 0
    }

    /// This character comes next.
    pub(super) fn character(&mut self, character: char, run: bool) -> bool {
        let (first, end) = self.range(character, character);
        self.step(first, end, run)
    }

    /// One of this set of a pattern's comes next.
    pub(super) fn set(&mut self, sets: &[Set], number: usize, run: bool) -> bool {
        let Some(set) = sets.get(number) else {
            return false;
        };
        if let [(first, last)] = set.ranges[..]
            && !set.negated
        {
            let (first, end) = self.range(first, last);
            return self.step(first, end, run);
        }
        if self.sets_of != sets.as_ptr() || self.sets.is_empty() {
            self.sets_of = sets.as_ptr();
            self.sets.clear();
            self.sets.resize(sets.len(), None);
            self.set_masks.clear();
        }
        let at = self.sets[number].unwrap_or_else(|| {
            let at = self.look_for(set);
            self.sets[number] = Some(at);
            at
        });
        let mask = &self.set_masks[at + self.from..at + self.words];
        let none = &self.masks[self.from..self.words];
        let any = advance(&mut self.ends[self.from..], none, mask, run);
        self.settle();
        any
    }

    /// Finds where a set's members stand; where their mask begins.
    fn look_for(&mut self, set: &Set) -> usize {
        let at = self.set_masks.len();
        let all = if set.negated { self.distinct.len() } else { 0 };
        self.set_masks
            .extend_from_slice(&self.masks[all * self.words..][..self.words]);
        for &(first, last) in &set.ranges {
            let (first, end) = self.range(first, last);
            for word in 0..self.words {
                let members =
                    self.masks[first * self.words + word] ^ self.masks[end * self.words + word];
                let mask = &mut self.set_masks[at + word];
                if set.negated {
                    *mask &= !members;
                } else {
                    *mask |= members;
                }
            }
        }
        at
    }

    /// How many characters that occur come before `first`, and up to `last`.
    fn range(&self, first: char, last: char) -> (usize, usize) {
        let before = |character: u32| match self.before.get(character as usize) {
            Some(count) => usize::from(*count),
            None => self.distinct.partition_point(|known| *known < character),
        };
        (before(u32::from(first)), before(u32::from(last) + 1))
    }

    fn step(&mut self, first: usize, end: usize, run: bool) -> bool {
        let (words, from) = (self.words, self.from);
        let before = &self.masks[first * words..][from..words];
        let up_to = &self.masks[end * words..][from..words];
        let any = advance(&mut self.ends[from..], before, up_to, run);
        self.settle();
        any
    }

    /// Leaves behind the words that no end is in any more.
    fn settle(&mut self) {
        while self.from + 1 < self.words && self.ends[self.from] == 0 {
            self.from += 1;
        }
    }

    /// Whether the tokens can stand for the whole name.
    pub(super) fn at_end(&self) -> bool {
        self.ends[self.characters / 64] >> (self.characters % 64) & 1 == 1
    }
}

/// Moves each end over the next character, where that is in one of the masks and
/// not in the other: whether any is left. After a `run`, every place from the
/// first end on is one.
fn advance(ends: &mut [u64], before: &[u64], up_to: &[u64], run: bool) -> bool {
    let (mut carry, mut reached, mut any) = (0, 0, 0);
    for ((end, before), up_to) in ends.iter_mut().zip(before).zip(up_to) {
        let mut place = *end;
        if run {
            // All bits from the first on, and all of the words that follow.
            place |= place.wrapping_neg() | reached;
            reached = (place >> 63).wrapping_neg();
        }
        let hit = place & (before ^ up_to);
        *end = hit << 1 | carry;
        carry = hit >> 63;
        any |= *end;
    }
    any != 0
}
