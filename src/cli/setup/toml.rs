//! An entry of a TOML file.

use std::iter;

use serde_json::{Map, Value};
use toml_edit::{DocumentMut, InlineTable, Item, TomlError};

use super::client::{SERVER, toml};
use super::{changed, check_ours, line_of};

/// Returns the text with this server under a key, or without the server. `block` is the
/// server as a table of its own.
///
/// # Errors
///
/// Why it cannot be read or edited, and where.
pub(super) fn edit(
    text: &str,
    key: &str,
    server: Option<&Map<String, Value>>,
    block: &str,
) -> Result<String, String> {
    let mut document = parse(text)?;
    let no_table = || format!("\"{key}\" is not a table");
    let servers = document.get_mut(key);
    let servers = servers.map(|item| item.as_table_like_mut().ok_or_else(no_table));
    let Some(servers) = servers.transpose()? else {
        return Ok(server.map_or_else(|| text.to_owned(), |_| appended(text, block)));
    };
    match (servers.get_mut(SERVER), server) {
        (None, None) => return Ok(text.to_owned()),
        (None, Some(server)) => {
            let appended = appended(text, block);
            if parse(&appended).is_ok() {
                return Ok(appended);
            }
            // An inline table has its servers inside.
            let mut entry = InlineTable::new();
            for (name, value) in server {
                entry.insert(name, of_json(value)?);
            }
            servers.insert(SERVER, Item::Value(entry.into()));
        }
        (Some(entry), Some(server)) => {
            check_ours(Some(to_json(entry)))?;
            let Some(table) = entry.as_table_like_mut() else {
                return Err(no_table());
            };
            for (name, value) in server {
                let mut new = of_json(value)?;
                match table.get_mut(name) {
                    None => {
                        table.insert(name, Item::Value(new));
                    }
                    Some(old) if to_json(old) != *value => {
                        if let Some(old) = old.as_value() {
                            *new.decor_mut() = old.decor().clone();
                        }
                        *old = Item::Value(new);
                    }
                    Some(_) => {}
                }
            }
        }
        (Some(entry), None) => {
            check_ours(Some(to_json(entry)))?;
            servers.remove(SERVER);
        }
    }
    let restored = restored(text, &document.to_string());
    parse(&restored).map(|_| restored)
}

fn parse(text: &str) -> Result<DocumentMut, String> {
    text.parse().map_err(|error: TomlError| {
        let line = line_of(text, error.span().map_or(0, |span| span.start));
        format!("line {line}: {}", error.message().replace('\n', ", "))
    })
}

/// Appends a block after an empty line, with the line ends of the text.
fn appended(text: &str, block: &str) -> String {
    let end = line_end(text);
    let block = block.replace('\n', end);
    match text {
        "" => block,
        _ if text.ends_with('\n') => format!("{text}{end}{block}"),
        _ => format!("{text}{end}{end}{}", block.trim_end()),
    }
}

/// Returns the edited text with the lines of the old one where only their ends differ, and
/// with comments above lines that were removed: they may be those of the table before.
fn restored(old: &str, edited: &str) -> String {
    let (removed, added) = changed(old, edited);
    let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
    let edited_lines: Vec<&str> = edited.split_inclusive('\n').collect();
    let end = line_end(old);
    let mut lines: Vec<String> = old_lines.iter().map(|line| (*line).to_owned()).collect();
    let kept = match added.is_empty() {
        true => comments(&old_lines[removed.clone()]),
        false => 0,
    };
    let first = removed.start + kept;
    let ends = old_lines[first..removed.end]
        .iter()
        .map(|line| line_end(line));
    let middle = edited_lines[added]
        .iter()
        .zip(ends.chain(iter::repeat(end)))
        .map(|(line, end)| line.trim_end_matches(['\r', '\n']).to_owned() + end);
    lines.splice(first..removed.end, middle);
    let last = lines.len().saturating_sub(1);
    let unended = lines.iter_mut().take(last);
    let unended = unended.filter(|line| !line.ends_with('\n'));
    unended.for_each(|line| line.push_str(end));
    let text = lines.concat();
    match old.ends_with('\n') {
        true => text,
        false => text.trim_end_matches(['\r', '\n']).to_owned(),
    }
}

/// Returns how many lines of these come before a table, up to the last comment there.
fn comments(lines: &[&str]) -> usize {
    let is_above = |line: &&&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let above: Vec<_> = lines.iter().take_while(is_above).collect();
    let last = above.iter().rposition(|line| !line.trim().is_empty());
    last.map_or(0, |last| last + 1)
}

fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Returns a value of an entry in TOML.
fn of_json(value: &Value) -> Result<toml_edit::Value, String> {
    let parsed = toml(value).parse();
    parsed.map_err(|error: TomlError| error.to_string())
}

/// Returns the strings, lists and tables of an item; `null` for other values.
fn to_json(item: &Item) -> Value {
    if let Some(table) = item.as_table_like() {
        let fields = table
            .iter()
            .map(|(key, item)| (key.to_owned(), to_json(item)));
        return Value::Object(fields.collect());
    }
    match item.as_value() {
        Some(toml_edit::Value::String(string)) => Value::String(string.value().clone()),
        Some(toml_edit::Value::Array(array)) => array
            .iter()
            .map(|value| to_json(&Item::Value(value.clone())))
            .collect(),
        _ => Value::Null,
    }
}
