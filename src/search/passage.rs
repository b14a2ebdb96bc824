//! What to show of a section, and how close to each other the words of a query are in it.

mod lines;

use std::collections::HashMap;
use std::ops::Range;

use super::language::Language;
use super::query::Query;
use super::sections::SectionRange;
use super::terms::{Terms, WordRole};
use super::words::{SENTENCE, each};
use lines::Lines;
pub use lines::{CUT, PassageLine, is_line_end, shown_bytes};

/// How many words, and how many places of quoted parts, are looked at in a section.
const MAX_PLACES: usize = 10_000;

/// How much better a section is if all words are in one sentence, if those that it holds are
/// close to each other, if all are next to the words that they follow in the query, and if it
/// holds what is quoted.
const SAME_SENTENCE: f64 = 0.1;
const CLOSE: f64 = 0.5;
const IN_ORDER: f64 = 0.2;
/// How much less a section counts in which no word has accents as those of the query have.
const OTHER_ACCENTS: f64 = 0.1;
const QUOTED: f64 = 1.0;

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

/// How many places apart words are close: in the same or the next sentence.
const NEARBY: u32 = 60;

/// A word or a quoted part in a text.
#[derive(Debug, Clone)]
struct WordPlace {
    /// The index of its term. `None`: it is quoted.
    term: Option<usize>,
    position: u32,
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

    /// Returns where words and quoted parts are in a part of a text, in order.
    fn places(&mut self, text: &str, part: Range<usize>) -> Vec<WordPlace> {
        let mut places = Vec::new();
        let shifted = |range: Range<usize>| part.start + range.start..part.start + range.end;
        let (mut last, mut sentence) = (0, 0);
        each(&text[part.clone()], |token| {
            sentence += u32::from(token.position >= last + SENTENCE);
            last = token.position;
            let term = (places.len() < MAX_PLACES).then(|| self.term(token.word));
            if let Some(term) = term.flatten() {
                places.push(WordPlace {
                    term: Some(usize::from(term)),
                    position: token.position,
                    sentence,
                    range: shifted(token.range),
                });
            }
        });
        let most = MAX_PLACES / self.query.required().len().max(1);
        let quoted = self.query.places(&text[part.clone()], most);
        if !quoted.is_empty() {
            places.extend(quoted.into_iter().map(|range| WordPlace {
                term: None,
                position: 0,
                sentence: 0,
                range: shifted(range),
            }));
            places.sort_by_key(|place| place.range.start);
        }
        places
    }

    /// Returns the index of the term that finds a word.
    fn term(&mut self, word: &str) -> Option<u16> {
        if let Some(term) = self.words.get(word) {
            return *term;
        }
        let term = match self.terms.role(word, &self.language.stem(word)) {
            Some(WordRole::Term(term)) => Some(term),
            Some(WordRole::LeftOut) | None => None,
        };
        self.words.insert(word.to_owned(), term);
        term
    }

    /// Returns what the different terms of some places weigh. What is quoted weighs more than
    /// all of them.
    fn weight<'p>(&self, places: impl Iterator<Item = &'p WordPlace>, held: &mut Vec<bool>) -> f64 {
        held.clear();
        held.resize(self.terms.list.len() + 1, false);
        let mut weight = 0.0;
        for place in places {
            let at = place.term.unwrap_or(self.terms.list.len());
            if !std::mem::replace(&mut held[at], true) {
                let term = self.terms.list.get(at);
                weight += term.map_or(self.all + 1.0, |term| term.weight);
            }
        }
        weight
    }

    /// Returns how close the words are to each other in a section, as a factor from 1.
    pub fn closeness(&mut self, text: &str, section: &SectionRange) -> f64 {
        let places = self.places(text, section.range.clone());
        let quoted = places.iter().any(|place| place.term.is_none());
        let factor = if quoted { 1.0 + QUOTED } else { 1.0 };
        let words: Vec<&WordPlace> = places.iter().filter(|place| place.term.is_some()).collect();
        if self.all <= 0.0 {
            return factor;
        }
        let mut held = Vec::new();
        let sentences = words.chunk_by(|a, b| a.sentence == b.sentence);
        let weights = sentences.map(|words| self.weight(words.iter().copied(), &mut held));
        let sentence = weights.fold(0.0, f64::max);
        let mut positions = vec![Vec::new(); self.terms.list.len()];
        for word in &words {
            positions[word.term.unwrap_or_default()].push(word.position);
        }
        // The pairs of the query that are as close here, or have one word more between them.
        let (mut in_order, mut pairs) = (0.0, 0.0);
        for (pair, positions) in self.terms.list.windows(2).zip(positions.windows(2)) {
            let weight = pair[0].weight.min(pair[1].weight);
            let gap = pair[1].position.saturating_sub(pair[0].position).max(1) + 1;
            let follows = |next: &u32| {
                let before = positions[0].partition_point(|first| first < next);
                before > 0 && *next <= positions[0][before - 1] + gap
            };
            pairs += weight;
            if positions[1].iter().any(follows) {
                in_order += weight;
            }
        }
        let in_order = if pairs > 0.0 { in_order / pairs } else { 0.0 };
        let all = self.weight(words.iter().copied(), &mut held);
        if all <= 0.0 {
            return factor;
        }
        let close = self.densest(&words) / all;
        // The words that have accents as those of the query have, or none.
        let is_exact = |word: &&&WordPlace| {
            let term = word.term.and_then(|at| self.terms.list.get(at));
            term.is_none_or(|term| term.word.is_ascii() == text[word.range.clone()].is_ascii())
        };
        let exact = words.iter().filter(is_exact).copied();
        let other = 1.0 - self.weight(exact, &mut held) / all;
        let near = SAME_SENTENCE * sentence / self.all + CLOSE * close + IN_ORDER * in_order;
        (factor + near) * (1.0 - OTHER_ACCENTS * other)
    }

    /// Returns the most that the different terms of words weigh that are [`NEARBY`]. A long list
    /// holds many words, but each of its items only some.
    fn densest(&self, words: &[&WordPlace]) -> f64 {
        let mut counts = vec![0_usize; self.terms.list.len()];
        let (mut first, mut weight, mut most) = (0, 0.0, 0.0_f64);
        let term = |word: &WordPlace| word.term.unwrap_or_default();
        for word in words {
            while words[first].position + NEARBY < word.position {
                let left = term(words[first]);
                counts[left] -= 1;
                if counts[left] == 0 {
                    weight -= self.terms.list[left].weight;
                }
                first += 1;
            }
            counts[term(word)] += 1;
            if counts[term(word)] == 1 {
                weight += self.terms.list[term(word)].weight;
            }
            most = most.max(weight);
        }
        most
    }

    /// Returns the part of a section to show: all of it but its heading, or if that takes more
    /// than `most` bytes, whole lines around those with the words of the most weight.
    pub fn passage(&mut self, text: &str, section: &SectionRange, most: usize) -> Vec<PassageLine> {
        let whole = Lines::new(text, section.body.clone(), most);
        if whole.fit() {
            return whole.copied(0..whole.len()).collect();
        }
        let lines = whole.cut();
        let places = self.places(text, section.body.clone());
        let mut held = Vec::new();
        let mut found: Vec<usize> = places.iter().map(|place| lines.at(place)).collect();
        found.dedup();
        let windows = found.into_iter().filter(|at| lines.fits(*at)).map(|at| {
            let window = lines.window(at);
            let range = lines.range(&window);
            let first = places.partition_point(|place| place.range.start < range.start);
            let within = places[first..].iter();
            let within = within.take_while(|place| place.range.end <= range.end);
            (self.weight(within, &mut held), window)
        });
        let best = windows.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let first = places.first().map_or(0, |place| lines.at(place));
        let window = match best {
            Some((_, window)) => window,
            None if lines.is_long_prose(first) => {
                let word = places.first().map(|place| place.range.start);
                return vec![PassageLine::Text(lines.around(first, word))];
            }
            None => lines.first_window(),
        };
        lines.passage(lines.start(&window)..lines.end(&window, &places))
    }
}
