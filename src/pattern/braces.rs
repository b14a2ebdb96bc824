//! Brace expansion, before anything else is parsed.

use super::{MAX_ALTERNATIVES, PatternError, PatternFault};

/// A character and its position in the user's pattern, counted from 1.
pub(super) type Glyph = (char, usize);

/// A group that is being read: `{` … `}`, or the whole pattern.
struct Group {
    /// Where its `{` stands.
    opened: usize,
    /// The alternatives that a comma has ended.
    ended: Vec<Vec<Glyph>>,
    /// The expansions of the alternative that is being read.
    current: Vec<Vec<Glyph>>,
    commas: bool,
}

impl Group {
    fn open(at: usize) -> Self {
        Self {
            opened: at,
            ended: Vec::new(),
            current: vec![Vec::new()],
            commas: false,
        }
    }

    fn push(&mut self, glyph: Glyph) {
        for expansion in &mut self.current {
            expansion.push(glyph);
        }
    }

    /// Appends each of `choices` to each expansion.
    fn append(&mut self, choices: &[Vec<Glyph>]) -> Result<(), PatternError> {
        if self.current.len() * choices.len() > MAX_ALTERNATIVES {
            return Err(PatternError::whole(PatternFault::TooManyAlternatives));
        }
        self.current = self
            .current
            .iter()
            .flat_map(|head| choices.iter().map(move |tail| [&head[..], tail].concat()))
            .collect();
        Ok(())
    }

    fn comma(&mut self) -> Result<(), PatternError> {
        self.commas = true;
        self.ended
            .append(&mut std::mem::replace(&mut self.current, vec![Vec::new()]));
        if self.ended.len() > MAX_ALTERNATIVES {
            return Err(PatternError::whole(PatternFault::TooManyAlternatives));
        }
        Ok(())
    }

    /// What the group stands for, once its `}` is read at `at`.
    fn close(mut self, at: usize) -> Vec<Vec<Glyph>> {
        self.ended.append(&mut self.current);
        if !self.commas {
            for literal in &mut self.ended {
                literal.insert(0, ('{', self.opened));
                literal.push(('}', at));
            }
        }
        self.ended
    }
}

/// Expands the braces of a pattern; sets (`[…]`) are passed over as they stand.
pub(super) fn expand(text: &str) -> Result<Vec<Vec<Glyph>>, PatternError> {
    let glyphs: Vec<Glyph> = text.chars().zip(1..).collect();
    let mut outer: Vec<Group> = Vec::new();
    let mut group = Group::open(0);
    let mut index = 0;
    while let Some(&(character, at)) = glyphs.get(index) {
        match character {
            '[' => {
                let end = index + set_length(&glyphs[index..])?;
                for &glyph in &glyphs[index..end] {
                    group.push(glyph);
                }
                index = end;
                continue;
            }
            '{' => outer.push(std::mem::replace(&mut group, Group::open(at))),
            ',' if !outer.is_empty() => group.comma()?,
            '}' => match outer.pop() {
                Some(parent) => {
                    let choices = std::mem::replace(&mut group, parent).close(at);
                    group.append(&choices)?;
                }
                None => group.push((character, at)),
            },
            _ => group.push((character, at)),
        }
        index += 1;
    }
    if outer.is_empty() {
        return Ok(group.current);
    }
    let first = outer.get(1).unwrap_or(&group);
    Err(PatternError::at(PatternFault::OpenBrace, first.opened))
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
