//! One who writes parts down while their bodies are read.

use std::ops::Range;

use super::array::Array;
use super::boundary::{Attempt, Boundary};
use super::weight::{Weighing, Weight};
use super::{DELIMITER, Head, begins_message};
use crate::text::blocks::Blocks;
use crate::text::room::NoRoom;
use crate::text::text::Text;

/// Takes a body chunk by chunk, and with each whether it is the last. The first has
/// a kilobyte at least, unless it is the last.
pub type Chunks<'a> = dyn FnMut(&str, bool) -> Result<(), NoRoom> + 'a;

/// Writes parts down one after another, escaped for where they go. Several may
/// write for one message at once.
#[derive(Debug)]
pub struct Scribe {
    /// Which of the message's.
    number: usize,
    times: u8,
    array: Option<Array>,
    /// What stands before a part, escaped.
    delimiter: String,
    text: Blocks,
    weighing: Weighing,
}

/// A part that was written down.
#[derive(Debug)]
pub struct Part {
    pub(super) scribe: usize,
    /// Where it stands among what its scribe wrote, in order: the second is empty
    /// but for a part whose head could be written only after its body.
    pub(super) places: [Range<u64>; 2],
    /// The bytes of its head.
    pub(super) head: u64,
    /// What its body weighs.
    pub body: Weight,
    /// Whether its body begins as a message does; told of a body alone.
    pub begins_message: bool,
}

impl Scribe {
    pub(super) fn new(
        number: usize,
        boundary: &Boundary,
        attempt: Attempt,
        times: u8,
        array: Option<Array>,
    ) -> Self {
        let delimiter = match array {
            Some(array) => array.delimiter(),
            None => Text::of(&[(&DELIMITER.join(&boundary.text(attempt)), times)]).to_string(),
        };
        Self {
            number,
            times,
            array,
            delimiter,
            text: Blocks::default(),
            weighing: Weighing::new(boundary, attempt),
        }
    }

    /// Writes a part whose body is read by `read`; without a head, the body alone.
    /// Where that fails, nothing was written.
    ///
    /// # Errors
    ///
    /// What the reading says, or [`NoRoom`].
    pub fn write<E: From<NoRoom>>(
        &mut self,
        head: Option<&Head<'_>>,
        read: impl FnOnce(&mut Chunks<'_>) -> Result<(), E>,
    ) -> Result<Part, E> {
        let from = self.text.bytes();
        // Nothing stands before a body alone.
        let (mut begins, mut headed) = (None, head.is_none().then_some(0));
        let read = read(&mut |chunk, last| {
            self.weighing.add(chunk);
            if begins.is_none() {
                begins = Some(head.is_none() && begins_message(chunk));
                // Most bodies come whole, and stand behind their heads.
                if last {
                    headed = Some(self.write_head(head)?);
                }
            }
            self.text.write(chunk, self.times)
        });
        let body = self.text.bytes();
        let part = read.and_then(|()| {
            let (head, places) = match headed {
                Some(head) => (head, [from..body, body..body]),
                None => {
                    let head = self.write_head(head)?;
                    (head, [body..self.text.bytes(), from..body])
                }
            };
            Ok(Part {
                scribe: self.number,
                places,
                head,
                body: self.weighing.weight(),
                begins_message: begins.unwrap_or(false),
            })
        });
        self.weighing.restart();
        if part.is_err() {
            self.text.truncate(from);
        }
        part
    }

    /// Takes back the part that was written last.
    pub fn undo(&mut self, part: &Part) {
        let [first, second] = &part.places;
        self.text.truncate(first.start.min(second.start));
    }

    /// Writes what stands before a body, by its weight so far. Returns the bytes of
    /// the head.
    fn write_head(&mut self, head: Option<&Head<'_>>) -> Result<u64, NoRoom> {
        let Some(head) = head else {
            return Ok(0);
        };
        let text = head.text(self.weighing.weight());
        self.text.write(&self.delimiter, 0)?;
        if let Some(array) = self.array {
            let [before, media_type, body, _] = array.around();
            self.text.write(before, 0)?;
            self.text.write(&head.location, self.times)?;
            self.text.write(media_type, 0)?;
            self.text.write(head.media_type, self.times)?;
            self.text.write(body, 0)?;
        } else {
            self.text.write(&text, self.times)?;
        }
        Ok(text.len() as u64)
    }

    /// Writes what is no part: texts, each escaped so many times. Returns where.
    pub(super) fn put<'t>(
        &mut self,
        texts: impl IntoIterator<Item = (&'t str, u8)>,
    ) -> Result<Range<u64>, NoRoom> {
        let from = self.text.bytes();
        for (text, times) in texts {
            self.text.write(text, times)?;
        }
        Ok(from..self.text.bytes())
    }

    pub(super) fn into_text(self) -> Blocks {
        self.text
    }
}
