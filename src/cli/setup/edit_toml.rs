//! Edits of the server's table in a TOML file.

use std::ops::Range;

use serde_json::{Map, Value as Json};
use toml_edit::{Document, DocumentMut, Item, RawString, TableLike, TomlError, Value};

use super::check_ours;
use super::client::SERVER;
use super::edits::Edits;

/// Returns `text` with the server's table under `key`, or without it if `server` is `None`.
///
/// # Errors
///
/// Returns an error if the text cannot be parsed or edited. The message says where the problem is.
pub(super) fn edit_toml(
    text: &str,
    key: &str,
    server: Option<&Map<String, Json>>,
) -> Result<String, String> {
    let document = Document::parse(text).map_err(|error: TomlError| {
        let start = error.span().map_or(0, |span| span.start);
        let line = 1 + text[..start].matches('\n').count();
        format!("line {line}: {}", error.message().replace('\n', ", "))
    })?;
    let no_table = || format!("\"{key}\" is not a table");
    let found = document.get(key);
    let servers = found.map(|found| found.as_table_like().ok_or_else(no_table));
    let servers = servers.transpose()?;
    let entry = servers.and_then(|servers| servers.get(SERVER));
    if let Some(entry) = entry {
        check_ours(&super::words(&json(entry)))?;
    }
    let mut edits = Edits::of(text);
    match (entry, server) {
        (None, None) => {}
        (Some(entry), Some(server)) => {
            for (name, value) in server {
                let old = entry.get(name).filter(|old| json(old) != *value);
                if let Some(place) = old.and_then(Item::span) {
                    let new = list(&text[place.clone()], value);
                    edits.put(place, new.unwrap_or_else(|| written(value)));
                }
            }
        }
        _ if found.is_some_and(Item::is_inline_table) => {
            let place = found.and_then(Item::span).unwrap_or_default();
            edits.put(place, inline(text, key, server).ok_or_else(no_table)?);
        }
        (None, Some(server)) => {
            let (line, end) = (edits.line_end(text.len()), text.len());
            let is_open = !text.is_empty() && !text.ends_with('\n');
            let before = [line].repeat(usize::from(!text.is_empty()) + usize::from(is_open));
            let fields = server
                .iter()
                .map(|(name, value)| format!("{name} = {}", written(value)));
            let lines: Vec<String> = [format!("[{key}.{SERVER}]")]
                .into_iter()
                .chain(fields)
                .collect();
            let after = if is_open { "" } else { line };
            edits.put(end..end, before.concat() + &lines.join(line) + after);
        }
        (Some(entry), None) => {
            let mut places = Vec::new();
            servers
                .into_iter()
                .for_each(|table| find(table, SERVER, &mut places));
            cut(&mut edits, places, entry.is_table());
        }
    }
    Ok(edits.applied())
}

/// Returns the words of the server's entry under `key`, or `None` if there is no entry or `text` is
/// invalid.
pub(super) fn words(text: &str, key: &str) -> Option<Vec<String>> {
    let document = Document::parse(text).ok()?;
    let entry = document.get(key)?.as_table_like()?.get(SERVER)?;
    Some(super::words(&json(entry)))
}

/// Adds the ranges of the item `name`, and of the tables and keys in it, to `found`.
fn find(table: &dyn TableLike, name: &str, found: &mut Vec<Range<usize>>) {
    let Some((key, item)) = table.get_key_value(name) else {
        return;
    };
    match item {
        Item::None => {}
        Item::Value(value) => {
            let place = key.span().zip(value.span());
            found.extend(place.map(|(key, value)| key.start..value.end));
        }
        Item::Table(inner) => {
            found.extend(inner.span().filter(|_| !inner.is_dotted()));
            inner.iter().for_each(|(name, _)| find(inner, name, found));
        }
        Item::ArrayOfTables(all) => {
            for inner in all {
                found.extend(inner.span());
                inner.iter().for_each(|(name, _)| find(inner, name, found));
            }
        }
    }
}

/// Removes the lines at `places`, except for comments. Before a table, also removes the empty line.
fn cut(edits: &mut Edits<'_>, places: Vec<Range<usize>>, is_table: bool) {
    let text = edits.text;
    let line = |place: Range<usize>| {
        let end = place.end + edits.blanks(place.end);
        let rest = &text[end..];
        let line_end = if rest.strip_prefix('\r').unwrap_or(rest).starts_with('\n') {
            rest.find('\n').map_or(0, |at| at + 1)
        } else {
            0
        };
        edits.line_start(place.start)..end + line_end
    };
    let mut lines: Vec<Range<usize>> = places.into_iter().map(line).collect();
    lines.sort_by_key(|line| line.start);
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return;
    };
    let (mut start, end) = (first.start, last.end);
    let is_open = end == text.len() && !text.ends_with('\n');
    let above = edits.line_before(start);
    if is_table && edits.line_start(above) == above && edits.ends_line(end) {
        start = above;
    }
    if is_open {
        start = edits.line_before(start);
    }
    edits.cut(start..first.start);
    lines.into_iter().for_each(|line| edits.cut(line));
}

/// Returns the inline table of servers with `server`, or without our server if `server` is `None`.
fn inline(text: &str, key: &str, server: Option<&Map<String, Json>>) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    let servers = document.get_mut(key)?.as_inline_table_mut()?;
    match server {
        Some(server) => {
            let fields = server
                .iter()
                .map(|(name, value)| format!("{name} = {}", written(value)));
            let fields: Vec<String> = fields.collect();
            let entry: Value = format!("{{ {} }}", fields.join(", ")).parse().ok()?;
            servers.insert(SERVER, entry);
        }
        None => drop(servers.remove(SERVER)),
    }
    servers.decor_mut().clear();
    Some(servers.to_string())
}

/// Returns the text of a list with the elements `new` and the old comments, or `None` if the list
/// has no comments.
fn list(text: &str, new: &Json) -> Option<String> {
    let new = new.as_array().filter(|_| text.contains('#'))?;
    let mut list = text.parse::<Value>().ok()?;
    let all = list.as_array_mut()?;
    let mut left = String::new();
    while all.len() > new.len() {
        let decor = all.remove(all.len() - 1).decor().clone();
        let around = [decor.prefix(), decor.suffix()];
        let around = around.map(|space| space.and_then(RawString::as_str).unwrap_or_default());
        left.insert_str(0, &around.concat());
    }
    for (at, new) in new.iter().enumerate() {
        let mut value: Value = written(new).parse().ok()?;
        match all.get_mut(at) {
            Some(old) => {
                *value.decor_mut() = old.decor().clone();
                *old = value;
            }
            None => all.push(value),
        }
    }
    left += all.trailing().as_str().unwrap_or_default();
    all.set_trailing(left);
    // Parsing may lose CRLF line endings, which are restored here.
    let list = list.to_string();
    Some(if text.contains("\r\n") {
        list.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        list
    })
}

/// Returns the TOML text of a string or of a list of strings.
fn written(value: &Json) -> String {
    match value {
        Json::Array(all) => {
            let all: Vec<String> = all.iter().map(written).collect();
            format!("[{}]", all.join(", "))
        }
        // A JSON string is a valid TOML string, except for a raw DEL character.
        value => value.to_string().replace('\u{7f}', "\\u007f"),
    }
}

/// Converts a string, a list of strings, or an entry's command and arguments to JSON.
fn json(item: &Item) -> Json {
    let text = |word: Option<&str>| word.map_or(Json::Null, Json::from);
    match item.as_array() {
        Some(all) => all.iter().map(|word| text(word.as_str())).collect(),
        None if item.is_str() => text(item.as_str()),
        None => {
            let command = text(item.get("command").and_then(Item::as_str));
            let args = item.get("args").map_or(Json::Null, json);
            Json::Object(Map::from_iter([
                ("command".into(), command),
                ("args".into(), args),
            ]))
        }
    }
}
