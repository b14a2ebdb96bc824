//! Changes of a text at places that contain each other.

use std::ops::Range;

use serde::Serialize;

/// Text that is put in, and which mutants its parts belong to.
#[derive(Default)]
pub struct Piece {
    text: String,
    marks: Vec<(u32, Range<usize>)>,
}

impl Piece {
    /// Text of no mutant's own.
    pub fn say(mut self, text: &str) -> Self {
        self.text += text;
        self
    }

    /// Text that runs with this mutant alone.
    pub fn only(mut self, mutant: u32, text: &str) -> Self {
        let from = self.text.len();
        self.text += text;
        self.marks.push((mutant, from..self.text.len()));
        self
    }
}

/// Where a mutant stands in the new text, in bytes.
#[derive(Serialize)]
pub struct Mark {
    pub mutant: u32,
    pub from: usize,
    pub to: usize,
    /// Whether the text runs with this mutant alone; else it holds what is changed, too.
    pub alone: bool,
}

struct Edit {
    place: Range<usize>,
    closes: bool,
    piece: Piece,
}

/// The changes of one text. Whoever contains another one comes before it.
#[derive(Default)]
pub struct Edits {
    edits: Vec<Edit>,
    wholes: Vec<(u32, Range<usize>)>,
}

impl Edits {
    /// Puts a piece before what stands at an offset, inside what was opened there before.
    pub fn open(&mut self, at: usize, piece: Piece) {
        self.replace(at..at, piece);
    }

    /// Puts a piece after what ends at an offset, outside of what is closed there later.
    pub fn close(&mut self, at: usize, piece: Piece) {
        let (place, closes) = (at..at, true);
        self.edits.push(Edit {
            place,
            closes,
            piece,
        });
    }

    /// Puts a piece in place of a range, in which nothing else is changed.
    pub fn replace(&mut self, place: Range<usize>, piece: Piece) {
        let closes = false;
        self.edits.push(Edit {
            place,
            closes,
            piece,
        });
    }

    /// Says what a mutant changes: a fault inside may be its own.
    pub fn whole(&mut self, mutant: u32, place: Range<usize>) {
        self.wholes.push((mutant, place));
    }

    /// The new text, and where each mutant stands in it.
    pub fn apply(self, text: &str) -> (String, Vec<Mark>) {
        let mut order: Vec<(usize, Edit)> = self.edits.into_iter().enumerate().collect();
        order.sort_by_key(|(number, edit)| {
            let number = isize::try_from(*number).unwrap_or(isize::MAX);
            let rank = if edit.closes { -number } else { number };
            (edit.place.start, !edit.closes, rank)
        });
        let mut new = String::new();
        let mut marks = Vec::new();
        // Old offset, new offset behind what closes there, and before it.
        let mut shifts: Vec<(usize, usize, usize)> = Vec::new();
        let mut done = 0;
        for (_, edit) in order {
            new += &text[done..edit.place.start];
            let before = new.len();
            for (mutant, range) in edit.piece.marks {
                let (from, to) = (before + range.start, before + range.end);
                marks.push(Mark {
                    mutant,
                    from,
                    to,
                    alone: true,
                });
            }
            new += &edit.piece.text;
            shifts.push((edit.place.start, before, new.len()));
            done = edit.place.end;
        }
        new += &text[done..];
        for (mutant, place) in self.wholes {
            let first = shifts.partition_point(|(old, ..)| *old < place.start);
            let last = shifts.partition_point(|(old, ..)| *old <= place.end);
            if let (Some(first), Some(last)) =
                (shifts.get(first), last.checked_sub(1).map(|i| shifts[i]))
            {
                marks.push(Mark {
                    mutant,
                    from: first.1,
                    to: last.2,
                    alone: false,
                });
            }
        }
        (new, marks)
    }
}
