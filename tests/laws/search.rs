//! The law of quotes: the documents that hold what is quoted are those in which a naive
//! reading finds it. The law of answers: no document imitates a line of one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use mcp_guide::text::outline::{Heading, headings};
use mcp_guide::text::uri::fragment;
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

/// Whether a text holds a string in any case, where any white space is one blank.
fn holds(lines: &[String], quoted: &str) -> bool {
    let plain = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let lower = words.join(" ").replace('ς', "σ").to_lowercase();
        lower.replace('ς', "σ")
    };
    plain(&lines.join("\n")).contains(&plain(quoted))
}

/// The answers to searches for quoted words, in all documents and in each, are what the
/// reference says.
///
/// Returns how many documents are due.
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
    let due = shelf.iter().filter(|(_, lines)| words.iter().all(|word| holds(lines, word)));
    let due: BTreeSet<&str> = due.map(|(name, _)| name.as_str()).collect();
    let ask = |pattern: Option<&str>| {
        let arguments = json!({ "query": query, "pattern": pattern });
        let found = found(folder, shelf, &arguments, &subject)?;
        let searched = |name: &&str| pattern.is_none_or(|pattern| pattern == *name);
        let due: BTreeSet<&str> = due.iter().copied().filter(searched).collect();
        let none = found.message.contains("No document holds what is quoted");
        ensure(due.is_empty() == none, || format!("{query}: {}, and due are {due:?}", found.message))?;
        if !due.is_empty() {
            let came: BTreeSet<&str> = found.documents.iter().map(String::as_str).collect();
            // Of equal texts one is named.
            let most = due.len();
            let is_right = !came.is_empty() && came.is_subset(&due) && came.len() + found.more <= most;
            ensure(is_right, || format!("{query}: {came:?} and {} more instead of {due:?}", found.more))?;
        }
        Ok::<_, String>(())
    };
    ask(None)?;
    shelf.keys().take(8).try_for_each(|name| ask(Some(name)))?;
    Ok(due.len())
}

/// What an answer says.
struct Found {
    message: String,
    /// The documents that it names.
    documents: Vec<String>,
    /// How many others it counts.
    more: usize,
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
    let mut found = Found { message, documents: Vec::new(), more: 0 };
    let mut known = BTreeSet::new();
    ensure(value.len() <= MOST, || wrong("it is too long"))?;
    for line in value.split(is_end).filter(|line| !line.is_empty()) {
        if let Some(line) = line.strip_prefix("  ") {
            let document = found.documents.last().ok_or_else(|| wrong("a text of no section"))?;
            let own = shelf[document].iter().flat_map(|own| own.split(is_end));
            let is_whole = |own: &str| own.trim_end() == line;
            ensure(line.contains("[…") || own.map(str::trim_end).any(is_whole), || wrong(line))?;
            continue;
        }
        if let Some(rest) = line.strip_prefix("and ") {
            found.more = rest.split(' ').next().and_then(|more| more.parse().ok()).unwrap_or_default();
            continue;
        }
        let Some(uri) = line.strip_prefix("guide://category/docs/") else {
            ensure(found.documents.is_empty(), || wrong("a line of nothing"))?;
            continue;
        };
        ensure(known.insert(line), || wrong("a section twice"))?;
        let (uri, _) = uri.split_once(' ').unwrap_or((uri, ""));
        let (name, slug) = uri.split_once('#').unwrap_or((uri, ""));
        let lines = shelf.get(name).ok_or_else(|| wrong("no such document"))?;
        let headings = headings(&lines.join("\n")).unwrap_or_default();
        let is_own = |of: &Heading| fragment(&of.slug) == format!("#{slug}");
        ensure(slug.is_empty() || headings.iter().any(is_own), || wrong("no such section"))?;
        found.documents.push(name.to_owned());
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
    Ok(found.documents.len())
}
