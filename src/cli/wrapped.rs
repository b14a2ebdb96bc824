//! Text that fits the width of a terminal. Prose is wrapped between words; laid-out text is not
//! changed.

use std::iter::once;

use textwrap::core::{Word, display_width};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_general_category::{GeneralCategory, get_general_category};

use crate::text::markup::headings::{LaidOut, laid_out};

/// The replacement for a tab in wrapped text.
const TAB: &str = "    ";
/// The additional indentation, in columns, of the lines after the first line of a wrapped row.
const HANGING: usize = 2;
/// The number of columns between two tab stops of a terminal.
const TAB_STOP: usize = 8;

/// The layout of a document, which decides which lines are prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Paragraphs, which may have several lines, are prose. Code, tables and HTML are not.
    Markdown,
    /// Every line that is not indented is prose.
    Text,
    /// No line is prose.
    Fixed,
}

impl Layout {
    /// Returns the layout of documents with this media type.
    pub fn of(media_type: &str) -> Self {
        match &*media_type.to_ascii_lowercase() {
            "text/markdown" => Self::Markdown,
            "text/plain" | "text/x-rst" => Self::Text,
            _ => Self::Fixed,
        }
    }
}

/// Wraps `line` into lines of at most `width` columns. The first line gets the first of `indents`, and
/// the others get the second. Only a word that is wider than a line exceeds the width. Escape sequences
/// have no width.
pub(super) fn wrapped(line: &str, width: usize, indents: (&str, &str)) -> Vec<String> {
    let options = options(width, words);
    let options = options
        .initial_indent(indents.0)
        .subsequent_indent(indents.1);
    let lines = textwrap::wrap(line, options).into_iter();
    lines.map(String::from).collect()
}

/// Wraps each line of `text` to at most `width` columns, and indents the continuation lines with
/// `indent`.
pub(super) fn wrapped_lines(text: &str, width: usize, indent: &str) -> String {
    let lines = text
        .lines()
        .flat_map(|line| wrapped(line, width, ("", indent)));
    lines.map(|line| line + "\n").collect()
}

/// Breaks a cell or a path into lines of at most `width` columns, after spaces and `/`. A wider piece
/// is broken anywhere.
pub(super) fn broken(cell: &str, width: usize) -> Vec<String> {
    let (indent, _) = cell.split_at(cell.len() - cell.trim_start_matches(' ').len());
    let options = options(width, pieces)
        .break_words(true)
        .subsequent_indent(indent);
    let lines = textwrap::wrap(cell, options).into_iter();
    lines.map(String::from).collect()
}

/// Returns the width of the widest piece of a cell, in columns. Pieces should not be broken.
pub(super) fn widest_piece(cell: &str) -> usize {
    let widths = pieces(cell).map(|piece| display_width(piece.word));
    widths.max().unwrap_or_default()
}

fn options(
    width: usize,
    words: fn(&str) -> Box<dyn Iterator<Item = Word<'_>> + '_>,
) -> Options<'static> {
    Options::new(width)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation)
        .word_separator(WordSeparator::Custom(words))
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

/// Returns the words of a line, each with the spaces after it.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let ends_word = |before, next| before == ' ' && next != ' ' || is_between_wide(before, next);
    split(line, ends_word)
}

/// Returns the pieces of a cell, each with the spaces or `/` after it.
fn pieces(cell: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let ends_piece = |before, next| {
        matches!(before, ' ' | '/') && !matches!(next, ' ' | '/') || is_between_wide(before, next)
    };
    split(cell, ends_piece)
}

/// Splits a line wherever `ends` returns true for a character and the next one.
fn split(line: &str, ends: impl Fn(char, char) -> bool) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let next = line.char_indices().skip(1);
    let between = line.chars().zip(next);
    let ends = between.filter(|(before, (_, next))| ends(*before, *next));
    let ends = ends.map(|(_, (at, _))| at).chain(once(line.len()));
    let ends: Vec<usize> = ends.collect();
    let mut start = 0;
    Box::new(
        ends.into_iter()
            .map(move |end| Word::from(&line[std::mem::replace(&mut start, end)..end])),
    )
}

/// Returns whether a line may be broken between two characters of a script without spaces.
fn is_between_wide(before: char, next: char) -> bool {
    let is_wide = |character: char| {
        !character.is_ascii() && display_width(character.encode_utf8(&mut [0; 4])) == 2
    };
    let is_opening =
        |character: char| get_general_category(character) == GeneralCategory::OpenPunctuation;
    is_wide(before) && is_wide(next) && next.is_alphanumeric() && !is_opening(before)
}

/// How a document is fitted to a terminal.
#[derive(Debug, Clone, Copy)]
pub struct Fit {
    /// The maximum number of columns in a line.
    pub width: usize,
    pub layout: Layout,
    /// Whether code and similar blocks are wrapped as well.
    pub wraps_code: bool,
}

impl Fit {
    /// Returns `text`, a document, with prose and tables that fit into the width. `shown` converts a
    /// line to the output for the terminal.
    pub fn document(self, text: &str, shown: impl Fn(&str) -> String) -> String {
        let laid_out = match self.layout {
            Layout::Markdown => laid_out(text),
            Layout::Text => Vec::new(),
            Layout::Fixed => vec![(0..text.len(), LaidOut::Lines)],
        };
        let mut laid_out = laid_out.into_iter().peekable();
        let mut wrapper = Wrapper {
            width: self.width,
            shown,
            paragraph: Vec::new(),
            start: Prefix::default(),
            written: String::new(),
        };
        let mut end = 0;
        for line in text.split_inclusive('\n') {
            let start = end;
            end += line.len();
            while laid_out.next_if(|block| block.0.end <= start).is_some() {}
            let block = laid_out.peek().filter(|block| block.0.start < end);
            match block.map(|block| block.1).or(self.laid_out(line)) {
                Some(LaidOut::Lines) if !self.wraps_code => wrapper.keep(line),
                Some(_) => wrapper.add_row(line),
                None => wrapper.add(line),
            }
            if self.layout == Layout::Text {
                wrapper.end_paragraph();
            }
        }
        wrapper.end_paragraph();
        wrapper.written
    }

    /// Returns [`LaidOut::Lines`] if the content of `line` makes it laid out, otherwise `None`.
    /// Laid-out lines are blank lines, lines of punctuation and definitions of links. In plain text,
    /// indented lines and rows of tables are laid out as well.
    fn laid_out(self, line: &str) -> Option<LaidOut> {
        let bare = line.trim();
        let is_row = self.layout == Layout::Text
            && (line.starts_with([' ', '\t', '|', '+']) || line.starts_with(".. "));
        let is_laid_out = is_row
            || bare
                .chars()
                .all(|character| character.is_ascii_punctuation())
            || bare.starts_with('[') && bare.contains("]:");
        is_laid_out.then_some(LaidOut::Lines)
    }
}

/// The start of a line, before its prose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Prefix {
    /// The number of block quotes that contain the line.
    quotes: usize,
    /// Whether the line begins an item of a list.
    has_marker: bool,
    /// The offset of the prose, in bytes.
    end: usize,
    /// The additional indent of the lines after the first, in columns.
    hanging: usize,
}

impl Prefix {
    fn of(line: &str) -> Self {
        let mut rest = line;
        let mut quotes = 0;
        loop {
            rest = rest.trim_start_matches([' ', '\t']);
            let Some(quoted) = rest.strip_prefix('>') else {
                break;
            };
            (rest, quotes) = (quoted, quotes + 1);
        }
        let number = rest.trim_start_matches(|character: char| character.is_ascii_digit());
        let marker = if number.len() < rest.len() {
            number.strip_prefix(['.', ')'])
        } else {
            rest.strip_prefix(['-', '*', '+'])
        };
        let item = marker.filter(|item| item.starts_with([' ', '\t']));
        let item = item.map(|item| item.trim_start_matches([' ', '\t']));
        Self {
            quotes,
            has_marker: item.is_some(),
            end: line.len() - item.unwrap_or(rest).len(),
            hanging: 0,
        }
    }
}

/// A writer that collects the lines of paragraphs and wraps them.
struct Wrapper<'t, F> {
    width: usize,
    shown: F,
    /// The lines of the current paragraph.
    paragraph: Vec<&'t str>,
    /// The prefix of the paragraph's first line.
    start: Prefix,
    written: String,
}

impl<'t, F: Fn(&str) -> String> Wrapper<'t, F> {
    /// Writes a line unchanged.
    fn keep(&mut self, line: &str) {
        self.end_paragraph();
        self.written += &(self.shown)(line);
    }

    /// Adds a line that is wrapped separately.
    fn add_row(&mut self, line: &'t str) {
        self.end_paragraph();
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        self.start = Prefix {
            end: indent,
            hanging: HANGING,
            ..Prefix::default()
        };
        self.paragraph.push(line);
        self.end_paragraph();
    }

    /// Adds a line of prose.
    fn add(&mut self, line: &'t str) {
        let prefix = Prefix::of(line);
        let is_heading = line.starts_with('#');
        if prefix.has_marker || is_heading || prefix.quotes != self.start.quotes {
            self.end_paragraph();
        }
        if self.paragraph.is_empty() {
            self.start = prefix;
        }
        self.paragraph.push(line);
        let is_hard_break = |line: &str| line.ends_with("  ") || line.ends_with('\\');
        if is_heading || is_hard_break(line.trim_end_matches(['\r', '\n'])) {
            self.end_paragraph();
        }
    }

    /// Writes the paragraph. Joins and wraps its lines if one of them is too wide.
    fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        let shown = paragraph.iter().map(|line| (self.shown)(line));
        let shown: Vec<String> = shown.collect();
        let stop = " ".repeat(TAB_STOP);
        let width = |line: &String| display_width(line.replace('\t', &stop).trim_end());
        if shown.iter().all(|line| width(line) <= self.width) {
            self.written.extend(shown);
            return;
        }
        let Some(first) = paragraph.first() else {
            return;
        };
        let indent = first[..self.start.end].replace('\t', TAB);
        let blank = |character: char| if character == '>' { character } else { ' ' };
        let hanging: String = indent.chars().map(blank).collect();
        let hanging = hanging + &" ".repeat(self.start.hanging);
        let mut words = vec![(self.shown)(first[self.start.end..].trim_end())];
        for line in &paragraph[1..] {
            let start = match self.start.quotes {
                0 => line.trim_start(),
                _ => &line[Prefix::of(line).end..],
            };
            words.push((self.shown)(start.trim_end()));
        }
        let prose = words.join(" ").replace('\t', " ");
        let has_end = paragraph.last().is_some_and(|line| line.ends_with('\n'));
        let lines = wrapped(&prose, self.width, (&indent, &hanging));
        self.written += &lines.join("\n");
        self.written += if has_end { "\n" } else { "" };
    }
}
