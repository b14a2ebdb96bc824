//! What a body is to its message, while it passes.

use memchr::memmem::Finder;

use super::boundary::{Attempt, Boundary, UNIQUE};
use super::{CLOSE, DELIMITER, HEAD, Head};

/// What a body weighs in a message, once it is no longer at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    /// Its bytes.
    pub bytes: u64,
    /// Whether all of them are ASCII.
    pub(super) ascii: bool,
    /// Whether a line of it begins with the base of the boundary.
    pub(super) base: bool,
    /// Whether a line of it begins with the attempt's own boundary.
    pub(super) own: bool,
}

impl Weight {
    /// Of no body.
    const NONE: Self = Self {
        bytes: 0,
        ascii: true,
        base: false,
        own: false,
    };
}

/// A body's weight while the body passes, chunk by chunk.
#[derive(Debug)]
pub struct Weighing {
    weight: Weight,
    base: Watch,
    /// Looks for the attempt's own boundary, where that is more than the base.
    own: Option<Watch>,
}

impl Weighing {
    /// The weighing of a body for an attempt at a message with this boundary.
    pub fn new(boundary: &Boundary, attempt: Attempt) -> Self {
        let own = || Watch::new(&boundary.text(attempt));
        Self {
            weight: Weight::NONE,
            base: Watch::new(&boundary.base),
            own: attempt.is_unique().then(own),
        }
    }

    /// One chunk more.
    pub fn add(&mut self, chunk: &str) {
        self.weight.bytes += chunk.len() as u64;
        self.weight.ascii &= chunk.is_ascii();
        let base = self.base.begins_a_line(chunk);
        let own = (self.own.as_mut()).map_or(base, |own| own.begins_a_line(chunk));
        self.weight.base |= base;
        self.weight.own |= own;
    }

    /// The weight of what passed so far.
    pub fn weight(&self) -> Weight {
        self.weight
    }

    /// Another body begins.
    pub fn restart(&mut self) {
        self.weight = Weight::NONE;
        self.base.restart();
        if let Some(own) = &mut self.own {
            own.restart();
        }
    }
}

/// Looks for lines that begin with a delimiter: parsers take a prefix of a line for
/// one. A line begins at the body's start and after CR or LF.
#[derive(Debug)]
pub(super) struct Watch {
    delimiter: Finder<'static>,
    /// The end of what passed, as long as the delimiter.
    before: Vec<u8>,
}

impl Watch {
    pub(super) fn new(boundary: &str) -> Self {
        let delimiter = format!("--{boundary}");
        Self {
            delimiter: Finder::new(&delimiter).into_owned(),
            before: vec![b'\n'],
        }
    }

    /// A new body begins, which is the start of a line.
    pub(super) fn restart(&mut self) {
        self.before.clear();
        self.before.push(b'\n');
    }

    /// Whether a line begins so that ends in this chunk, or began before it.
    pub(super) fn begins_a_line(&mut self, chunk: &str) -> bool {
        let chunk = chunk.as_bytes();
        let length = self.delimiter.needle().len();
        self.before
            .extend_from_slice(&chunk[..length.min(chunk.len())]);
        let found = self.is_in(&self.before) || self.is_in(chunk);
        // What may still become one begins in the last bytes.
        if chunk.len() > length {
            self.before.clear();
            self.before
                .extend_from_slice(&chunk[chunk.len() - length..]);
        } else {
            let passed = self.before.len().saturating_sub(length);
            self.before.drain(..passed);
        }
        found
    }

    /// Whether it stands there after a line's end.
    fn is_in(&self, bytes: &[u8]) -> bool {
        let mut found = self.delimiter.find_iter(bytes);
        found.any(|at| at > 0 && matches!(bytes[at - 1], b'\r' | b'\n'))
    }
}

/// How many bytes the message of some parts has, while they are put together.
/// It is exact, with the boundary that these parts will have.
#[derive(Debug, Clone, Copy)]
pub struct Length<'a> {
    boundary: &'a Boundary,
    /// Whether a UUID stands after the base.
    unique: bool,
    parts: u64,
    /// Of heads and bodies.
    bytes: u64,
}

impl<'a> Length<'a> {
    /// The length of a message without parts.
    pub fn new(boundary: &'a Boundary) -> Self {
        Self {
            boundary,
            unique: boundary.always,
            parts: 0,
            bytes: 0,
        }
    }

    /// The same with one part more, of a body of this weight.
    #[must_use]
    pub fn with(self, head: &Head<'_>, body: Weight) -> Self {
        self.with_part(head.text(body).len() as u64, body)
    }

    /// The same with one part more, by how many bytes its head has.
    pub(super) fn with_part(self, head: u64, body: Weight) -> Self {
        Self {
            unique: self.unique || body.base,
            parts: self.parts + 1,
            bytes: self.bytes + head + body.bytes,
            ..self
        }
    }

    /// The number of bytes.
    pub fn bytes(self) -> u64 {
        let unique = if self.unique { UNIQUE } else { 0 };
        let boundary = (self.boundary.base.len() + unique) as u64;
        let framing = |[before, after]: [&str; 2]| (before.len() + after.len()) as u64 + boundary;
        framing(HEAD) + self.parts * framing(DELIMITER) + framing(CLOSE) + self.bytes
    }
}
