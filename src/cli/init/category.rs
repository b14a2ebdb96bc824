//! A proposed category: its patterns, and what must not be served.

use std::collections::BTreeSet;

use camino::Utf8Path;
use serde::Serialize;

use super::scan::{FolderScan, exact, literal};
use crate::documents::document::about;
use crate::documents::sandbox::{Reach, Tree};

/// The most documents of the folder itself that have a pattern each.
const MAX_NAMED: usize = 20;
/// The bytes of a document that are read for its heading.
const HEADING_BYTES: usize = 8 * 1024;

/// A category that is proposed, with the fields of `guide.yaml`.
#[derive(Debug, Default, Serialize)]
pub(super) struct CategoryProposal {
    /// Its name, if that is not made of the directory's.
    #[serde(skip)]
    pub name: Option<String>,
    /// Its directory; `.` is the folder itself.
    pub dir: String,
    pub patterns: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nested: Vec<String>,
    pub description: String,
    /// Whether its folders are skills.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skills: bool,
}

impl CategoryProposal {
    /// Proposes a category for the documents of the directory `top` of a folder, or of the folder
    /// itself if that is empty.
    pub fn new(top: &str, scan: &FolderScan<'_>, sandbox: &Tree) -> Self {
        let documents = scan.documents.iter();
        let documents: Vec<&Utf8Path> = documents
            .filter_map(|path| path.strip_prefix(top).ok())
            .collect();
        // Those that are not in a directory below; first the one that describes it.
        let mut own: Vec<&Utf8Path> = documents.clone();
        own.retain(|path| path.components().count() == 1);
        own.sort_by_key(|path| (index_rank(path), scan.names.rank(path.as_str()) == Some(0)));
        let first = own.first().filter(|path| index_rank(path) < INDEXES.len());
        let first = first.filter(|path| scan.names.rank(path.as_str()) <= Some(1));
        let heading = first.and_then(|path| {
            let path = Utf8Path::new(top).join(path);
            let file = sandbox.open(&path, Reach::Beneath).ok()?;
            about(file.beginning(HEADING_BYTES).ok()?).title
        });
        let patterns: Vec<String> = match top {
            "" if own.len() <= MAX_NAMED => own.into_iter().map(exact).collect(),
            "" => by_extension(scan, top, &own),
            _ => by_extension(scan, top, &documents),
        };
        let dir = if top.is_empty() { "." } else { top };
        Self {
            dir: dir.to_owned(),
            exclude: scan.excluded(top.into(), &patterns),
            patterns,
            description: heading.unwrap_or_else(|| format!("Documents in {dir}")),
            ..Self::default()
        }
    }
}

/// Names of documents that describe their directory.
const INDEXES: [&str; 2] = ["readme", "index"];

/// Returns the place of a document's name among those.
fn index_rank(path: &Utf8Path) -> usize {
    let stem = path.file_stem().unwrap_or_default();
    let mut indexes = INDEXES.iter();
    let rank = indexes.position(|index| stem.eq_ignore_ascii_case(index));
    rank.unwrap_or(INDEXES.len())
}

/// Returns the patterns of documents' extensions, as these are spelled.
fn by_extension(scan: &FolderScan<'_>, top: &str, documents: &[&Utf8Path]) -> Vec<String> {
    let ahead = if top.is_empty() { "" } else { "**/" };
    let pattern = |path: &&Utf8Path| {
        let name = path.file_name().unwrap_or_default();
        let end = match path.extension() {
            Some(extension) if scan.names.counts_by_extension(top, name) => {
                format!("*.{extension}")
            }
            _ => literal(name),
        };
        (scan.names.rank(name), format!("{ahead}{end}"))
    };
    let patterns: BTreeSet<_> = documents.iter().map(pattern).collect();
    patterns.into_iter().map(|(_, pattern)| pattern).collect()
}
