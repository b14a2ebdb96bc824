//! The laws of templates: what they come to, by a reference that recurses over what a
//! template is made of, and what they never reach.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use mcp_guide::text::messages::ToMessage;
use mcp_guide::text::mustache::{ParseBudget, RenderError, Rendered, Template, render};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::dispatch::{Answer, well_formed};
use super::{Verdict, ensure, folder, table, timed};

/// Partials by their names.
pub type Partials = BTreeMap<String, String>;

/// The engine; an error as its place and what is bare of it.
///
/// # Errors
///
/// The error.
pub fn rendered(template: &str, values: &Value, partials: &Partials, limit: u64) -> Result<Rendered, String> {
    let parsed = |path: &str, text: &str, indent: &str| {
        let template = Template::parse(path, text.to_owned(), indent, &mut ParseBudget::default());
        template.map(Arc::new).map_err(said)
    };
    let main = parsed("", template, "")?;
    let mut failed = None;
    let mut find = |_: &str, name: &str, indent: &str| {
        let found = parsed(name, partials.get(name)?, indent);
        found.map_err(|said| failed = Some(said)).ok()
    };
    let rendered = render(&main, &[values], limit, &mut find);
    rendered.map_err(|error| failed.unwrap_or_else(|| said(error)))
}

/// The key of a message, and its placeholders.
fn described(error: &impl ToMessage) -> String {
    let args = error.values(&table().texts).into_iter();
    let placeholders: String = args.map(|(name, text)| format!(" {name}={text:?}")).collect();
    error.def().key.to_owned() + &placeholders
}

fn said(error: RenderError) -> String {
    let RenderError { path, position, kind } = error;
    let place = position.expect("a position");
    let gap = if path.is_empty() { "" } else { " " };
    format!("{path}{gap}{place}: {}", described(&kind))
}

/// What a template is made of.
#[derive(Debug, Clone)]
pub enum Piece {
    Text(String),
    Value(String),
    Section(String, bool, Vec<Piece>),
    Comment,
    Partial(String),
    /// Delimiters that are set and set back.
    Other(String),
}

/// The template that is made of these. No tag stands alone in its line.
pub fn written(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        text += &match piece {
            Piece::Text(text) => text.clone(),
            Piece::Value(name) => format!("-{{{{{name}}}}}"),
            Piece::Section(name, inverted, pieces) => {
                let sigil = if *inverted { '^' } else { '#' };
                let inner = written(pieces);
                format!("-{{{{{sigil} {name} }}}}{inner}-{{{{/{name}}}}}")
            }
            Piece::Comment => "-{{! none\n }}".to_owned(),
            Piece::Partial(name) => format!("-{{{{>{name}}}}}"),
            Piece::Other(name) => format!("-{{{{=<% %>=}}}}-<%&{name}%>-<%={{{{ }}}}=%>"),
        };
    }
    text
}

/// The reference: what they come to, and the names that no value has. Nothing where
/// it is too much.
pub fn reference(
    pieces: &[Piece],
    values: &Value,
    partials: &BTreeMap<String, Vec<Piece>>,
) -> Option<(String, BTreeSet<String>)> {
    let mut text = String::new();
    let mut missing = BTreeSet::new();
    come_to(pieces, &[values], partials, 0, &mut text, &mut missing)?;
    Some((text, missing))
}

fn come_to(
    pieces: &[Piece],
    values: &[&Value],
    partials: &BTreeMap<String, Vec<Piece>>,
    depth: usize,
    text: &mut String,
    missing: &mut BTreeSet<String>,
) -> Option<()> {
    if depth > 10 || text.len() > 10_000 {
        return None;
    }
    for piece in pieces {
        match piece {
            Piece::Text(own) => text.push_str(own),
            Piece::Comment => text.push('-'),
            Piece::Value(name) | Piece::Other(name) => {
                let around = match piece {
                    Piece::Value(_) => ["-", ""],
                    _ => ["--", "-"],
                };
                text.push_str(around[0]);
                match value(name, values) {
                    Some(value) => text.push_str(&shown(value)),
                    None => drop(missing.insert(name.clone())),
                }
                text.push_str(around[1]);
            }
            Piece::Section(name, inverted, pieces) => {
                text.push('-');
                let items: Vec<&Value> = match value(name, values) {
                    None | Some(Value::Null | Value::Bool(false)) => Vec::new(),
                    Some(Value::Array(items)) => items.iter().collect(),
                    Some(one) => vec![one],
                };
                let rounds: Vec<Vec<&Value>> = match (inverted, items.is_empty()) {
                    (true, true) => vec![values.to_vec()],
                    (true, false) => Vec::new(),
                    (false, _) => {
                        let rounds = items.into_iter();
                        rounds.map(|item| [values, &[item]].concat()).collect()
                    }
                };
                for values in rounds {
                    come_to(pieces, &values, partials, depth, text, missing)?;
                    text.push('-');
                }
            }
            Piece::Partial(name) => {
                text.push('-');
                let pieces = partials.get(name)?;
                come_to(pieces, values, partials, depth + 1, text, missing)?;
            }
        }
    }
    Some(())
}

fn value<'v>(name: &str, values: &[&'v Value]) -> Option<&'v Value> {
    if name == "." {
        return values.last().copied();
    }
    let (first, rest) = match name.split_once('.') {
        Some((first, rest)) => (first, Some(rest)),
        None => (name, None),
    };
    let mut here = values.iter().rev();
    let found = here.find_map(|value| value.as_object()?.get(first))?;
    match rest {
        Some(rest) => found.as_object().and_then(|_| value(rest, &[found])),
        None => Some(found),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A template comes to what the reference says, and one without tags to itself.
///
/// Returns whether the reference decides it.
///
/// # Errors
///
/// What is violated.
pub fn template(
    pieces: &[Piece],
    values: &Value,
    partials: &BTreeMap<String, Vec<Piece>>,
    subject: impl Fn(&str, &Value, &Partials) -> Result<Rendered, String>,
) -> Result<bool, String> {
    let text = written(pieces);
    let texts = partials.iter();
    let texts = texts.map(|(name, pieces)| (name.clone(), written(pieces)));
    let found = timed("the template", || subject(&text, values, &texts.collect()))?;
    let Some((expected, missing)) = reference(pieces, values, partials) else {
        return Ok(false);
    };
    let found = found.map_err(|fault| format!("{text:?}: {fault}"))?;
    ensure(found.text == expected, || format!("{text:?} is\n{:?} instead of\n{expected:?}", found.text))?;
    let named: BTreeSet<String> = found.missing.iter().cloned().collect();
    ensure(named == missing, || format!("{text:?} misses {named:?} instead of {missing:?}"))?;
    Ok(true)
}

/// What no answer holds, and neither a text nor a name that is given: one character, so
/// nothing puts it together from parts.
pub const SECRET: char = '\u{10FFFD}';

/// A project whose only category renders this template, beside these other files of
/// it, none of which says what is secret; and with secrets around it: outside,
/// excluded, hidden.
pub fn stored(text: &str, files: &[(String, String)]) -> TempDir {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| {
        let path = path(name);
        let parent = path.parent().expect("a parent");
        // What is not possible is left undone.
        let _ = fs::create_dir_all(parent).and_then(|()| fs::write(&path, text));
    };
    for name in [
        "out/secret.md.mustache", "in/kept/secret.md.mustache", "in/_no.md.mustache", "in/.hid.md.mustache",
        "in/.d/x.mustache",
    ] {
        write(name, &SECRET.to_string());
    }
    for name in ["in/doc.md.mustache", "in/sub/doc.md.mustache"] {
        write(name, &innocent(text));
    }
    let out = path("out");
    for (target, link) in [
        (Path::new("../out/secret.md.mustache"), "in/_link.mustache"),
        (Path::new("../out"), "in/linked"),
        (&*out, "in/absolute"),
    ] {
        symlink(target, path(link)).expect("a new link");
    }
    for (name, text) in files {
        let legal = |name: &str| {
            let own = name.starts_with("doc.md");
            !own && !matches!(name, "" | "." | ".." | "linked" | "absolute" | "kept")
        };
        let free = !name.contains("link") && !name.contains(['\0', SECRET]);
        if free && name.split('/').all(legal) && !path("in").join(name).exists() {
            write(&format!("in/{name}"), &innocent(text));
        }
    }
    let guide = json!({
        "categories": { "in": {
            "dir": "in",
            "patterns": ["**"],
            "exclude": ["kept/**", "_no.md"],
            "render": true,
            "context": { "a": [1, 2], "b": { "c": "d" }, "kept": true },
        }},
        "context": { "a": "hidden by the other", "e": "f" },
    });
    write("guide.yaml", &guide.to_string());
    folder
}

fn innocent(text: &str) -> String {
    text.replace(SECRET, "")
}

/// Whatever a template says, no answer holds what is outside of its category, excluded
/// or hidden; a template without tags is itself.
///
/// # Errors
///
/// What is violated.
pub fn reaches(
    folder: &Path,
    text: &str,
    subject: impl Fn(&Path, &str, &Map<String, Value>) -> Answer,
) -> Verdict {
    let text = innocent(text);
    for (pattern, several) in [("doc.md", false), ("sub/doc.md", false), ("**", true)] {
        let arguments = json!({ "category": "in", "pattern": pattern });
        let arguments = arguments.as_object().expect("an object");
        let call = format!("{text:?} as {pattern}");
        let answer = timed(&call, || subject(folder, "get_category_content", arguments))??;
        let result: Map<String, Value> =
            serde_json::from_str(&answer).map_err(|error| format!("{error}: {answer}"))?;
        well_formed(&result).map_err(|problem| format!("{call}: {problem}"))?;
        ensure(!answer.contains(SECRET), || format!("{call}: {answer}"))?;
        let plain = !text.contains("{{") && !text.contains('\0') && !several;
        ensure(!plain || result["value"] == *text, || format!("{call} is not itself: {answer}"))?;
    }
    Ok(())
}
