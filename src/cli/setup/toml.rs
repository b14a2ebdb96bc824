//! A server's table in a TOML file.

use serde_json::{Map, Value};
use toml_edit::{DocumentMut, Item, RawString, Table, TomlError};

use super::check_ours;
use super::client::SERVER;

/// Returns the text with this server's table under a key, or without it.
///
/// # Errors
///
/// Why it cannot be read or edited, and where.
pub(super) fn edit(
    text: &str,
    key: &str,
    server: Option<&Map<String, Value>>,
) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error: TomlError| {
        let start = error.span().map_or(0, |span| span.start);
        let line = 1 + text[..start].matches('\n').count();
        format!("line {line}: {}", error.message().replace('\n', ", "))
    })?;
    let no_table = || format!("\"{key}\" is not a table");
    let mut none = Table::new();
    none.set_implicit(true);
    let servers = document.entry(key).or_insert(Item::Table(none));
    let servers = servers.as_table_like_mut().ok_or_else(no_table)?;
    servers
        .get(SERVER)
        .map_or(Ok(()), |entry| check_ours(&words(entry)))?;
    let Some(server) = server else {
        // What comes before a table may be about the one above it.
        if let Some(Item::Table(table)) = servers.remove(SERVER) {
            let before = table
                .decor()
                .prefix()
                .and_then(RawString::as_str)
                .unwrap_or_default();
            let rest = before.trim_end().to_owned();
            let after = document.trailing().as_str().unwrap_or_default();
            let line = if rest.is_empty() { "" } else { "\n" };
            let trailing = format!("{rest}{line}{after}");
            document.set_trailing(trailing);
        }
        return Ok(as_before(text, document));
    };
    let mut new = Table::new();
    new.decor_mut()
        .set_prefix(if text.is_empty() { "" } else { "\n" });
    let entry = servers.entry(SERVER).or_insert(Item::Table(new));
    let entry = entry.as_table_like_mut().ok_or_else(no_table)?;
    for (name, value) in server {
        let old = entry.get(name);
        if old.is_some_and(|old| words(old) == super::words(value)) {
            continue;
        }
        // JSON's strings and lists are TOML's, except for a raw DEL.
        let new = value.to_string().replace('\u{7f}', "\\u007f").parse();
        let mut new: toml_edit::Value = new.map_err(|error: TomlError| error.to_string())?;
        if let Some(old) = old.and_then(Item::as_value) {
            *new.decor_mut() = old.decor().clone();
        }
        entry.insert(name, Item::Value(new));
    }
    Ok(as_before(text, document))
}

/// Returns an edited text with the line ends of the old one.
fn as_before(old: &str, edited: DocumentMut) -> String {
    let edited = edited.to_string();
    let edited = match old.ends_with('\n') || old.is_empty() {
        true => &*edited,
        false => edited.trim_end(),
    };
    match old.contains("\r\n") {
        true => edited.replace("\r\n", "\n").replace('\n', "\r\n"),
        false => edited.to_owned(),
    }
}

/// Returns the strings of an item, or of its command and arguments.
fn words(item: &Item) -> Vec<&str> {
    let fields = [Some(item), item.get("command"), item.get("args")];
    let fields = fields.into_iter().flatten();
    let lists = fields.clone().filter_map(Item::as_array).flatten();
    let words = fields.filter_map(Item::as_str);
    words
        .chain(lists.filter_map(toml_edit::Value::as_str))
        .collect()
}
