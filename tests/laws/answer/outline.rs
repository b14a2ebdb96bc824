//! What a Markdown document says of itself, read line by line.

use std::fs;

use serde_yaml::Value;

use super::gathered::Document;
use super::words::Words;

/// The text without the block at its beginning, and what that says: its title and its
/// description.
pub fn split(text: &str) -> (Option<Value>, &str) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_fence = |line: &&str| line.trim_end() == "---";
    let first = lines
        .first()
        .map(|line| line.trim_start_matches('\u{feff}'));
    if !first.is_some_and(|line| is_fence(&line) && line.ends_with('\n')) {
        return (None, text);
    }
    let Some(inside) = lines[1..].iter().position(is_fence) else {
        return (None, text);
    };
    let block = lines[1..=inside].concat();
    let bytes: usize = lines[..inside + 2].iter().map(|line| line.len()).sum();
    match serde_yaml::from_str::<Value>(&block) {
        Ok(said) if said.is_mapping() && bytes <= 1 << 15 => (Some(said), &text[bytes..]),
        _ => (None, text),
    }
}

/// What is delivered of a text.
pub fn delivered<'a>(words: &Words, document: &Document, text: &'a str) -> &'a str {
    match document.strips && document.media_type(words) == "text/markdown" {
        true => split(text).1,
        false => text,
    }
}

/// The title and the description of a document.
pub fn about(words: &Words, document: &Document) -> [String; 2] {
    let none = [String::new(), String::new()];
    let content = fs::read(document.file()).expect("a file");
    let whole = content.len() < 8192;
    let beginning = match whole {
        true => &content[..],
        false => {
            let last = content[..8192].iter().rposition(|byte| *byte == b'\n');
            &content[..last.map_or(0, |last| last + 1)]
        }
    };
    let text = std::str::from_utf8(beginning).unwrap_or("\0");
    if document.media_type(words) != "text/markdown" || text.contains('\0') {
        return none;
    }
    let (said, body) = split(text);
    let word = |key: &str| {
        let said = said.as_ref().and_then(|said| said.get(key));
        said.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let open = !whole && text.lines().next().map(str::trim_end) == Some("---");
    match (word("title"), word("description")) {
        _ if open && said.is_none() && !text.lines().skip(1).any(|line| line == "---") => none,
        (title, description) if title.is_empty() => [first_heading(body), description],
        (title, description) => [title, description],
    }
}

/// The text of the first line that is a heading, by the rules for what these documents
/// hold: no code, no lists, no HTML.
fn first_heading(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut paragraph: Vec<&str> = Vec::new();
    for line in text.split(['\r', '\n']) {
        let text = line.trim();
        let under = text.chars().all(|c| c == '-') || text.chars().all(|c| c == '=');
        let marks = text.len() - text.trim_start_matches('#').len();
        let marked = (1..=6).contains(&marks) && text[marks..].starts_with(' ');
        match text {
            "" => paragraph.clear(),
            _ if marked => return text[marks..].trim().to_owned(),
            _ if under && !paragraph.is_empty() => return paragraph.join(" "),
            // A line that divides.
            _ if under && text.len() > 2 => {}
            _ => paragraph.push(text),
        }
    }
    String::new()
}
