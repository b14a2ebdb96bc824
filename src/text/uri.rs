//! `guide://` URIs: built for `Content-Location`, and parsed back.
//!
//! The templates are rows of the table (`locations`). Names and paths are
//! percent-encoded ([RFC 3986 §2.1]) but for the unreserved characters, so no name can
//! add a header, a line or a segment. A built URI is in normal form
//! ([RFC 3986 §6.2.2]): two documents never have equivalent URIs.
//!
//! [RFC 3986 §2.1]: https://www.rfc-editor.org/rfc/rfc3986#section-2.1
//! [RFC 3986 §6.2.2]: https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Everything but RFC 3986's unreserved characters.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');
/// The same for a path, whose slashes stay.
const PATH: &AsciiSet = &ENCODED.remove(b'/');

/// A document of a category, perhaps found through a collection. No name and no segment
/// of the path is empty, `.` or `..`, which mean something else in a URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location<'a> {
    /// The collection through which the document was found.
    pub collection: Option<Cow<'a, str>>,
    /// The category.
    pub category: Cow<'a, str>,
    /// The document's path, relative to the category.
    pub path: Cow<'a, str>,
}

/// The URI template of documents, such as `guide://category/{category}/{path}`. Its text
/// before the first variable and one name make the URI of a category or collection.
///
/// ```
/// use mcp_guide::text::uri::UriTemplate;
///
/// let template = UriTemplate::parse("guide://category/{category}/{path}", false);
/// let template = template.ok_or("no template")?;
/// let location = template.parse_uri("guide://category/docs/a%20b.md").ok_or("no document")?;
/// assert_eq!(location.path, "a b.md");
/// assert_eq!(template.build(&location), "guide://category/docs/a%20b.md");
/// assert!(template.parse_uri("guide://category/docs/../secret.md").is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriTemplate {
    /// The text before the first variable: scheme, authority and literal segments.
    prefix: String,
    /// The text between `{collection}` and `{category}`, where there is a collection.
    between: Option<String>,
    /// The text between `{category}` and `{path}`.
    before_path: String,
}

impl UriTemplate {
    /// Parses a template of `{category}` and `{path}`, or of `{collection}`, `{category}`
    /// and `{path}`: each once, in this order, as a whole segment, and `{path}` last.
    /// Returns `None` for any other text.
    pub fn parse(text: &str, with_collection: bool) -> Option<Self> {
        let (before, rest) = text.split_once("{category}")?;
        let before_path = rest.strip_suffix("{path}")?;
        let (prefix, between) = match before.split_once("{collection}") {
            Some((prefix, between)) if with_collection => (prefix, Some(between)),
            None if !with_collection => (before, None),
            _ => return None,
        };
        let sound = is_prefix(prefix) && between.is_none_or(is_path) && is_path(before_path);
        sound.then(|| Self {
            prefix: prefix.to_owned(),
            between: between.map(str::to_owned),
            before_path: before_path.to_owned(),
        })
    }

    /// Returns the template of the files of skills, `skill://{category}/{path}` (SEP-2640).
    pub fn of_skills() -> Self {
        Self {
            prefix: "skill://".to_owned(),
            between: None,
            before_path: "/".to_owned(),
        }
    }

    /// Returns whether a URI of one template can begin as those of the other.
    pub fn conflicts_with(&self, other: &Self) -> bool {
        self.is_prefix_of(&other.prefix) || other.is_prefix_of(&self.prefix)
    }

    /// Returns whether a URI of this template can begin with a text, or the text as those do.
    pub fn may_begin_as(&self, text: &str) -> bool {
        self.is_prefix_of(text) || self.prefix.starts_with(text)
    }

    /// Returns whether a URI begins as those of this template.
    pub fn is_prefix_of(&self, uri: &str) -> bool {
        uri.starts_with(&self.prefix)
    }

    /// Returns the URI of a document; [`parse_uri`](Self::parse_uri) reads it back.
    pub fn build(&self, location: &Location<'_>) -> String {
        self.expand(
            &encode(location.collection.as_deref().unwrap_or_default()),
            &encode(&location.category),
            &utf8_percent_encode(&location.path, PATH).to_string(),
        )
    }

    /// Returns the template with these texts, which are not encoded, as its variables.
    pub fn expand(&self, collection: &str, category: &str, path: &str) -> String {
        let Self {
            prefix,
            between,
            before_path,
        } = self;
        match between {
            Some(between) => [prefix, collection, between, category, before_path, path].concat(),
            None => [prefix, category, before_path, path].concat(),
        }
    }

    /// Parses the URI of a document. Returns `None` if it is of another form, or names
    /// what no document can have.
    pub fn parse_uri(&self, uri: &str) -> Option<Location<'static>> {
        let (mut category, mut rest) = first_name(uri.strip_prefix(&self.prefix)?)?;
        let mut collection = None;
        if let Some(between) = &self.between {
            collection = Some(category.into());
            (category, rest) = first_name(rest.strip_prefix(between)?)?;
        }
        // A client that expands the template encodes a path's slashes (RFC 6570 §3.2.2).
        let path = decode(rest.strip_prefix(&self.before_path)?)?;
        if path.contains('\0') || path.split('/').any(is_reserved) {
            return None;
        }
        Some(Location {
            collection,
            category: category.into(),
            path: path.into(),
        })
    }

    /// Returns the URI of a container; [`parse_container`](Self::parse_container) reads
    /// it back.
    pub fn build_container(&self, name: &str) -> String {
        self.expand_container(&encode(name))
    }

    /// Returns the URI of a container of this name, which is not encoded.
    pub fn expand_container(&self, name: &str) -> String {
        [&self.prefix, name].concat()
    }

    /// Parses the URI of a container and returns its name.
    pub fn parse_container(&self, uri: &str) -> Option<String> {
        let segment = uri.strip_prefix(&self.prefix)?;
        if segment.contains('/') {
            return None;
        }
        decode_name(segment)
    }
}

/// Returns whether a text is a URI of literal segments: one text in every reading.
pub fn is_literal_uri(uri: &str) -> bool {
    is_prefix(&format!("{uri}/"))
}

/// Returns whether a text is a scheme, an authority and literal segments, with slashes.
fn is_prefix(text: &str) -> bool {
    let begins = |text: &str, also: &str| {
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || also.contains(c);
        text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(legal)
    };
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    // No port: the scheme's own would make two texts one URI.
    begins(scheme, "+-.") && begins(authority, "-.") && is_path(path)
}

/// Returns whether a text is literal segments, with a slash before, between and after them.
fn is_path(text: &str) -> bool {
    let segments = text
        .strip_prefix('/')
        .and_then(|rest| rest.strip_suffix('/'));
    text == "/" || segments.is_some_and(|segments| segments.split('/').all(is_literal))
}

/// Returns whether a segment is of RFC 3986's `pchar` without what is percent-encoded.
fn is_literal(segment: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@".contains(c);
    !is_reserved(segment) && segment.chars().all(legal)
}

/// Returns whether a segment has a meaning of its own in paths.
fn is_reserved(segment: &str) -> bool {
    matches!(segment, "" | "." | "..")
}

/// Decodes the segment that a text begins with. Returns it, and the rest with its slash.
fn first_name(text: &str) -> Option<(String, &str)> {
    let (segment, rest) = text.split_at(text.find('/')?);
    Some((decode_name(segment)?, rest))
}

fn encode(segment: &str) -> String {
    utf8_percent_encode(segment, ENCODED).to_string()
}

fn decode(segment: &str) -> Option<String> {
    Some(percent_decode_str(segment).decode_utf8().ok()?.into_owned())
}

fn decode_name(segment: &str) -> Option<String> {
    decode(segment).filter(|name| !is_reserved(name))
}

/// Returns the fragment of a URI, with its `#`; [`split_fragment`] takes it off again.
pub fn fragment(name: &str) -> String {
    format!("#{}", encode(name))
}

/// Splits a URI from its decoded fragment. Returns `None` for one that is not UTF-8.
pub fn split_fragment(uri: &str) -> Option<(&str, Option<String>)> {
    match uri.split_once('#') {
        Some((uri, fragment)) => Some((uri, Some(decode(fragment)?))),
        None => Some((uri, None)),
    }
}

/// Returns the decoded path of a relative reference, without its query and fragment; `None` for
/// any other reference, and for one within its own document.
pub fn relative_path(reference: &str) -> Option<String> {
    let path = reference.split(['?', '#']).next()?;
    let is_relative = !path.starts_with('/') && !path.split('/').next()?.contains(':');
    let path = decode(path).filter(|path| is_relative && !path.is_empty())?;
    let names: Vec<&str> = path.split('/').filter(|name| *name != ".").collect();
    Some(names.join("/"))
}

/// Returns the local path of a `file://` URI, as MCP roots carry it; `None` for any
/// other URI, a remote host, or a path that is not UTF-8.
pub fn file_path(uri: &str) -> Option<camino::Utf8PathBuf> {
    // Neither a scheme nor a host has upper and lower case (RFC 3986 §6.2.2.1).
    let (scheme, rest) = uri.split_once("://")?;
    let (host, path) = rest.split_at(rest.find('/')?);
    let local = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    if !scheme.eq_ignore_ascii_case("file") || !local {
        return None;
    }
    let path = decode(path.split(['?', '#']).next()?)?;
    let path = match cfg!(windows) {
        true => on_windows(&path)?,
        false => &path,
    };
    (!path.contains('\0')).then(|| path.into())
}

/// Returns the path of a local drive, without the `/` before it (RFC 8089 appendix E.2), or one
/// of the working directory's; `None` for that of another host.
fn on_windows(path: &str) -> Option<&str> {
    let is_separator = |byte: Option<&u8>| matches!(byte, Some(b'/' | b'\\'));
    match path.as_bytes().get(2) {
        Some(b':') if is_separator(path.as_bytes().get(3)) => Some(&path[1..]),
        Some(b':') => None,
        _ if is_separator(path.as_bytes().get(1)) => None,
        _ => Some(path),
    }
}
