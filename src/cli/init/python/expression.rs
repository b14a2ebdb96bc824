//! The Python server's patterns, and the expressions of its collections.

use super::PythonProject;
use crate::documents::pattern::Pattern;
use crate::render::messages::MessageFormatter;

/// Why a pattern that ends in `/` is not imported.
const DIRECTORY: &str = "it matched nothing there, and would match everything below here";

/// Returns the members that an expression of a collection names, or why there is none.
pub(super) fn members(
    wording: MessageFormatter<'_>,
    project: &PythonProject,
    expression: &str,
) -> Vec<Result<String, String>> {
    let (categories, collections) = (&project.categories, &project.collections);
    if collections.contains_key(expression) && !categories.contains_key(expression) {
        return vec![Ok(expression.to_owned())];
    }
    let mut members = Vec::new();
    let parts = expression.split(',').map(str::trim);
    for part in parts.filter(|part| !part.is_empty()) {
        let (name, patterns) = part.split_once('/').unwrap_or((part, ""));
        let (name, patterns) = (name.trim(), patterns.split('+').map(str::trim));
        let mut patterns: Vec<&str> = patterns.filter(|pattern| !pattern.is_empty()).collect();
        let Some(category) = categories.get(name) else {
            members.push(Err("it names no category".to_owned()));
            continue;
        };
        if patterns.is_empty() {
            members.push(Ok(name.to_owned()));
            continue;
        }
        // A lone directory selects from the category's own patterns.
        if let [directory] = *patterns
            && directory.ends_with('/')
        {
            let own = category.patterns.iter().map(String::as_str);
            patterns = own.filter(|own| own.starts_with(directory)).collect();
            if patterns.is_empty() {
                members.push(Err(DIRECTORY.to_owned()));
            }
        }
        let member = |text| pattern(wording, text).map(|pattern| format!("{name}/{pattern}"));
        members.extend(patterns.into_iter().map(member));
    }
    members
}

/// Returns the pattern here that matches the same as one of the Python server: with sets
/// around what was literal there, which are braces, a `[` without an end and a leading `!`.
///
/// # Errors
///
/// Why there is none.
pub(super) fn pattern(wording: MessageFormatter<'_>, text: &str) -> Result<String, String> {
    if text == "." || text.ends_with('/') {
        return Err(DIRECTORY.to_owned());
    }
    let mut pattern = String::with_capacity(text.len());
    if text.starts_with('!') {
        pattern.push_str("./");
    }
    let mut rest = text;
    while let Some(at) = rest.find(['{', '[']) {
        let (before, from) = rest.split_at(at);
        let (set, after) = from.split_at(set_end(from).unwrap_or(1));
        pattern.push_str(before);
        match set {
            "{" => pattern.push_str("[{]"),
            "[" => pattern.push_str("[[]"),
            set if set.starts_with("[^") => {
                let reason = "a leading '^' in a set was literal there, and negates the set here";
                return Err(reason.to_owned());
            }
            set => pattern.push_str(set),
        }
        rest = after;
    }
    pattern.push_str(rest);
    match Pattern::parse(&pattern) {
        Ok(_) => Ok(pattern),
        Err(error) => {
            let reason = wording.said(&error.kind);
            Err(format!("not a valid pattern here: {reason}"))
        }
    }
}

/// Returns the end of the set that begins here, if it is one.
fn set_end(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let inner = inner.strip_prefix('!').unwrap_or(inner);
    let inner = inner.strip_prefix(']').unwrap_or(inner);
    let end = inner.find([']', '/'])?;
    let end = inner[end..].starts_with(']').then_some(end)?;
    Some(text.len() - inner.len() + end + 1)
}
