//! The lines of a section that are shown in a passage.

use std::ops::Range;

use super::noise::Noise;
use crate::search::sections::SectionRange;
use crate::search::words::character_boundary;

/// The number of characters shown before a word in a line that is too long for a passage.
const BEFORE: usize = 60;
/// The mark for text that is not shown.
const CUT: &str = "[…]";
/// The number of bytes that a line needs in addition to its text: an indent of two bytes and the
/// line end.
pub(super) const BESIDE: usize = 3;
/// The number of bytes that the mark needs.
const CUT_BYTES: usize = CUT.len() + BESIDE;
/// The number of bytes that a mark with the number of the next line needs.
const GOES_ON_BYTES: usize = "[…]:1000000".len() + BESIDE;

/// The text to show around a place.
pub(super) enum Around {
    /// The head of a table, which may be empty, and the lines around the place.
    Lines([Range<usize>; 2]),
    /// The byte range of a part of a single line.
    Part(Range<usize>),
}

/// The lines of a section.
pub(super) struct Lines<'t> {
    text: &'t str,
    /// The range of each line in the text, without its end and trailing white space.
    lines: Vec<Range<usize>>,
    /// For each line, the index of the first row of its table, or its own index outside a table.
    tables: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Collects the lines of `section` that may be shown. The first and last lines are not blank,
    /// and no two blank lines are adjacent. Marked-up text is shown without the lines that contain
    /// nothing to read.
    pub(super) fn new(text: &'t str, section: &SectionRange) -> Self {
        let mut begin = section.body.start;
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut noise = section.is_marked.then(Noise::default);
        for line in text[section.body.clone()].split_inclusive(is_line_end) {
            begin += line.len();
            let own = line.trim_start_matches('\u{feff}');
            let start = begin - own.len();
            // A line end may have two characters.
            if line == "\n" && text[..start].ends_with('\r') {
                continue;
            }
            let end = |character: char| character.is_whitespace() || is_line_end(character);
            let own = own.trim_end_matches(end);
            let is_repeated = own.is_empty() && lines.last().is_none_or(Range::is_empty);
            let is_noise = noise.as_mut().is_some_and(|noise| noise.is(own));
            if !is_repeated && !is_noise {
                lines.push(start..start + own.len());
            }
        }
        if lines.last().is_some_and(Range::is_empty) {
            lines.pop();
        }
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

    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns the number of bytes that the lines with the indices `lines` take when shown.
    pub(super) fn bytes(&self, lines: Range<usize>) -> usize {
        let lines = self.lines[lines].iter();
        lines.map(|line| line.len() + BESIDE).sum()
    }

    /// Returns the index of the line that contains the byte offset `place`. If no line does,
    /// returns the index of the next line, or of the last line.
    pub(super) fn at(&self, place: usize) -> usize {
        let before = self.lines.partition_point(|line| line.end <= place);
        before.min(self.len().saturating_sub(1))
    }

    /// Returns the byte range in the text of the lines with the indices `lines`.
    pub(super) fn range(&self, lines: &Range<usize>) -> Range<usize> {
        match self.lines.get(lines.clone()) {
            Some([first, .., last]) => first.start..last.end,
            Some([only]) => only.clone(),
            _ => 0..0,
        }
    }

    /// Returns the texts of the lines with the indices `lines`.
    pub(super) fn shown(&self, lines: Range<usize>) -> Vec<String> {
        let lines = self.lines[lines].iter();
        lines
            .map(|line| self.text[line.clone()].to_owned())
            .collect()
    }

    /// Returns the text to show around the byte offset `place`, in at most `most` bytes. Returns a
    /// part of the line at `place` if the whole line does not fit.
    pub(super) fn around(&self, place: usize, most: usize) -> Around {
        let lines = self.window(
            self.at(place),
            most.saturating_sub(CUT_BYTES + GOES_ON_BYTES),
        );
        let part = || self.part(place, most.saturating_sub(2 * CUT_BYTES));
        lines.map_or_else(|| Around::Part(part()), Around::Lines)
    }

    /// Returns the byte range of `around` in the text, without the head of a table.
    pub(super) fn place(&self, around: &Around) -> Range<usize> {
        match around {
            Around::Lines([_, lines]) => self.range(lines),
            Around::Part(part) => part.clone(),
        }
    }

    /// Returns the byte range of `around` in the text. If `around` has a table head, the range
    /// starts there.
    pub(super) fn extent(&self, around: &Around) -> Range<usize> {
        match around {
            Around::Lines([head, lines]) if !head.is_empty() => {
                self.range(&(head.start..lines.end))
            }
            _ => self.place(around),
        }
    }

    /// Returns the lines of the passage `around`, with marks for the text that is not shown.
    pub(super) fn passage(&self, around: &Around) -> Vec<String> {
        match around {
            Around::Lines(parts) => self.with_marks(parts),
            Around::Part(part) => self.cut(part),
        }
    }

    /// Returns the head of a table to show first, which may be empty, and the lines around line
    /// `at`. Together they fit in `most` bytes. The lines begin at the start of a paragraph if
    /// possible, or else at the start of an item or a sentence. Returns `None` if line `at` does
    /// not fit.
    fn window(&self, at: usize, most: usize) -> Option<[Range<usize>; 2]> {
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
        let start = above.iter().rfind(begins);
        let start = start.or_else(|| above.iter().rfind(|above| self.begins(**above)));
        let start = *start.or(above.last())?;
        let (head, head_bytes) = self.head(start, most);
        let mut lines = fitting(start, most - head_bytes);
        while lines.len() > 1 && self.lines[lines.end - 1].is_empty() {
            lines.end -= 1;
        }
        let blank = self.lines[lines.clone()]
            .iter()
            .take_while(|line| line.is_empty());
        lines.start += blank.count().min(lines.len());
        Some([head, lines])
    }

    /// Returns whether an item or a sentence begins at line `at`.
    fn begins(&self, at: usize) -> bool {
        let line = |at: usize| self.text[self.lines[at].clone()].trim();
        let is_end = |line: &str| line.ends_with(['.', ':', '!', '?', '。', '！', '？']);
        at == 0 || is_item(line(at)) || is_end(line(at - 1))
    }

    /// Returns the header lines of the table that contains line `at`, to show above this line. Also
    /// returns their size in bytes, including the mark for omitted rows. Returns no lines if line
    /// `at` is not a row below a header, or if the header takes more than a quarter of `most`
    /// bytes.
    fn head(&self, at: usize, most: usize) -> (Range<usize>, usize) {
        let first = self.tables[at];
        let divides = |line: &str| line.chars().all(|c| "|:- \t".contains(c));
        // A longer line does not fit anyway, and is not read for each row.
        let next = self.lines.get(first + 1).filter(|line| line.len() <= most);
        let is_divided = first < at && next.is_some_and(|line| divides(&self.text[line.clone()]));
        let head = first..(first + 1 + usize::from(is_divided)).min(at);
        let bytes = self.bytes(head.clone()) + CUT_BYTES;
        if head.is_empty() || bytes > most / 4 {
            return (at..at, 0);
        }
        (head, bytes)
    }

    /// Returns the lines of `parts` with marks for omitted text. The last mark contains the number
    /// of the line at which the text continues.
    fn with_marks(&self, parts: &[Range<usize>; 2]) -> Vec<String> {
        let (mut passage, mut next) = (Vec::new(), 0);
        for part in parts.iter().filter(|part| !part.is_empty()) {
            if part.start > next {
                passage.push(CUT.to_owned());
            }
            next = part.end;
            passage.extend(self.shown(part.clone()));
        }
        let rest = self.lines.get(next..).unwrap_or_default().iter();
        if let Some(line) = rest.into_iter().find(|line| !line.is_empty()) {
            let number =
                1 + memchr::memchr_iter(b'\n', &self.text.as_bytes()[..line.start]).count();
            passage.push(format!("{CUT}:{number}"));
        }
        passage
    }

    /// Returns the byte range of the part of a long line around `place` that fits in `most` bytes,
    /// cut between words.
    fn part(&self, place: usize, most: usize) -> Range<usize> {
        let line = &self.lines[self.at(place)];
        let place = place.clamp(line.start, line.end);
        let text = self.text;
        let before = text[line.start..place].char_indices().rev().nth(BEFORE - 1);
        let start = before.map_or(line.start, |(at, _)| {
            // Starts after the first space, so that the part begins with a word.
            let cut = line.start + at;
            let blank = text[cut..place].find(' ');
            blank.map_or(cut, |blank| cut + blank + 1)
        });
        let rest = &text[start..line.end];
        let end = character_boundary(rest, most);
        let blank = rest[..end].rfind(' ').filter(|blank| start + blank > place);
        let end = if end == rest.len() {
            end
        } else {
            blank.unwrap_or(end)
        };
        start..start + end
    }

    /// Returns `part`, which is part of a line, with marks for the omitted text before and after
    /// it.
    fn cut(&self, part: &Range<usize>) -> Vec<String> {
        let before = self
            .lines
            .first()
            .is_some_and(|line| line.start < part.start);
        let behind = self.lines.last().is_some_and(|line| part.end < line.end);
        let before = if before { "[…] " } else { "" };
        let behind = if behind { " […]" } else { "" };
        vec![format!("{before}{}{behind}", &self.text[part.clone()])]
    }
}

fn is_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// Returns whether `line` begins with the marker of a list item.
pub(super) fn is_item(line: &str) -> bool {
    let number = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let is_numbered = number.len() < line.len() && number.starts_with([')', '.']);
    let rest = if is_numbered {
        number.get(1..)
    } else {
        line.strip_prefix(['-', '*', '+', '•', '.'])
    };
    rest.is_some_and(|rest| rest.trim_start_matches(['*', '.']).starts_with(' '))
}

/// Returns whether some programs treat `character` as a line end.
pub fn is_line_end(character: char) -> bool {
    matches!(character, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
