//! Builds one `multipart/mixed` message of several documents ([RFC 2046 §5.1]).
//!
//! The message begins with its own `Content-Type` and a blank line. Bodies are copied
//! byte for byte: the CRLF before a delimiter belongs to the delimiter (§5.1.1).
//!
//! [RFC 2046 §5.1]: https://www.rfc-editor.org/rfc/rfc2046#section-5.1

use std::fmt::{self, Display};

use std::ops::Range;

use memchr::memmem;
use uuid::Uuid;

use crate::text::buffer::append;

/// The longest boundary that RFC 2046 §5.1.1 allows, in characters.
const MAX_BOUNDARY: usize = 70;
/// How many characters `-` and a UUID add to a boundary.
const UNIQUE: usize = 1 + uuid::fmt::Hyphenated::LENGTH;

const MEDIA_TYPE: &str = "multipart/mixed";
/// The text around the boundary: in the message's header, before a part, at the end.
const HEADER: [&str; 2] = ["Content-Type: multipart/mixed; boundary=\"", "\"\r\n"];
const DELIMITER: [&str; 2] = ["\r\n--", "\r\n"];
const CLOSE: [&str; 2] = ["\r\n--", "--\r\n"];
/// The text of a part's headers around its media type, its URI and its length.
const TYPE: &str = "Content-Type: ";
const LOCATION: &str = "\r\nContent-Location: ";
const LENGTH: &str = "\r\nContent-Length: ";
/// Before the reason why a document applies to a file.
const APPLIES: &str = "\r\nGuide-Applies: ";
/// Ends the headers of a message or of a part.
const BLANK: &str = "\r\n\r\n";

/// How the boundaries of messages are chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    /// What every boundary begins with.
    base: String,
    /// Whether each message has a random UUID.
    always: bool,
    /// `--` and the base.
    delimiter: String,
}

impl Boundary {
    /// Returns boundaries that begin with `base`. A UUID follows with `always`, and
    /// where a line of a body could be taken for a delimiter.
    ///
    /// # Errors
    ///
    /// `base` has an illegal character, is empty, or leaves no space for a UUID.
    pub fn new(base: &str, always: bool) -> Result<Self, String> {
        let most = MAX_BOUNDARY - UNIQUE;
        let legal = |c: char| c.is_ascii_alphanumeric() || "'()+_,-./:=?".contains(c);
        if let Some(character) = base.chars().find(|&c| !legal(c)) {
            return Err(format!(
                "a boundary may not hold {character:?}; letters, digits and '()+_,-./:=? are legal"
            ));
        }
        if base.is_empty() || base.len() > most {
            return Err(format!(
                "a boundary's base must have 1 to {most} characters"
            ));
        }
        Ok(Self {
            base: base.to_owned(),
            always,
            delimiter: format!("--{base}"),
        })
    }

    /// Chooses the boundary of a message of `bytes` bytes with these bodies, one of
    /// which has the base's delimiter if `collides`. The same message gets the same
    /// boundary, unless a body already has that one too: then the UUID is random.
    fn choose(&self, collides: bool, bytes: u64, parts: &Parts) -> String {
        let mut unique = match (self.always, collides) {
            (true, _) => Uuid::new_v4(),
            (false, true) => Uuid::new_v5(&Uuid::NAMESPACE_URL, &bytes.to_be_bytes()),
            (false, false) => return self.base.clone(),
        };
        loop {
            let boundary = format!("{}-{unique}", self.base);
            let delimiter = format!("--{boundary}");
            let mut bodies = parts.iter().map(|part| part.body);
            if !collides || !bodies.any(|body| begins_line(&delimiter, body)) {
                return boundary;
            }
            unique = Uuid::new_v4();
        }
    }
}

/// Returns true if a line of the text begins with the delimiter: parsers take such a line
/// for one, whatever follows.
fn begins_line(delimiter: &str, text: &str) -> bool {
    let text = text.as_bytes();
    let mut found = memmem::find_iter(text, delimiter);
    found.any(|at| at == 0 || matches!(text[at - 1], b'\r' | b'\n'))
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The media type of the body, without a charset.
    pub media_type: String,
    /// The URI of the body.
    pub location: String,
    /// The body, byte for byte.
    pub body: String,
    /// Why it applies to a file, percent-encoded, where that was asked.
    pub applies: Option<String>,
}

/// A part of a message that is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartRef<'a> {
    /// The media type of the body, without a charset.
    pub media_type: &'a str,
    /// The URI of the body.
    pub location: &'a str,
    /// The body, byte for byte.
    pub body: &'a str,
    /// The header lines and the blank line after them.
    head: &'a str,
}

/// Parts in two strings: many small ones would keep their memory scattered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Parts {
    heads: String,
    bodies: String,
    places: Vec<Place>,
}

/// Where a part is: ranges of the heads and of the bodies.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    head: Range<usize>,
    media_type: Range<usize>,
    location: Range<usize>,
    body: Range<usize>,
}

impl Parts {
    /// Appends the header lines of a part. The default charset is US-ASCII (RFC 2046
    /// §4.1.2).
    fn push_head(&mut self, part: &Part) -> Place {
        let heads = &mut self.heads;
        let start = heads.len();
        let charset = match part.body.is_ascii() {
            true => "",
            false => "; charset=utf-8",
        };
        let mut push = |texts: &[&str]| {
            texts.iter().for_each(|text| append(heads, text));
            heads.len()
        };
        let typed = push(&[TYPE, &part.media_type]);
        let located = push(&[charset, LOCATION, &part.location]);
        push(&[LENGTH, &part.body.len().to_string()]);
        if let Some(applies) = &part.applies {
            push(&[APPLIES, applies]);
        }
        let end = push(&[BLANK]);
        Place {
            head: start..end,
            media_type: typed - part.media_type.len()..typed,
            location: located - part.location.len()..located,
            body: self.bodies.len()..self.bodies.len() + part.body.len(),
        }
    }

    fn push_body(&mut self, body: String, place: Place) {
        match self.places.is_empty() {
            true => self.bodies = body,
            false => append(&mut self.bodies, &body),
        }
        self.places.push(place);
    }

    fn iter(&self) -> impl Iterator<Item = PartRef<'_>> {
        self.places.iter().map(|place| PartRef {
            media_type: &self.heads[place.media_type.clone()],
            location: &self.heads[place.location.clone()],
            body: &self.bodies[place.body.clone()],
            head: &self.heads[place.head.clone()],
        })
    }
}

/// Collects the parts of a message, whose boundary is chosen when all of them are known.
///
/// ```
/// use mcp_guide::text::multipart::{Boundary, Builder, Part};
///
/// let boundary = Boundary::new("b", false)?;
/// let mut message = Builder::new(&boundary);
/// for (location, body) in [("guide://a", "one"), ("guide://b", "two")] {
///     let part = Part {
///         media_type: "text/plain".into(),
///         location: location.into(),
///         body: body.into(),
///         applies: None,
///     };
///     assert!(message.push(part, 1000));
/// }
/// let text = message.finish().to_string();
/// assert!(text.starts_with("Content-Type: multipart/mixed; boundary=\"b\"\r\n\r\n--b\r\n"));
/// assert!(text.ends_with("Content-Length: 3\r\n\r\ntwo\r\n--b--\r\n"));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Builder<'a> {
    boundary: &'a Boundary,
    /// Whether a line of a body begins with the delimiter of the boundary's base.
    collides: bool,
    parts: Parts,
}

impl<'a> Builder<'a> {
    /// Returns a message without parts.
    pub fn new(boundary: &'a Boundary) -> Self {
        Self {
            boundary,
            collides: false,
            parts: Parts::default(),
        }
    }

    /// Returns the length of the message so far in bytes, with a UUID in its boundary if
    /// these parts need one.
    pub fn bytes(&self) -> u64 {
        self.length(
            self.collides,
            self.parts.places.len(),
            self.parts.bodies.len(),
        )
    }

    /// Returns the length with so many parts, whose bodies have so many bytes.
    fn length(&self, collides: bool, parts: usize, bodies: usize) -> u64 {
        let unique = if self.boundary.always || collides {
            UNIQUE
        } else {
            0
        };
        let boundary = self.boundary.base.len() + unique;
        let framing = |[before, after]: [&str; 2]| (before.len() + boundary + after.len()) as u64;
        let content = (self.parts.heads.len() + bodies) as u64;
        framing(HEADER) + parts as u64 * framing(DELIMITER) + framing(CLOSE) + content
    }

    /// Returns the number of parts so far.
    pub fn len(&self) -> usize {
        self.parts.places.len()
    }

    /// Returns true while there are no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.places.is_empty()
    }

    /// Appends a part, unless the message would have more than `limit` bytes with it.
    /// Returns whether it was appended.
    pub fn push(&mut self, part: Part, limit: u64) -> bool {
        let place = self.parts.push_head(&part);
        let collides = self.collides || begins_line(&self.boundary.delimiter, &part.body);
        let fits = self.length(collides, self.len() + 1, place.body.end) <= limit;
        match fits {
            true => {
                self.collides = collides;
                self.parts.push_body(part.body, place);
            }
            false => self.parts.heads.truncate(place.head.start),
        }
        fits
    }

    /// Reverses the order of the parts.
    pub fn reverse(&mut self) {
        self.parts.places.reverse();
    }

    /// Returns the parts in place of a message.
    pub fn into_parts(self) -> Vec<Part> {
        let Parts {
            heads,
            bodies,
            places,
        } = self.parts;
        let part = |place: &Place, body: String| Part {
            media_type: heads[place.media_type.clone()].to_owned(),
            location: heads[place.location.clone()].to_owned(),
            body,
            applies: None,
        };
        match &places[..] {
            [only] => vec![part(only, bodies)],
            _ => {
                let body = |place: &Place| bodies[place.body.clone()].to_owned();
                places
                    .iter()
                    .map(|place| part(place, body(place)))
                    .collect()
            }
        }
    }

    /// Returns the message, with a boundary that begins no line of a body.
    pub fn finish(self) -> Message {
        let boundary = self.boundary;
        Message {
            boundary: boundary.choose(self.collides, self.bytes(), &self.parts),
            parts: self.parts,
        }
    }
}

/// A message. Its [`Display`] writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    boundary: String,
    parts: Parts,
}

impl Message {
    /// Returns its parts.
    pub fn parts(&self) -> impl Iterator<Item = PartRef<'_>> {
        self.parts.iter()
    }
}

impl Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boundary = &*self.boundary;
        let mut write =
            |texts: &[&str]| texts.iter().try_for_each(|text| formatter.write_str(text));
        write(&[HEADER[0], boundary, HEADER[1]])?;
        for PartRef { head, body, .. } in self.parts.iter() {
            write(&[DELIMITER[0], boundary, DELIMITER[1], head, body])?;
        }
        write(&[CLOSE[0], boundary, CLOSE[1]])
    }
}

/// Returns true if a text begins with `Content-Type: multipart/mixed`, in any case.
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
