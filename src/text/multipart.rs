//! Builds one `multipart/mixed` message of several documents ([RFC 2046 §5.1]).
//!
//! The message is an entity and not a mail: it begins with its own `Content-Type`
//! and a blank line. Header and delimiter lines end in CRLF. Bodies are copied byte
//! for byte, the CRLF before a delimiter belongs to the delimiter (§5.1.1), and one
//! CRLF follows the close delimiter.
//!
//! [RFC 2046 §5.1]: https://www.rfc-editor.org/rfc/rfc2046#section-5.1

mod boundary;

pub use boundary::{Boundary, BoundaryError, MAX_BOUNDARY};

use std::collections::TryReserveError;

use boundary::{UNIQUE, begins_line};

use crate::text::buffer;

const MEDIA_TYPE: &str = "multipart/mixed";
/// The text around the boundary in the message's own header, before a part, and
/// after the last part.
const HEADER: [&str; 2] = ["Content-Type: multipart/mixed; boundary=\"", "\"\r\n"];
const DELIMITER: [&str; 2] = ["\r\n--", "\r\n"];
const CLOSE: [&str; 2] = ["\r\n--", "--\r\n"];
const LOCATION: &str = "\r\nContent-Location: ";
const LENGTH: &str = "\r\nContent-Length: ";
/// Ends the headers of a message or of a part.
const BLANK: &str = "\r\n\r\n";

/// The headers of a part that do not depend on its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHeaders<'a> {
    /// The media type of the body, without a charset.
    pub media_type: &'a str,
    /// The URI of the body.
    pub location: String,
}

impl PartHeaders<'_> {
    /// Returns the header lines of a body and the blank line after them:
    /// `Content-Type` (with `charset=utf-8` where the body is not ASCII, because
    /// US-ASCII is the default of RFC 2046 §4.1.2), `Content-Location` and
    /// `Content-Length` in bytes.
    fn to_text(&self, body: BodyStats) -> String {
        let charset = if body.ascii { "" } else { "; charset=utf-8" };
        let length = body.bytes.to_string();
        [
            "Content-Type: ",
            self.media_type,
            charset,
            LOCATION,
            &self.location,
            LENGTH,
            &length,
            BLANK,
        ]
        .concat()
    }
}

/// What the length of a message depends on in a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyStats {
    /// The size in bytes.
    pub bytes: u64,
    ascii: bool,
    /// Whether a line begins with the delimiter of the boundary's base.
    has_base: bool,
}

impl BodyStats {
    /// Scans a body that is to become a part of a message with this boundary.
    pub fn new(boundary: &Boundary, body: &str) -> Self {
        Self {
            bytes: body.len() as u64,
            ascii: body.is_ascii(),
            has_base: begins_line(boundary.base_delimiter(), body),
        }
    }
}

/// Computes the length of a message from its parts, in bytes. It is exact: a
/// boundary with a UUID is counted where these parts need one.
#[derive(Debug, Clone, Copy)]
pub struct MessageLength<'a> {
    boundary: &'a Boundary,
    unique: bool,
    parts: u64,
    /// The bytes of the parts' headers and bodies.
    bytes: u64,
}

impl<'a> MessageLength<'a> {
    /// Returns the length of a message without parts.
    pub fn new(boundary: &'a Boundary) -> Self {
        Self {
            boundary,
            unique: boundary.always,
            parts: 0,
            bytes: 0,
        }
    }

    /// Returns the length with one more part.
    #[must_use]
    pub fn with(self, headers: &PartHeaders<'_>, body: BodyStats) -> Self {
        Self {
            unique: self.unique || body.has_base,
            parts: self.parts + 1,
            bytes: self.bytes + headers.to_text(body).len() as u64 + body.bytes,
            ..self
        }
    }

    /// Returns the length in bytes.
    pub fn bytes(self) -> u64 {
        let unique = if self.unique { UNIQUE } else { 0 };
        let boundary = (self.boundary.base.len() + unique) as u64;
        let framing = |[before, after]: [&str; 2]| (before.len() + after.len()) as u64 + boundary;
        framing(HEADER) + self.parts * framing(DELIMITER) + framing(CLOSE) + self.bytes
    }
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<'a> {
    /// Its headers.
    pub headers: PartHeaders<'a>,
    /// Its body, byte for byte.
    pub body: String,
}

/// Collects the parts of a message, and writes it when all of them are known.
#[derive(Debug)]
pub struct Builder<'a> {
    boundary: &'a Boundary,
    length: MessageLength<'a>,
    parts: Vec<(Part<'a>, BodyStats)>,
}

impl<'a> Builder<'a> {
    /// Returns a message without parts.
    pub fn new(boundary: &'a Boundary) -> Self {
        Self {
            boundary,
            length: MessageLength::new(boundary),
            parts: Vec::new(),
        }
    }

    /// Returns the length of the message so far, in bytes.
    pub fn bytes(&self) -> u64 {
        self.length.bytes()
    }

    /// Returns the number of parts so far.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Returns true while there are no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Appends a part, unless the message would have more than `limit` bytes with it.
    /// Returns whether it was appended.
    pub fn push(&mut self, part: Part<'a>, limit: u64) -> bool {
        let stats = BodyStats::new(self.boundary, &part.body);
        let length = self.length.with(&part.headers, stats);
        let fits = length.bytes() <= limit;
        if fits {
            self.length = length;
            self.parts.push((part, stats));
        }
        fits
    }

    /// Returns the parts in place of a message.
    pub fn into_parts(self) -> impl Iterator<Item = Part<'a>> {
        self.parts.into_iter().map(|(part, _)| part)
    }

    /// Writes the message. Its boundary is chosen such that no line of a body begins
    /// with it.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub fn finish(self) -> Result<String, TryReserveError> {
        let bodies = || self.parts.iter().map(|(part, _)| &*part.body);
        let collides = self.parts.iter().any(|(_, stats)| stats.has_base);
        let bytes = self.length.bytes();
        let boundary = self.boundary.choose(collides, bytes, bodies);
        let mut message = buffer::string(usize::try_from(bytes).unwrap_or(usize::MAX))?;
        message.extend([HEADER[0], &boundary, HEADER[1]]);
        for (part, stats) in self.parts {
            message.extend([DELIMITER[0], &boundary, DELIMITER[1]]);
            message.push_str(&part.headers.to_text(stats));
            message.push_str(&part.body);
        }
        message.extend([CLOSE[0], &boundary, CLOSE[1]]);
        Ok(message)
    }
}

/// Reads the location and the body of each part of a message that was built here.
pub fn parts(message: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = message.split_once(BLANK).map_or("", |(_, rest)| rest);
    std::iter::from_fn(move || {
        let (headers, after) = rest.split_once(BLANK)?;
        let (_, location) = headers.split_once(LOCATION)?;
        let (location, length) = location.split_once(LENGTH)?;
        let (body, next) = after.split_at_checked(length.parse().ok()?)?;
        rest = next;
        Some((location, body))
    })
}

/// Returns true if a text begins with a line `Content-Type: multipart/mixed`, in any
/// case.
pub fn begins_message(text: &str) -> bool {
    /// More bytes than the line has before its parameters.
    const ENOUGH: usize = 80;
    let text = text.trim_start_matches('\u{feff}').as_bytes();
    let start = text[..text.len().min(ENOUGH)].trim_ascii_start();
    let Some(colon) = memchr::memchr(b':', start) else {
        return false;
    };
    let (name, value) = (&start[..colon], start[colon + 1..].trim_ascii_start());
    let kind = MEDIA_TYPE.as_bytes();
    name.trim_ascii_end().eq_ignore_ascii_case(b"content-type")
        && value
            .get(..kind.len())
            .is_some_and(|value| value.eq_ignore_ascii_case(kind))
}
