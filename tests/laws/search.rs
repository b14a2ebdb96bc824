//! The law of quotes: the documents that hold what is quoted are those in which a naive
//! reading of every line finds it, and each row says where it stands.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

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

/// Whether a line holds a string in any case.
fn holds(line: &str, quoted: &str) -> bool {
    let lower = |text: &str| {
        text.chars()
            .map(|of| if of == 'ς' { 'σ' } else { of })
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    lower(line).contains(&lower(quoted))
}

/// The answer to a search for quoted words is what the reference says.
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
    let answer = subject(folder, "search_content", arguments.as_object().expect("an object"))?;
    let result: Map<String, Value> =
        serde_json::from_str(&answer).map_err(|error| format!("{error}: {answer}"))?;
    well_formed(&result).map_err(|problem| format!("{query}: {problem}"))?;
    let all = |lines: &[String]| {
        let held = |word| lines.iter().any(|line| holds(line, word));
        words.iter().all(|word| held(word))
    };
    let due = shelf.iter().filter(|(_, lines)| all(lines));
    let due: BTreeSet<&str> = due.map(|(name, _)| name.as_str()).collect();
    let message = result.get("message").and_then(Value::as_str).unwrap_or_default();
    ensure(due.is_empty() == message.contains("No document holds what is quoted"), || {
        format!("{query}: {message}, and due are {due:?}")
    })?;
    let value = result["value"].as_str().unwrap_or_default();
    let rows = value.lines().skip(2).filter(|line| line.starts_with("| guide://"));
    let mut came = BTreeSet::new();
    for row in rows {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [uri, heading, number, ..] = cells[..] else {
            return Err(format!("{query}: {row}"));
        };
        let name = uri.strip_prefix("| guide://category/docs/").unwrap_or_default();
        let name = name.split('#').next().unwrap_or_default();
        let lines = &shelf.get(name).ok_or_else(|| format!("{query}: {row}"))?;
        came.insert(name);
        let number: usize = number.parse().map_err(|_| format!("{query}: {row}"))?;
        // Up to three lines are shown.
        let shown = lines.iter().skip(number - 1).take(3);
        let shown: Vec<&str> = shown.flat_map(|line| line.split_whitespace()).collect();
        let text = cells.last().expect("a cell").trim_end_matches(" |");
        let count = text.split_whitespace().count();
        ensure(text.split_whitespace().eq(shown.into_iter().take(count)), || {
            format!("{query}: line {number} is not {text:?}\n{value}")
        })?;
        // The line of a heading is not shown where others hold words.
        let quoted = || words.iter().any(|word| holds(text, word) || holds(heading, word));
        ensure(due.is_empty() || quoted(), || {
            format!("{query}: {text:?} holds nothing that is quoted\n{value}")
        })?;
    }
    if due.is_empty() {
        return Ok(0);
    }
    let is_right = match due.len() {
        0..=50 => came == due,
        _ => came.len() == 50 && came.is_subset(&due),
    };
    ensure(is_right, || format!("{query}: {came:?} instead of {due:?}\n{value}"))?;
    Ok(due.len())
}
