//! `guide://` URIs: built for `Content-Location`, and parsed back.
//!
//! The shapes are rows of the table (`locations`); a shape is a URI whose path
//! segments may be the placeholders `{category}`, `{collection}` and, last,
//! `{path}`. Every segment is percent-encoded ([RFC 3986 §2.1]) but for the
//! unreserved characters, so no name can add a header, a line or a segment.
//!
//! A URI that is built is in normal form already ([RFC 3986 §6.2.2]): nobody who
//! compares or normalises URIs takes two documents for one.
//!
//! [RFC 3986 §2.1]: https://www.rfc-editor.org/rfc/rfc3986#section-2.1
//! [RFC 3986 §6.2.2]: https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2

mod whole;

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::text::shown::echo;

pub use whole::WholeShape;

/// Everything but RFC 3986's unreserved characters.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// What a URI names: a document of a category, perhaps found through a collection.
///
/// No name and no name in the path is empty, `.` or `..`: as a segment of a URI
/// those mean something else, however they are encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location<'a> {
    /// The collection through which the document was found.
    pub collection: Option<std::borrow::Cow<'a, str>>,
    /// The category.
    pub category: std::borrow::Cow<'a, str>,
    /// The document's path, relative to the category.
    pub path: std::borrow::Cow<'a, str>,
}

/// The shape of one kind of location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocationShape {
    /// Scheme and authority, such as `guide://category`.
    base: String,
    /// The segments before the path's.
    fixed: Vec<Segment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Literal(String),
    Category,
    Collection,
}

/// Why a text is no shape of locations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapeError {
    /// It does not begin with a literal scheme and authority in lower case.
    Base,
    /// A segment that is neither a placeholder nor literal.
    Segment(String),
    /// A placeholder that is absent, repeated or out of place.
    Placeholders {
        /// Whether the collection's is one of them.
        with_collection: bool,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base => formatter.write_str(
                "a location is a URI that begins with a scheme and an authority in lower case, \
                 such as guide://documents, and no placeholder stands there",
            ),
            Self::Segment(segment) => write!(
                formatter,
                "the segment '{}' is neither a whole placeholder nor one or more of the \
                 characters A-Z a-z 0-9 -._~!$&'()*+,;=:@, other than . and ..",
                echo(segment)
            ),
            Self::Placeholders { with_collection } => write!(
                formatter,
                "a location must hold {}{{category}} once and end with {{path}}",
                if *with_collection {
                    "{collection} and "
                } else {
                    ""
                }
            ),
        }
    }
}

impl std::error::Error for ShapeError {}

impl LocationShape {
    /// Parses a shape such as `guide://category/{category}/{path}`.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the shape: a scheme or an authority that is not
    /// literal and in lower case, a segment that is empty, or holds what would
    /// be encoded, normalised away, or end the path; a placeholder that is
    /// unknown, absent, repeated or not a whole segment.
    pub fn parse(text: &str, with_collection: bool) -> Result<Self, ShapeError> {
        let mut segments = text.split('/').skip(3);
        let base = base(text).ok_or(ShapeError::Base)?;
        let mut fixed = vec![];
        let mut ends = false;
        for segment in segments.by_ref() {
            fixed.push(match segment {
                "{category}" => Segment::Category,
                "{collection}" => Segment::Collection,
                "{path}" => {
                    ends = true;
                    break;
                }
                literal if is_literal(literal) => Segment::Literal(literal.to_owned()),
                other => {
                    return Err(ShapeError::Segment(other.to_owned()));
                }
            });
        }
        let count = |wanted: &Segment| fixed.iter().filter(|segment| *segment == wanted).count();
        if !ends
            || segments.next().is_some()
            || count(&Segment::Category) != 1
            || count(&Segment::Collection) != usize::from(with_collection)
        {
            return Err(ShapeError::Placeholders { with_collection });
        }
        Ok(Self {
            base: base.to_owned(),
            fixed,
        })
    }

    /// Whether some URI is of both shapes, and so would name two documents.
    pub fn overlaps(&self, other: &Self) -> bool {
        let longest = self.fixed.len().max(other.fixed.len());
        self.base == other.base
            && (0..longest).all(|at| meet(self.fixed.get(at), other.fixed.get(at)))
    }

    /// Builds the URI; [`parse_uri`](Self::parse_uri) reads it back.
    pub fn build(&self, location: &Location<'_>) -> String {
        let mut uri = String::with_capacity(64);
        uri.push_str(&self.base);
        for segment in &self.fixed {
            uri.push('/');
            match segment {
                Segment::Literal(text) => uri.push_str(text),
                Segment::Category => push(&mut uri, &location.category),
                Segment::Collection => push(&mut uri, location.collection.as_deref().unwrap_or("")),
            }
        }
        for segment in location.path.split('/') {
            uri.push('/');
            push(&mut uri, segment);
        }
        uri
    }

    /// Reads a URI of this shape; `None` if it is of another, or names what no
    /// document can have.
    pub fn parse_uri(&self, uri: &str) -> Option<Location<'static>> {
        let mut rest = uri.strip_prefix(&self.base)?.strip_prefix('/')?;
        let (mut collection, mut category) = (None, None);
        for segment in &self.fixed {
            let (text, after) = rest.split_once('/')?;
            match segment {
                Segment::Literal(literal) if literal == text => {}
                Segment::Literal(_) => return None,
                Segment::Category => category = Some(name(text)?.into()),
                Segment::Collection => collection = Some(name(text)?.into()),
            }
            rest = after;
        }
        // Who fills in a URI template encodes the slashes of a path too (RFC 6570 §3.2.2).
        let path = decode(rest)?;
        if path.contains('\0') || path.split('/').any(is_reserved) {
            return None;
        }
        Some(Location {
            collection,
            category: category?,
            path: path.into(),
        })
    }
}

/// Scheme and authority of a shape.
fn base(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once("://")?;
    let authority = rest.split('/').next()?;
    let named = |text: &str, also: &str| {
        text.starts_with(|c: char| c.is_ascii_lowercase())
            && text
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || also.contains(c))
    };
    // No port: the scheme's own would make two texts one URI.
    (named(scheme, "+-.") && named(authority, "-."))
        .then(|| &text[..scheme.len() + "://".len() + authority.len()])
}

/// Whether a literal segment stays as it is in every reader: RFC 3986's `pchar`
/// but for what is percent-encoded.
fn is_literal(segment: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@".contains(c);
    !is_reserved(segment) && segment.chars().all(legal)
}

/// Whether a segment has a meaning of its own in paths.
fn is_reserved(segment: &str) -> bool {
    matches!(segment, "" | "." | "..")
}

/// Whether one segment could be of both kinds; `None` is one of the path's.
fn meet(one: Option<&Segment>, other: Option<&Segment>) -> bool {
    match (one, other) {
        (Some(Segment::Literal(one)), Some(Segment::Literal(other))) => one == other,
        // Any literal can be a name, for a reader who encodes no more than must be.
        _ => true,
    }
}

fn push(uri: &mut String, segment: &str) {
    uri.extend(utf8_percent_encode(segment, ENCODED));
}

/// The end of a URI that names a part of a document, with its `#`;
/// [`split_fragment`] takes it off again.
pub fn fragment(name: &str) -> String {
    let mut fragment = String::from("#");
    push(&mut fragment, name);
    fragment
}

/// A URI without its fragment, and that, decoded, where it has one that can be.
pub fn split_fragment(uri: &str) -> Option<(&str, Option<String>)> {
    match uri.split_once('#') {
        Some((uri, fragment)) => Some((uri, Some(decode(fragment)?))),
        None => Some((uri, None)),
    }
}

fn name(segment: &str) -> Option<String> {
    decode(segment).filter(|name| !is_reserved(name))
}

fn decode(segment: &str) -> Option<String> {
    Some(percent_decode_str(segment).decode_utf8().ok()?.into_owned())
}

/// The local path of a `file://` URI, as MCP roots carry it; `None` for any
/// other URI, a remote host, or a path that is not UTF-8.
pub fn file_path(uri: &str) -> Option<camino::Utf8PathBuf> {
    // Neither a scheme nor a host has upper and lower case (RFC 3986 §6.2.2.1).
    let (scheme, rest) = uri.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let host = rest.find('/')?;
    let path = match rest[..host].to_ascii_lowercase().as_str() {
        "" | "localhost" => &rest[host..],
        _ => return None,
    };
    let path = decode(path.split(['?', '#']).next()?)?;
    let path = match path.as_bytes() {
        [b'/', letter, b':', ..] if cfg!(windows) && letter.is_ascii_alphabetic() => &path[1..],
        [b'/', ..] => &path[..],
        _ => return None,
    };
    (!path.contains('\0')).then(|| path.into())
}
