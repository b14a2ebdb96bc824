//! `guide://` URIs: built for `Content-Location`, and parsed back.
//!
//! The shapes are rows of the table (`locations`); a shape is a URI whose path
//! segments may be the placeholders `{category}`, `{collection}` and, last,
//! `{path}`. Every segment is percent-encoded ([RFC 3986 §2.1]) but for the
//! unreserved characters, so no name can add a header, a line or a segment.
//!
//! [RFC 3986 §2.1]: https://www.rfc-editor.org/rfc/rfc3986#section-2.1

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Everything but RFC 3986's unreserved characters.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// What a URI names: a document of a category, perhaps found through a collection.
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
pub struct LocationShape(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Category,
    Collection,
    Path,
}

impl LocationShape {
    /// Parses a shape such as `guide://category/{category}/{path}`.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the shape: a placeholder that is unknown, absent,
    /// repeated or not a whole segment, or a character that no URI may hold.
    pub fn parse(text: &str, with_collection: bool) -> Result<Self, String> {
        let mut pieces = vec![];
        let mut literal = String::new();
        for (index, segment) in text.split('/').enumerate() {
            if index > 0 {
                literal.push('/');
            }
            let piece = match segment {
                "{category}" => Piece::Category,
                "{collection}" => Piece::Collection,
                "{path}" => Piece::Path,
                _ => {
                    literal.push_str(segment);
                    continue;
                }
            };
            pieces.push(Piece::Text(std::mem::take(&mut literal)));
            pieces.push(piece);
        }
        let legal = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
        if pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Text(text) if !text.chars().all(legal)))
            || !text.split_once("://").is_some_and(|(scheme, _)| {
                scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                    && scheme
                        .chars()
                        .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            })
        {
            return Err("a location must be a URI, with each placeholder a whole segment".into());
        }
        let count = |wanted: &Piece| pieces.iter().filter(|piece| *piece == wanted).count();
        if pieces.last() != Some(&Piece::Path)
            || !literal.is_empty()
            || count(&Piece::Path) != 1
            || count(&Piece::Category) != 1
            || count(&Piece::Collection) != usize::from(with_collection)
        {
            return Err(format!(
                "a location must hold {}{{category}} once and end with {{path}}",
                if with_collection {
                    "{collection} and "
                } else {
                    ""
                }
            ));
        }
        Ok(Self(pieces))
    }

    /// Builds the URI; [`parse_uri`](Self::parse_uri) reads it back.
    pub fn build(&self, location: &Location<'_>) -> String {
        let mut uri = String::with_capacity(64);
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => uri.push_str(text),
                Piece::Category => push(&mut uri, &location.category),
                Piece::Collection => push(&mut uri, location.collection.as_deref().unwrap_or("")),
                Piece::Path => {
                    for (index, segment) in location.path.split('/').enumerate() {
                        if index > 0 {
                            uri.push('/');
                        }
                        push(&mut uri, segment);
                    }
                }
            }
        }
        uri
    }

    /// Reads a URI of this shape; `None` if it is of another.
    pub fn parse_uri(&self, uri: &str) -> Option<Location<'static>> {
        let mut rest = uri;
        let mut location = Location {
            collection: None,
            category: "".into(),
            path: "".into(),
        };
        for piece in &self.0 {
            let (segment, after) = match piece {
                Piece::Text(text) => {
                    rest = rest.strip_prefix(text.as_str())?;
                    continue;
                }
                Piece::Path => (rest, ""),
                _ => rest.split_at(rest.find('/')?),
            };
            let decoded = decode(segment)?.into();
            match piece {
                Piece::Category => location.category = decoded,
                Piece::Collection => location.collection = Some(decoded),
                _ => location.path = decoded,
            }
            rest = after;
        }
        (rest.is_empty() && !location.path.is_empty()).then_some(location)
    }
}

fn push(uri: &mut String, segment: &str) {
    uri.extend(utf8_percent_encode(segment, ENCODED));
}

fn decode(segment: &str) -> Option<String> {
    Some(percent_decode_str(segment).decode_utf8().ok()?.into_owned())
}

/// The local path of a `file://` URI, as MCP roots carry it; `None` for any
/// other URI, a remote host, or a path that is not UTF-8.
pub fn file_path(uri: &str) -> Option<camino::Utf8PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = decode(path.split(['?', '#']).next()?)?;
    let path = match path.as_bytes() {
        [b'/', letter, b':', ..] if cfg!(windows) && letter.is_ascii_alphabetic() => &path[1..],
        [b'/', ..] => &path[..],
        _ => return None,
    };
    (!path.contains('\0')).then(|| path.into())
}
