//! The Python server's patterns, and the expressions of its collections.

use super::config::Project;
use crate::documents::pattern::Pattern;
use crate::render::messages::MessageFormatter;

/// Why a pattern that ends in `/` is not imported.
const DIRECTORY: &str = "it matched nothing there, and would match everything below here";

/// Returns the pattern here that matches the same.
///
/// # Errors
///
/// Why there is none.
pub(super) fn pattern(wording: MessageFormatter<'_>, text: &str) -> Result<String, String> {
    if text == "." || text.ends_with('/') {
        return Err(DIRECTORY.to_owned());
    }
    let spelled = spelled(text)
        .ok_or("a leading '^' in a set was literal there, and negates the set here")?;
    match Pattern::parse(&spelled) {
        Ok(_) => Ok(spelled),
        Err(error) => {
            let reason = wording.said(&error.kind);
            Err(format!("not a valid pattern here: {reason}"))
        }
    }
}

/// Returns the pattern with sets around what was literal there: braces, a `[` without an
/// end and a leading `!`. `None` if a set begins with `^`, which was literal.
fn spelled(text: &str) -> Option<String> {
    let mut spelled = String::with_capacity(text.len());
    if text.starts_with('!') {
        spelled.push_str("./");
    }
    let mut rest = text;
    while let Some(at) = rest.find(['{', '[']) {
        let (before, from) = rest.split_at(at);
        spelled.push_str(before);
        let end = set_end(from).unwrap_or(1);
        let (set, after) = from.split_at(end);
        match set {
            _ if set.starts_with("[^") => return None,
            "{" => spelled.push_str("[{]"),
            "[" => spelled.push_str("[[]"),
            set => spelled.push_str(set),
        }
        rest = after;
    }
    spelled.push_str(rest);
    Some(spelled)
}

/// Returns the end of the set that begins here, if it is one.
fn set_end(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let inner = inner.strip_prefix('!').unwrap_or(inner);
    let inner = inner.strip_prefix(']').unwrap_or(inner);
    let end = inner.find([']', '/'])?;
    inner[end..]
        .starts_with(']')
        .then_some(text.len() - inner.len() + end + 1)
}

/// Returns the members that an expression of a collection names, or why there is none.
pub(super) fn members(
    wording: MessageFormatter<'_>,
    project: &Project,
    text: &str,
) -> Vec<Result<String, String>> {
    let (categories, collections) = (&project.categories, &project.collections);
    if collections.contains_key(text) && !categories.contains_key(text) {
        return vec![Ok(text.to_owned())];
    }
    let mut members = Vec::new();
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (name, patterns) = part.split_once('/').unwrap_or((part, ""));
        let (name, patterns) = (name.trim(), patterns.split('+').map(str::trim));
        let patterns: Vec<&str> = patterns.filter(|pattern| !pattern.is_empty()).collect();
        let Some(category) = categories.get(name) else {
            members.push(Err("it names no category".to_owned()));
            continue;
        };
        let own = category.patterns.iter().map(String::as_str);
        // A lone directory selects from the category's own patterns.
        let patterns: Vec<&str> = match patterns.as_slice() {
            [] => {
                members.push(Ok(name.to_owned()));
                continue;
            }
            [directory] if directory.ends_with('/') => {
                own.filter(|own| own.starts_with(directory)).collect()
            }
            _ => patterns,
        };
        if patterns.is_empty() {
            members.push(Err(DIRECTORY.to_owned()));
        }
        for text in patterns {
            members.push(pattern(wording, text).map(|pattern| format!("{name}/{pattern}")));
        }
    }
    members
}
