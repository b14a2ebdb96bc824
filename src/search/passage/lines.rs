//! The lines of a section that are shown of it.

use std::ops::Range;

use crate::search::words::character_boundary;
use crate::text::outline::code_blocks;

/// How many characters precede the first word in a line that is too long for a passage.
const BEFORE: usize = 60;
/// What stands for a part that is not shown.
const CUT: &str = "[…]";
/// How many bytes a line takes beside its text: it is indented by two.
const BESIDE: usize = 3;
/// How many bytes it takes to say that a part is not shown.
pub(super) const CUT_BYTES: usize = CUT.len() + BESIDE;

/// The lines of a section.
pub(super) struct Lines<'t> {
    text: &'t str,
    /// The range of each in the text, without its end and white space before that.
    lines: Vec<Range<usize>>,
}

impl<'t> Lines<'t> {
    /// Returns the lines of a part of a text. The first and the last are not blank.
    pub(super) fn new(text: &'t str, part: Range<usize>) -> Self {
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
        let lines = Self { text, lines };
        let shown = lines.without_blank(0..lines.len());
        Self {
            lines: lines.lines[shown].to_vec(),
            ..lines
        }
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns how many bytes lines take that are shown.
    pub(super) fn bytes(&self, lines: Range<usize>) -> usize {
        let lines = self.lines[lines].iter();
        lines.map(|line| line.len() + BESIDE).sum()
    }

    /// Returns the number of the line that holds a place of the text.
    pub(super) fn at(&self, place: usize) -> usize {
        let after = self.lines.partition_point(|line| line.start <= place);
        after.saturating_sub(1)
    }

    /// Returns the range of lines in the text.
    pub(super) fn range(&self, lines: &Range<usize>) -> Range<usize> {
        self.lines[lines.start].start..self.lines[lines.end - 1].end
    }

    /// Returns the lines as they are shown.
    pub(super) fn shown(&self, lines: Range<usize>) -> Vec<String> {
        let lines = self.lines[lines].iter();
        lines
            .map(|line| self.text[line.clone()].to_owned())
            .collect()
    }

    /// Returns the lines around one for which there is room, from the start of a paragraph if
    /// that fits, and the head of a table to show above. `None`: there is no room for that line.
    pub(super) fn window(&self, at: usize, most: usize) -> Option<[Range<usize>; 2]> {
        let head = self.table_head(at);
        let head_bytes = self.bytes(head.clone()) + CUT_BYTES;
        let (head, most) = match head.is_empty() || head_bytes > most / 4 {
            true => (at..at, most),
            false => (head, most - head_bytes),
        };
        let fitting = |start: usize, most: usize| {
            let mut taken = 0;
            let lines = self.lines[start..].iter().take_while(|line| {
                taken += line.len() + BESIDE;
                taken <= most
            });
            start..start + lines.count()
        };
        let below = fitting(at, most / 2).end.max(at + 1);
        let mut taken = self.bytes(at + 1..below);
        let above = (0..=at).rev().take_while(|above| {
            taken += self.lines[*above].len() + BESIDE;
            taken <= most
        });
        let above: Vec<usize> = above.collect();
        let begins = |above: &&usize| **above == 0 || self.lines[**above - 1].is_empty();
        let start = *above.iter().rfind(begins).or(above.last())?;
        let head = match head.is_empty() {
            true => start..start,
            false => self.table_head(start),
        };
        Some([head, self.without_blank(fitting(start, most))])
    }

    /// Returns lines without the blank ones at both ends.
    fn without_blank(&self, lines: Range<usize>) -> Range<usize> {
        let is_shown = |line: &Range<usize>| !line.is_empty();
        let within = &self.lines[lines.clone()];
        let first = within.iter().position(is_shown).unwrap_or(0);
        let end = within.iter().rposition(is_shown).map_or(0, |last| last + 1);
        lines.start + first..lines.start + end
    }

    /// Returns the lines of a passage, with what stands for others.
    pub(super) fn passage(&self, parts: [Range<usize>; 2]) -> Vec<String> {
        let (mut passage, mut next) = (Vec::new(), 0);
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            if part.start > next {
                passage.push(CUT.to_owned());
            }
            next = part.end;
            passage.extend(self.shown(part));
        }
        if next < self.len() {
            passage.push(CUT.to_owned());
        }
        passage
    }

    /// Returns the part of a long line around a place, cut between words. A row of a table and a
    /// line of code are not cut: then it returns nothing.
    pub(super) fn cut(&self, place: usize, most: usize) -> Vec<String> {
        let line = &self.lines[self.at(place)];
        let place = place.max(line.start);
        let is_code = |line: &Range<usize>| {
            let blocks = code_blocks(self.text);
            blocks.iter().any(|code| code.contains(&line.start))
        };
        if self.is_row(line) || is_code(line) {
            return Vec::new();
        }
        let text = self.text;
        let before = text[line.start..place].char_indices().rev().nth(BEFORE - 1);
        let start = before.map_or(line.start, |(at, _)| {
            // Behind the first blank, so that it begins with a word.
            let cut = line.start + at;
            text[cut..place]
                .find(' ')
                .map_or(cut, |blank| cut + blank + 1)
        });
        let rest = &text[start..line.end];
        let end = character_boundary(rest, most);
        let blank = rest[..end].rfind(' ').filter(|blank| start + blank > place);
        let before = if start > self.lines[0].start {
            "[…] "
        } else {
            ""
        };
        vec![format!("{before}{} {CUT}", &rest[..blank.unwrap_or(end)])]
    }

    /// Returns the lines that say what the columns of a table are, before one of its other rows;
    /// none before any other line.
    fn table_head(&self, at: usize) -> Range<usize> {
        let rows = (0..=at)
            .rev()
            .take_while(|at| self.is_row(&self.lines[*at]));
        let first = rows.last().unwrap_or(at);
        let divides = |line: &str| line.chars().all(|c| "|:- ".contains(c));
        let is_divided = first < at && divides(&self.text[self.lines[first + 1].clone()]);
        first..(first + 1 + usize::from(is_divided)).min(at)
    }

    fn is_row(&self, line: &Range<usize>) -> bool {
        self.text[line.clone()].trim_start().starts_with('|')
    }
}

/// Returns whether a line ends with a character, for any reader.
pub fn is_line_end(character: char) -> bool {
    matches!(character, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
