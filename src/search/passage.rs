//! What to show of a section, and how close to each other the words of a query are in it.

use std::collections::HashMap;
use std::ops::Range;

use super::language::Language;
use super::query::Query;
use super::sections::SectionRange;
use super::terms::{Terms, WordRole};
use super::words::{SENTENCE, character_boundary, each};
use crate::text::outline::code_blocks;

/// How many words, and how many places of quoted parts, are looked at in a section.
const MAX_PLACES: usize = 10_000;
/// How many characters precede the first word in a line that is too long for a passage.
const BEFORE: usize = 60;
/// What stands for a part that is not shown.
const CUT: &str = "[…]";
/// How many bytes a line takes beside its text: it is indented by two.
const BESIDE: usize = 3;

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
        factor + SAME_SENTENCE * sentence / self.all + IN_ORDER * in_order
    }

    /// Returns the part of a section to show: all of it but its heading, or if that takes more
    /// than `most` bytes, whole lines around those with the words of the most weight.
    pub fn passage(&mut self, text: &str, section: &SectionRange, most: usize) -> String {
        let lines = body(text, section);
        let Some((first, last)) = lines.first().zip(lines.last()) else {
            return String::new();
        };
        let size = |lines: &[Range<usize>]| -> usize {
            lines.iter().map(|line| line.len() + BESIDE).sum()
        };
        let joined = |lines: &[Range<usize>]| -> String {
            let lines: Vec<&str> = lines.iter().map(|line| &text[line.clone()]).collect();
            lines.join("\n")
        };
        if size(&lines) <= most {
            return joined(&lines);
        }
        let most = most.saturating_sub(2 * (CUT.len() + BESIDE));
        let places = self.places(text, first.start..last.end);
        let line_of = |place: &WordPlace| {
            let after = lines.partition_point(|line| line.start <= place.range.start);
            after.saturating_sub(1)
        };
        let fits = |line: &Range<usize>| line.len() + BESIDE <= most;
        let mut best: Option<(f64, Range<usize>)> = None;
        let mut held = Vec::new();
        let mut starts: Vec<usize> = places.iter().map(line_of).collect();
        starts.dedup();
        for at in starts.into_iter().filter(|at| fits(&lines[*at])) {
            // From the beginning of the paragraph, as far as that leaves room.
            let mut room = (most / 2).saturating_sub(lines[at].len());
            let above = (0..at).rev().take_while(|above| {
                let fits = !lines[*above].is_empty() && lines[*above].len() + BESIDE <= room;
                room = room.saturating_sub(lines[*above].len() + BESIDE);
                fits
            });
            let start = above.last().unwrap_or(at);
            let end = end_of(&lines, start, most);
            let range = lines[start].start..lines[end - 1].end;
            let within = places.partition_point(|place| place.range.start < range.start);
            let within = places[within..]
                .iter()
                .take_while(|place| place.range.end <= range.end);
            let weight = self.weight(within, &mut held);
            if best.as_ref().is_none_or(|(most, _)| weight > *most) {
                best = Some((weight, start..end));
            }
        }
        let window = match best {
            Some((_, window)) => window,
            None => {
                let long = places.first().map_or(0, line_of);
                if !fits(&lines[long]) && is_prose(text, &lines[long]) {
                    let word = places
                        .first()
                        .map_or(lines[long].start, |place| place.range.start);
                    let part = around(text, lines[long].clone(), word, most);
                    let before = if part.start > first.start {
                        "[…] "
                    } else {
                        ""
                    };
                    return format!("{before}{} {CUT}", &text[part]);
                }
                let start = lines.iter().position(|line| !line.is_empty() && fits(line));
                start.map_or(0..0, |start| start..end_of(&lines, start, most))
            }
        };
        // The paragraphs before it for which there is room.
        let mut start = window.start;
        let mut taken = size(&lines[window.clone()]);
        for above in (0..window.start).rev() {
            taken += lines[above].len() + BESIDE;
            if taken > most {
                break;
            }
            if above == 0 || lines[above - 1].is_empty() {
                start = above;
            }
        }
        let blank = |at: &usize| lines[*at].is_empty();
        let end = window.end - (start..window.end).rev().take_while(blank).count();
        let mut shown = joined(&lines[start..end]);
        if start > 0 {
            shown.insert_str(0, "[…]\n");
        }
        if end < lines.len() {
            shown.push_str("\n[…]");
        }
        shown
    }
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

/// Returns whether a line can be cut: it is no row of a table, and in no code block.
fn is_prose(text: &str, line: &Range<usize>) -> bool {
    let is_row = text[line.clone()].trim_start().starts_with('|');
    !is_row
        && !code_blocks(text)
            .iter()
            .any(|code| code.contains(&line.start))
}

/// Returns the lines of a section below its heading, without white space at their ends. The
/// first and the last are not blank.
fn body(text: &str, section: &SectionRange) -> Vec<Range<usize>> {
    let mut begin = section.range.start;
    let mut lines: Vec<Range<usize>> = Vec::new();
    for line in text[section.range.clone()].split_inclusive(is_line_end) {
        begin += line.len();
        let own = line.trim_start_matches('\u{feff}');
        let start = begin - own.len();
        // One end may have two characters.
        if line != "\n" || !text[..start].ends_with('\r') {
            lines.push(start..start + own.trim_end().len());
        }
    }
    let heading = match section.heading {
        Some(_) => {
            let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
            let line = text[lines.get(first).cloned().unwrap_or(0..0)].trim_start();
            let underlines = |line: &Range<usize>| {
                let line = text[line.clone()].trim();
                !line.is_empty()
                    && (line.trim_matches('=').is_empty() || line.trim_matches('-').is_empty())
            };
            // One that is underlined may have several lines.
            let underline = match line.starts_with('#') {
                true => None,
                false => lines.iter().position(underlines),
            };
            underline.unwrap_or(first) + 1
        }
        None => 0,
    };
    let lines = lines.split_off(heading.min(lines.len()));
    let first = lines
        .iter()
        .position(|line| !line.is_empty())
        .unwrap_or(lines.len());
    let end = lines
        .iter()
        .rposition(|line| !line.is_empty())
        .map_or(first, |last| last + 1);
    lines[first..end].to_vec()
}

/// Returns whether a line ends with a character, for any reader.
pub fn is_line_end(character: char) -> bool {
    matches!(character, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns the part of a line that has room in a passage and begins before a word.
fn around(text: &str, line: Range<usize>, word: usize, most: usize) -> Range<usize> {
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
    let most = character_boundary(rest, most);
    let words = rest[..most].rfind(' ').filter(|blank| start + blank > word);
    start..start + words.unwrap_or(most)
}
