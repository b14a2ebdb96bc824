//! The lines of a section that are shown of it.

use std::ops::Range;

use super::WordPlace;
use crate::search::tables::{is_prose, is_row, table_head};
use crate::search::words::character_boundary;

/// How many characters precede the first word in a line that is too long for a passage.
const BEFORE: usize = 60;
/// What stands for a part that is not shown.
pub const CUT: &str = "[…]";
/// How many bytes a line takes beside its text: it is indented by two.
const BESIDE: usize = 3;

/// A line of what is shown of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PassageLine {
    /// A line of the text, or a part of one.
    Text(String),
    /// In place of lines that are not shown. So many of them are rows of the table that is shown
    /// above or below.
    Cut(usize),
}

/// The lines of a section, of which a passage has at most so many bytes.
pub(super) struct Lines<'t> {
    text: &'t str,
    /// The range of each in the text.
    lines: Vec<Range<usize>>,
    most: usize,
}

impl<'t> Lines<'t> {
    /// Returns the lines of a part of a text.
    pub(super) fn new(text: &'t str, part: Range<usize>, most: usize) -> Self {
        let lines = lines(text, part);
        Self { text, lines, most }
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns whether there is room for all of them.
    pub(super) fn fit(&self) -> bool {
        size(&self.lines) <= self.most
    }

    /// Returns them with room for what stands for lines that are not shown.
    pub(super) fn cut(self) -> Self {
        let most = self.most.saturating_sub(2 * (CUT.len() + BESIDE));
        Self { most, ..self }
    }

    /// Returns the number of the line that holds a word.
    pub(super) fn at(&self, place: &WordPlace) -> usize {
        let after = self
            .lines
            .partition_point(|line| line.start <= place.range.start);
        after.saturating_sub(1)
    }

    /// Returns whether there is room for a line.
    pub(super) fn fits(&self, at: usize) -> bool {
        self.lines[at].len() + BESIDE <= self.most
    }

    /// Returns whether a line is prose for which there is no room.
    pub(super) fn is_long_prose(&self, at: usize) -> bool {
        !self.fits(at) && is_prose(self.text, &self.lines[at])
    }

    fn is_blank(&self, at: usize) -> bool {
        self.lines.get(at).is_none_or(|line| line.is_empty())
    }

    /// Returns the range of lines in the text.
    pub(super) fn range(&self, lines: &Range<usize>) -> Range<usize> {
        self.lines[lines.start].start..self.lines[lines.end - 1].end
    }

    /// Returns the lines as they are shown.
    pub(super) fn copied(&self, lines: Range<usize>) -> impl Iterator<Item = PassageLine> {
        let lines = self.lines[lines].iter();
        lines.map(|line| PassageLine::Text(self.text[line.clone()].to_owned()))
    }

    /// Returns the lines around one for which there is room, from the start of its paragraph.
    pub(super) fn window(&self, at: usize) -> Range<usize> {
        let start = paragraph_start(&self.lines, at, self.most / 2);
        let head = self.head(start);
        let room = match head.is_empty() {
            true => self.most,
            false => self.most - size(&self.lines[head]) - CUT.len() - BESIDE,
        };
        start..end_of(&self.lines, start, room)
    }

    /// Returns the lines for which there is room from the first on that fits.
    pub(super) fn first_window(&self) -> Range<usize> {
        let start = (0..self.len()).find(|at| !self.is_blank(*at) && self.fits(*at));
        start.map_or(0..0, |start| start..end_of(&self.lines, start, self.most))
    }

    /// Returns the part of a line around a word, or from its start, for which there is room.
    pub(super) fn around(&self, at: usize, word: Option<usize>) -> String {
        let line = &self.lines[at];
        let part = around(self.text, line, word.unwrap_or(line.start), self.most);
        let before = if part.start > self.lines[0].start {
            "[…] "
        } else {
            ""
        };
        format!("{before}{} {CUT}", &self.text[part])
    }

    /// Returns what is repeated before a row of a table that begins a passage.
    fn head(&self, at: usize) -> Range<usize> {
        let head = table_head(self.text, &self.lines, at);
        let fits = size(&self.lines[head.clone()]) + CUT.len() + BESIDE <= self.most / 4;
        if fits { head } else { at..at }
    }

    /// Returns where the paragraphs before a window begin for which there is room.
    pub(super) fn start(&self, window: &Range<usize>) -> usize {
        let room = self.most.saturating_sub(size(&self.lines[window.clone()]));
        let starts = (0..window.start).rev();
        let starts = starts.take_while(|at| size(&self.lines[*at..window.start]) <= room);
        let starts = starts.filter(|at| *at == 0 || self.is_blank(at - 1));
        starts.last().unwrap_or(window.start)
    }

    /// Returns where a window ends without its blank lines, and without a last paragraph that is
    /// not whole and holds none of the words: it says nothing.
    pub(super) fn end(&self, window: &Range<usize>, places: &[WordPlace]) -> usize {
        let start = self.start(window);
        let last = (start..window.end).rev();
        let last = last.take_while(|at| !self.is_blank(*at)).last();
        let last = last.filter(|last| *last > start && !self.is_blank(window.end));
        let is_found = |last: usize| {
            let found = self.range(&(last..window.end));
            places
                .iter()
                .any(|place| found.contains(&place.range.start))
        };
        let end = last.filter(|last| !is_found(*last)).unwrap_or(window.end);
        let blank = (start..end).rev().take_while(|at| self.is_blank(*at));
        end - blank.count()
    }

    /// Returns lines as a passage, with the head of their table above, and what stands for the
    /// other lines of the section.
    pub(super) fn passage(&self, shown: Range<usize>) -> Vec<PassageLine> {
        let Range { start, end } = shown;
        let (head, table) = (self.head(start), table_head(self.text, &self.lines, start));
        let above = if table.is_empty() {
            0
        } else {
            start - table.end
        };
        let mut passage = Vec::new();
        if head.start > 0 {
            passage.push(PassageLine::Cut(0));
        }
        passage.extend(self.copied(head.clone()));
        if head.end < start {
            passage.push(PassageLine::Cut(above));
        }
        passage.extend(self.copied(shown));
        if end < self.len() {
            let below = self.lines[end.saturating_sub(1)..].iter();
            let below = below.take_while(|line| is_row(self.text, line)).count();
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
pub fn shown_bytes(passage: &[PassageLine]) -> usize {
    let bytes = passage.iter().map(|line| match line {
        PassageLine::Text(line) => line.len() + 1,
        PassageLine::Cut(_) => CUT.len() + 1,
    });
    bytes.sum()
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
