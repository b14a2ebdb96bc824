//! The documents themselves: which are delivered, and where the budget ends.

use std::fs;

use serde_yaml::Value;

use super::gathered::{Document, Search};
use super::table::Rows;
use super::{Answer, Stop};

type Part = (String, String);

/// These documents, in order, up to the limit, without those that have more bytes; the
/// first of these if there are no others.
pub fn retrieved(search: Search<'_>, documents: &[Document]) -> Result<Answer, Stop> {
    let Search { rows, project, .. } = search;
    let limit = project.response_bytes;
    let mut parts: Vec<Part> = Vec::new();
    let mut length = Length::of_none(rows.boundary());
    let (mut over, mut first) = (false, None);
    for document in documents {
        let Some(mut size) = opened(document, project.file_bytes) else {
            continue;
        };
        // Without tags it renders to itself, and is read before anything is decided.
        if document.rendered {
            match text(document) {
                Some(text) if text.contains("{{") => return Err(Stop::Undecided),
                Some(text) => size = delivered(rows, document, &text).len() as u64,
                None => continue,
            }
        }
        // What its frontmatter has of it is seen when it is read.
        let least = match document.strips && document.media_type(rows) == "text/markdown" {
            true => size.saturating_sub(1 << 15),
            false => size,
        };
        if size <= limit && !parts.is_empty() && length.bytes() + least > limit {
            over = true;
            break;
        }
        if least > limit && (first.is_some() || !parts.is_empty()) {
            over = true;
            continue;
        }
        let Some(text) = text(document) else {
            continue;
        };
        let body = delivered(rows, document, &text).to_owned();
        let part = (head(rows, document, &body), body);
        if part.1.len() as u64 > limit {
            over |= first.is_some() || !parts.is_empty();
            first = first.or(Some(part));
            continue;
        }
        let longer = length.with(&part);
        if !parts.is_empty() && longer.bytes() > limit {
            over = true;
            break;
        }
        length = longer;
        parts.push(part);
    }
    match first {
        Some(part) if parts.is_empty() => parts.push(part),
        Some(_) => over = true,
        None => {}
    }
    match documents.len() {
        _ if parts.is_empty() => Err(Stop::Failed("io_error")),
        1 => Ok(Answer::Text(parts.remove(0).1)),
        _ => Ok(Answer::Message(parts, over)),
    }
}

/// The size of a document that can be opened.
pub fn opened(document: &Document, limit: u64) -> Option<u64> {
    let metadata = || fs::metadata(document.file()).expect("a file");
    let size = document.readable.then(|| metadata().len());
    size.filter(|size| *size <= limit)
}

/// The text of a document: no NUL, and UTF-8.
fn text(document: &Document) -> Option<String> {
    let content = fs::read(document.file()).expect("a file");
    String::from_utf8(content).ok().filter(|text| !text.contains('\0'))
}

/// The text without the block at its beginning.
fn body(text: &str) -> &str {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_fence = |line: &&str| line.trim_end() == "---";
    let first = lines.first().map(|line| line.trim_start_matches('\u{feff}'));
    if !first.is_some_and(|line| is_fence(&line) && line.ends_with('\n')) {
        return text;
    }
    let Some(inside) = lines[1..].iter().position(is_fence) else {
        return text;
    };
    let block = lines[1..=inside].concat();
    let bytes: usize = lines[..inside + 2].iter().map(|line| line.len()).sum();
    match serde_yaml::from_str::<Value>(&block) {
        Ok(said) if said.is_mapping() && bytes <= 1 << 15 => &text[bytes..],
        _ => text,
    }
}

/// What is delivered of a text.
fn delivered<'a>(rows: &Rows, document: &Document, text: &'a str) -> &'a str {
    match document.strips && document.media_type(rows) == "text/markdown" {
        true => body(text),
        false => text,
    }
}

fn head(rows: &Rows, document: &Document, body: &str) -> String {
    let charset = if body.is_ascii() { "" } else { "; charset=utf-8" };
    format!(
        "Content-Type: {}{charset}\r\nContent-Location: {}\r\nContent-Length: {}\r\n",
        document.media_type(rows),
        document.location,
        body.len()
    )
}

/// The message of these parts.
pub fn message(parts: &[Part], boundary: &str) -> String {
    let mut text = format!("Content-Type: multipart/mixed; boundary=\"{boundary}\"\r\n");
    for (head, body) in parts {
        text += &format!("\r\n--{boundary}\r\n{head}\r\n{body}");
    }
    text + &format!("\r\n--{boundary}--\r\n")
}

fn collides(parts: &[Part], boundary: &str) -> bool {
    parts.iter().any(|(_, body)| has_delimiter(body, boundary))
}

fn has_delimiter(body: &str, boundary: &str) -> bool {
    let starts = ["\r--", "\n--"].map(|start| format!("{start}{boundary}"));
    body.starts_with(&starts[0][1..]) || starts.iter().any(|start| body.contains(start))
}

/// How long a message is; with a UUID where the boundary collides.
#[derive(Clone, Copy)]
struct Length<'a> {
    boundary: &'a str,
    parts: usize,
    content: usize,
    collides: bool,
}

impl<'a> Length<'a> {
    fn of_none(boundary: &'a str) -> Self {
        Self { boundary, parts: 0, content: 0, collides: false }
    }

    fn with(self, (head, body): &Part) -> Self {
        Self {
            parts: self.parts + 1,
            content: self.content + head.len() + body.len() + 2,
            collides: self.collides || has_delimiter(body, self.boundary),
            ..self
        }
    }

    fn bytes(self) -> u64 {
        let unique = if self.collides { 37 } else { 0 };
        let delimiters = message(&[], self.boundary).len() + unique;
        let each = "\r\n--\r\n".len() + self.boundary.len() + unique;
        // The boundary stands in the head and at the end.
        (self.content + delimiters + unique + each * self.parts) as u64
    }
}

/// The boundary that a message has, if it may have it.
pub fn boundary(rows: &Rows, parts: &[Part], message: &str) -> Result<String, String> {
    let base = rows.boundary();
    let start = format!("Content-Type: multipart/mixed; boundary=\"{base}");
    let rest = message.strip_prefix(&start).and_then(|rest| rest.split_once('"'));
    let unique = rest.map(|(unique, _)| unique).ok_or("another head")?;
    let uuid = |text: &str| {
        let lengths = text.split('-').map(str::len);
        let digits = text.chars().all(|c| c == '-' || c.is_ascii_hexdigit());
        digits && lengths.eq([0, 8, 4, 4, 4, 12])
    };
    let boundary = format!("{base}{unique}");
    let legal = match collides(parts, base) {
        true => uuid(unique) && !collides(parts, &boundary),
        false => unique.is_empty(),
    };
    legal.then_some(boundary).ok_or(format!("the boundary ends in {unique:?}"))
}
