//! Edits of an object in a JSON file, and of the server's entry in it.

use std::collections::HashSet;

use jsonc_parser::ast::{Array, Object, Value};
use serde_json::{Map, Value as Json};

use super::client::SERVER;
use super::json_text::JsonText;
use super::{check_ours, words};
use crate::text::escaped::escape_truncated;

/// The text of a new file, before entries are added.
const NEW: &str = "{\n}\n";
/// The fields of an entry that define how the server is started. Other fields belong to the person.
const STARTS: [&str; 3] = ["type", "command", ARGS];
/// The field with the arguments.
const ARGS: &str = "args";

/// Returns `text` with an edited object under `key`. `change` edits the object, and returns whether
/// it leaves the object empty. If the object is missing, adds `new`. If there is a `new`, also adds
/// the fields of `more` that are missing. If `new` is `None`, removes an empty object, and returns
/// an empty string if only `more` is left.
///
/// # Errors
///
/// Returns an error if the text cannot be parsed or edited. The message says where the problem is.
pub(super) fn edit_json(
    text: &str,
    key: &str,
    more: &Map<String, Json>,
    new: Option<Json>,
    change: impl FnOnce(&mut JsonText<'_>, &Object<'_>) -> Result<bool, String>,
) -> Result<String, String> {
    let (root, mut json) = JsonText::parse(if text.is_empty() { NEW } else { text })?;
    let Value::Object(root) = &root else {
        return Err("its value is not an object".to_owned());
    };
    check(root)?;
    let at = position(root, key);
    let missing = more
        .iter()
        .filter(|(name, _)| position(root, name).is_none());
    let mut added = Vec::new();
    if new.is_some() {
        added.extend(missing.map(|(name, value)| (Some(&**name), value.clone())));
    }
    let mut removed = None;
    let is_removed = new.is_none();
    match at.map(|at| &root.properties[at]) {
        None => added.extend(new.map(|new| (Some(key), new))),
        Some(property) => match &property.value {
            Value::Object(inner) => {
                check(inner)?;
                let is_left_empty = change(&mut json, inner)? && is_removed;
                removed = at.filter(|_| is_left_empty && !json.has_comment_behind(property));
                let is_last = removed.is_some() && !json.has_comment_outside(property);
                if is_last && has_only(root, key, more) {
                    return Ok(String::new());
                }
            }
            _ if is_removed => {}
            _ => return Err(format!("\"{key}\" is not an object")),
        },
    }
    let removed: Vec<usize> = removed.into_iter().collect();
    if !removed.is_empty() || !added.is_empty() {
        json.change(&root.into(), &removed, &added);
    }
    Ok(if json.is_unchanged() {
        text.to_owned()
    } else {
        json.applied()
    })
}

/// Sets `server` in an object of servers, or removes our server if `server` is `None`. Returns
/// whether this leaves the object empty.
///
/// # Errors
///
/// Returns an error if the entry belongs to another program, or contains a key twice.
pub(super) fn edit_server(
    json: &mut JsonText<'_>,
    servers: &Object<'_>,
    server: Option<&Map<String, Json>>,
) -> Result<bool, String> {
    let Some(at) = position(servers, SERVER) else {
        if let Some(server) = server {
            json.change(
                &servers.into(),
                &[],
                &[(Some(SERVER), server.clone().into())],
            );
        }
        return Ok(false);
    };
    let entry = &servers.properties[at].value;
    check_ours(&words(&entry.clone().into()))?;
    let Some(server) = server else {
        json.change(&servers.into(), &[at], &[]);
        return Ok(servers.properties.len() == 1 && !json.has_comment(&servers.into()));
    };
    let Value::Object(entry) = entry else {
        return Ok(false);
    };
    check(entry)?;
    let mut added = Vec::new();
    for (name, value) in server.iter().filter(|(name, _)| STARTS.contains(&&***name)) {
        let found = position(entry, name).map(|at| &entry.properties[at].value);
        match (found, value) {
            (None, _) => added.push((Some(&**name), value.clone())),
            (Some(found), _) if Json::from(found.clone()) == *value => {}
            (Some(Value::Array(old)), Json::Array(new)) => edit_list(json, old, new),
            (Some(found), _) => json.replace(found, value),
        }
    }
    // If the command is one list, it contains the arguments.
    let removed = position(entry, ARGS).filter(|_| !server.contains_key(ARGS));
    if removed.is_some() || !added.is_empty() {
        json.change(&entry.into(), removed.as_slice(), &added);
    }
    Ok(false)
}

/// Replaces the elements of a list. The text between them is preserved.
fn edit_list(json: &mut JsonText<'_>, old: &Array<'_>, new: &[Json]) {
    for (old, new) in old.elements.iter().zip(new) {
        if Json::from(old.clone()) != *new {
            json.replace(old, new);
        }
    }
    let removed: Vec<usize> = (new.len()..old.elements.len()).collect();
    let added = new.iter().skip(old.elements.len());
    let added: Vec<_> = added.map(|new| (None, new.clone())).collect();
    if !removed.is_empty() || !added.is_empty() {
        json.change(&old.into(), &removed, &added);
    }
}

/// Returns the index of `key` in an object.
pub(super) fn position(object: &Object<'_>, key: &str) -> Option<usize> {
    let mut all = object.properties.iter();
    all.position(|property| property.name.as_str() == key)
}

/// Checks that an object contains no key twice.
fn check(object: &Object<'_>) -> Result<(), String> {
    let mut names = HashSet::new();
    let mut all = object
        .properties
        .iter()
        .map(|property| property.name.as_str());
    let twice = all.find(|name| !names.insert(*name));
    twice.map_or(Ok(()), |name| {
        let name = escape_truncated(name);
        Err(format!("the key \"{name}\" occurs twice"))
    })
}

/// Returns whether an object contains exactly `fields` in addition to `key`.
fn has_only(object: &Object<'_>, key: &str, fields: &Map<String, Json>) -> bool {
    let others = object
        .properties
        .iter()
        .filter(|property| property.name.as_str() != key);
    let others = others.map(|property| {
        let name = property.name.as_str().to_owned();
        (name, property.value.clone().into())
    });
    others.collect::<Map<String, Json>>() == *fields
}
