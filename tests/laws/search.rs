//! The law of search: what is found, in which order, and where it is said to stand, is
//! what a naive reading of every line says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::dispatch::{Answer, well_formed};
use super::sections::named;
use super::{Verdict, ensure, folder};

/// A line of a document: a heading of this level, or a line of text.
#[derive(Debug, Clone)]
pub enum Line {
    Heading(usize, String),
    Text(String),
}

/// Documents by their names, which end in `.md` or `.txt`.
pub type Shelf = BTreeMap<String, Vec<Line>>;

/// A folder with a project that serves these documents.
pub fn stored(shelf: &Shelf) -> TempDir {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("docs")).expect("a new directory");
    for (name, lines) in shelf {
        fs::write(path("docs").join(name), written(lines).join("\n")).expect("a new file");
    }
    let guide = json!({
        "categories": { "docs": { "dir": "docs", "patterns": ["*"] } },
        "limits": { "response_bytes": 10_000_000 },
    });
    fs::write(path("guide.yaml"), guide.to_string()).expect("a new file");
    folder
}

fn written(lines: &[Line]) -> Vec<String> {
    let line = |line: &Line| match line {
        Line::Heading(level, text) => format!("{} {text}", "#".repeat(*level)),
        Line::Text(text) => text.clone(),
    };
    lines.iter().map(line).collect()
}

/// Whether a text holds a word: exactly, where that has a capital, else in any case.
fn holds(text: &str, word: &str) -> bool {
    let lower = |text: &str| {
        text.chars()
            .map(|of| if of == 'ς' { 'σ' } else { of })
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    if word.chars().any(|of| !of.to_lowercase().eq([of])) {
        return text.contains(word);
    }
    match word.is_ascii() {
        true => text.to_ascii_lowercase().contains(word),
        false => lower(text).contains(&lower(word)),
    }
}

fn count(text: &str, words: &[String]) -> usize {
    words.iter().filter(|word| holds(text, word)).count()
}

/// A document's rank, the least first, and its rows; nothing, where a word is missing.
fn found(name: &str, lines: &[Line], words: &[String]) -> Option<((isize, isize, isize), String)> {
    let markdown = name.ends_with(".md");
    let text = written(lines);
    let headings: Vec<(usize, usize, &String)> = (lines.iter().enumerate())
        .filter_map(|(at, line)| match line {
            Line::Heading(level, text) if markdown => Some((at, *level, text)),
            _ => None,
        })
        .collect();
    let title = headings.first().map_or("", |(_, _, title)| title.as_str());
    let called = |word: &String| holds(name, word) || holds(title, word);
    let anywhere = |word: &String| called(word) || text.iter().any(|line| holds(line, word));
    if !words.iter().all(anywhere) {
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    for (_, _, text) in &headings {
        names.push(named(text, &names));
    }
    // The best line of each piece.
    let mut best: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    let mut holding = 0;
    for (at, line) in text.iter().enumerate() {
        let words = count(line, words);
        if words == 0 {
            continue;
        }
        holding += 1;
        let piece = headings.iter().filter(|(begin, ..)| *begin <= at).count();
        let known = best.entry(piece).or_insert((words, at));
        if words > known.0 {
            *known = (words, at);
        }
    }
    let mut pieces: Vec<(usize, (usize, usize))> = best.into_iter().collect();
    pieces.sort_by_key(|(_, (words, _))| usize::MAX - words);
    let uri = format!("guide://category/docs/{name}");
    let mut rows = String::new();
    for (piece, (_, at)) in pieces.iter().take(3) {
        let (mut path, mut fragment) = (Vec::new(), String::new());
        if let Some(last) = piece.checked_sub(1) {
            fragment = format!("#{}", names[last]);
            let mut below = usize::MAX;
            for (_, level, text) in headings[..=last].iter().rev() {
                if *level < below {
                    path.insert(0, text.as_str());
                    below = *level;
                }
            }
        }
        let (path, line) = (path.join(" > "), at + 1);
        let text = text[*at].split_whitespace().collect::<Vec<_>>().join(" ");
        rows += &format!("| {uri}{fragment} | {path} | {line} | {text} |\n");
    }
    if pieces.is_empty() {
        rows = format!("| {uri} |  |  |  |\n");
    }
    let said = |word: &&String| headings.iter().any(|(_, _, text)| holds(text, word));
    let rank = (
        -(words.iter().filter(|word| called(word)).count() as isize),
        -(words.iter().filter(said).count() as isize),
        -(holding as isize),
    );
    Some((rank, rows))
}

/// Whether a text holds from one to 32 words, each counted once: white space ends one,
/// or the quote that follows the quote with which it begins.
pub fn is_query(text: &str) -> bool {
    let mut words = BTreeSet::new();
    let mut left: Vec<char> = text.chars().rev().collect();
    while let Some(first) = left.pop() {
        let mut word = String::new();
        if first == '"' {
            while let Some(next) = left.pop() {
                if next == '"' && left.pop_if(|after| *after == '"').is_none() {
                    break;
                }
                word.push(next);
            }
        } else if !first.is_whitespace() {
            word.push(first);
            while let Some(next) = left.pop().filter(|next| !next.is_whitespace()) {
                word.push(next);
            }
        }
        if !word.chars().all(char::is_whitespace) {
            let lines = word.replace("\r\n", " ");
            words.insert(lines.replace(['\n', '\r'], " "));
        }
    }
    (1..=32).contains(&words.len())
}

/// The answer to a search for these words, each a phrase, is what the reference says.
///
/// Returns how many documents were found.
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
    let arguments = json!({ "query": query });
    let arguments = arguments.as_object().expect("an object");
    let answer = subject(folder, "search_content", arguments)?;
    let result: Map<String, Value> =
        serde_json::from_str(&answer).map_err(|error| format!("{error}: {answer}"))?;
    well_formed(&result).map_err(|problem| format!("{query}: {problem}"))?;
    let mut due: Vec<_> = shelf
        .iter()
        .filter_map(|(name, lines)| found(name, lines, words))
        .collect();
    due.sort_by_key(|(rank, _)| *rank);
    let value = result["value"].as_str().unwrap_or_default();
    if due.is_empty() {
        held(
            value.starts_with("No document holds every word: "),
            &query,
            value,
            "",
        )?;
        return Ok(0);
    }
    let mut text = "| URI | Heading | Line | Text |\n| --- | --- | --- | --- |\n".to_owned();
    text.extend(due.iter().take(50).map(|(_, rows)| rows.as_str()));
    if let Some(more) = due.len().checked_sub(51) {
        text += &format!("| and {} more |  |  |  |\n", more + 1);
    }
    held(value == text, &query, value, &text)?;
    Ok(due.len())
}

fn held(holds: bool, query: &str, came: &str, due: &str) -> Verdict {
    ensure(holds, || format!("{query}:\n{came}\ninstead of\n{due}"))
}
