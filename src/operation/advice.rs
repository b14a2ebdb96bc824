//! What a shortened listing recommends: patterns with which all that a row stands
//! for is found.

use std::collections::HashMap;

use camino::Utf8Path;
use indexmap::IndexSet;

use crate::documents::pattern::{Pattern, escaped};
use crate::documents::sandbox::{FileType, Sandbox};
use crate::operation::Request;
use crate::operation::list::DirectoryRow;
use crate::operation::outcome::Below;
use crate::text::escape::escape_truncated;

/// Knows from where on `**` finds a path.
pub(super) struct WildcardReach {
    /// Whether a path may lead through links.
    links: bool,
    /// By category and directory.
    known: HashMap<(usize, Box<str>), usize>,
}

impl WildcardReach {
    /// Of what these patterns find.
    pub(super) fn new(patterns: &IndexSet<String>) -> Self {
        let spelled = |pattern: &String| {
            let mut components = pattern.split('/').rev().skip(1);
            components.any(|component| !matches!(component, "**" | "." | ""))
        };
        Self {
            links: patterns.iter().any(spelled),
            known: HashMap::new(),
        }
    }

    /// How long a directory's path is, with its `/`, below which `**` finds what
    /// has this path: nothing below is hidden or a link. As long as the path where
    /// no directory does.
    pub(super) fn of(&mut self, category: usize, sandbox: &Sandbox, path: &str) -> usize {
        let (directory, name) = match path.rfind('/') {
            Some(slash) => path.split_at(slash + 1),
            None => ("", path),
        };
        if name.starts_with('.') {
            return path.len();
        }
        if !self.links {
            return hidden(directory);
        }
        let key = (category, Box::from(directory));
        if let Some(known) = self.known.get(&key) {
            return (*known).min(path.len());
        }
        let reach = hidden(directory).max(linked(sandbox, directory));
        self.known.insert(key, reach);
        reach.min(path.len())
    }
}

/// Where the last hidden name of a directory's path ends, with its `/`.
fn hidden(directory: &str) -> usize {
    let start = directory.rfind("/.").map(|slash| slash + 1);
    let start = start.or(directory.starts_with('.').then_some(0));
    start.map_or(0, |start| {
        let length = directory[start..].find('/');
        length.map_or(directory.len(), |length| start + length + 1)
    })
}

/// Where the last link of a directory's path ends; nowhere where the name of one
/// cannot be spelled out.
fn linked(sandbox: &Sandbox, directory: &str) -> usize {
    let written = escaped(directory);
    let mut reach = 0;
    let mut end = 0;
    for (name, written) in directory.split('/').zip(written.split('/')) {
        let path = Utf8Path::new(&directory[..end + name.len()]);
        end += name.len() + 1;
        if !name.is_empty() && sandbox.file_type(path) == Ok(Some(FileType::Link)) {
            if name != written {
                return usize::MAX;
            }
            reach = end;
        }
    }
    reach
}

/// A pattern that finds all that a row stands for, as it can be written down.
/// What the call gave already finds the same in another category, too.
pub fn below(directory: &DirectoryRow<'_>, request: &Request<'_>) -> Option<Below> {
    if directory.path.is_empty() || directory.count.reach > directory.path.len() {
        return None;
    }
    let text = written(directory.path) + "**";
    if !sayable(&text) {
        return None;
    }
    let pattern = Pattern::parse(&text).ok()?;
    // Where something is at its own path, it means that.
    let category = request
        .bound
        .project
        .categories
        .get(&*directory.origin.category)?;
    let sandbox = request.bound.open(category).ok()?;
    let path = pattern.literal_path().map(Utf8Path::new);
    if path.is_some_and(|path| sandbox.file_type(path) != Ok(None)) {
        return None;
    }
    let given = request.pattern.is_some_and(|given| given.as_str() == text);
    match given {
        false => Some(Below::Pattern(text)),
        true => Some(directory.origin.category.to_string())
            .filter(|name| sayable(name))
            .map(Below::Category),
    }
}

/// A path as a pattern, if it can be written down.
pub(super) fn as_pattern(path: &str) -> Option<String> {
    let text = written(path);
    (sayable(&text) && Pattern::parse(&text).is_ok()).then_some(text)
}

fn written(path: &str) -> String {
    // At the beginning of a pattern a `!` means something else.
    let start = if path.starts_with('!') { "./" } else { "" };
    [start, &escaped(path)].concat()
}

/// Whether a text stands in a sentence as it is.
pub fn sayable(name: &str) -> bool {
    escape_truncated(name) == name
}
