//! The law of quotes: the sections that hold what is quoted come first, as a naive reading
//! finds it. The law of answers: no document imitates a line of one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use mcp_guide::text::location::fragment;
use mcp_guide::text::markup::headings::headings;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::dispatch::{Answer, well_formed};
use super::{ensure, folder};

/// Documents by their names, which end in `.md` or `.txt`.
pub type Shelf = BTreeMap<String, Vec<String>>;

/// A folder with a project that serves these documents.
pub fn stored(shelf: &Shelf) -> TempDir {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("docs")).expect("a new directory");
    for (name, lines) in shelf {
        fs::write(path("docs").join(name), lines.join("\n")).expect("a new file");
    }
    let guide = json!({
        "categories": { "docs": { "dir": "docs", "patterns": ["*"] } },
        "limits": { "response_bytes": 10_000_000 },
    });
    fs::write(path("guide.yaml"), guide.to_string()).expect("a new file");
    folder
}

/// Lower case, with one blank for white space.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let lower = words.join(" ").replace('ς', "σ").to_lowercase();
    lower.replace('ς', "σ")
}

/// The sections of a document: the slug of each, or none, and its text.
fn parts<'t>(name: &str, text: &'t str) -> Vec<(String, &'t str)> {
    let headings = headings(text).unwrap_or_default();
    let headings = if name.ends_with(".md") { headings } else { Vec::new() };
    let starts = headings.iter().map(|of| (format!("#{}", of.slug), of.section.start));
    let starts: Vec<_> = std::iter::once((String::new(), 0)).chain(starts).collect();
    let ends = starts.iter().skip(1).map(|(_, start)| *start).chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|((slug, start), end)| (slug.clone(), &text[*start..end]));
    parts.collect()
}

/// The answers to searches for quoted words, in all documents and in each, are what the
/// reference says: sections that hold more of them come first, and the message names those that
/// no document holds.
///
/// Returns how many documents hold any.
///
/// # Errors
///
/// What is violated.
pub fn search(
    folder: &Path,
    shelf: &Shelf,
    words: &[String],
    subject: impl Fn(&Path, &str, &Map<String, Value>) -> Answer,
) -> Result<usize, String> {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    let query = quoted.join(" ");
    let mut different = Vec::new();
    for word in words {
        if different.iter().all(|(_, plain_word)| *plain_word != plain(word)) {
            different.push((word, plain(word)));
        }
    }
    let held = &|text: &str| {
        let text = plain(text);
        different.iter().filter(|(_, word)| text.contains(word)).count()
    };
    let texts: BTreeMap<&str, String> =
        shelf.iter().map(|(name, lines)| (name.as_str(), lines.join("\n"))).collect();
    let ask = |pattern: Option<&str>| {
        let arguments = json!({ "query": query, "pattern": pattern });
        let found = found(folder, shelf, &arguments, &subject)?;
        let wrong = |problem: &str| format!("{query} {pattern:?}: {problem}: {found:?}");
        let is_searched = |name: &str| pattern.is_none_or(|pattern| pattern == name);
        let texts: Vec<(&str, &String)> =
            texts.iter().filter(|(name, _)| is_searched(name)).map(|(name, text)| (*name, text)).collect();
        let lacks = |word: &str| !texts.iter().any(|(_, text)| plain(text).contains(word));
        let due = different.iter().filter(|(_, word)| lacks(word)).map(|(word, _)| format!("'{word}'"));
        let due: Vec<String> = due.collect();
        let said = found.message.split_once(" as quoted").map_or("", |(said, _)| said);
        let said = said.rsplit("No document holds ").next().unwrap_or_default();
        ensure(said == due.join(", "), || wrong(&format!("{said} instead of {due:?}")))?;
        let all = texts.iter().flat_map(|(name, text)| {
            let parts = parts(name, text).into_iter();
            parts.map(move |(slug, part)| (format!("{name}{slug}"), part.trim(), held(part)))
        });
        let all: Vec<(String, &str, usize)> = all.collect();
        let named = found.sections.iter().map(|named| {
            let named = all.iter().find(|(name, ..)| name == named);
            named.map(|(_, text, held)| (*text, *held)).ok_or_else(|| wrong("no such section"))
        });
        let named = named.collect::<Result<Vec<_>, String>>()?;
        let most = all.iter().map(|(.., held)| *held).max().unwrap_or_default();
        let first = named.first().map_or(0, |(_, held)| *held);
        ensure(first == most, || wrong("another section holds more"))?;
        ensure(named.is_sorted_by(|a, b| a.1 >= b.1), || wrong("a later section holds more"))?;
        if named.last().is_some_and(|(_, held)| *held == 0) {
            for (section, text, held) in &all {
                let is_named = *held == 0 || named.iter().any(|(named, _)| named == text);
                ensure(is_named, || wrong(&format!("{section} is before one that holds none")))?;
            }
        }
        Ok::<_, String>(())
    };
    ask(None)?;
    shelf.keys().take(8).try_for_each(|name| ask(Some(name)))?;
    Ok(texts.values().filter(|text| held(text) > 0).count())
}

/// What an answer says.
#[derive(Debug)]
struct Found {
    message: String,
    /// The sections that it names: documents and slugs.
    sections: Vec<String>,
}

/// Reads an answer, as anybody may who takes each end of a line for one: what is not indented
/// is a section of a document, each once, or the last line; and what is indented below a
/// section is a line of that document.
fn found(
    folder: &Path,
    shelf: &Shelf,
    arguments: &Value,
    subject: impl Fn(&Path, &str, &Map<String, Value>) -> Answer,
) -> Result<Found, String> {
    let answer = subject(folder, "search_content", arguments.as_object().expect("an object"))?;
    let result: Map<String, Value> =
        serde_json::from_str(&answer).map_err(|error| format!("{error}: {answer}"))?;
    let wrong = |problem: &str| format!("{arguments}: {problem}: {answer}");
    well_formed(&result).map_err(|problem| wrong(&problem))?;
    let text = |key: &str| result.get(key).and_then(Value::as_str).unwrap_or_default();
    let (value, message) = (text("value"), text("message").to_owned());
    let mut found = Found { message, sections: Vec::new() };
    let (mut known, mut document) = (BTreeSet::new(), None);
    ensure(value.len() <= MOST, || wrong("it is too long"))?;
    for line in value.split(is_end).filter(|line| !line.is_empty()) {
        if let Some(line) = line.strip_prefix("  ") {
            let document: &str = document.ok_or_else(|| wrong("a text of no section"))?;
            let own = shelf[document].iter().flat_map(|own| own.split(is_end));
            let is_whole = |own: &str| own.trim_end() == line;
            ensure(line.contains("[…") || own.map(str::trim_end).any(is_whole), || wrong(line))?;
            continue;
        }
        let Some(uri) = line.strip_prefix("guide://category/docs/") else {
            let is_last = line.starts_with("and ") || found.sections.is_empty();
            ensure(is_last, || wrong("a line of nothing"))?;
            continue;
        };
        ensure(known.insert(line), || wrong("a section twice"))?;
        let (uri, _) = uri.split_once(' ').unwrap_or((uri, ""));
        let (name, slug) = uri.split_once('#').unwrap_or((uri, ""));
        let lines = shelf.get(name).ok_or_else(|| wrong("no such document"))?;
        let headings = headings(&lines.join("\n")).unwrap_or_default();
        let mut own = headings.iter().map(|of| &of.slug).filter(|own| fragment(own) == format!("#{slug}"));
        let own = own.next().map(|own| format!("#{own}"));
        ensure(slug.is_empty() || own.is_some(), || wrong("no such section"))?;
        found.sections.push(name.to_owned() + &own.unwrap_or_default());
        document = Some(name);
    }
    Ok(found)
}

/// The most bytes of an answer.
const MOST: usize = 2400;

/// Whether some reader ends a line with a character.
fn is_end(character: char) -> bool {
    "\n\r\u{b}\u{c}\u{1c}\u{1d}\u{1e}\u{85}\u{2028}\u{2029}".contains(character)
}

/// No document imitates a line of an answer. Returns how many are named.
///
/// # Errors
///
/// What is violated.
pub fn forged(
    folder: &Path,
    shelf: &Shelf,
    query: &str,
    subject: impl Fn(&Path, &str, &Map<String, Value>) -> Answer,
) -> Result<usize, String> {
    let found = found(folder, shelf, &json!({ "query": query }), subject)?;
    Ok(found.sections.len())
}
