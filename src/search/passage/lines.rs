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
    /// The number of the first row of the table that each is a row of, or its own.
    tables: Vec<usize>,
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
        let shown = without_blank(&lines, 0..lines.len());
        let lines = lines[shown].to_vec();
        let mut first = 0;
        let tables = lines.iter().enumerate().map(|(at, line)| {
            let row = is_row(&text[line.clone()]).then_some(first);
            first = row.unwrap_or(at + 1);
            row.unwrap_or(at)
        });
        let tables = tables.collect();
        Self {
            text,
            lines,
            tables,
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

    /// Returns the number of the line that holds a place of the text, or of the next one. A line
    /// may begin behind the word that is its first.
    pub(super) fn at(&self, place: usize) -> usize {
        let before = self.lines.partition_point(|line| line.end <= place);
        before.min(self.len().saturating_sub(1))
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
        let above = (0..=at).rev().map(|above| {
            taken += self.lines[above].len() + BESIDE;
            (above, taken)
        });
        let above = above.take_while(|(_, taken)| *taken <= most);
        let above = above.filter(|(above, taken)| taken + self.head(*above, most).1 <= most);
        let above: Vec<usize> = above.map(|(above, _)| above).collect();
        let begins = |above: &&usize| **above == 0 || self.lines[**above - 1].is_empty();
        let start = *above.iter().rfind(begins).or(above.last())?;
        let (head, head_bytes) = self.head(start, most);
        let lines = fitting(start, most - head_bytes);
        Some([head, without_blank(&self.lines, lines)])
    }

    /// Returns the first lines from one for which there is room, as [`window`](Self::window) does.
    pub(super) fn first_window(&self, from: usize, most: usize) -> Option<[Range<usize>; 2]> {
        (from..self.len())
            .filter(|at| !self.lines[*at].is_empty())
            .find_map(|at| self.window(at, most))
    }

    /// Returns the lines that say what the columns of a table are, to be shown above one of its
    /// other rows, and how many bytes these take with what stands for rows between. None are shown
    /// above any other line, or if they take more than a quarter of `most`.
    fn head(&self, at: usize, most: usize) -> (Range<usize>, usize) {
        let first = self.tables[at];
        let divides = |line: &str| line.chars().all(|c| "|:- \t".contains(c));
        let is_divided = first < at && divides(&self.text[self.lines[first + 1].clone()]);
        let head = first..(first + 1 + usize::from(is_divided)).min(at);
        let bytes = self.bytes(head.clone()) + CUT_BYTES;
        match head.is_empty() || bytes > most / 4 {
            true => (at..at, 0),
            false => (head, bytes),
        }
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
    /// line of code are not cut: `None`.
    pub(super) fn cut(&self, place: usize, most: usize) -> Option<Vec<String>> {
        let line = &self.lines[self.at(place)];
        let place = place.clamp(line.start, line.end);
        let is_code = |line: &Range<usize>| {
            let blocks = code_blocks(self.text);
            blocks.iter().any(|code| code.contains(&line.start))
        };
        if is_row(&self.text[line.clone()]) || is_code(line) {
            return None;
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
        let part = &rest[..blank.unwrap_or(end)];
        Some(vec![format!("{before}{part} {CUT}")])
    }
}

/// Returns lines without the blank ones at both ends.
fn without_blank(lines: &[Range<usize>], part: Range<usize>) -> Range<usize> {
    let is_shown = |line: &Range<usize>| !line.is_empty();
    let within = &lines[part.clone()];
    let first = within.iter().position(is_shown).unwrap_or(0);
    let end = within.iter().rposition(is_shown).map_or(0, |last| last + 1);
    part.start + first..part.start + end
}

fn is_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// Returns whether a line ends with a character, for any reader.
pub fn is_line_end(character: char) -> bool {
    matches!(character, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
