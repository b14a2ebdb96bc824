//! What a search looks for: words, and where they stand in a text.

use std::ops::Range;

use aho_corasick::{AhoCorasick, Match};

/// How many words a query has at most.
pub const MAX_WORDS: usize = 32;

/// Of the words of a query, these: a bit each.
pub type Words = u32;

/// The words of a query, each once. A word that has a capital is found as it is
/// written, any other in any case.
#[derive(Debug)]
pub struct Query {
    words: Vec<String>,
    seekers: Vec<Seeker>,
}

/// Why a text is no query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryFault {
    /// It holds no word.
    Empty,
    /// It holds more than [`MAX_WORDS`], or more than can be looked for at once.
    TooMany,
}

/// Words that are looked for in one way.
#[derive(Debug)]
struct Seeker {
    automaton: AhoCorasick,
    /// Which words of the query they are, by the automaton's numbers.
    words: Vec<usize>,
    all: Words,
    /// Whether the text is put into lower case first.
    lowers: bool,
}

/// How a word is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Exact,
    /// ASCII letters in any case.
    Ascii,
    /// As lower case.
    Lower,
}

impl Query {
    /// Reads a query: words between white space; what begins with `"` goes on to the
    /// next `"`, or to the end. In it, a line break is a space.
    ///
    /// # Errors
    ///
    /// [`QueryFault`].
    pub fn parse(text: &str) -> Result<Self, QueryFault> {
        let mut words: Vec<String> = Vec::new();
        for word in split(text) {
            if !words.contains(&word) {
                words.push(word);
            }
            if words.len() > MAX_WORDS {
                return Err(QueryFault::TooMany);
            }
        }
        if words.is_empty() {
            return Err(QueryFault::Empty);
        }
        let mut seekers = Vec::new();
        for case in [Case::Exact, Case::Ascii, Case::Lower] {
            let all = words.iter().enumerate();
            let of: Vec<(usize, &String)> =
                all.filter(|(_, word)| Case::of(word) == case).collect();
            if !of.is_empty() {
                seekers.push(Seeker::new(case, &of)?);
            }
        }
        Ok(Self { words, seekers })
    }

    /// Its words, in order.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// All of them.
    pub fn all(&self) -> Words {
        Words::MAX >> (MAX_WORDS - self.words.len())
    }

    /// Those that a text holds.
    pub fn found(&self, text: &str) -> Words {
        let mut found = 0;
        for seeker in &self.seekers {
            seeker.each(text, |word, _| {
                found |= 1 << word;
                found & seeker.all != seeker.all
            });
        }
        found
    }

    /// Where they stand in a text, in bytes: in order, what touches as one.
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        for seeker in &self.seekers {
            seeker.each(text, |_, place| {
                places.push(place);
                true
            });
        }
        places.sort_by_key(|place| (place.start, place.end));
        places.dedup_by(|next, last| {
            let touches = next.start <= last.end;
            if touches {
                last.end = last.end.max(next.end);
            }
            touches
        });
        places
    }
}

impl Case {
    fn of(word: &str) -> Self {
        match word.chars().any(|of| !lower(of).eq([of])) {
            true => Self::Exact,
            false if word.is_ascii() => Self::Ascii,
            false => Self::Lower,
        }
    }
}

impl Seeker {
    fn new(case: Case, of: &[(usize, &String)]) -> Result<Self, QueryFault> {
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(case == Case::Ascii)
            .build(of.iter().map(|(_, word)| word))
            .map_err(|_| QueryFault::TooMany)?;
        Ok(Self {
            automaton,
            words: of.iter().map(|(word, _)| *word).collect(),
            all: of.iter().fold(0, |all, (word, _)| all | 1 << word),
            lowers: case == Case::Lower,
        })
    }

    /// Hands on every place of every word, until it is enough.
    fn each(&self, text: &str, mut each: impl FnMut(usize, Range<usize>) -> bool) {
        let lowered = self.lowers.then(|| Lowered::new(text));
        let searched = lowered.as_ref().map_or(text, |lowered| &lowered.text);
        let mut each = |found: Match| {
            let place = match &lowered {
                Some(lowered) => lowered.place(found.range()),
                None => found.range(),
            };
            each(self.words[found.pattern().as_usize()], place)
        };
        // One word is looked for faster than several that may overlap.
        match *self.words {
            [_] => self.automaton.find_iter(searched).all(&mut each),
            _ => (self.automaton.find_overlapping_iter(searched)).all(&mut each),
        };
    }
}

/// A text in lower case, character by character.
struct Lowered {
    text: String,
    /// Where characters begin that have more or fewer bytes than before: here and there.
    shifts: Vec<(usize, usize)>,
}

impl Lowered {
    fn new(text: &str) -> Self {
        let mut lowered = Self {
            text: String::with_capacity(text.len()),
            shifts: Vec::new(),
        };
        for (at, character) in text.char_indices() {
            let begin = lowered.text.len();
            lowered.text.extend(lower(character));
            if lowered.text.len() - begin != character.len_utf8() {
                // It is one place, whatever is found in it, and what follows another.
                lowered.shifts.push((begin, at));
                lowered
                    .shifts
                    .push((lowered.text.len(), at + character.len_utf8()));
            }
        }
        lowered
    }

    /// Where this stands in the text itself.
    fn place(&self, place: Range<usize>) -> Range<usize> {
        let original = |at: usize| {
            let after = self.shifts.partition_point(|(here, _)| *here <= at);
            match after.checked_sub(1).map(|last| self.shifts[last]) {
                None => at,
                // Within a character that was put into another length.
                Some((_, there)) if after % 2 == 1 => there,
                Some((here, there)) => there + (at - here),
            }
        };
        original(place.start)..original(place.end).max(original(place.start))
    }
}

fn lower(character: char) -> impl Iterator<Item = char> + Clone {
    character.to_lowercase()
}

/// The words of a query as they are written.
fn split(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return None;
            }
            let word = match rest.strip_prefix('"') {
                Some(phrase) => {
                    let (phrase, after) = phrase.split_once('"').unwrap_or((phrase, ""));
                    rest = after;
                    phrase.replace("\r\n", " ").replace(['\n', '\r'], " ")
                }
                None => {
                    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    let (word, after) = rest.split_at(end);
                    rest = after;
                    word.to_owned()
                }
            };
            // Nothing in quotes says nothing.
            if !word.trim().is_empty() {
                return Some(word);
            }
        }
    })
}
