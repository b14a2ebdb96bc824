//! What to show of a section, and how close to each other the words of a query are in it.

use std::collections::HashMap;
use std::ops::Range;

use super::language::Language;
use super::query::Query;
use super::sections::SectionRange;
use super::tables::{is_prose, is_row, table_head};
use super::terms::{Terms, WordRole};
use super::words::{SENTENCE, character_boundary, each};

/// How many words, and how many places of quoted parts, are looked at in a section.
const MAX_PLACES: usize = 10_000;
/// How many characters precede the first word in a line that is too long for a passage.
const BEFORE: usize = 60;
/// What stands for a part that is not shown.
pub const CUT: &str = "[…]";
/// How many bytes a line takes beside its text: it is indented by two.
const BESIDE: usize = 3;

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

/// A line of what is shown of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PassageLine {
    /// A line of the text, or a part of one.
    Text(String),
    /// In place of lines that are not shown. So many of them are rows of the table that is shown
    /// above or below.
    Cut(usize),
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
        let lines = lines(text, section.body.clone());
        if size(&lines) <= most {
            return copied(text, &lines).collect();
        }
        let most = most.saturating_sub(2 * (CUT.len() + BESIDE));
        let fits = |line: &Range<usize>| line.len() + BESIDE <= most;
        let places = self.places(text, section.body.clone());
        let line_of = |place: &WordPlace| {
            let after = lines.partition_point(|line| line.start <= place.range.start);
            after.saturating_sub(1)
        };
        // What is repeated before a row of a table that begins a passage.
        let head = |at: usize| {
            let head = table_head(text, &lines, at);
            let fits = size(&lines[head.clone()]) + CUT.len() + BESIDE <= most / 4;
            if fits { head } else { at..at }
        };
        let room = |at: usize| match head(at) {
            head if head.is_empty() => most,
            head => most - size(&lines[head]) - CUT.len() - BESIDE,
        };
        let mut held = Vec::new();
        let mut found: Vec<usize> = places.iter().map(line_of).collect();
        found.dedup();
        let windows = found.into_iter().filter(|at| fits(&lines[*at])).map(|at| {
            let start = paragraph_start(&lines, at, most / 2);
            let window = start..end_of(&lines, start, room(start));
            let (begin, end) = (lines[start].start, lines[window.end - 1].end);
            let first = places.partition_point(|place| place.range.start < begin);
            let within = places[first..].iter();
            let within = within.take_while(|place| place.range.end <= end);
            (self.weight(within, &mut held), window)
        });
        let best = windows.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let first = places.first().map_or(0, line_of);
        let window = match best {
            Some((_, window)) => window,
            None if !fits(&lines[first]) && is_prose(text, &lines[first]) => {
                let line = &lines[first];
                let word = places.first().map_or(line.start, |place| place.range.start);
                let part = around(text, line, word, most);
                let before = if part.start > lines[0].start {
                    "[…] "
                } else {
                    ""
                };
                let part = format!("{before}{} {CUT}", &text[part]);
                return vec![PassageLine::Text(part)];
            }
            None => {
                let start = lines.iter().position(|line| !line.is_empty() && fits(line));
                start.map_or(0..0, |start| start..end_of(&lines, start, most))
            }
        };
        // The paragraphs before it for which there is room.
        let room = most.saturating_sub(size(&lines[window.clone()]));
        let starts = (0..window.start).rev();
        let starts = starts.take_while(|at| size(&lines[*at..window.start]) <= room);
        let start = starts
            .filter(|at| *at == 0 || lines[at - 1].is_empty())
            .last();
        let start = start.unwrap_or(window.start);
        let is_blank = |at: usize| lines.get(at).is_none_or(|line| line.is_empty());
        // A last paragraph that is not whole, without any of the words, says nothing.
        let last = (start..window.end).rev().take_while(|at| !is_blank(*at));
        let last = last
            .last()
            .filter(|last| *last > start && !is_blank(window.end));
        let is_found = |last: usize| {
            let found = lines[last].start..lines[window.end - 1].end;
            places
                .iter()
                .any(|place| found.contains(&place.range.start))
        };
        let end = last.filter(|last| !is_found(*last)).unwrap_or(window.end);
        let end = end - (start..end).rev().take_while(|at| is_blank(*at)).count();
        let (head, table) = (head(start), table_head(text, &lines, start));
        let above = if table.is_empty() {
            0
        } else {
            start - table.end
        };
        let mut passage = Vec::new();
        if head.start > 0 {
            passage.push(PassageLine::Cut(0));
        }
        passage.extend(copied(text, &lines[head.clone()]));
        if head.end < start {
            passage.push(PassageLine::Cut(above));
        }
        passage.extend(copied(text, &lines[start..end]));
        if end < lines.len() {
            let below = lines[end.saturating_sub(1)..].iter();
            let below = below.take_while(|line| is_row(text, line)).count();
            passage.push(PassageLine::Cut(below.saturating_sub(1)));
        }
        passage
    }
}

/// Returns how many bytes lines take that are shown.
fn size(lines: &[Range<usize>]) -> usize {
    lines.iter().map(|line| line.len() + BESIDE).sum()
}

/// Returns how many bytes a passage takes, its lines as they are in the text.
pub(super) fn shown_bytes(passage: &[PassageLine]) -> usize {
    let bytes = passage.iter().map(|line| match line {
        PassageLine::Text(line) => line.len() + 1,
        PassageLine::Cut(_) => CUT.len() + 1,
    });
    bytes.sum()
}

fn copied(text: &str, lines: &[Range<usize>]) -> impl Iterator<Item = PassageLine> {
    let lines = lines.iter();
    lines.map(|line| PassageLine::Text(text[line.clone()].to_owned()))
}

/// Returns the first line of the paragraph of a line, as far as there is room for so many bytes.
fn paragraph_start(lines: &[Range<usize>], at: usize, room: usize) -> usize {
    let mut taken = lines[at].len() + BESIDE;
    let above = (0..at).rev().take_while(|above| {
        taken += lines[*above].len() + BESIDE;
        !lines[*above].is_empty() && taken <= room
    });
    above.last().unwrap_or(at)
}

/// Returns the line after the last that fits into so many bytes from a line on, which does.
fn end_of(lines: &[Range<usize>], start: usize, most: usize) -> usize {
    let mut taken = 0;
    let fitting = lines[start..].iter().take_while(|line| {
        taken += line.len() + BESIDE;
        taken <= most
    });
    start + fitting.count().max(1)
}

/// Returns the lines of a part of a text, without their ends and white space before these. The
/// first and the last are not blank.
fn lines(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let mut begin = part.start;
    let mut lines: Vec<Range<usize>> = Vec::new();
    for line in text[part].split_inclusive(is_line_end) {
        begin += line.len();
        let own = line.trim_start_matches('\u{feff}');
        let start = begin - own.len();
        // One end may have two characters.
        if line != "\n" || !text[..start].ends_with('\r') {
            let end = |character: char| character.is_whitespace() || is_line_end(character);
            lines.push(start..start + own.trim_end_matches(end).len());
        }
    }
    let first = lines.iter().position(|line| !line.is_empty());
    let last = lines.iter().rposition(|line| !line.is_empty());
    first
        .zip(last)
        .map_or(Vec::new(), |(first, last)| lines[first..=last].to_vec())
}

/// Returns whether a line ends with a character, for any reader.
pub fn is_line_end(character: char) -> bool {
    matches!(character, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns the part of a line that has room in a passage and begins before a word.
fn around(text: &str, line: &Range<usize>, word: usize, most: usize) -> Range<usize> {
    let before = text[line.start..word].char_indices().rev().nth(BEFORE - 1);
    let start = before.map_or(line.start, |(at, _)| {
        // Behind the first blank, so that it begins with a word.
        let cut = line.start + at;
        let blank = text[cut..word].find(' ');
        blank.map_or(cut, |blank| cut + blank + 1)
    });
    let rest = &text[start..line.end];
    let most = character_boundary(rest, most);
    let blank = rest[..most].rfind(' ').filter(|blank| start + blank > word);
    start..start + blank.unwrap_or(most)
}
