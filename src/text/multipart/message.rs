//! Parts → a message.

use std::ops::Range;

use super::array::Array;
use super::boundary::{Attempt, Boundary};
use super::scribe::{Part, Scribe};
use super::weight::Length;
use super::{CLOSE, HEAD};
use crate::text::room::NoRoom;
use crate::text::text::Text;

/// A message, or a body alone, while its parts are taken, in order.
#[derive(Debug)]
pub struct Message<'a> {
    boundary: &'a Boundary,
    attempt: Attempt,
    times: u8,
    /// What it is instead, if it is no message.
    array: Option<Array>,
    length: Length<'a>,
    /// Where the parts stand: of which scribe, and there.
    order: Vec<(usize, Range<u64>)>,
    /// Whether its boundary begins a line of some body.
    collides: bool,
    /// Whether it is no message.
    alone: bool,
}

/// Why a message is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwritten {
    /// It has to be tried again, in this way.
    Again(Attempt),
    /// There is no memory for the rest of it.
    NoRoom,
}

impl From<NoRoom> for Unwritten {
    fn from(_: NoRoom) -> Self {
        Self::NoRoom
    }
}

impl<'a> Message<'a> {
    /// A message without parts, which is to be escaped so many times; or the same as the
    /// items of an array, if it is one. Its bytes are counted as those of the message, so
    /// that either holds the same documents.
    pub fn new(boundary: &'a Boundary, attempt: Attempt, times: u8, array: Option<Array>) -> Self {
        Self {
            boundary,
            attempt,
            times,
            array,
            length: Length::new(boundary),
            order: Vec::new(),
            collides: false,
            alone: true,
        }
    }

    /// So many who write its parts.
    pub fn scribes(&self, count: usize) -> Vec<Scribe> {
        let scribe =
            |number| Scribe::new(number, self.boundary, self.attempt, self.times, self.array);
        (0..count).map(scribe).collect()
    }

    /// How many bytes it has, not escaped.
    pub fn bytes(&self) -> u64 {
        self.length.bytes()
    }

    /// Takes a body that is alone: there is no message.
    pub fn take_alone(&mut self, part: &Part) {
        self.order.push((part.scribe, part.places[0].clone()));
    }

    /// Takes the next part, unless the message has more than `limit` bytes with it.
    /// Returns whether it did.
    pub fn take(&mut self, part: &Part, limit: u64) -> bool {
        let length = self.length.with_part(part.head, part.body);
        if length.bytes() > limit {
            return false;
        }
        self.length = length;
        let mut places = part.places.clone();
        match self.array {
            None => self.collides |= part.body.own,
            // Nothing stands before the first item.
            Some(array) if self.alone => places[0].start += array.delimiter().len() as u64,
            Some(_) => {}
        }
        self.alone = false;
        for place in places.iter().filter(|place| !place.is_empty()) {
            match self.order.last_mut() {
                Some((scribe, last)) if *scribe == part.scribe && last.end == place.start => {
                    last.end = place.end;
                }
                _ => self.order.push((part.scribe, place.clone())),
            }
        }
        true
    }

    /// The message, between what stands before and after it, each of which is
    /// escaped so many times.
    ///
    /// # Errors
    ///
    /// [`Unwritten`]: a line of a body begins with the boundary, or there is no
    /// memory for the end.
    pub fn end(
        mut self,
        mut scribes: Vec<Scribe>,
        before: &[(&str, u8)],
        after: &[(&str, u8)],
    ) -> Result<Text, Unwritten> {
        if scribes.is_empty() {
            scribes = self.scribes(1);
        }
        if self.collides {
            return Err(Unwritten::Again(self.attempt.next(self.bytes())));
        }
        let (head, close, times) = match (self.alone, self.array) {
            (true, _) => (String::new(), String::new(), 0),
            (false, Some(array)) => (String::new(), array.around()[3].to_owned(), 0),
            (false, None) => {
                let boundary = self.boundary.text(self.attempt);
                (HEAD.join(&boundary), CLOSE.join(&boundary), self.times)
            }
        };
        let scribe = &mut scribes[0];
        let begin = scribe.put(before.iter().copied().chain([(&*head, times)]))?;
        self.order.insert(0, (0, begin));
        let end = scribe.put([(&*close, times)].into_iter().chain(after.iter().copied()))?;
        self.order.push((0, end));
        let written = scribes.into_iter().map(Scribe::into_text);
        Ok(Text::new(written.collect(), self.order))
    }
}
