//! What exists, without the content.

use std::fs;
use std::time::UNIX_EPOCH;

use super::gathered::{Gathered, Search, gather};
use super::members::{Entry, entries};
use super::outline::{about, sections};
use super::retrieved::{opened, text};
use super::words::{ANY, NAMED, Words, cell, encoded};
use super::{Answer, Content, Failed, Stop};

/// The documents under a name.
pub fn listed(search: Search<'_>, name: &str) -> Result<Answer, Stop> {
    let Search { words, project, .. } = search;
    let gathered = gather(search, name)?;
    let mut sentences: Vec<String> = gathered.incomplete(words, name).into_iter().collect();
    let (mut rows, mut troubles, mut templates) = (Vec::new(), Vec::new(), Vec::new());
    for document in &gathered.documents {
        match opened(words, document, project.file_bytes) {
            Ok(bytes) => {
                let mut media_type = document.media_type(words).to_owned();
                if words.is_binary(&media_type) {
                    media_type = words.say("list_binary", &[("type", &media_type)]);
                }
                let modified = modified(document.file());
                let location = document.location.clone();
                let tokens = tokens(words, bytes);
                let [title, description] = about(words, document);
                rows.push(vec![
                    location,
                    cell(&title),
                    cell(&description),
                    media_type,
                    bytes.to_string(),
                    tokens,
                    modified,
                ]);
                if document.path != document.document && !document.rendered {
                    templates.push(document.shown.clone());
                }
            }
            Err(reason) => {
                let values = [("path", &*document.shown), ("reason", &*reason)];
                troubles.push(words.say("unreadable", &values));
            }
        }
    }
    if !templates.is_empty() {
        let documents = words.list(&templates);
        sentences.push(words.say("message_templates", &[("documents", &documents)]));
    }
    let mut outline = Vec::new();
    if let [document] = &gathered.documents[..]
        && rows.len() == 1
        && let Ok(text) = text(words, document)
    {
        for (heading, section) in sections(words, document, &text) {
            let bytes = section.len() as u64;
            outline.push(vec![
                heading.level.to_string(),
                cell(&heading.text),
                bytes.to_string(),
                tokens(words, bytes),
                format!("{}#{}", document.location, encoded(&heading.slug)),
            ]);
        }
    }
    let message = sentences.join(&words.say("sentence_separator", &[]));
    let head = [
        "uri",
        "title",
        "description",
        "type",
        "bytes",
        "tokens",
        "modified",
    ];
    Ok(Answer::Success {
        value: Content::Text(page(search, &head, &rows, &outline, &troubles)?),
        message: (!message.is_empty()).then_some(message),
        instruction: None,
    })
}

/// Every category and collection.
pub fn overview(search: Search<'_>) -> Result<Answer, Stop> {
    let Search { words, project, .. } = search;
    let (mut rows, mut troubles, mut told) = (Vec::new(), Vec::new(), Vec::new());
    for category in &project.categories {
        let counted = count(search, "category", &category.name);
        let (documents, bytes, unreadable) = match counted {
            Ok((documents, bytes, _, unreadable)) => (documents, bytes, unreadable),
            Err(Stop::Failed(failed)) if failed.kind == "no_matches" => (0, 0, Vec::new()),
            Err(Stop::Failed(Failed { error, .. })) => {
                let values = [("path", &*cell(&category.name)), ("reason", &*error)];
                (
                    0,
                    0,
                    vec![(String::new(), words.say("unreadable", &values))],
                )
            }
            Err(Stop::Undecided) => return Err(Stop::Undecided),
        };
        told.extend(unreadable.iter().cloned());
        troubles.extend(unreadable.into_iter().map(|(_, line)| line));
        let patterns = category.patterns.iter().map(|text| match &*cell(text) {
            "" | ANY => cell(text),
            code => format!("`{code}`"),
        });
        rows.push(vec![
            cell(&category.name),
            words.say("kind_category", &[]),
            one_line(&category.description),
            words.list(&patterns.collect::<Vec<_>>()),
            documents.to_string(),
            bytes.to_string(),
            tokens(words, bytes),
        ]);
    }
    for collection in &project.collections {
        let counted = count(search, "collection", &collection.name);
        let (documents, bytes, missing, unreadable) = match counted {
            Ok(counted) => counted,
            // What else is wrong with a member is said of the category itself.
            Err(Stop::Failed(failed)) => (0, 0, failed.notes, Vec::new()),
            Err(Stop::Undecided) => return Err(Stop::Undecided),
        };
        let parts = entries(project, &collection.name, true).into_iter();
        let parts = parts.filter_map(|entry| match entry {
            Entry::Part(part) => Some(part),
            _ => None,
        });
        // What only the patterns of members find is said of the collection.
        if parts.into_iter().any(|part| !part.own().is_empty()) {
            for trouble in unreadable {
                if !told.contains(&trouble) {
                    troubles.push(trouble.1.clone());
                    told.push(trouble);
                }
            }
        }
        troubles.extend(missing);
        let members: Vec<String> = collection
            .categories
            .iter()
            .map(|name| cell(name))
            .collect();
        rows.push(vec![
            cell(&collection.name),
            words.say("kind_collection", &[]),
            one_line(&collection.description),
            words.list(&members),
            documents.to_string(),
            bytes.to_string(),
            tokens(words, bytes),
        ]);
    }
    let head = [
        "name",
        "kind",
        "description",
        "contents",
        "documents",
        "bytes",
        "tokens",
    ];
    let mut value = page(search, &head, &rows, &[], &troubles)?;
    if rows.is_empty() {
        value = words.say("list_nothing", &[]) + "\n";
    }
    Ok(Answer::Success {
        value: Content::Text(value),
        message: None,
        instruction: None,
    })
}

/// Four bytes are said to be a token.
fn tokens(words: &Words, bytes: u64) -> String {
    words.say("list_tokens", &[("count", &(bytes / 4).to_string())])
}

type Counted = (usize, u64, Option<String>, Vec<(String, String)>);

/// How many documents can be opened, their bytes, what is missing, and what cannot
/// be opened.
fn count(search: Search<'_>, kind: &str, name: &str) -> Result<Counted, Stop> {
    let Search { words, project, .. } = search;
    let kinds = [kind];
    let search = Search {
        kinds: &kinds,
        ..search
    };
    let gathered: Gathered = gather(search, name)?;
    let (mut documents, mut bytes, mut troubles) = (0, 0, Vec::new());
    for document in &gathered.documents {
        match opened(words, document, project.file_bytes) {
            Ok(size) => {
                documents += 1;
                bytes += size;
            }
            Err(reason) => {
                let path = match kind {
                    "category" => format!("{name}/{}", document.path),
                    _ => document.qualified.clone(),
                };
                let values = [("path", &*cell(&path)), ("reason", &*reason)];
                let line = words.say("unreadable", &values);
                troubles.push((path, line));
            }
        }
    }
    Ok((documents, bytes, gathered.incomplete(words, name), troubles))
}

/// A description, as it stands in a cell.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    cell(&words.join(" "))
}

/// The text of a listing, where all of it fits.
fn page(
    search: Search<'_>,
    head: &[&str],
    rows: &[Vec<String>],
    outline: &[Vec<String>],
    troubles: &[String],
) -> Result<String, Stop> {
    let Search { words, project, .. } = search;
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let begin = |head: &[&str]| {
        let headings = head
            .iter()
            .map(|name| words.say(&format!("heading_{name}"), &[]));
        line(&headings.collect::<Vec<_>>()) + &line(&vec!["---".to_owned(); head.len()])
    };
    let mut text = begin(head);
    text.extend(rows.iter().map(|row| line(row)));
    if rows.is_empty() {
        text.clear();
    }
    if !outline.is_empty() {
        text += "\n";
        text += &begin(&["level", "text", "bytes", "tokens", "uri"]);
        text.extend(outline.iter().map(|row| line(row)));
    }
    let below = unreadable(words, troubles);
    // A listing that is made shorter has a law of its own; what is not decided
    // may be of any length.
    let limit = project.response_bytes as usize;
    let undecided = text.contains(ANY) || below.contains(ANY);
    let counted = words.say("more", &[("count", "9999")]).len() + "- \n".len();
    let whole = text.len() + below.len() < limit && below.len() + counted <= limit / 2;
    if !whole || troubles.len() > NAMED || undecided && limit < 1 << 16 {
        return Err(Stop::Undecided);
    }
    let between = if text.is_empty() || below.is_empty() {
        ""
    } else {
        "\n"
    };
    Ok(format!("{text}{between}{below}"))
}

fn unreadable(words: &Words, troubles: &[String]) -> String {
    let lines: String = troubles.iter().map(|line| format!("- {line}\n")).collect();
    match troubles.is_empty() {
        true => String::new(),
        false => words.say("list_unreadable", &[]) + "\n" + &lines,
    }
}

/// When a file was last modified, in RFC 3339 to the second, by Howard Hinnant's
/// `civil_from_days`.
fn modified(path: std::path::PathBuf) -> String {
    let time = fs::metadata(path).and_then(|metadata| metadata.modified());
    let age = time.expect("a time").duration_since(UNIX_EPOCH);
    let seconds = age.expect("a time after 1970").as_secs();
    let days = seconds / 86_400 + 719_468;
    let day_of_era = days % 146_097;
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = match month < 10 {
        true => (year + days / 146_097 * 400, month + 3),
        false => (year + days / 146_097 * 400 + 1, month - 9),
    };
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z",
        seconds % 60
    )
}
