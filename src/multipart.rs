//! Documents → one `multipart/mixed` message ([RFC 2046 §5.1]).
//!
//! The message is an entity, not a mail: it begins with its own `Content-Type`
//! and a blank line. Header and delimiter lines end in CRLF, bodies are byte for
//! byte as given, and the CRLF before a delimiter belongs to the delimiter
//! (§5.1.1). After the close delimiter stands one CRLF.
//!
//! [RFC 2046 §5.1]: https://www.rfc-editor.org/rfc/rfc2046#section-5.1

use std::fmt::Write;

use memchr::memmem;
use uuid::Uuid;

/// The longest boundary that RFC 2046 §5.1.1 allows, in characters.
pub const MAX_BOUNDARY: usize = 70;

/// How the boundary is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    base: String,
    always: bool,
}

impl Boundary {
    /// A boundary that begins with `base`. With `always` every message gets a
    /// random UUID after it; otherwise a message gets one only where a body
    /// would be mistaken for a delimiter.
    ///
    /// # Errors
    ///
    /// When `base` holds a character that a boundary may not hold, is empty, or
    /// leaves no room for `-` and a UUID within [`MAX_BOUNDARY`].
    pub fn new(base: &str, always: bool) -> Result<Self, String> {
        let room = MAX_BOUNDARY - 1 - uuid::fmt::Hyphenated::LENGTH;
        let legal = |c: char| c.is_ascii_alphanumeric() || "'()+_,-./:=?".contains(c);
        if let Some(character) = base.chars().find(|&c| !legal(c)) {
            return Err(format!(
                "a boundary may not hold {character:?}; letters, digits and '()+_,-./:=? are legal"
            ));
        }
        if base.is_empty() || base.len() > room {
            return Err(format!(
                "a boundary's base must have 1 to {room} characters"
            ));
        }
        Ok(Self {
            base: base.to_owned(),
            always,
        })
    }

    /// The boundary for these parts: legal, and beginning no line of any body.
    /// The same parts give the same boundary, unless each is to be unique.
    fn choose(&self, parts: &[Part<'_>]) -> String {
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
            let digest = Uuid::new_v5(&digest, part.location.as_bytes());
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

/// One document as a body part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<'a> {
    /// The media type, without parameters.
    pub media_type: &'a str,
    /// The URI in `Content-Location`.
    pub location: String,
    /// The body, delivered byte for byte.
    pub body: &'a str,
}

/// Whether a line of some body begins with the delimiter: parsers take a prefix
/// of a line for one. A line begins at the body's start and after CR or LF.
fn occurs(boundary: &str, parts: &[Part<'_>]) -> bool {
    let delimiter = format!("--{boundary}");
    let finder = memmem::Finder::new(&delimiter);
    parts.iter().any(|part| {
        let bytes = part.body.as_bytes();
        finder
            .find_iter(bytes)
            .any(|at| at == 0 || matches!(bytes[at - 1], b'\r' | b'\n'))
    })
}

/// The bytes of a part's headers that are the same for every part, and its
/// delimiter line's: what is reserved beside the body, the type and the URI.
const OVERHEAD: usize = 160;

/// Builds the message. Each part has `Content-Type` (with `charset=utf-8` where
/// its body is not all ASCII: RFC 2046 §4.1.2 makes US-ASCII the default),
/// `Content-Location` and `Content-Length` in bytes, in that order and no others.
pub fn build(boundary: &Boundary, parts: &[Part<'_>]) -> String {
    let boundary = boundary.choose(parts);
    let bytes: usize = parts
        .iter()
        .map(|part| part.body.len() + part.location.len() + part.media_type.len() + OVERHEAD)
        .sum();
    let mut message = String::with_capacity(bytes + 2 * OVERHEAD);
    message.push_str("Content-Type: multipart/mixed; boundary=\"");
    message.push_str(&boundary);
    message.push_str("\"\r\n\r\n");
    for part in parts {
        let charset = if part.body.is_ascii() {
            ""
        } else {
            "; charset=utf-8"
        };
        // Writing to a String cannot fail.
        let _ = write!(
            message,
            "--{boundary}\r\nContent-Type: {}{charset}\r\nContent-Location: {}\r\nContent-Length: {}\r\n\r\n",
            part.media_type,
            part.location,
            part.body.len(),
        );
        message.push_str(part.body);
        message.push_str("\r\n");
    }
    message.push_str("--");
    message.push_str(&boundary);
    message.push_str("--\r\n");
    message
}
