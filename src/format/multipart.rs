//! Documents → one `multipart/mixed` message ([RFC 2046 §5.1]).
//!
//! The message is an entity, not a mail: it begins with its own `Content-Type`
//! and a blank line. Header and delimiter lines end in CRLF, bodies are byte for
//! byte as given, and the CRLF before a delimiter belongs to the delimiter
//! (§5.1.1). After the close delimiter stands one CRLF.
//!
//! [RFC 2046 §5.1]: https://www.rfc-editor.org/rfc/rfc2046#section-5.1

use std::fmt;

use memchr::memmem;
use uuid::Uuid;

/// The longest boundary that RFC 2046 §5.1.1 allows, in characters.
pub const MAX_BOUNDARY: usize = 70;

/// How many characters a UUID and what stands before it add to a boundary.
const UNIQUE: usize = 1 + uuid::fmt::Hyphenated::LENGTH;

/// A message's own type.
const MEDIA_TYPE: &str = "multipart/mixed";
/// What stands around the boundary: in the message's own header, before a part
/// and after the last one.
const HEAD: [&str; 2] = ["Content-Type: multipart/mixed; boundary=\"", "\"\r\n"];
const DELIMITER: [&str; 2] = ["\r\n--", "\r\n"];
/// What stands before a part's location.
const LOCATION: &str = "\r\nContent-Location: ";
const CLOSE: [&str; 2] = ["\r\n--", "--\r\n"];

/// How the boundary is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    base: String,
    always: bool,
}

/// Why a text is no boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundaryError {
    /// It holds a character that a boundary may not hold.
    Character(char),
    /// It has no characters, or more than these.
    Length(usize),
}

impl fmt::Display for BoundaryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(character) => write!(
                formatter,
                "a boundary may not hold {character:?}; letters, digits and '()+_,-./:=? are legal"
            ),
            Self::Length(most) => write!(
                formatter,
                "a boundary's base must have 1 to {most} characters"
            ),
        }
    }
}

impl std::error::Error for BoundaryError {}

impl Boundary {
    /// A boundary that begins with `base`. With `always` every message gets a
    /// random UUID after it; otherwise a message gets one only where a body
    /// would be mistaken for a delimiter.
    ///
    /// # Errors
    ///
    /// When `base` holds a character that a boundary may not hold, is empty, or
    /// leaves no room for `-` and a UUID within [`MAX_BOUNDARY`].
    pub fn new(base: &str, always: bool) -> Result<Self, BoundaryError> {
        let room = MAX_BOUNDARY - UNIQUE;
        let legal = |c: char| c.is_ascii_alphanumeric() || "'()+_,-./:=?".contains(c);
        if let Some(character) = base.chars().find(|&c| !legal(c)) {
            return Err(BoundaryError::Character(character));
        }
        if base.is_empty() || base.len() > room {
            return Err(BoundaryError::Length(room));
        }
        Ok(Self {
            base: base.to_owned(),
            always,
        })
    }

    /// The boundary for these parts: legal, and beginning no line of any body.
    /// The same parts give the same boundary, unless each is to be unique.
    fn choose(&self, parts: &[Part]) -> String {
        if self.always {
            loop {
                let boundary = format!("{}-{}", self.base, Uuid::new_v4());
                if !occurs(&boundary, parts) {
                    return boundary;
                }
            }
        }
        if !occurs(&self.base, parts) {
            return self.base.clone();
        }
        let digest = parts.iter().fold(Uuid::NAMESPACE_URL, |digest, part| {
            let digest = Uuid::new_v5(&digest, part.head.as_bytes());
            Uuid::new_v5(&digest, part.body.as_bytes())
        });
        (0_u64..)
            .map(|count| {
                let unique = Uuid::new_v5(&digest, &count.to_be_bytes());
                format!("{}-{unique}", self.base)
            })
            .find(|boundary| !occurs(boundary, parts))
            .unwrap_or_default()
    }
}

/// One document as a body part: its header lines and its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    head: String,
    body: String,
    /// Whether a line of the body begins with `--`, as every delimiter does.
    dashes: bool,
}

impl Part {
    /// A part whose headers are `Content-Type` (with `charset=utf-8` where its
    /// body is not all ASCII: RFC 2046 §4.1.2 makes US-ASCII the default),
    /// `Content-Location` and `Content-Length` in bytes, in that order and no
    /// others. The body is delivered byte for byte.
    pub fn new(media_type: &str, location: &str, body: String) -> Self {
        Self {
            head: head(media_type, location, body.is_ascii(), body.len() as u64),
            dashes: begins_line("--", &body),
            body,
        }
    }

    /// The location that it was made with.
    pub fn location(&self) -> &str {
        self.head
            .split_once(LOCATION)
            .and_then(|(_, after)| after.split_once("\r\n"))
            .map_or("", |(location, _)| location)
    }

    /// The body.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The body alone.
    pub fn into_body(self) -> String {
        self.body
    }
}

/// The header lines of a body, and the blank line after them.
fn head(media_type: &str, location: &str, ascii: bool, bytes: u64) -> String {
    let charset = if ascii { "" } else { "; charset=utf-8" };
    let length = bytes.to_string();
    [
        "Content-Type: ",
        media_type,
        charset,
        LOCATION,
        location,
        "\r\nContent-Length: ",
        &length,
        "\r\n\r\n",
    ]
    .concat()
}

/// What a body weighs in a message, once it is no longer at hand.
#[derive(Debug, Clone, Copy)]
pub struct Weight {
    /// Its bytes.
    pub bytes: u64,
    ascii: bool,
    /// Whether the boundary would be mistaken in it.
    unique: bool,
}

impl Weight {
    /// The weight of a body in messages with this boundary.
    pub fn new(boundary: &Boundary, body: &str) -> Self {
        Self {
            bytes: body.len() as u64,
            ascii: body.is_ascii(),
            unique: begins_line(&format!("--{}", boundary.base), body),
        }
    }
}

/// Whether a line of some body begins with the delimiter: parsers take a prefix
/// of a line for one.
fn occurs(boundary: &str, parts: &[Part]) -> bool {
    let delimiter = format!("--{boundary}");
    parts
        .iter()
        .any(|part| part.dashes && begins_line(&delimiter, &part.body))
}

/// Whether a line begins so; a line begins at the body's start and after CR or LF.
fn begins_line(start: &str, body: &str) -> bool {
    let bytes = body.as_bytes();
    memmem::find_iter(bytes, start).any(|at| at == 0 || matches!(bytes[at - 1], b'\r' | b'\n'))
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

    /// The same with one part more.
    #[must_use]
    pub fn with(self, part: &Part) -> Self {
        Self {
            unique: self.unique
                || part.dashes && occurs(&self.boundary.base, std::slice::from_ref(part)),
            parts: self.parts + 1,
            bytes: self.bytes + part.head.len() as u64 + part.body.len() as u64,
            ..self
        }
    }

    /// The same with one part more, of a body of this weight.
    #[must_use]
    pub fn with_weight(self, media_type: &str, location: &str, body: Weight) -> Self {
        let head = head(media_type, location, body.ascii, body.bytes);
        Self {
            unique: self.unique || body.unique,
            parts: self.parts + 1,
            bytes: self.bytes + head.len() as u64 + body.bytes,
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

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The message's own header, and the blank line after it.
    head: String,
    /// What stands before a part, and after the last, with the line end of the
    /// body before it.
    delimiter: String,
    close: String,
    parts: Vec<Part>,
}

impl Message {
    /// The message of these parts.
    pub fn new(boundary: &Boundary, parts: Vec<Part>) -> Self {
        let boundary = boundary.choose(&parts);
        Self {
            head: HEAD.join(&*boundary),
            delimiter: DELIMITER.join(&*boundary),
            close: CLOSE.join(&*boundary),
            parts,
        }
    }

    /// Its parts, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The message in pieces, in order. No body is copied.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        let parts = self
            .parts
            .iter()
            .flat_map(|part| [&*self.delimiter, &*part.head, &*part.body]);
        std::iter::once(&*self.head)
            .chain(parts)
            .chain(std::iter::once(&*self.close))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces()
            .try_for_each(|piece| formatter.write_str(piece))
    }
}
