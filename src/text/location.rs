//! Builds `guide://` URIs for `Content-Location`, and parses the URIs in requests.
//!
//! The schemes and authorities are in the section `locations` of the table. In names and paths, all
//! characters except the unreserved ones are percent-encoded ([RFC 3986 §2.1]). Therefore no name
//! can add a header, a line or a segment. A built URI is in normal form ([RFC 3986 §6.2.2]), so two
//! documents never have equivalent URIs.
//!
//! [RFC 3986 §2.1]: https://www.rfc-editor.org/rfc/rfc3986#section-2.1
//! [RFC 3986 §6.2.2]: https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::Deserialize;

use crate::text::escaped::escape_truncated;

/// All characters except the unreserved ones of RFC 3986.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');
/// All characters that are encoded in a path. Slashes are not encoded.
const PATH: &AsciiSet = &ENCODED.remove(b'/');
/// The text between the name of a collection and the name of a category in a URI.
const IN_CATEGORY: &str = "/category/";

/// A document of a category, perhaps found through a collection. No name and no segment of the path
/// is empty, `.` or `..`, because these segments have a special meaning in a URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location<'a> {
    /// The collection through which the document was found, if any.
    pub collection: Option<Cow<'a, str>>,
    /// The name of the category.
    pub category: Cow<'a, str>,
    /// The document's path, relative to the directory of the category.
    pub path: Cow<'a, str>,
}

/// The form of URIs of documents, with one scheme and authority. It is
/// `guide://category/{name}/{path}`, or `guide://collection/{id}/category/{name}/{path}` for
/// documents found through a collection. A URI that ends after the first name refers to the
/// category or collection itself.
///
/// ```
/// use mcp_guide::text::location::UriTemplate;
///
/// let template = UriTemplate::try_from("guide://category".to_owned())?;
/// let location = template.parse_uri("guide://category/docs/a%20b.md").ok_or("no document")?;
/// assert_eq!(location.path, "a b.md");
/// assert_eq!(template.build(&location), "guide://category/docs/a%20b.md");
/// assert!(template.parse_uri("guide://category/docs/../secret.md").is_none());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct UriTemplate {
    /// The beginning of each URI: the scheme, the authority and a `/`.
    pub(crate) prefix: String,
    /// Whether the URIs are for documents found through a collection.
    with_collection: bool,
}

impl TryFrom<String> for UriTemplate {
    type Error = String;

    /// Creates the form of URIs that begin with `origin`, a scheme and an authority in lower case,
    /// for example `guide://help`. A port is not allowed, because URIs with and without the default
    /// port are equivalent.
    fn try_from(origin: String) -> Result<Self, String> {
        let begins = |text: &str, also: &str| {
            let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || also.contains(c);
            text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(legal)
        };
        match origin.split_once("://") {
            Some((scheme, authority)) if begins(scheme, "+-.") && begins(authority, "-.") => {
                Ok(Self {
                    prefix: format!("{origin}/"),
                    with_collection: false,
                })
            }
            _ => Err(format!(
                "{} is no scheme and authority in lower case, such as guide://category",
                escape_truncated(&origin)
            )),
        }
    }
}

impl UriTemplate {
    /// Returns the form of the URIs of documents found through a collection.
    pub fn through_collection(mut self) -> Self {
        self.with_collection = true;
        self
    }

    /// Returns the form of the URIs of the files in skills, `skill://{name}/{path}` (SEP-2640).
    pub fn skill_uris() -> Self {
        Self {
            prefix: "skill://".to_owned(),
            with_collection: false,
        }
    }

    /// Builds the URI of the document at `location`. [`parse_uri`](Self::parse_uri) parses it.
    pub fn build(&self, location: &Location<'_>) -> String {
        let mut uri = self.prefix.clone();
        if let Some(collection) = &location.collection {
            uri += &encode(collection);
            uri += IN_CATEGORY;
        }
        let (category, path) = (encode(&location.category), escaped_path(&location.path));
        format!("{uri}{category}/{path}")
    }

    /// Parses the URI of a document. Returns `None` if `uri` has a different form, or contains a
    /// name that no document can have.
    pub fn parse_uri(&self, uri: &str) -> Option<Location<'static>> {
        let mut rest = uri.strip_prefix(&self.prefix)?;
        let mut collection = None;
        if self.with_collection {
            let (name, of_category) = rest.split_once(IN_CATEGORY)?;
            collection = Some(segment(name)?.into());
            rest = of_category;
        }
        let (category, path) = rest.split_once('/')?;
        // A client that expands the template encodes the slashes of a path (RFC 6570 §3.2.2).
        let path = decode(path)?;
        if path.contains('\0') || path.split('/').any(is_reserved) {
            return None;
        }
        Some(Location {
            collection,
            category: segment(category)?.into(),
            path: path.into(),
        })
    }

    /// Builds the URI of the category or collection `name`.
    /// [`parse_container`](Self::parse_container) parses it.
    pub fn build_container(&self, name: &str) -> String {
        [&self.prefix, &*encode(name)].concat()
    }

    /// Returns the name in the URI of a category or collection, which may end with a `/`. Returns
    /// `None` if `uri` has a different form.
    pub fn parse_container(&self, uri: &str) -> Option<String> {
        let name = uri.strip_prefix(&self.prefix)?;
        segment(name.strip_suffix('/').unwrap_or(name))
    }
}

/// Returns true if `segment` has a special meaning in paths.
fn is_reserved(segment: &str) -> bool {
    matches!(segment, "" | "." | "..")
}

/// Returns `path` as a percent-encoded relative reference (RFC 3986 §4.2).
pub fn escaped_path(path: &str) -> String {
    utf8_percent_encode(path, PATH).to_string()
}

fn encode(segment: &str) -> String {
    utf8_percent_encode(segment, ENCODED).to_string()
}

fn decode(segment: &str) -> Option<String> {
    Some(percent_decode_str(segment).decode_utf8().ok()?.into_owned())
}

/// Decodes one segment. Returns `None` if `text` has several segments or cannot be a name.
fn segment(text: &str) -> Option<String> {
    let name = decode(text).filter(|_| !text.contains('/'));
    name.filter(|name| !is_reserved(name))
}

/// Returns the URI fragment for `name`, percent-encoded and with its `#`. [`split_fragment`]
/// decodes it.
pub fn fragment(name: &str) -> String {
    format!("#{}", encode(name))
}

/// Splits `uri` into the part before its fragment and the decoded fragment, if any. Returns `None`
/// if the fragment is not UTF-8.
pub fn split_fragment(uri: &str) -> Option<(&str, Option<String>)> {
    match uri.split_once('#') {
        Some((uri, fragment)) => Some((uri, Some(decode(fragment)?))),
        None => Some((uri, None)),
    }
}
