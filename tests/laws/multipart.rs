//! The multipart law: an independent reader reads back what was put in.

use mailparse::{MailHeaderMap, ParsedMail, parse_mail};
use mcp_guide::text::location::Location;
use mcp_guide::text::multipart_message::{Boundary, Builder, Part};

use super::{Verdict, ensure, table};

/// The base of the table that is built in.
pub const BASE: &str = "guide-boundary";

/// A document that goes into a message.
#[derive(Debug, Clone)]
pub struct Document {
    /// Its path within the category, any characters but NUL.
    pub path: String,
    /// Its text.
    pub body: String,
}

impl Document {
    /// Its media type, by the table's rows.
    pub fn media_type(&self) -> &'static str {
        table().formats.media_type(&self.path)
    }

    /// Its URI in the category `docs`.
    pub fn location(&self) -> String {
        table().formats.locations.category.build(&Location {
            collection: None,
            category: "docs".into(),
            path: self.path.as_str().into(),
        })
    }
}

/// The engine: its parts, its URIs, its messages.
pub fn engine(boundary: &Boundary) -> impl Fn(&[Document]) -> String {
    move |documents| {
        let mut message = Builder::new(boundary);
        for (at, document) in documents.iter().enumerate() {
            let part =
                |body: &str| Part::new(document.media_type(), document.location(), body.to_owned(), None);
            let before = message.bytes();
            message.push(part(&document.body));
            // One that is left out changes nothing, whatever it holds.
            let bytes = message.bytes();
            let decoy = "\n--guide-boundary decoy".repeat(at);
            assert!(!message.fits(&part(&decoy), bytes));
            assert_eq!(message.bytes(), bytes);
            assert!(bytes > before);
        }
        let bytes = message.bytes();
        let text = message.finish().to_string();
        assert_eq!(text.len() as u64, bytes, "its length is another");
        text
    }
}

/// mailparse reads back as many parts, the same bytes, media types and
/// locations; and what it read, written down as RFC 2046 §5.1.1 says, is the
/// message byte for byte, so no line end, order or header can differ.
///
/// The boundary of the message begins with `base`, and is `always` unique or where a
/// body has it.
pub fn multipart_with(
    base: &str,
    always: bool,
    documents: &[Document],
    build: impl Fn(&[Document]) -> String,
) -> Verdict {
    let message = build(documents);
    let mail = parse_mail(message.as_bytes()).map_err(|error| format!("unreadable: {error}"))?;
    ensure(mail.ctype.mimetype == "multipart/mixed", || format!("the message is {}", mail.ctype.mimetype))?;
    let boundary = (mail.ctype.params.get("boundary")).ok_or("the message has no boundary")?;
    ensure(mail.subparts.len() == documents.len(), || {
        format!("{} parts for {} documents", mail.subparts.len(), documents.len())
    })?;
    let mut rewritten = format!("Content-Type: multipart/mixed; boundary=\"{boundary}\"\r\n\r\n");
    for (part, document) in mail.subparts.iter().zip(documents) {
        same(part, document).map_err(|problem| format!("{:?}: {problem}", document.path))?;
        let charset = if document.body.is_ascii() { "" } else { "; charset=utf-8" };
        rewritten.push_str(&format!(
            "--{boundary}\r\nContent-Type: {}{charset}\r\nContent-Location: {}\r\nContent-Length: {}\r\n\r\n{}\r\n",
            part.ctype.mimetype,
            header(part, "Content-Location")?,
            header(part, "Content-Length")?,
            document.body,
        ));
    }
    rewritten.push_str(&format!("--{boundary}--\r\n"));
    ensure(rewritten == message, || format!("the framing differs:\n{message:?}\nshould be\n{rewritten:?}"))?;
    let unique = boundary.strip_prefix(base).map(is_unique);
    let expected = always || begins_line(base, documents);
    ensure(unique == Some(expected), || format!("the boundary {boundary}, which begins a line: {expected}"))?;
    ensure(!begins_line(boundary, documents), || format!("{boundary} begins a line"))?;
    // The same documents give the same message, unless each is to be unique.
    ensure((build(documents) == message) != always, || {
        "the same documents gave another message, or the same where none may be".into()
    })
}

/// Whether a line of some body could be taken for a delimiter.
fn begins_line(boundary: &str, documents: &[Document]) -> bool {
    let start = format!("--{boundary}");
    lines(documents).any(|line| line.starts_with(&start))
}

fn lines(documents: &[Document]) -> impl Iterator<Item = &str> {
    let bodies = documents.iter().map(|document| document.body.as_str());
    bodies.flat_map(|body| body.split(['\r', '\n']))
}

/// Whether a UUID stands behind the base, and not nothing.
fn is_unique(rest: &str) -> bool {
    assert!(rest.is_empty() || is_uuid(rest), "{rest} stands behind the base");
    !rest.is_empty()
}

fn is_uuid(rest: &str) -> bool {
    let lengths = rest.split('-').map(str::len);
    let digits = rest.chars().all(|c| c == '-' || c.is_ascii_hexdigit());
    digits && lengths.eq([0, 8, 4, 4, 4, 12])
}

fn same(part: &ParsedMail<'_>, document: &Document) -> Verdict {
    let raw = part.get_body_raw().map_err(|error| error.to_string())?;
    ensure(raw == document.body.as_bytes(), || format!("{:?} came back as {raw:?}", document.body))?;
    let text = part.get_body().map_err(|error| error.to_string())?;
    // Decoding takes a byte order mark away; the bytes above still have it.
    let unmarked = document.body.trim_start_matches('\u{feff}');
    ensure(text.trim_start_matches('\u{feff}') == unmarked, || {
        format!("{:?} came back as the text {text:?}", document.body)
    })?;
    ensure(part.ctype.mimetype == document.media_type(), || {
        format!("the type {} came back", part.ctype.mimetype)
    })?;
    let location = header(part, "Content-Location")?;
    let path =
        location.strip_prefix("guide://category/docs/").ok_or_else(|| format!("the location {location}"))?;
    let decoded = percent_decoded(path);
    ensure(decoded == document.path.as_bytes(), || format!("the location {location}"))?;
    let length = header(part, "Content-Length")?;
    ensure(length == document.body.len().to_string(), || {
        format!("Content-Length: {length} for {} bytes", document.body.len())
    })
}

fn header(part: &ParsedMail<'_>, name: &str) -> Result<String, String> {
    (part.headers.get_first_value(name)).ok_or_else(|| format!("no {name}"))
}

/// RFC 3986 §2.1, written down once more: `%` and two hexadecimal digits.
pub fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = match (first, after) {
            (b'%', [high, low, ..]) => std::str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|digits| u8::from_str_radix(digits, 16).ok()),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = &after[if escaped.is_some() { 2 } else { 0 }..];
    }
    bytes
}
