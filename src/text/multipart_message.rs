//! Builds one `multipart/mixed` message from several documents ([RFC 2046 §5.1]).
//!
//! The message begins with its own `Content-Type` and a blank line. Bodies are copied byte for
//! byte, because the CRLF before a delimiter is part of the delimiter (§5.1.1).
//!
//! [RFC 2046 §5.1]: https://www.rfc-editor.org/rfc/rfc2046#section-5.1

use std::fmt::{self, Display};

use memchr::memmem::Finder;
use serde::Deserialize;
use uuid::Uuid;

/// The maximum length of a boundary, in characters (RFC 2046 §5.1.1).
const MAX_BOUNDARY: usize = 70;
/// The number of characters that `-` and a UUID add to a boundary.
const UNIQUE: usize = 1 + uuid::fmt::Hyphenated::LENGTH;

/// The text before and after the boundary in the header of a message. `DELIMITER` is for the line
/// before each part, and `CLOSE` is for the end of the message.
const HEADER: [&str; 2] = ["Content-Type: multipart/mixed; boundary=\"", "\"\r\n"];
const DELIMITER: [&str; 2] = ["\r\n--", "\r\n"];
const CLOSE: [&str; 2] = ["\r\n--", "--\r\n"];

/// The rules for choosing the boundaries of messages.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "BoundaryRow")]
pub struct Boundary {
    /// The beginning of every boundary.
    base: String,
    /// Whether every message gets a random UUID.
    always: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoundaryRow {
    base: String,
    unique: Unique,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Unique {
    OnCollision,
    Always,
}

impl TryFrom<BoundaryRow> for Boundary {
    type Error = String;

    fn try_from(row: BoundaryRow) -> Result<Self, String> {
        Self::new(&row.base, row.unique == Unique::Always)
    }
}

impl Boundary {
    /// Creates the rules for boundaries that begin with `base`. A UUID follows `base` if `always`
    /// is true, or if a line of a body could be mistaken for a delimiter.
    ///
    /// # Errors
    ///
    /// Returns an error if `base` is empty, has an illegal character, or leaves no space for a
    /// UUID.
    pub fn new(base: &str, always: bool) -> Result<Self, String> {
        let most = MAX_BOUNDARY - UNIQUE;
        let legal = |c: char| c.is_ascii_alphanumeric() || "'()+_,-./:=?".contains(c);
        if (1..=most).contains(&base.len()) && base.chars().all(legal) {
            Ok(Self {
                base: base.to_owned(),
                always,
            })
        } else {
            Err(format!(
                "a boundary's base has 1 to {most} letters, digits and '()+_,-./:=?"
            ))
        }
    }
}

/// Returns a finder for `--` and `boundary`.
fn delimiter(boundary: &str) -> Finder<'static> {
    Finder::new(&format!("--{boundary}")).into_owned()
}

/// Returns true if a line of `text` begins with the delimiter. Parsers treat this line as a
/// delimiter, even if other text follows on it.
fn begins_line(delimiter: &Finder, text: &str) -> bool {
    let text = text.as_bytes();
    let mut found = delimiter.find_iter(text);
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
    /// The header lines and the blank line after them.
    head: String,
}

impl Part {
    /// Creates a part from a body, its media type and its URI. `applies` is the reason why the part
    /// applies to a file, percent-encoded, if the call asked for the reason. An ASCII body needs no
    /// charset, because the default is US-ASCII (RFC 2046 §4.1.2).
    pub fn new(media_type: &str, location: String, body: String, applies: Option<&str>) -> Self {
        let charset = if body.is_ascii() {
            ""
        } else {
            "; charset=utf-8"
        };
        let length = body.len();
        let applies = applies.map(|it| format!("\r\nGuide-Applies: {it}"));
        let applies = applies.unwrap_or_default();
        let head = format!(
            "Content-Type: {media_type}{charset}\r\nContent-Location: {location}\r\n\
             Content-Length: {length}{applies}\r\n\r\n"
        );
        Self {
            media_type: media_type.to_owned(),
            location,
            body,
            head,
        }
    }

    /// Returns the length of the part in a message, without the delimiter, in bytes.
    fn bytes(&self) -> u64 {
        (self.head.len() + self.body.len()) as u64
    }
}

/// A builder for a message. It chooses the boundary when all parts are known.
///
/// ```
/// use mcp_guide::text::multipart_message::{Boundary, Builder, Part};
///
/// let boundary = Boundary::new("b", false)?;
/// let mut message = Builder::new(&boundary);
/// for (location, body) in [("guide://a", "one"), ("guide://b", "two")] {
///     message.push(Part::new("text/plain", location.into(), body.into(), None));
/// }
/// let text = message.finish().to_string();
/// assert!(text.starts_with("Content-Type: multipart/mixed; boundary=\"b\"\r\n\r\n--b\r\n"));
/// assert!(text.ends_with("Content-Length: 3\r\n\r\ntwo\r\n--b--\r\n"));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Builder {
    boundary: Boundary,
    /// A finder for `--` and the base of the boundary.
    delimiter: Finder<'static>,
    /// Whether a line of a body begins with `--` and the base of the boundary.
    collides: bool,
    /// The total length of the headers and bodies of the parts, in bytes.
    content: u64,
    /// The parts so far.
    pub(crate) parts: Vec<Part>,
}

impl Builder {
    /// Creates a message without parts.
    pub fn new(boundary: &Boundary) -> Self {
        Self {
            delimiter: delimiter(&boundary.base),
            boundary: boundary.clone(),
            collides: false,
            content: 0,
            parts: Vec::new(),
        }
    }

    /// Returns the length of the message so far, in bytes. The length includes a UUID in the
    /// boundary if one is needed.
    pub fn bytes(&self) -> u64 {
        self.length(self.collides, self.parts.len(), self.content)
    }

    /// Returns the length in bytes of a message with `parts` parts. `content` is the total length
    /// of their headers and bodies. `collides` is true if a line of a body begins with `--` and the
    /// base of the boundary.
    fn length(&self, collides: bool, parts: usize, content: u64) -> u64 {
        let unique = if self.boundary.always || collides {
            UNIQUE
        } else {
            0
        };
        let boundary = self.boundary.base.len() + unique;
        let framing = |[before, after]: [&str; 2]| (before.len() + boundary + after.len()) as u64;
        framing(HEADER) + parts as u64 * framing(DELIMITER) + framing(CLOSE) + content
    }

    /// Returns true if the message has at most `limit` bytes after `part` is appended.
    pub fn fits(&self, part: &Part, limit: u64) -> bool {
        let collides = self.collides || self.collides_with(part);
        self.length(collides, self.parts.len() + 1, self.content + part.bytes()) <= limit
    }

    fn collides_with(&self, part: &Part) -> bool {
        begins_line(&self.delimiter, &part.body)
    }

    /// Appends a part.
    pub fn push(&mut self, part: Part) {
        self.content += part.bytes();
        self.collides |= self.collides_with(&part);
        self.parts.push(part);
    }

    /// Sorts the parts by the numbers in `order`, which contains one number for each part.
    pub fn sort_by(&mut self, order: Vec<usize>) {
        let mut parts: Vec<_> = order.into_iter().zip(self.parts.drain(..)).collect();
        parts.sort_by_key(|(at, _)| *at);
        self.parts.extend(parts.into_iter().map(|(_, part)| part));
    }

    /// Returns the message. Its boundary is chosen so that no line of a body looks like a
    /// delimiter. The same parts get the same boundary, unless every message gets a random UUID.
    pub fn finish(self) -> MultipartMessage {
        let base = &self.boundary.base;
        let is_free = |boundary: &String| {
            let delimiter = delimiter(boundary);
            let mut parts = self.parts.iter();
            !self.collides || !parts.any(|part| begins_line(&delimiter, &part.body))
        };
        let unique = |uuid: Uuid| format!("{base}-{uuid}");
        let boundary = if self.boundary.always {
            std::iter::repeat_with(|| unique(Uuid::new_v4())).find(is_free)
        } else if self.collides {
            let parts = self.parts.iter().flat_map(|part| [&part.head, &part.body]);
            let digest = parts.fold(Uuid::NAMESPACE_URL, |before, text| {
                Uuid::new_v5(&before, text.as_bytes())
            });
            // The boundary contains a hash of all parts, so it is practically impossible for a part
            // to contain it.
            let numbered = |count: u64| unique(Uuid::new_v5(&digest, &count.to_be_bytes()));
            (0..).map(numbered).find(is_free)
        } else {
            None
        };
        MultipartMessage {
            boundary: boundary.unwrap_or_else(|| base.clone()),
            parts: self.parts,
        }
    }
}

/// A multipart message, which [`Display`] writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MultipartMessage {
    boundary: String,
    /// The parts, in order.
    pub parts: Vec<Part>,
}

impl Display for MultipartMessage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boundary = &*self.boundary;
        let mut write =
            |texts: &[&str]| texts.iter().try_for_each(|text| formatter.write_str(text));
        write(&[HEADER[0], boundary, HEADER[1]])?;
        for part in &self.parts {
            write(&[DELIMITER[0], boundary, DELIMITER[1], &part.head, &part.body])?;
        }
        write(&[CLOSE[0], boundary, CLOSE[1]])
    }
}

/// Returns true if `text` begins with `Content-Type: multipart/mixed`, ignoring case and white
/// space.
pub fn begins_message(text: &str) -> bool {
    /// The number of characters to check. The line has fewer characters before its parameters.
    const ENOUGH: usize = 80;
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let start = start.chars().take(ENOUGH).filter(|c| !c.is_whitespace());
    let start = start.collect::<String>().to_ascii_lowercase();
    start.starts_with("content-type:multipart/mixed")
}
