//! The documents themselves: which are delivered, and which are named.

use std::fs;

use super::gathered::{Document, Gathered, Search, gather};
use super::outline::{delivered, sections};
use super::table::{NAMED, Rows, encoded};
use super::{Answer, Content, Failed, Notes, Stop, Success};

type Part = (String, String);

/// What an answer is made of.
struct Delivery<'a> {
    /// Whether only one document, or section, was found.
    single: bool,
    parts: Vec<Part>,
    length: Length<'a>,
    unreadable: Vec<String>,
    left_out: Vec<String>,
    lone: bool,
    templates: Vec<String>,
    facts: Vec<&'static str>,
}

impl<'a> Delivery<'a> {
    fn new(rows: &'a Rows, single: bool) -> Self {
        Self {
            single,
            parts: Vec::new(),
            length: Length::of_none(rows.boundary()),
            unreadable: Vec::new(),
            left_out: Vec::new(),
            lone: false,
            templates: Vec::new(),
            facts: Vec::new(),
        }
    }

    fn fail(&mut self, document: &Document, why: &'static str) {
        self.unreadable.push(document.qualified.clone());
        self.facts.extend(["documents that cannot be read", why]);
    }

    /// Takes a part, unless it is over the limit or one before it was.
    fn take(&mut self, document: &Document, name: String, part: Part, limit: u64) {
        self.lone |= self.single && is_message(&part.1);
        let longer = self.length.with(&part);
        let over = !self.parts.is_empty() && longer.bytes() > limit;
        if !self.left_out.is_empty() || over {
            self.left_out.push(name);
            return;
        }
        self.length = longer;
        self.parts.push(part);
        let template = document.path != document.document && !document.rendered;
        if template && !self.templates.contains(&document.qualified) {
            self.templates.push(document.qualified.clone());
        }
    }

    /// The answer; `without` says whether a document has no part in it.
    fn answer(mut self, gathered: &Gathered, without: bool) -> Answer {
        let mut notes = Notes {
            due: without,
            left_out: !self.left_out.is_empty(),
            ..Notes::default()
        };
        notes.add(&gathered.missing);
        notes.add(&self.unreadable);
        notes.add(&self.left_out);
        notes.due |= self.lone;
        notes.add(&self.templates);
        self.facts.extend(&gathered.facts);
        for (fact, holds) in [
            ("documents over the budget", notes.left_out),
            ("a document that looks like a message", self.lone),
            ("templates", !self.templates.is_empty()),
        ] {
            self.facts.extend(holds.then_some(fact));
        }
        Answer::Success(Success {
            value: match self.single {
                true => Content::Text(self.parts.remove(0).1),
                false => Content::Message(self.parts),
            },
            notes,
            facts: self.facts,
        })
    }

    /// Why there is no answer.
    fn failed(mut self, gathered: &Gathered, kind: &'static str) -> Stop {
        self.facts.extend(&gathered.facts);
        // Of documents that cannot be read the error is about those, else of sections.
        let mut told = [&self.unreadable, &gathered.missing];
        if kind != "io_error" {
            told.reverse();
        }
        let mut notes = Notes::default();
        told.into_iter().for_each(|names| notes.add(names));
        Stop::Failed(Failed {
            kind,
            names: notes.names,
            facts: self.facts,
        })
    }
}

/// The documents under a name, in order, up to the limit.
pub fn retrieved(search: Search<'_>, name: &str) -> Result<Answer, Stop> {
    let Search { rows, project, .. } = search;
    let gathered = gather(search, name)?;
    let mut all = Delivery::new(rows, gathered.documents.len() == 1);
    for document in &gathered.documents {
        // Once so many are named the others are counted, whatever they are.
        if all.left_out.len() >= NAMED {
            break;
        }
        let mut size = match opened(document, project.file_bytes) {
            Ok(size) => size,
            Err(why) => {
                all.fail(document, why);
                continue;
            }
        };
        // Without tags it renders to itself, and is read before anything is decided.
        if document.rendered {
            match text(document) {
                Ok(text) if text.contains("{{") => return Err(Stop::Undecided),
                Ok(text) => size = delivered(rows, document, &text).len() as u64,
                Err(why) => {
                    all.fail(document, why);
                    continue;
                }
            }
        }
        // What its frontmatter has of it is seen when it is read.
        let least = match document.strips && document.media_type(rows) == "text/markdown" {
            true => size.saturating_sub(1 << 15),
            false => size,
        };
        let least = all.length.bytes() + least;
        let fits = all.parts.is_empty() || least <= project.response_bytes;
        if !all.left_out.is_empty() || !fits {
            all.left_out.push(document.qualified.clone());
            continue;
        }
        match text(document) {
            Ok(text) => {
                let body = delivered(rows, document, &text).to_owned();
                let part = (head(rows, document, &body), body);
                all.take(
                    document,
                    document.qualified.clone(),
                    part,
                    project.response_bytes,
                );
            }
            Err(why) => all.fail(document, why),
        }
    }
    match all.parts.is_empty() {
        true => Err(all.failed(&gathered, "io_error")),
        false => Ok(all.answer(&gathered, false)),
    }
}

/// The sections of the documents under a name, in order, up to the limit.
pub fn sectioned(search: Search<'_>, name: &str, section: &str) -> Result<Answer, Stop> {
    let Search { rows, project, .. } = search;
    let gathered = gather(search, name)?;
    let mut all = Delivery::new(rows, false);
    let mut pieces: Vec<(&Document, String, Part)> = Vec::new();
    let mut without = false;
    for document in &gathered.documents {
        let whole = opened(document, project.file_bytes);
        let whole = whole.and_then(|_| match document.media_type(rows) {
            "text/markdown" => text(document),
            _ => Ok(String::new()),
        });
        let text = match whole {
            Ok(text) => text,
            Err(why) => {
                all.fail(document, why);
                continue;
            }
        };
        let before = pieces.len();
        for (heading, body) in sections(rows, document, &text) {
            if heading.is_meant(section) {
                let fragment = format!("#{}", encoded(&heading.slug));
                let head = head(rows, document, &body);
                let located = format!("{}{fragment}\r\n", document.location);
                let head = head.replacen(&format!("{}\r\n", document.location), &located, 1);
                let name = format!("{}{fragment}", document.qualified);
                pieces.push((document, name, (head, body)));
            }
        }
        without |= pieces.len() == before;
    }
    if pieces.is_empty() {
        let kind = if without { "no_matches" } else { "io_error" };
        return Err(all.failed(&gathered, kind));
    }
    all.single = pieces.len() == 1;
    for (document, name, part) in pieces {
        all.take(document, name, part, project.response_bytes);
    }
    Ok(all.answer(&gathered, without))
}

/// The size of a document that can be opened.
pub fn opened(document: &Document, limit: u64) -> Result<u64, &'static str> {
    if let Some(fault) = document.fault {
        return Err(fault);
    }
    let size = fs::metadata(document.file()).expect("a file").len();
    (size <= limit)
        .then_some(size)
        .ok_or("documents that are too large")
}

/// The text of a document: a NUL first, then what is no UTF-8.
pub fn text(document: &Document) -> Result<String, &'static str> {
    let content = fs::read(document.file()).expect("a file");
    if content.contains(&0) {
        return Err("binary documents");
    }
    String::from_utf8(content).map_err(|_| "documents in another encoding")
}

fn is_message(body: &str) -> bool {
    let start: String = body.chars().take(80).collect();
    let start = start.to_ascii_lowercase();
    let start = start.trim_start_matches('\u{feff}').trim_ascii_start();
    let halves = start.split_once(':');
    halves.is_some_and(|(name, value)| {
        name.trim_ascii_end() == "content-type"
            && value.trim_ascii_start().starts_with("multipart/mixed")
    })
}

fn head(rows: &Rows, document: &Document, body: &str) -> String {
    let charset = if body.is_ascii() {
        ""
    } else {
        "; charset=utf-8"
    };
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
        Self {
            boundary,
            parts: 0,
            content: 0,
            collides: false,
        }
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
    let rest = message
        .strip_prefix(&start)
        .and_then(|rest| rest.split_once('"'));
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
    legal
        .then_some(boundary)
        .ok_or(format!("the boundary ends in {unique:?}"))
}
