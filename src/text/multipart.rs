//! Documents → one `multipart/mixed` message ([RFC 2046 §5.1]).
//!
//! The message is an entity, not a mail: it begins with its own `Content-Type`
//! and a blank line. Header and delimiter lines end in CRLF, bodies are byte for
//! byte as given, and the CRLF before a delimiter belongs to the delimiter
//! (§5.1.1). After the close delimiter stands one CRLF.
//!
//! [RFC 2046 §5.1]: https://www.rfc-editor.org/rfc/rfc2046#section-5.1

mod array;
mod boundary;
mod message;
mod scribe;
mod weight;

pub use array::Array;
pub use boundary::{Attempt, Boundary, BoundaryError, MAX_BOUNDARY};
pub use message::{Message, Unwritten};
pub use scribe::{Chunks, Part, Scribe};
pub use weight::{Length, Weighing, Weight};

/// A message's own type.
const MEDIA_TYPE: &str = "multipart/mixed";
/// What stands around the boundary: in the message's own header, before a part
/// and after the last one.
const HEAD: [&str; 2] = ["Content-Type: multipart/mixed; boundary=\"", "\"\r\n"];
const DELIMITER: [&str; 2] = ["\r\n--", "\r\n"];
const CLOSE: [&str; 2] = ["\r\n--", "--\r\n"];
/// What stands before a part's location, and before the length of its body.
const LOCATION: &str = "\r\nContent-Location: ";
const LENGTH: &str = "\r\nContent-Length: ";
/// What stands after a head.
const BLANK: &str = "\r\n\r\n";

/// What of a part's header lines is known before its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head<'a> {
    /// The media type of the body.
    pub media_type: &'a str,
    /// Where the body was found.
    pub location: String,
}

impl Head<'_> {
    /// The header lines of a body, and the blank line after them: `Content-Type`
    /// (with `charset=utf-8` where the body is not all ASCII: RFC 2046 §4.1.2 makes
    /// US-ASCII the default), `Content-Location` and `Content-Length` in bytes, in
    /// that order and no others.
    fn text(&self, body: Weight) -> String {
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

/// The parts of a message that was made here: the location and the body of each.
pub fn parts(message: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = message.split_once(BLANK).map_or("", |(_, rest)| rest);
    std::iter::from_fn(move || {
        let (head, after) = rest.split_once(BLANK)?;
        let (_, location) = head.split_once(LOCATION)?;
        let (location, length) = location.split_once(LENGTH)?;
        let (body, next) = after.split_at_checked(length.parse().ok()?)?;
        rest = next;
        Some((location, body))
    })
}

/// Whether a text begins as a message does: with a line `Content-Type:
/// multipart/mixed`, which header names and types are in any case.
pub fn begins_message(text: &str) -> bool {
    /// Longer than the line is up to where its parameters begin.
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
