//! Parts → a message.

use std::ops::Range;

use super::boundary::{Attempt, Boundary};
use super::scribe::{Part, Scribe};
use super::weight::Length;
use super::{CLOSE, HEAD};
use crate::format::room::NoRoom;
use crate::format::text::Text;

/// A message, or a body alone, while its parts are taken, in order.
#[derive(Debug)]
pub struct Message<'a> {
    boundary: &'a Boundary,
    attempt: Attempt,
    times: u8,
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
    /// A message without parts, which is to be escaped so many times.
    pub fn new(boundary: &'a Boundary, attempt: Attempt, times: u8) -> Self {
        Self {
            boundary,
            attempt,
            times,
            length: Length::new(boundary),
            order: Vec::new(),
            collides: false,
            alone: true,
        }
    }

    /// So many who write its parts.
    pub fn scribes(&self, count: usize) -> Vec<Scribe> {
        let scribe = |number| Scribe::new(number, self.boundary, self.attempt, self.times);
        (0..count).map(scribe).collect()
    }

    /// How many bytes it has, not escaped.
    pub fn bytes(&self) -> u64 {
        self.length.bytes()
    }

    /// Takes a body that is alone: there is no message.
    pub fn take_alone(&mut self, part: &Part) {
        self.order.push((part.scribe, part.places[0].clone()));
        self.order.push((part.scribe, part.places[1].clone()));
    }

    /// Takes the next part, unless the message has more than `limit` bytes with it.
    /// Returns whether it did.
    pub fn take(&mut self, part: &Part, limit: u64) -> bool {
        let length = self.length.with_part(part.head, part.body);
        if length.bytes() > limit {
            return false;
        }
        self.length = length;
        self.alone = false;
        self.collides |= match self.attempt.is_unique() {
            true => part.own,
            false => part.body.base,
        };
        for place in part.places.iter().filter(|place| !place.is_empty()) {
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
        let boundary = (!self.alone).then(|| self.boundary.text(self.attempt));
        let scribe = &mut scribes[0];
        let head = boundary.as_ref().map(|boundary| HEAD.join(boundary));
        let close = boundary.map(|boundary| CLOSE.join(&boundary));
        let [head, close] =
            [&head, &close].map(|text| text.as_deref().map(|text| (text, self.times)));
        let begin = scribe.put(before.iter().copied().chain(head))?;
        self.order.insert(0, (0, begin));
        let end = scribe.put(close.into_iter().chain(after.iter().copied()))?;
        self.order.push((0, end));
        let written = scribes.into_iter().map(Scribe::into_text);
        Ok(Text::new(written.collect(), self.order))
    }
}
