//! A proposed category: its patterns, and what must not be served.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::name::{self, DocumentFormat};
use super::scan::{DirectoryScan, Skipped};
use crate::documents::pattern::{Pattern, escaped};
use crate::documents::sandbox::{FileType, Sandbox};
use crate::text::outline::first_heading;

/// The most documents of the folder itself that have a pattern each.
const MAX_NAMED: usize = 20;
/// The most patterns of an `exclude`: nobody reviews more.
pub(super) const MAX_EXCLUDED: usize = 100;
/// Everything below the folder itself, which a call's pattern could match.
const BELOW: &str = "*/**";
/// The bytes of a document that are read for its heading.
const HEADING_BYTES: usize = 8 * 1024;
/// The most characters of a description.
const MAX_DESCRIPTION: usize = 100;

/// A category that is proposed.
#[derive(Debug)]
pub(super) struct Category {
    /// Its directory; `.` is the folder itself.
    pub dir: String,
    pub patterns: Vec<String>,
    pub exclude: Vec<String>,
    /// The first heading of the document that describes it.
    pub heading: Option<String>,
}

/// What is proposed for a directory.
#[derive(Debug)]
pub(super) enum Proposed {
    Category(Category),
    /// It holds no documents.
    Nothing,
    /// It would need more than [`MAX_EXCLUDED`] patterns of `exclude`.
    Crowded,
}

impl Category {
    /// Proposes a category for the directory `top`, which `sandbox` has open.
    pub fn propose(top: &str, mut found: DirectoryScan, sandbox: &Sandbox) -> Proposed {
        for (path, format) in std::mem::take(&mut found.links) {
            match sandbox.target_type(&path) {
                Ok(FileType::File) => drop(found.documents.insert(path, format)),
                Ok(_) => {}
                // Each call would report it as unreadable.
                Err(_) => drop(found.skipped.insert(Skipped::File(path))),
            }
        }
        if found.documents.is_empty() {
            return Proposed::Nothing;
        }
        let index = index(&found.documents);
        let heading = index.and_then(|(path, format)| heading(sandbox, path, *format));
        let patterns = match top {
            "" => named(&found.documents).unwrap_or_else(|| by_extension(&found.documents, "")),
            _ => by_extension(&found.documents, "**/"),
        };
        let exclude = excluded(top, &patterns, &found);
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

/// Returns the document that describes a directory: its `README` or `index`, else the first
/// in it, but none from a directory below.
fn index(
    documents: &BTreeMap<Utf8PathBuf, DocumentFormat>,
) -> Option<(&Utf8PathBuf, &DocumentFormat)> {
    let rank = |name: &Utf8Path| name::index_rank(name.as_str()).unwrap_or(usize::MAX);
    documents
        .iter()
        .filter(|(path, _)| path.file_name() == Some(path.as_str()))
        .min_by_key(|(path, written)| (rank(path), **written == DocumentFormat::Plain))
}

/// Returns the first heading of a Markdown document, shortened.
fn heading(sandbox: &Sandbox, path: &Utf8Path, written: DocumentFormat) -> Option<String> {
    if !matches!(written, DocumentFormat::Markdown | DocumentFormat::Plain) {
        return None;
    }
    let mut content = sandbox.open(path).ok()?.beginning(HEADING_BYTES).ok()?;
    if content.len() == HEADING_BYTES {
        // The last line is not whole.
        let end = memchr::memrchr(b'\n', &content)?;
        content.truncate(end);
    }
    let heading = first_heading(std::str::from_utf8(&content).ok()?)?;
    Some(shortened(&heading))
}

/// Returns a text cut between two words.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_DESCRIPTION) else {
        return text.to_owned();
    };
    let whole = &text[..end];
    let words = whole.rfind(' ').filter(|at| *at > end / 2);
    format!("{}…", whole[..words.unwrap_or(end)].trim_end())
}

/// Returns a pattern for each document of the folder itself, the one that describes it
/// first; `None` if there are many.
fn named(documents: &BTreeMap<Utf8PathBuf, DocumentFormat>) -> Option<Vec<String>> {
    if documents.len() > MAX_NAMED {
        return None;
    }
    let rank = |path: &Utf8Path| name::index_rank(path.as_str()).unwrap_or(usize::MAX);
    let mut names: Vec<&Utf8PathBuf> = documents.keys().collect();
    names.sort_by_key(|path| rank(path));
    Some(names.into_iter().map(|path| exact(path)).collect())
}

/// Returns the patterns of the documents' extensions, as these are spelled.
fn by_extension(documents: &BTreeMap<Utf8PathBuf, DocumentFormat>, ahead: &str) -> Vec<String> {
    let ends: BTreeSet<(DocumentFormat, String)> = (documents.iter())
        .map(|(path, written)| {
            let name = path.file_name().unwrap_or_default();
            let end = match path.extension() {
                Some(extension) => format!("*.{extension}"),
                None => name.to_owned(),
            };
            (*written, end)
        })
        .collect();
    let pattern = |(_, end): (DocumentFormat, String)| format!("{ahead}{end}");
    ends.into_iter().map(pattern).collect()
}

/// Returns the patterns of what is skipped, as far as `patterns` match it.
fn excluded(top: &str, patterns: &[String], scan: &DirectoryScan) -> BTreeSet<String> {
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
    let documents = || scan.documents.keys();
    let names: BTreeSet<&str> = documents().filter_map(|path| path.file_name()).collect();
    let directories: BTreeSet<&str> = documents()
        .flat_map(|path| path.parent().into_iter().flat_map(|way| way.iter()))
        .collect();
    let ignored = || {
        scan.skipped.iter().filter_map(|other| match other {
            Skipped::File(path) | Skipped::Directory(path) => path.file_name(),
            _ => None,
        })
    };
    let of_name = occurrences(ignored());
    let of_end = occurrences(ignored().filter_map(end));
    let ends_of_documents: BTreeSet<&str> = names.iter().copied().filter_map(end).collect();
    let many = |name: &str| of_name.get(name).is_some_and(|count| *count > 1);
    // The folder's own patterns match nothing in a directory.
    let wide = !top.is_empty();
    let pattern = |skipped: &Skipped| match skipped {
        Skipped::Named(name) => wide.then(|| format!("**/{}/**", literal(name))),
        Skipped::NamedFile(name) if !found(name) && !name::is_secret(name) => None,
        Skipped::NamedFile(name) if wide => Some(format!("**/{}", literal(name))),
        Skipped::NamedFile(name) => Some(literal(name)),
        Skipped::Directory(_) if !wide => None,
        Skipped::Directory(path) => Some(match path.file_name() {
            Some(name) if !directories.contains(name) && many(name) => {
                format!("**/{}/**", literal(name))
            }
            _ => format!("{}/**", exact(path)),
        }),
        Skipped::File(path) => {
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
        Skipped::Texts(_, extension) | Skipped::TextsBelow(_, extension)
            if !ends.contains(&*format!("*.{extension}")) =>
        {
            None
        }
        Skipped::Texts(path, extension) => Some(below(path, &format!("*.{extension}"))),
        Skipped::TextsBelow(path, extension) => Some(below(path, &format!("**/*.{extension}"))),
    };
    let below = (!wide).then(|| BELOW.to_owned());
    let skipped = scan.skipped.iter().filter_map(pattern);
    skipped.chain(below).collect()
}

/// Counts each string.
fn occurrences<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    counts
}

/// Returns the last two extensions of a name, such as `.log.md`.
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

/// Returns a path as a pattern; if that is too long, its last name anywhere.
fn exact(path: &Utf8Path) -> String {
    let written = literal(path.as_str());
    match Pattern::parse(&written) {
        Ok(_) => written,
        Err(_) => format!("**/{}", literal(path.file_name().unwrap_or_default())),
    }
}

/// Returns the pattern that matches a string, with `?` for a leading `!`.
fn literal(text: &str) -> String {
    let written = escaped(text);
    match written.strip_prefix('!') {
        Some(rest) => format!("?{rest}"),
        None => written,
    }
}
