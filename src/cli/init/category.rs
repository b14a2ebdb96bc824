//! A proposed category: its patterns, and what must not be served.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8Path;

use super::scan::{
    DirectoryScan, DocumentFormat, Skipped, document_format, exact, index_rank, literal, texts_in,
};
use crate::documents::document::about;
use crate::documents::pattern::Pattern;
use crate::documents::sandbox::{FileType, Sandbox};

/// The most documents of the folder itself that have a pattern each.
const MAX_NAMED: usize = 20;
/// Everything below the folder itself, which a call's pattern could match.
const BELOW: &str = "*/**";
/// The bytes of a document that are read for its heading.
const HEADING_BYTES: usize = 8 * 1024;

/// A category that is proposed.
#[derive(Debug, Default)]
pub(super) struct CategoryProposal {
    /// Its name, if that is not made of the directory's.
    pub name: Option<String>,
    /// Its directory; `.` is the folder itself.
    pub dir: String,
    pub patterns: Vec<String>,
    pub exclude: Vec<String>,
    pub nested: Vec<String>,
    /// The first heading of its README or index.
    pub description: String,
    /// Whether its folders are skills.
    pub skills: bool,
}

impl CategoryProposal {
    /// Proposes a category for the directory `top`, which `sandbox` has open; `None` if it
    /// holds no documents.
    pub fn new(top: &str, mut scan: DirectoryScan, sandbox: &Sandbox) -> Option<Self> {
        for path in std::mem::take(&mut scan.links) {
            match sandbox.target_type(&path) {
                Ok(FileType::RegularFile) => drop(scan.documents.insert(path)),
                Ok(_) => {}
                // Each call would report it as unreadable.
                Err(_) => drop(scan.skipped.insert(Skipped::File(path))),
            }
        }
        if scan.documents.is_empty() {
            return None;
        }
        // Those that are not in a directory below; first the one that describes it.
        let documents = scan.documents.iter().map(|path| path.as_path());
        let mut own: Vec<&Utf8Path> = documents
            .filter(|path| path.file_name() == Some(path.as_str()))
            .collect();
        own.sort_by_key(|path| {
            let plain = document_format(path.as_str()) == Some(DocumentFormat::Plain);
            (index_rank(path.as_str()), plain)
        });
        let first = own.first();
        let first = first.filter(|path| index_rank(path.as_str()) < usize::MAX);
        let heading = first.and_then(|path| heading(sandbox, path));
        let dir = if top.is_empty() { "." } else { top };
        let patterns = match top {
            "" if own.len() <= MAX_NAMED => own.into_iter().map(exact).collect(),
            "" => by_extension(&scan, top, ""),
            _ => by_extension(&scan, top, "**/"),
        };
        let mut exclude = excluded(top, &patterns, &scan);
        exclude.append(&mut scan.left_to_rules);
        Some(Self {
            dir: dir.to_owned(),
            exclude,
            patterns,
            description: heading.unwrap_or_else(|| format!("Documents in {dir}")),
            ..Self::default()
        })
    }
}

/// Returns the first heading of a Markdown document.
fn heading(sandbox: &Sandbox, path: &Utf8Path) -> Option<String> {
    match document_format(path.as_str()) {
        Some(DocumentFormat::Markdown | DocumentFormat::Plain) => {}
        _ => return None,
    }
    about(sandbox.open(path).ok()?.beginning(HEADING_BYTES).ok()?).title
}

/// Returns the patterns of the documents' extensions, as these are spelled.
fn by_extension(scan: &DirectoryScan, top: &str, ahead: &str) -> Vec<String> {
    let ends: BTreeSet<(Option<DocumentFormat>, String)> = (scan.documents.iter())
        .map(|path| {
            let name = path.file_name().unwrap_or_default();
            let format = document_format(name);
            let is_text = format == Some(DocumentFormat::Text);
            let texts = texts_in(top, path).filter(|_| is_text);
            let within = texts.map_or(String::new(), |texts| match texts.as_str() {
                "" => String::new(),
                _ => exact(texts) + "/",
            });
            let end = match path.extension() {
                Some(extension) if !is_text || texts.is_some() => format!("*.{extension}"),
                _ => literal(name),
            };
            (format, format!("{within}{ahead}{end}"))
        })
        .collect();
    ends.into_iter().map(|(_, pattern)| pattern).collect()
}

/// Returns the patterns of what is skipped, as far as `patterns` match it. Paths that end
/// with the same name have one pattern, if no document's path has that name.
fn excluded(top: &str, patterns: &[String], scan: &DirectoryScan) -> Vec<String> {
    let patterns = patterns.iter().map(|pattern| Pattern::parse(pattern));
    let patterns: Vec<Pattern> = patterns.filter_map(Result::ok).collect();
    let finds = |name: &str| patterns.iter().any(|pattern| pattern.matches(name));
    let kept: BTreeSet<&str> = scan.documents.iter().flat_map(|path| path.iter()).collect();
    let mut counts: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for skipped in &scan.skipped {
        if let Skipped::File(path) | Skipped::Directory(path) = skipped {
            *counts.entry(path.file_name()).or_default() += 1;
        }
    }
    let pattern = |skipped: &Skipped| {
        let (path, below) = match skipped {
            Skipped::Pattern(pattern, name) => {
                let needed = name.as_deref().is_none_or(finds);
                return needed.then(|| pattern.clone());
            }
            Skipped::File(path) => (path, ""),
            Skipped::Directory(path) => (path, "/**"),
        };
        let name = path.file_name()?;
        let many = counts.get(&Some(name)).is_some_and(|count| *count > 1);
        match top.is_empty() {
            false if below.is_empty() && !finds(name) => None,
            false if many && !kept.contains(name) => Some(format!("**/{}{below}", literal(name))),
            _ => Some(exact(path) + below),
        }
    };
    let mut excluded: BTreeSet<String> = scan.skipped.iter().filter_map(pattern).collect();
    if top.is_empty() {
        excluded.retain(|pattern| !pattern.contains('/'));
        excluded.insert(BELOW.to_owned());
    }
    excluded.into_iter().collect()
}
