//! What a search looks for: words, and where they stand in a text.

use std::cell::OnceCell;
use std::ops::Range;
use std::str::Chars;

use memchr::memmem::Finder;

/// How many words a query has at most.
pub const MAX_WORDS: usize = 32;

/// Of the words of a query, these: a bit each.
pub type Words = u32;

/// The words of a query, each once. A word that has a capital is found as it is
/// written, any other in any case.
#[derive(Debug)]
pub struct Query {
    words: Vec<String>,
    /// One for each word.
    seekers: Vec<Seeker>,
}

/// Why a text is no query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryError {
    /// It holds no word.
    Empty,
    /// It holds more than [`MAX_WORDS`].
    TooMany,
}

/// A word, and how it is looked for.
#[derive(Debug)]
struct Seeker {
    case: Case,
    finder: Finder<'static>,
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
    /// next `"`, or to the end. In it, `""` is a quote, and a line break a space.
    ///
    /// # Errors
    ///
    /// [`QueryError`].
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let mut words: Vec<String> = Vec::new();
        for word in split(text) {
            if !words.contains(&word) {
                words.push(word);
            }
            if words.len() > MAX_WORDS {
                return Err(QueryError::TooMany);
            }
        }
        if words.is_empty() {
            return Err(QueryError::Empty);
        }
        let seekers = words.iter().map(|word| Seeker::new(word)).collect();
        Ok(Self { words, seekers })
    }

    /// Its words, in order.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether one of them, by its number, is found as it is written alone.
    pub fn is_exact(&self, word: usize) -> bool {
        let seeker = self.seekers.get(word);
        seeker.is_some_and(|seeker| seeker.case == Case::Exact)
    }

    /// All of them.
    pub fn all(&self) -> Words {
        Words::MAX >> (MAX_WORDS - self.words.len())
    }

    /// Those that a text holds.
    pub fn found(&self, text: &str) -> Words {
        let forms = Forms::of(text);
        let seekers = self.seekers.iter().enumerate();
        seekers.fold(0, |found, (word, seeker)| {
            let place = seeker.finder.find(forms.of_case(seeker.case));
            found | Words::from(place.is_some()) << word
        })
    }

    /// Where the first of them begins in a text, in bytes.
    pub fn first(&self, text: &str) -> Option<usize> {
        let forms = Forms::of(text);
        let first = self.seekers.iter().filter_map(|seeker| {
            let at = seeker.finder.find(forms.of_case(seeker.case))?;
            Some(Places::of(text, seeker.case).original(at))
        });
        first.min()
    }

    /// Where they stand in a text, in bytes: in order, what touches as one.
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let forms = Forms::of(text);
        let mut places = Vec::new();
        for seeker in &self.seekers {
            let bytes = seeker.finder.needle().len();
            let mut originals = Places::of(text, seeker.case);
            let found = seeker.finder.find_iter(forms.of_case(seeker.case));
            places.extend(found.map(|at| {
                let begin = originals.original(at);
                begin..originals.original_end(at + bytes).max(begin)
            }));
            // After each word, so that they never are more than the text has bytes.
            places.sort_by_key(|place: &Range<usize>| (place.start, place.end));
            places.dedup_by(|next, last| {
                let touches = next.start <= last.end;
                if touches {
                    last.end = last.end.max(next.end);
                }
                touches
            });
        }
        places
    }
}

impl Case {
    fn of(word: &str) -> Self {
        match word.chars().any(|of| !of.to_lowercase().eq([of])) {
            true => Self::Exact,
            false if word.is_ascii() => Self::Ascii,
            false => Self::Lower,
        }
    }
}

impl Seeker {
    fn new(word: &str) -> Self {
        let case = Case::of(word);
        let finder = match case {
            Case::Exact | Case::Ascii => Finder::new(word).into_owned(),
            Case::Lower => Finder::new(&lowered(word)).into_owned(),
        };
        Self { case, finder }
    }
}

/// A text as words are looked for in it, each form made when it is first asked for: one
/// copy in lower case and a plain look are quicker than a look in any case.
struct Forms<'t> {
    text: &'t str,
    ascii: OnceCell<String>,
    lowered: OnceCell<String>,
}

impl<'t> Forms<'t> {
    fn of(text: &'t str) -> Self {
        Self {
            text,
            ascii: OnceCell::new(),
            lowered: OnceCell::new(),
        }
    }

    fn of_case(&self, case: Case) -> &[u8] {
        let text = match case {
            Case::Exact => self.text,
            Case::Ascii => self.ascii.get_or_init(|| self.text.to_ascii_lowercase()),
            Case::Lower => self.lowered.get_or_init(|| lowered(self.text)),
        };
        text.as_bytes()
    }
}

/// Where in a text that stands which was found in a form of it, asked for in order.
struct Places<'t> {
    /// What is left of the text, where its lower case was looked through.
    rest: Option<Chars<'t>>,
    /// Where that begins in the text, and in its lower case.
    at: usize,
    lowered: usize,
}

impl<'t> Places<'t> {
    fn of(text: &'t str, case: Case) -> Self {
        Self {
            rest: (case == Case::Lower).then(|| text.chars()),
            at: 0,
            lowered: 0,
        }
    }

    /// Where the character begins that a place is in.
    fn original(&mut self, place: usize) -> usize {
        self.go_on(|next| next <= place).unwrap_or(place)
    }

    /// Where the character ends that a place ends in.
    fn original_end(&mut self, place: usize) -> usize {
        let reached = self.lowered;
        let mut before = reached;
        let end = self.go_on(|next| std::mem::replace(&mut before, next) < place);
        end.unwrap_or(place)
    }

    /// Passes characters while this is so of where they end in lower case.
    fn go_on(&mut self, mut passes: impl FnMut(usize) -> bool) -> Option<usize> {
        let rest = self.rest.as_mut()?;
        let mut ahead = rest.clone();
        while let Some(character) = ahead.next() {
            let next = self.lowered + lower(character).map(char::len_utf8).sum::<usize>();
            if !passes(next) {
                break;
            }
            self.lowered = next;
            self.at += character.len_utf8();
            *rest = ahead.clone();
        }
        Some(self.at)
    }
}

fn lowered(text: &str) -> String {
    text.chars().flat_map(lower).collect()
}

/// A character in lower case; of the two that one capital sigma has, one.
fn lower(character: char) -> impl Iterator<Item = char> + Clone {
    let character = if character == 'ς' { 'σ' } else { character };
    character.to_lowercase()
}

/// A word as a query has it, whatever it holds.
pub fn quoted(word: &str) -> String {
    match word.starts_with('"') || word.contains(char::is_whitespace) {
        true => format!("\"{}\"", word.replace('"', "\"\"")),
        false => word.to_owned(),
    }
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
                Some(after) => {
                    rest = after;
                    phrase(&mut rest)
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

/// What stands up to the quote that ends it, which is taken away with it.
fn phrase(rest: &mut &str) -> String {
    let mut phrase = String::new();
    while !rest.is_empty() {
        let (text, after) = rest.split_once('"').unwrap_or((rest, ""));
        phrase.push_str(text);
        *rest = after;
        match after.strip_prefix('"') {
            Some(after) => {
                phrase.push('"');
                *rest = after;
            }
            None => break,
        }
    }
    phrase.replace("\r\n", " ").replace(['\n', '\r'], " ")
}
