//! Brace expansion, before anything else is parsed.

use std::ops::Range;

use super::{MAX_ALTERNATIVES, PatternError, PatternFault};

/// A character and its position in the user's pattern, counted from 1.
pub(super) type Glyph = (char, usize);

/// What a text with braces stands for: read once, and written out alternative by
/// alternative, so that no more than one is ever held.
pub(super) struct Expansion {
    glyphs: Vec<Glyph>,
    whole: Sequence,
}

/// What stands one after the other.
struct Sequence {
    pieces: Vec<Piece>,
    /// How many alternatives it stands for.
    count: usize,
    /// The index of the glyph that ends it.
    end: usize,
}

enum Piece {
    /// These glyphs, as they stand.
    Text(Range<usize>),
    /// `{` … `}` with a comma: one of these.
    Choice(Vec<Sequence>, usize),
}

/// A `{` that is not closed yet, and what stood before it.
struct OpenBrace {
    /// The index of its glyph.
    at: usize,
    before: Sequence,
    /// What its commas have ended.
    ended: Vec<Sequence>,
}

impl Sequence {
    fn new() -> Self {
        Self {
            pieces: Vec::new(),
            count: 1,
            end: 0,
        }
    }

    /// Appends glyphs as they stand.
    fn text(&mut self, range: Range<usize>) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) if last.end == range.start => last.end = range.end,
            _ => self.pieces.push(Piece::Text(range)),
        }
    }

    fn ended(self, end: usize) -> Self {
        Self { end, ..self }
    }

    fn times(&mut self, count: usize) -> Result<(), PatternError> {
        self.count = at_most(self.count * count)?;
        Ok(())
    }
}

fn at_most(alternatives: usize) -> Result<usize, PatternError> {
    if alternatives > MAX_ALTERNATIVES {
        return Err(PatternError::whole(PatternFault::TooManyAlternatives));
    }
    Ok(alternatives)
}

impl Expansion {
    /// Reads the braces of a pattern; sets (`[…]`) are passed over as they stand.
    pub(super) fn of(text: &str) -> Result<Self, PatternError> {
        let glyphs: Vec<Glyph> = text.chars().zip(1..).collect();
        let mut open: Vec<OpenBrace> = Vec::new();
        let mut here = Sequence::new();
        let mut index = 0;
        while let Some(&(character, _)) = glyphs.get(index) {
            let mut end = index + 1;
            match (character, open.last_mut()) {
                ('[', _) => {
                    end = index + set_length(&glyphs[index..])?;
                    here.text(index..end);
                }
                ('{', _) => open.push(OpenBrace {
                    at: index,
                    before: std::mem::replace(&mut here, Sequence::new()),
                    ended: Vec::new(),
                }),
                (',', Some(group)) => {
                    let choice = std::mem::replace(&mut here, Sequence::new());
                    group.ended.push(choice.ended(index));
                    at_most(group.ended.iter().map(|sequence| sequence.count).sum())?;
                }
                ('}', Some(_)) => {
                    if let Some(group) = open.pop() {
                        here = group.close(here, index)?;
                    }
                }
                _ => here.text(index..end),
            }
            index = end;
        }
        match open.first() {
            None => Ok(Self {
                glyphs,
                whole: here,
            }),
            Some(first) => {
                let (_, at) = glyphs[first.at];
                Err(PatternError::at(PatternFault::OpenBrace, at))
            }
        }
    }

    /// How many alternatives there are, equal ones counted each.
    pub(super) fn count(&self) -> usize {
        self.whole.count
    }

    /// Writes out one of them, counted from 0; the last choice changes first.
    ///
    /// # Errors
    ///
    /// Nothing is left of the pattern.
    pub(super) fn write(&self, number: usize, glyphs: &mut Vec<Glyph>) -> Result<(), PatternError> {
        glyphs.clear();
        let mut empty = None;
        // What is still to be written, the next last: each is the rest of a
        // sequence and which of its alternatives is meant.
        let mut rest = vec![(&self.whole.pieces[..], self.whole.count, number)];
        while let Some((pieces, count, number)) = rest.pop() {
            let Some((first, after)) = pieces.split_first() else {
                continue;
            };
            match first {
                Piece::Text(range) => {
                    glyphs.extend_from_slice(&self.glyphs[range.clone()]);
                    rest.push((after, count, number));
                }
                Piece::Choice(choices, of) => {
                    let count = count / of;
                    rest.push((after, count, number % count));
                    let mut number = number / count;
                    for choice in choices {
                        if number < choice.count {
                            if choice.pieces.is_empty() {
                                empty.get_or_insert(choice.end);
                            }
                            rest.push((&choice.pieces, choice.count, number));
                            break;
                        }
                        number -= choice.count;
                    }
                }
            }
        }
        match empty {
            Some(end) if glyphs.is_empty() => {
                let (_, at) = self.glyphs[end];
                Err(PatternError::at(PatternFault::EmptyAlternative, at))
            }
            _ => Ok(()),
        }
    }
}

impl OpenBrace {
    /// What stands before its `}`, and what stood before its `{`, as one.
    fn close(self, last: Sequence, closed: usize) -> Result<Sequence, PatternError> {
        let Self {
            at,
            mut before,
            mut ended,
        } = self;
        if ended.is_empty() {
            // Without a comma it stands for itself.
            before.text(at..at + 1);
            before.times(last.count)?;
            for piece in last.pieces {
                match piece {
                    Piece::Text(range) => before.text(range),
                    choice => before.pieces.push(choice),
                }
            }
            before.text(closed..closed + 1);
        } else {
            ended.push(last.ended(closed));
            let count = at_most(ended.iter().map(|sequence| sequence.count).sum())?;
            before.times(count)?;
            before.pieces.push(Piece::Choice(ended, count));
        }
        Ok(before)
    }
}

/// The number of glyphs of the set that begins here, its brackets included.
pub(super) fn set_length(glyphs: &[Glyph]) -> Result<usize, PatternError> {
    // A `]` in the first place is a member, not the end.
    let first = 1 + usize::from(matches!(glyphs.get(1), Some(('!' | '^', _))));
    for (index, &(character, _)) in glyphs.iter().enumerate().skip(first) {
        match character {
            '/' => break,
            ']' if index > first => return Ok(index + 1),
            _ => {}
        }
    }
    Err(PatternError::at(PatternFault::OpenBracket, glyphs[0].1))
}
