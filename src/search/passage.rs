//! What to show of a section, and how close to each other the words of a query are in it.

mod lines;

use std::collections::HashMap;
use std::ops::Range;

use super::language::Language;
use super::query::Query;
use super::sections::SectionRange;
use super::terms::Terms;
use super::words::{SENTENCE, each};
pub use lines::is_line_end;
use lines::{CUT_BYTES, Lines};

/// How many words are looked at in a section.
const MAX_PLACES: usize = 1_000;

/// How much better a section is if all words are in one sentence, if those that it holds are
/// close to each other, and if all are next to the words that they follow in the query.
const SAME_SENTENCE: f64 = 0.1;
const CLOSE: f64 = 0.5;
const IN_ORDER: f64 = 0.2;
/// How much less a section counts in which no word has accents as those of the query have.
const OTHER_ACCENTS: f64 = 0.1;
/// How many places apart words are close: in the same or the next sentence.
const NEARBY: u32 = 60;

/// Finds the words of a query in texts.
pub struct Finder<'r> {
    query: &'r Query,
    terms: &'r Terms,
    language: &'r Language,
    /// The words of texts so far, each with the index of its term.
    words: HashMap<String, Option<u16>>,
    /// The weight of all terms.
    all: f64,
}

/// A word in a text.
#[derive(Debug, Clone)]
struct WordPlace {
    /// The index of its term.
    term: usize,
    position: u32,
    /// The number of its sentence.
    sentence: u32,
    range: Range<usize>,
}

impl<'r> Finder<'r> {
    /// Finds the words that were ranked.
    pub fn new(query: &'r Query, terms: &'r Terms, language: &'r Language) -> Self {
        Self {
            query,
            terms,
            language,
            words: HashMap::new(),
            all: terms.list.iter().map(|term| term.weight).sum(),
        }
    }

    /// Returns the words that were found, folded.
    pub fn into_words(self) -> impl Iterator<Item = String> {
        let words = self.words.into_iter();
        words.filter_map(|(word, term)| term.map(|_| word))
    }

    /// Returns where words are in a part of a text, in order.
    fn places(&mut self, text: &str, part: Range<usize>) -> Vec<WordPlace> {
        let (mut places, mut sentence, mut last) = (Vec::new(), 0, 0);
        each(&text[part.clone()], |token| {
            sentence += u32::from(token.position >= last + SENTENCE);
            last = token.position;
            let term = (places.len() < MAX_PLACES).then(|| self.term(token.word));
            if let Some(term) = term.flatten() {
                places.push(WordPlace {
                    term: usize::from(term),
                    position: token.position,
                    sentence,
                    range: part.start + token.range.start..part.start + token.range.end,
                });
            }
        });
        places
    }

    /// Returns the index of the term that finds a word.
    fn term(&mut self, word: &str) -> Option<u16> {
        if let Some(term) = self.words.get(word) {
            return *term;
        }
        let term = self.terms.term(word, &self.language.stem(word));
        self.words.insert(word.to_owned(), term);
        term
    }

    /// Returns what the different terms of some places weigh.
    fn weight<'p>(&self, places: impl IntoIterator<Item = &'p WordPlace>) -> f64 {
        let mut held = vec![false; self.terms.list.len()];
        let places = places.into_iter().map(|place| place.term);
        let different = places.filter(|term| !std::mem::replace(&mut held[*term], true));
        different.map(|term| self.terms.list[term].weight).sum()
    }

    /// Returns the most that one of these lists weighs.
    fn heaviest<'p>(&self, lists: impl Iterator<Item = &'p [WordPlace]>) -> f64 {
        lists.map(|places| self.weight(places)).fold(0.0, f64::max)
    }

    /// Returns how close the words are to each other in a section, as a factor from 1.
    pub fn closeness(&mut self, text: &str, section: &SectionRange) -> f64 {
        let list = &self.terms.list;
        let words = self.places(text, section.range.clone());
        let all = self.weight(&words);
        if all <= 0.0 {
            return 1.0;
        }
        let sentences = words.chunk_by(|a, b| a.sentence == b.sentence);
        let sentence = self.heaviest(sentences);
        // A long list holds many words, but each of its items only some.
        let nearby = (0..words.len()).map(|at| {
            let within = words[at].position + NEARBY;
            &words[at..words.partition_point(|word| word.position <= within)]
        });
        let close = self.heaviest(nearby) / all;
        // The pairs of the query that are as close here, or have one word more between them.
        let mut last: Vec<Option<u32>> = vec![None; list.len()];
        let mut follows = vec![false; list.len()];
        for WordPlace { term, position, .. } in &words {
            if let Some(before) = term.checked_sub(1)
                && let Some(last) = last[before].filter(|last| last < position)
            {
                let gap = list[*term].position.saturating_sub(list[before].position);
                follows[*term] |= *position <= last + gap.max(1) + 1;
            }
            last[*term] = Some(*position);
        }
        let (mut in_order, mut pairs) = (0.0, 0.0);
        for (pair, follows) in list.windows(2).zip(&follows[1..]) {
            let weight = pair[0].weight.min(pair[1].weight);
            pairs += weight;
            in_order += if *follows { weight } else { 0.0 };
        }
        let in_order = if pairs > 0.0 { in_order / pairs } else { 0.0 };
        // The words that have accents as those of the query have, or none.
        let is_exact = |word: &&WordPlace| {
            list[word.term].word.is_ascii() == text[word.range.clone()].is_ascii()
        };
        let other = 1.0 - self.weight(words.iter().filter(is_exact)) / all;
        let near = SAME_SENTENCE * sentence / self.all + CLOSE * close + IN_ORDER * in_order;
        (1.0 + near) * (1.0 - OTHER_ACCENTS * other)
    }

    /// Returns the lines of a section to show: all of it but its heading, or if that takes more
    /// than `most` bytes, whole lines around those with the words of the most weight.
    pub fn passage(&mut self, text: &str, section: &SectionRange, most: usize) -> Vec<String> {
        let lines = Lines::new(text, section.body.clone());
        if lines.bytes(0..lines.len()) <= most {
            return lines.shown(0..lines.len());
        }
        let most = most.saturating_sub(2 * CUT_BYTES);
        // What was found is in the section itself.
        let own = section.range.start.max(section.body.start)..section.range.end;
        let places = self.places(text, own.clone());
        let quoted = self.query.places_of_quoted(&text[own.clone()]).into_iter();
        let quoted: Vec<usize> = quoted.map(|at| own.start + at).collect();
        let words = places.iter().map(|place| place.range.start);
        // Without any, the first lines are shown.
        let first = quoted.iter().copied().chain(words.clone()).next();
        let first = first.unwrap_or(own.start);
        let found = words.chain(quoted).chain(std::iter::once(first));
        let mut found: Vec<usize> = found.map(|place| lines.at(place)).collect();
        found.sort_unstable();
        found.dedup();
        let windows = found.into_iter().filter_map(|at| {
            // A window of empty lines shows nothing.
            let parts = lines
                .window(at, most)
                .filter(|parts| !parts[1].is_empty())?;
            let range = lines.range(&parts[1]);
            let first = places.partition_point(|place| place.range.start < range.start);
            let within = places[first..].iter();
            let within = within.take_while(|place| place.range.end <= range.end);
            // What is quoted weighs more than all words.
            let quoted = self.query.held(&text[range.clone()]).len() as f64 * (self.all + 1.0);
            Some((self.weight(within) + quoted, parts))
        });
        let best = windows.reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((_, parts)) = best {
            return lines.passage(parts);
        }
        let part = lines.cut(first, most);
        let fitting = part
            .is_none()
            .then(|| lines.first_window(lines.at(own.start), most));
        let fitting = fitting.flatten().map(|parts| lines.passage(parts));
        part.or(fitting).unwrap_or_default()
    }
}
