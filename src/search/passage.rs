//! Chooses the passage of a section to show, and measures how close the words of a query are in it.

mod lines;
mod noise;

use std::collections::HashMap;
use std::ops::Range;

use super::language::Language;
use super::query::Query;
use super::sections::SectionRange;
use super::terms::Terms;
use super::words::{SENTENCE, each};
pub use lines::is_line_end;
use lines::{Around, BESIDE, Lines};

/// The maximum number of query words located in a section.
const MAX_PLACES: usize = 1_000;

/// The bonus for a section with all words in one sentence, as a fraction of its score.
const SAME_SENTENCE: f64 = 0.1;
/// The bonus for a section in which the words found are close to each other, as a fraction of its
/// score.
const CLOSE: f64 = 0.5;
/// The bonus for a section in which all words follow each other as in the query, as a fraction of
/// its score.
const IN_ORDER: f64 = 0.2;
/// The penalty for a section in which no word has the same accents as in the query, as a fraction
/// of its score.
const OTHER_ACCENTS: f64 = 0.1;
/// The maximum distance of close words, in positions: within the same or the next sentence.
const NEARBY: u32 = 60;

/// A finder for the words of a query in documents.
pub struct Finder<'r> {
    query: &'r Query,
    terms: &'r Terms,
    language: &'r Language,
    /// The words read so far, each with the index of the term that finds it, if any.
    words: HashMap<String, Option<u16>>,
    /// The total weight of the terms.
    all: f64,
    /// The names of the query as written, but in lower case.
    names: Vec<String>,
}

/// The part of a section that is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passage {
    /// The lines to show.
    pub lines: Vec<String>,
    /// The range of the lines in the text.
    pub range: Range<usize>,
}

impl Passage {
    /// Returns the number of bytes that the lines take in an answer.
    pub fn bytes(&self) -> usize {
        self.lines.iter().map(|line| line.len() + BESIDE).sum()
    }
}

/// An occurrence of a word of the query.
#[derive(Debug, Clone)]
struct WordPlace {
    /// The index of the term that finds the word.
    term: usize,
    position: u32,
    /// The number of the sentence that contains the word.
    sentence: u32,
    range: Range<usize>,
}

impl<'r> Finder<'r> {
    /// Creates a finder for the words in `terms`, which have been ranked.
    pub fn new(query: &'r Query, terms: &'r Terms, language: &'r Language) -> Self {
        Self {
            query,
            terms,
            language,
            words: HashMap::new(),
            all: terms.list.iter().map(|term| term.weight).sum(),
            names: terms
                .list
                .iter()
                .filter_map(|term| Some(term.name.as_deref()?.to_lowercase()))
                .collect(),
        }
    }

    /// Returns the words found so far, folded.
    pub fn into_words(self) -> impl Iterator<Item = String> {
        let words = self.words.into_iter();
        words.filter_map(|(word, term)| term.map(|_| word))
    }

    /// Returns the first [`MAX_PLACES`] places of the query's words in the range `part` of `text`,
    /// in order.
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

    /// Returns the index of the term that finds `word`, if any.
    fn term(&mut self, word: &str) -> Option<u16> {
        if let Some(term) = self.words.get(word) {
            return *term;
        }
        let term = self.terms.term(word, &self.language.stem(word));
        self.words.insert(word.to_owned(), term);
        term
    }

    /// Returns the fraction of the query's names that `text` contains, ignoring case.
    fn names_in(&self, text: &str) -> f64 {
        if self.names.is_empty() {
            return 0.0;
        }
        let lower = text.to_lowercase();
        let held = self.names.iter().filter(|name| lower.contains(&***name));
        held.count() as f64 / self.names.len() as f64
    }

    /// Returns the total weight of the distinct terms in `places`.
    fn weight<'p>(&self, places: impl IntoIterator<Item = &'p WordPlace>) -> f64 {
        let mut held = vec![false; self.terms.list.len()];
        let places = places.into_iter().map(|place| place.term);
        let different = places.filter(|term| !std::mem::replace(&mut held[*term], true));
        different.map(|term| self.terms.list[term].weight).sum()
    }

    /// Returns the total weight of the heaviest list in `lists`.
    fn heaviest<'p>(&self, lists: impl Iterator<Item = &'p [WordPlace]>) -> f64 {
        lists.map(|places| self.weight(places)).fold(0.0, f64::max)
    }

    /// Returns a factor for the score of `section`, a section of `text`. The factor is higher the
    /// closer the words are to each other, and lower if their accents differ from the accents in
    /// the query.
    pub fn closeness(&mut self, text: &str, section: &SectionRange) -> f64 {
        let list = &self.terms.list;
        let words = self.places(text, section.range.clone());
        let all = self.weight(&words);
        if all <= 0.0 {
            return 1.0;
        }
        let sentences = words.chunk_by(|a, b| a.sentence == b.sentence);
        let sentence = self.heaviest(sentences);
        // A long list contains many words, but each item contains only a few.
        let nearby = (0..words.len()).map(|at| {
            let within = words[at].position + NEARBY;
            &words[at..words.partition_point(|word| word.position <= within)]
        });
        let close = self.heaviest(nearby) / all;
        // Pairs of query words that are as close in the text as in the query, or have one more word
        // between them.
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
        // Whether the word has accents if the query's word does, and no accents otherwise.
        let is_exact = |word: &&WordPlace| {
            list[word.term].word.is_ascii() == text[word.range.clone()].is_ascii()
        };
        let other = 1.0 - self.weight(words.iter().filter(is_exact)) / all;
        let near = SAME_SENTENCE * sentence / self.all + CLOSE * close + IN_ORDER * in_order;
        (1.0 + near) * (1.0 - OTHER_ACCENTS * other)
    }

    /// Returns the passage of `section` to show: everything except its heading, if the whole text
    /// fits in `most` bytes. Otherwise, returns the lines around the words with the most weight, or
    /// a part of a line that is too long.
    pub fn passage(&mut self, text: &str, section: &SectionRange, most: usize) -> Passage {
        let lines = Lines::new(text, section);
        let all = 0..lines.len();
        if lines.bytes(all.clone()) <= most {
            return Passage {
                range: lines.range(&all),
                lines: lines.shown(all),
            };
        }
        // The matches are in the section's own text.
        let own = section.own();
        let places = self.places(text, own.clone());
        let quoted = self.query.places_of_quoted(&text[own.clone()]).into_iter();
        let quoted = quoted.map(|at| own.start + at);
        let words = places.iter().map(|place| place.range.start);
        let mut found: Vec<usize> = words.chain(quoted).collect();
        // Without any match, the first lines are shown.
        if found.is_empty() {
            found.push(own.start);
        }
        found.sort_unstable();
        let (mut best, mut looked_at): (Option<(f64, Around)>, _) = (None, None);
        for place in found {
            let around = lines.around(place, most);
            // A line that does not fit is cut around each word.
            let is_cut = matches!(around, Around::Part(_));
            if !is_cut && looked_at.replace(lines.at(place)) == Some(lines.at(place)) {
                continue;
            }
            let range = lines.place(&around);
            let first = places.partition_point(|place| place.range.start < range.start);
            let within = places[first..].iter();
            let within = within.take_while(|place| place.range.end <= range.end);
            // A quoted part weighs more than all words together.
            let quoted = self.query.held(&text[range.clone()]).len() as f64 * (self.all + 1.0);
            let named = self.names_in(&text[range.clone()]) * self.all;
            let weight = self.weight(within) + quoted + named;
            if range.is_empty() || best.as_ref().is_some_and(|(best, _)| *best >= weight) {
                continue;
            }
            best = Some((weight, around));
        }
        let best = best.map(|(_, around)| Passage {
            range: lines.extent(&around),
            lines: lines.passage(&around),
        });
        best.unwrap_or_default()
    }
}
