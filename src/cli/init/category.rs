//! A place that holds documents, as a category: its patterns, and what they must not find.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::census::{PassedOver, Place};
use super::name::{self, Written};
use crate::documents::pattern::{Pattern, escaped};
use crate::documents::sandbox::{Kind, Sandbox};
use crate::text::heading::first_heading;

/// How many documents of the folder itself are named one by one.
const MAX_NAMED: usize = 20;
/// How many patterns `exclude` has at most: nobody looks more of them over.
pub(super) const MAX_EXCLUDED: usize = 100;
/// What lies below the folder itself, which a call could ask for by a pattern of its own.
const BELOW: &str = "*/**";
/// How much of a document is read for its heading, in bytes.
const HEADING_BYTES: usize = 8 * 1024;
/// How many characters of a heading describe a category.
const MAX_DESCRIPTION: usize = 100;

/// A category that is proposed.
#[derive(Debug)]
pub(super) struct Category {
    /// Its directory; `.` is the folder itself.
    pub dir: String,
    pub patterns: Vec<String>,
    pub exclude: Vec<String>,
    /// The first heading of what says what it holds.
    pub heading: Option<String>,
}

/// What becomes of a place.
#[derive(Debug)]
pub(super) enum Proposed {
    Category(Category),
    /// It holds no documents.
    Nothing,
    /// More must not be found in it than can be said.
    Crowded,
}

impl Category {
    /// Of a place, which is the directory that this name leads to; `sandbox` is its own.
    pub fn of(top: &str, mut place: Place, sandbox: &Sandbox) -> Proposed {
        for (path, written) in std::mem::take(&mut place.links) {
            match sandbox.follow(&path) {
                Ok(Kind::File) => drop(place.documents.insert(path, written)),
                Ok(_) => {}
                // Each call would say that it cannot be read.
                Err(_) => drop(place.passed_over.insert(PassedOver::File(path))),
            }
        }
        if place.documents.is_empty() {
            return Proposed::Nothing;
        }
        let index = index(&place.documents);
        let heading = index.and_then(|(path, written)| heading(sandbox, path, *written));
        let patterns = match top {
            "" => named(&place.documents).unwrap_or_else(|| by_extension(&place.documents, "")),
            _ => by_extension(&place.documents, "**/"),
        };
        let exclude = excluded(top, &patterns, &place);
        if exclude.len() > MAX_EXCLUDED {
            return Proposed::Crowded;
        }
        let dir = match top {
            "" => ".",
            top => top,
        };
        Proposed::Category(Self {
            dir: dir.to_owned(),
            patterns,
            exclude: exclude.into_iter().collect(),
            heading,
        })
    }
}

/// The document that says what a place holds: its `README` or `index`, else the first
/// that lies there itself. What lies deeper says what its own directory holds.
fn index(documents: &BTreeMap<Utf8PathBuf, Written>) -> Option<(&Utf8PathBuf, &Written)> {
    let rank = |name: &Utf8Path| name::index_rank(name.as_str()).unwrap_or(usize::MAX);
    documents
        .iter()
        .filter(|(path, _)| path.file_name() == Some(path.as_str()))
        .min_by_key(|(path, written)| (rank(path), **written == Written::Plainly))
}

/// The first heading of a document, shortened.
fn heading(sandbox: &Sandbox, path: &Utf8Path, written: Written) -> Option<String> {
    let mut content = sandbox.open(path).ok()?.beginning(HEADING_BYTES).ok()?;
    if content.len() == HEADING_BYTES {
        // The last line is not whole.
        let end = memchr::memrchr(b'\n', &content)?;
        content.truncate(end);
    }
    let heading = first_heading(std::str::from_utf8(&content).ok()?, written.markup())?;
    Some(shortened(&heading))
}

/// A text, cut between two words.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_DESCRIPTION) else {
        return text.to_owned();
    };
    let whole = &text[..end];
    let words = whole.rfind(' ').filter(|at| *at > end / 2);
    format!("{}…", whole[..words.unwrap_or(end)].trim_end())
}

/// Patterns of the documents of the folder itself, each by its name, the first the
/// one that says most; `None` where they are many.
fn named(documents: &BTreeMap<Utf8PathBuf, Written>) -> Option<Vec<String>> {
    if documents.len() > MAX_NAMED {
        return None;
    }
    let rank = |path: &Utf8Path| name::index_rank(path.as_str()).unwrap_or(usize::MAX);
    let mut names: Vec<&Utf8PathBuf> = documents.keys().collect();
    names.sort_by_key(|path| rank(path));
    Some(names.into_iter().map(|path| exact(path)).collect())
}

/// Patterns of the documents by their extensions, as these are spelled.
fn by_extension(documents: &BTreeMap<Utf8PathBuf, Written>, ahead: &str) -> Vec<String> {
    let ends: BTreeSet<(Written, String)> = (documents.iter())
        .map(|(path, written)| {
            let name = path.file_name().unwrap_or_default();
            let end = match path.extension() {
                Some(extension) => format!("*.{extension}"),
                None => name.to_owned(),
            };
            (*written, end)
        })
        .collect();
    let pattern = |(_, end): (Written, String)| format!("{ahead}{end}");
    ends.into_iter().map(pattern).collect()
}

/// Patterns of what is passed over, and is found by others.
fn excluded(top: &str, patterns: &[String], place: &Place) -> BTreeSet<String> {
    let ends: BTreeSet<&str> = patterns
        .iter()
        .filter_map(|pattern| pattern.rsplit('/').next())
        .collect();
    let found = |name: &str| {
        let by_extension = |(_, extension)| ends.contains(&*format!("*.{extension}"));
        let by_stem = |(stem, _)| ends.contains(stem);
        let parts = name.rsplit_once('.');
        parts.is_some_and(by_extension) || parts.is_some_and(by_stem)
    };
    let documents = || place.documents.keys();
    let names: BTreeSet<&str> = documents().filter_map(|path| path.file_name()).collect();
    let directories: BTreeSet<&str> = documents()
        .flat_map(|path| path.parent().into_iter().flat_map(|way| way.iter()))
        .collect();
    let ignored = || {
        place.passed_over.iter().filter_map(|other| match other {
            PassedOver::File(path) | PassedOver::Directory(path) => path.file_name(),
            _ => None,
        })
    };
    // How many there are of a name, and of an end; of documents and of what git ignores.
    let of_name = counted(ignored());
    let of_end = counted(ignored().filter_map(end));
    let ends_of_documents: BTreeSet<&str> = names.iter().copied().filter_map(end).collect();
    let many = |name: &str| of_name.get(name).is_some_and(|count| *count > 1);
    // The folder's own patterns lead into no directory.
    let wide = !top.is_empty();
    let pattern = |passed_over: &PassedOver| match passed_over {
        PassedOver::Named(name) => wide.then(|| format!("**/{}/**", literal(name))),
        PassedOver::NamedFile(name) if !found(name) && !name::is_secret(name) => None,
        PassedOver::NamedFile(name) if wide => Some(format!("**/{}", literal(name))),
        PassedOver::NamedFile(name) => Some(literal(name)),
        PassedOver::Directory(_) if !wide => None,
        PassedOver::Directory(path) => Some(match path.file_name() {
            Some(name) if !directories.contains(name) && many(name) => {
                format!("**/{}/**", literal(name))
            }
            _ => format!("{}/**", exact(path)),
        }),
        PassedOver::File(path) => {
            let name = path.file_name().filter(|name| found(name) || !wide)?;
            let shared = end(name).filter(|end| {
                !ends_of_documents.contains(end) && of_end.get(end).is_some_and(|count| *count > 1)
            });
            Some(match shared {
                _ if wide && !names.contains(name) && many(name) => {
                    format!("**/{}", literal(name))
                }
                Some(end) if wide => format!("**/*{}", literal(end)),
                _ => exact(path),
            })
        }
        PassedOver::Texts(_, extension) | PassedOver::TextsBelow(_, extension)
            if !ends.contains(&*format!("*.{extension}")) =>
        {
            None
        }
        PassedOver::Texts(path, extension) => Some(below(path, &format!("*.{extension}"))),
        PassedOver::TextsBelow(path, extension) => Some(below(path, &format!("**/*.{extension}"))),
    };
    let below = (!wide).then(|| BELOW.to_owned());
    let passed_over = place.passed_over.iter().filter_map(pattern);
    passed_over.chain(below).collect()
}

/// How often each text comes.
fn counted<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    counts
}

/// The last two extensions of a name, as `.log.md`.
fn end(name: &str) -> Option<&str> {
    let (stem, _) = name.rsplit_once('.')?;
    let at = stem.rfind('.').filter(|at| *at > 0)?;
    Some(&name[at..])
}

fn below(path: &Utf8Path, pattern: &str) -> String {
    match path.as_str() {
        "" => pattern.to_owned(),
        _ => format!("{}/{pattern}", exact(path)),
    }
}

/// A path as a pattern; where it is longer than patterns are, its last name wherever
/// that is.
fn exact(path: &Utf8Path) -> String {
    let written = literal(path.as_str());
    match Pattern::parse(&written) {
        Ok(_) => written,
        Err(_) => format!("**/{}", literal(path.file_name().unwrap_or_default())),
    }
}

/// A text as a pattern of itself; for a `!` at its beginning, too, stands any character.
fn literal(text: &str) -> String {
    let written = escaped(text);
    match written.strip_prefix('!') {
        Some(rest) => format!("?{rest}"),
        None => written,
    }
}
