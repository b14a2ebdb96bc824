//! What to show of a section, and how close to each other the words of a query are in it.

use std::collections::HashMap;
use std::ops::Range;

use super::language::Language;
use super::query::Query;
use super::sections::SectionRange;
use super::terms::{Terms, WordRole};
use super::words::{SENTENCE, each};

/// How many lines a passage has.
const MAX_LINES: usize = 3;
/// How many words, and how many places of quoted parts, are looked at in a section.
const MAX_PLACES: usize = 10_000;
/// How many characters a passage has.
const MAX_CHARACTERS: usize = 300;
/// How many of them precede the first word in a line that is longer.
const BEFORE: usize = 60;

/// How much better a section is if all words are in one sentence, if all are next to the
/// words that they follow in the query, and if it holds what is quoted.
const SAME_SENTENCE: f64 = 0.1;
const IN_ORDER: f64 = 0.2;
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

    /// Returns how close the words are to each other in a section, as a factor from 1, and
    /// the place of its best passage in the text, in bytes.
    pub fn inspect(&mut self, text: &str, section: &SectionRange) -> (f64, Range<usize>) {
        let places = self.places(text, section.range.clone());
        (
            self.closeness(&places),
            self.passage(text, section, &places),
        )
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

    fn closeness(&self, places: &[WordPlace]) -> f64 {
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
        factor + SAME_SENTENCE * sentence / self.all + IN_ORDER * in_order
    }

    /// Returns the first of the best passages: one with the words of the most weight, and of
    /// those the shortest. Without words it is the first line. The line of a heading is
    /// shown only if the others have no words.
    fn passage(&self, text: &str, section: &SectionRange, places: &[WordPlace]) -> Range<usize> {
        let mut lines = lines(text, section.range.clone());
        let (heading, body) = match section.heading {
            Some(_) if lines.len() > 1 => lines.split_at_mut(1),
            _ => lines.split_at_mut(0),
        };
        let in_body = body.first().map_or(section.range.end, |line| line.start);
        let lines = match places.last() {
            Some(last) if last.range.start < in_body => heading,
            _ => body,
        };
        let mut best: Option<(f64, Range<usize>)> = None;
        let mut held = Vec::new();
        let mut consider = |range: Range<usize>| {
            let within = places.partition_point(|place| place.range.start < range.start);
            let within = places[within..]
                .iter()
                .take_while(|place| place.range.end <= range.end);
            let weight = self.weight(within, &mut held);
            if best.as_ref().is_none_or(|(most, _)| weight > *most) {
                best = Some((weight, range));
            }
        };
        // Shorter ones first.
        for count in 1..=MAX_LINES {
            for lines in lines.windows(count) {
                let range = lines[0].start..lines[count - 1].end;
                // A blank line is no part of a passage.
                let between = |pair: &[Range<usize>]| line_ends(&text[pair[0].end..pair[1].start]);
                if lines.windows(2).any(|pair| between(pair) > 1) {
                    continue;
                }
                if fits(&text[range.clone()]) {
                    consider(range);
                } else if count == 1 {
                    let first = places.partition_point(|place| place.range.start < range.start);
                    let words = places[first..].iter();
                    let words = words.take_while(|place| place.range.start < range.end);
                    // Not around words that are shown with the one before.
                    let mut next = range.start;
                    consider(around(text, range.clone(), next));
                    for WordPlace { range: word, .. } in words {
                        if word.start >= next {
                            consider(around(text, range.clone(), word.start));
                            next = word.start + BEFORE;
                        }
                    }
                }
            }
        }
        best.map_or(section.range.start..section.range.start, |(_, range)| range)
    }
}

/// Returns the lines of a part of a text that are not blank, without white space around
/// them.
fn lines(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let mut begin = part.start;
    let lines = text[part].split_inclusive(['\n', '\r']).filter_map(|line| {
        // A byte order mark may precede the first.
        let text = line.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
        let start = begin + line.len() - text.len();
        begin += line.len();
        let end = start + text.trim_end().len();
        (start < end).then_some(start..end)
    });
    lines.collect()
}

/// Returns how many lines end in a text, as CommonMark has them.
pub fn line_ends(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
    ends.filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
        .count()
}

fn fits(text: &str) -> bool {
    text.len() <= MAX_CHARACTERS || text.chars().nth(MAX_CHARACTERS).is_none()
}

/// Returns the part of a line that has room in a passage and begins before a word.
fn around(text: &str, line: Range<usize>, word: usize) -> Range<usize> {
    let before = text[line.start..word].char_indices().rev().nth(BEFORE - 1);
    let start = match before {
        // Behind the first blank, so that it begins with a word.
        Some((at, _)) => {
            let cut = line.start + at;
            text[cut..word]
                .find(' ')
                .map_or(cut, |blank| cut + blank + 1)
        }
        None => line.start,
    };
    let rest = &text[start..line.end];
    match rest.char_indices().nth(MAX_CHARACTERS) {
        Some((at, _)) => {
            let words = rest[..at].rfind(' ').filter(|blank| start + blank > word);
            start..start + words.unwrap_or(at)
        }
        None => start..line.end,
    }
}
