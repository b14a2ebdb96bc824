//! The documents themselves: which are delivered, and what is said of the others.

use std::fs;

use super::gathered::{Document, Search, gather};
use super::outline::{delivered, sections};
use super::words::{ANY, NAMED, Words, encoded, shown};
use super::{Answer, Content, Failed, Stop};

type Part = (String, String);

/// The documents under a name, in order, up to the limit.
pub fn retrieved(search: Search<'_>, name: &str) -> Result<Answer, Stop> {
    let Search { words, project, .. } = search;
    let gathered = gather(search, name)?;
    let incomplete = gathered.incomplete(words, name);
    let single = gathered.documents.len() == 1;
    let mut parts: Vec<Part> = Vec::new();
    let mut length = Length::of_none(words.boundary());
    let (mut unreadable, mut left_out) = (Vec::new(), Vec::new());
    let (mut templates, mut lone) = (Vec::new(), None);
    for document in &gathered.documents {
        let said = |reason: String| {
            words.say(
                "unreadable",
                &[("path", &document.shown), ("reason", &reason)],
            )
        };
        // Once so many are named the others are counted, whatever they are.
        if left_out.len() >= NAMED {
            left_out.push(String::new());
            continue;
        }
        let mut size = match opened(words, document, project.file_bytes) {
            Ok(size) => size,
            Err(reason) => {
                unreadable.push(said(reason));
                continue;
            }
        };
        // Without tags it renders to itself, and is read before anything is decided.
        if document.rendered {
            match text(words, document) {
                Ok(text) if text.contains("{{") => return Err(Stop::Undecided),
                Ok(text) => size = delivered(words, document, &text).len() as u64,
                Err(reason) => {
                    unreadable.push(said(reason));
                    continue;
                }
            }
        }
        let bytes = size.to_string();
        let values = [("path", &*document.shown), ("bytes", &*bytes)];
        let too_large = words.say("document_bytes", &values);
        let first = parts.is_empty();
        // What its frontmatter has of it is seen when it is read.
        let least = match document.strips && document.media_type(words) == "text/markdown" {
            true => size.saturating_sub(1 << 15),
            false => size,
        };
        let least = length.bytes() + least;
        if !left_out.is_empty() || !(first || least <= project.response_bytes) {
            left_out.push(too_large);
            continue;
        }
        let body = match text(words, document) {
            Ok(text) => delivered(words, document, &text).to_owned(),
            Err(reason) => {
                unreadable.push(said(reason));
                continue;
            }
        };
        if single && is_message(&body) {
            lone = Some(words.say("message_lone", &[("document", &document.shown)]));
        }
        let part = (head(words, document, &body), body);
        let longer = length.with(&part);
        if !first && longer.bytes() > project.response_bytes {
            left_out.push(too_large);
            continue;
        }
        length = longer;
        parts.push(part);
        if document.path != document.document && !document.rendered {
            templates.push(document.shown.clone());
        }
    }
    let limit = project.response_bytes.to_string();
    let sentence = |phrase: &str, items: &[String]| {
        let documents = words.list(items);
        let values = [("documents", &*documents), ("limit", &*limit)];
        (!items.is_empty()).then(|| words.say(phrase, &values))
    };
    if parts.is_empty() {
        let documents = words.list(&unreadable);
        let error = words.error("io_error", &[("documents", &documents)]);
        return Err(Stop::Failed(
            Failed::new("io_error", error).with(incomplete),
        ));
    }
    let sentences = [
        incomplete,
        sentence("message_unreadable", &unreadable),
        sentence("message_budget", &left_out),
        lone,
        sentence("message_templates", &templates),
    ];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    let message = sentences.join(&words.say("sentence_separator", &[]));
    Ok(Answer::Success {
        value: match single {
            true => Content::Text(parts.remove(0).1),
            false => Content::Message(parts),
        },
        message: (!message.is_empty()).then_some(message),
        instruction: (!left_out.is_empty()).then(|| words.say("budget_instruction", &[])),
    })
}

/// The sections of the documents under a name, in order, up to the limit.
pub fn sectioned(search: Search<'_>, name: &str, section: &str) -> Result<Answer, Stop> {
    let Search { words, project, .. } = search;
    let gathered = gather(search, name)?;
    let incomplete = gathered.incomplete(words, name);
    let mut pieces: Vec<(&Document, String, Part)> = Vec::new();
    let (mut unreadable, mut without) = (Vec::new(), 0);
    for document in &gathered.documents {
        let whole = opened(words, document, project.file_bytes).and_then(|_| {
            match document.media_type(words) {
                "text/markdown" => text(words, document),
                _ => Ok(String::new()),
            }
        });
        let text = match whole {
            Ok(text) => text,
            Err(reason) => {
                let values = [("path", &*document.shown), ("reason", &*reason)];
                unreadable.push(words.say("unreadable", &values));
                continue;
            }
        };
        let before = pieces.len();
        for (heading, body) in sections(words, document, &text) {
            if heading.is_meant(section) {
                let fragment = format!("#{}", encoded(&heading.slug));
                let head = head(words, document, &body);
                let located = format!("{}{fragment}\r\n", document.location);
                let head = head.replacen(&format!("{}\r\n", document.location), &located, 1);
                let shown = format!("{}{fragment}", document.shown);
                pieces.push((document, shown, (head, body)));
            }
        }
        without += usize::from(pieces.len() == before);
    }
    let sentence = |phrase: &str, items: &[String]| {
        let documents = words.list(items);
        let limit = project.response_bytes.to_string();
        let values = [("documents", &*documents), ("limit", &*limit)];
        (!items.is_empty()).then(|| words.say(phrase, &values))
    };
    let joined = |sentences: Vec<Option<String>>| {
        let sentences: Vec<String> = sentences.into_iter().flatten().collect();
        let message = sentences.join(&words.say("sentence_separator", &[]));
        (!message.is_empty()).then_some(message)
    };
    if pieces.is_empty() {
        if without == 0 {
            let documents = words.list(&unreadable);
            let error = words.error("io_error", &[("documents", &documents)]);
            return Err(Stop::Failed(
                Failed::new("io_error", error).with(incomplete),
            ));
        }
        let wanted = words.say("wanted_section", &[("section", &shown(section))]);
        let kind = words.say(&format!("in_{}", gathered.scope), &[]);
        let name = shown(name);
        let values = [
            ("kind", &*kind),
            ("name", &*name),
            ("patterns", &*wanted),
            ("nearby", ANY),
        ];
        let error = words.error("no_matches", &values);
        let notes = joined(vec![
            incomplete,
            sentence("message_unreadable", &unreadable),
        ]);
        return Err(Stop::Failed(Failed::new("no_matches", error).with(notes)));
    }
    let single = pieces.len() == 1;
    let mut parts: Vec<Part> = Vec::new();
    let mut length = Length::of_none(words.boundary());
    let (mut left_out, mut lone): (Vec<String>, _) = (Vec::new(), None);
    let mut templates: Vec<String> = Vec::new();
    for (document, shown, part) in pieces {
        let bytes = part.1.len().to_string();
        if single && is_message(&part.1) {
            lone = Some(words.say("message_lone", &[("document", &shown)]));
        }
        let longer = length.with(&part);
        let over = !parts.is_empty() && longer.bytes() > project.response_bytes;
        if !left_out.is_empty() || over {
            let values = [("path", &*shown), ("bytes", &*bytes)];
            left_out.push(words.say("document_bytes", &values));
            continue;
        }
        length = longer;
        parts.push(part);
        if document.path != document.document
            && !document.rendered
            && !templates.contains(&document.shown)
        {
            templates.push(document.shown.clone());
        }
    }
    let counted = words.say("message_without", &[("count", &without.to_string())]);
    let message = joined(vec![
        incomplete,
        sentence("message_unreadable", &unreadable),
        (without > 0).then_some(counted),
        sentence("message_budget", &left_out),
        lone,
        sentence("message_templates", &templates),
    ]);
    Ok(Answer::Success {
        value: match single {
            true => Content::Text(parts.remove(0).1),
            false => Content::Message(parts),
        },
        message,
        instruction: (!left_out.is_empty()).then(|| words.say("budget_instruction", &[])),
    })
}

/// The size of a document that can be opened.
pub fn opened(words: &Words, document: &Document, limit: u64) -> Result<u64, String> {
    if let Some(fault) = &document.fault {
        return Err(fault.clone());
    }
    let size = fs::metadata(document.file()).expect("a file").len();
    let values = [
        ("bytes", &*size.to_string()),
        ("limit", &*limit.to_string()),
    ];
    match size > limit {
        true => Err(words.say("fault_too_large", &values)),
        false => Ok(size),
    }
}

/// The text of a document: a NUL first, then what is no UTF-8.
pub fn text(words: &Words, document: &Document) -> Result<String, String> {
    let content = fs::read(document.file()).expect("a file");
    let at = |phrase: &str, position: usize| {
        Err(words.say(phrase, &[("position", &position.to_string())]))
    };
    match (
        content.iter().position(|byte| *byte == 0),
        std::str::from_utf8(&content),
    ) {
        (Some(position), _) => at("fault_binary", position),
        (None, Err(error)) => at("fault_encoding", error.valid_up_to()),
        (None, Ok(text)) => Ok(text.to_owned()),
    }
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

fn head(words: &Words, document: &Document, body: &str) -> String {
    let charset = if body.is_ascii() {
        ""
    } else {
        "; charset=utf-8"
    };
    format!(
        "Content-Type: {}{charset}\r\nContent-Location: {}\r\nContent-Length: {}\r\n",
        document.media_type(words),
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
pub fn boundary(words: &Words, parts: &[Part], message: &str) -> Result<String, String> {
    let base = words.boundary();
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
