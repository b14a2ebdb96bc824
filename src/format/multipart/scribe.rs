//! One who writes parts down while their bodies are read.

use std::ops::Range;

use uuid::Uuid;

use super::boundary::{Attempt, Boundary};
use super::weight::{Watch, Weighing, Weight};
use super::{DELIMITER, Head, begins_message};
use crate::format::blocks::{Blocks, NoRoom};

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
    /// What stands before a part; `None` where the attempt only looks.
    delimiter: Option<String>,
    text: Blocks,
    weighing: Weighing,
    /// Of the attempt's own boundary, where that is more than the base.
    own: Option<Watch>,
    /// Of the parts so far, where the attempt only looks; and the body that is to be
    /// added.
    sum: Uuid,
    body: String,
}

/// A part that was written down.
#[derive(Debug)]
pub struct Part {
    /// What was known before it.
    before: (u64, Uuid),
    pub(super) scribe: usize,
    /// Where it stands among what its scribe wrote, in order: the second is empty
    /// but for a part whose head could be written only after its body.
    pub(super) places: [Range<u64>; 2],
    /// The bytes of its head.
    pub(super) head: u64,
    pub(super) body: Weight,
    /// Whether a line of it begins with the attempt's own boundary.
    pub(super) own: bool,
    begins_message: bool,
}

impl Part {
    /// How many bytes its body has.
    pub fn bytes(&self) -> u64 {
        self.body.bytes
    }

    /// Whether its body begins as a message does; told of a body alone.
    pub fn begins_message(&self) -> bool {
        self.begins_message
    }
}

impl Scribe {
    pub(super) fn new(number: usize, boundary: &Boundary, attempt: &Attempt, times: u8) -> Self {
        let own = boundary.text(attempt);
        let more = own.as_ref().filter(|own| *own != boundary.base());
        Self {
            number,
            times,
            own: more.map(|own| Watch::new(own)),
            delimiter: own.map(|own| DELIMITER.join(&own)),
            text: Blocks::default(),
            weighing: Weighing::new(boundary),
            sum: Uuid::NAMESPACE_URL,
            body: String::new(),
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
        let before = (self.text.bytes(), self.sum);
        let mut writing = Writing {
            scribe: self,
            head,
            from: before.0,
            begun: false,
            headed: None,
            own: false,
            begins_message: false,
        };
        let read = read(&mut |chunk, last| writing.chunk(chunk, last));
        let part = read.and_then(|()| Ok(writing.end(before)?));
        self.weighing.end();
        self.body.clear();
        if let Some(own) = &mut self.own {
            own.restart();
        }
        if part.is_err() {
            self.take_back(before);
        }
        part
    }

    /// Takes back the part that was written last.
    pub fn undo(&mut self, part: &Part) {
        self.take_back(part.before);
    }

    fn take_back(&mut self, (bytes, sum): (u64, Uuid)) {
        self.text.truncate(bytes);
        self.sum = sum;
    }

    /// The sum of the parts, where the attempt only looks.
    pub(super) fn sum(&self) -> Uuid {
        self.sum
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

/// A part while it is written.
struct Writing<'a> {
    scribe: &'a mut Scribe,
    head: Option<&'a Head<'a>>,
    from: u64,
    begun: bool,
    /// The bytes of the head, once it is written.
    headed: Option<u64>,
    own: bool,
    begins_message: bool,
}

impl Writing<'_> {
    fn chunk(&mut self, chunk: &str, last: bool) -> Result<(), NoRoom> {
        let scribe = &mut *self.scribe;
        scribe.weighing.add(chunk);
        if let Some(own) = &mut scribe.own {
            self.own |= own.begins_a_line(chunk);
        }
        if !std::mem::replace(&mut self.begun, true) {
            self.begins_message = self.head.is_none() && begins_message(chunk);
            // Most bodies come whole, and stand behind their heads.
            if last {
                self.write_head()?;
            }
        }
        let scribe = &mut *self.scribe;
        if scribe.delimiter.is_none() {
            scribe.body.push_str(chunk);
            return Ok(());
        }
        scribe.text.write(chunk, scribe.times)
    }

    /// Writes what stands before the body, as the weight is now.
    fn write_head(&mut self) -> Result<(), NoRoom> {
        let Some(head) = self.head else {
            self.headed = Some(0);
            return Ok(());
        };
        let scribe = &mut *self.scribe;
        let head = head.text(scribe.weighing.weight());
        match &scribe.delimiter {
            Some(delimiter) => {
                scribe.text.write(delimiter, scribe.times)?;
                scribe.text.write(&head, scribe.times)?;
            }
            None => scribe.sum = Uuid::new_v5(&scribe.sum, head.as_bytes()),
        }
        self.headed = Some(head.len() as u64);
        Ok(())
    }

    fn end(mut self, before: (u64, Uuid)) -> Result<Part, NoRoom> {
        let body = self.scribe.text.bytes();
        let after = self.headed.is_none();
        if after {
            self.write_head()?;
        }
        let scribe = self.scribe;
        let end = scribe.text.bytes();
        if scribe.delimiter.is_none() {
            scribe.sum = Uuid::new_v5(&scribe.sum, scribe.body.as_bytes());
        }
        Ok(Part {
            before,
            scribe: scribe.number,
            places: match after {
                true => [body..end, self.from..body],
                false => [self.from..end, end..end],
            },
            head: self.headed.unwrap_or(0),
            body: scribe.weighing.end(),
            own: self.own,
            begins_message: self.begins_message,
        })
    }
}
