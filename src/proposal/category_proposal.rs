//! Proposes categories for documents, and for the rule files of clients.

use std::collections::BTreeSet;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;
use serde::Serialize;

use super::folder_scan::{FolderScan, GITHUB, exact, literal};
use crate::documents::discover::{CategoryWalk, discover};
use crate::documents::document::{BEGINNING, first_lines};
use crate::documents::escaped_pattern::escaped_pattern;
use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::documents::served::Served;
use crate::text::gist::gist;
use crate::text::markup::Markup;
use crate::text::paths::{join, normal};
use rule_files::Dialects;
use rule_files::dialect::{CategoryRow, Depth};
use rule_files::pattern::Pattern;

/// The maximum number of documents in the folder itself, or of nested files, for which each file
/// gets its own pattern.
const MAX_NAMED: usize = 20;
/// The maximum number of entries that are checked for links in a folder of rules.
const MAX_LINKS: usize = 1_000;

/// The files of a dialect: their pattern in the category's directory, and whether folders below the
/// project's folder are also searched for them.
type Files<'p> = (&'p str, bool);

/// A proposed category, with the fields of `guide.yaml`.
#[derive(Debug, Default, Serialize)]
pub(super) struct CategoryProposal {
    /// The name, if it is not derived from the directory.
    #[serde(skip)]
    pub name: Option<String>,
    /// The directory. `.` is the folder itself.
    pub dir: String,
    pub patterns: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nested: Vec<String>,
    pub description: String,
    /// Whether the folders in the directory are skills.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skills: bool,
}

impl CategoryProposal {
    /// Proposes a category for the documents of the directory `top`, or of the folder itself if
    /// `top` is empty.
    pub fn new(top: &str, scan: &FolderScan<'_>, sandbox: &Tree) -> Self {
        let documents = scan.documents.iter();
        let documents: Vec<&Utf8Path> = documents
            .filter_map(|path| path.strip_prefix(top).ok())
            .collect();
        // The documents in the directory itself, starting with the one that describes it.
        let mut own: Vec<&Utf8Path> = documents.clone();
        own.retain(|path| path.components().count() == 1);
        let index_rank = |path: &Utf8Path| index_rank(scan, path);
        own.sort_by_key(|path| (index_rank(path), scan.names.rank(path.as_str()) == Some(0)));
        let first = own.first().filter(|path| index_rank(path) < INDEXES.len());
        let said = first.and_then(|path| {
            let markup = match scan.names.rank(path.as_str()) {
                None | Some(0 | 1) => Markup::Markdown,
                Some(2) => Markup::Rst,
                Some(3) => Markup::Adoc,
                Some(_) => return None,
            };
            let path = Utf8Path::new(top).join(path);
            let file = sandbox.open(&path, Reach::Beneath).ok()?;
            let lines = first_lines(file.beginning(BEGINNING).ok()?)?;
            gist(&lines, markup, |title| scan.names.is_generic(title))
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
            description: said.unwrap_or_else(|| match top {
                "" => "Documents in the top folder".to_owned(),
                _ => format!("Documents in {dir}"),
            }),
            ..Self::default()
        }
    }
}

/// The names of documents that describe their directory.
const INDEXES: [&str; 2] = ["readme", "index"];

/// Returns the position of a document's name in [`INDEXES`], without a language in the name. For
/// all other names, returns the length of the list.
fn index_rank(scan: &FolderScan<'_>, path: &Utf8Path) -> usize {
    let marked = scan.names.marked(path).map(|name| name.original);
    let stem = marked.or(path.file_stem()).unwrap_or_default();
    let mut indexes = INDEXES.iter();
    let rank = indexes.position(|index| stem.eq_ignore_ascii_case(index));
    rank.unwrap_or(INDEXES.len())
}

/// Returns patterns for the extensions of `documents`, as their names spell them. A document that
/// does not count by its extension gets a pattern for its name.
fn by_extension(scan: &FolderScan<'_>, top: &str, documents: &[&Utf8Path]) -> Vec<String> {
    let ahead = if top.is_empty() { "" } else { "**/" };
    let pattern = |path: &&Utf8Path| {
        let name = path.file_name().unwrap_or_default();
        let end = match path.extension() {
            Some(extension) if scan.names.counts_by_extension(top, name) => {
                format!("*.{extension}")
            }
            _ if top.is_empty() => literal(name),
            _ => escaped_pattern(name),
        };
        (scan.names.rank(name), format!("{ahead}{end}"))
    };
    let patterns: BTreeSet<_> = documents.iter().map(pattern).collect();
    patterns.into_iter().map(|(_, pattern)| pattern).collect()
}

/// Proposes categories for the rule files in a folder: for each dialect that has its own directory,
/// and then for nested files. Drops patterns that find no files. Removes the rule files from the
/// scan.
pub(super) fn propose_rules(
    root: &Tree,
    dialects: &Dialects,
    scan: &mut FolderScan<'_>,
) -> Vec<CategoryProposal> {
    let mut rows: IndexMap<&str, (&CategoryRow, Vec<Files>)> = IndexMap::new();
    for dialect in &dialects.dialects {
        let row = rows.entry(&dialect.category.name);
        let (row, files) = row.or_insert_with(|| (&dialect.category, Vec::new()));
        files.extend(dialect.files.iter().map(|file| {
            let pattern = file.strip_prefix(&*row.dir);
            let pattern = pattern.and_then(|pattern| pattern.strip_prefix('/'));
            (pattern.unwrap_or(file), dialect.depth != Depth::Top)
        }));
    }
    let (nested, placed): (Vec<_>, Vec<_>) =
        rows.into_values().partition(|(row, _)| row.dir == ".");
    let mut found = Vec::new();
    for (row, files) in placed {
        found.extend(propose_placed(root, row, &files, scan));
    }
    for (row, files) in nested {
        found.extend(propose_nested(root, row, &files, scan));
    }
    found
}

/// Proposes categories for the rule folders of a dialect: the one in the project's folder, those in
/// folders below, and the targets of links in rule folders.
fn propose_placed(
    root: &Tree,
    row: &CategoryRow,
    files: &[Files],
    scan: &mut FolderScan<'_>,
) -> Vec<CategoryProposal> {
    let first = row.dir.split('/').next().unwrap_or_default();
    let hidden = scan.hidden.iter();
    let hidden = hidden.filter(|path| path.file_name() == Some(first));
    let mut bases: BTreeSet<&str> = hidden
        .filter_map(|path| path.parent().map(Utf8Path::as_str))
        .collect();
    if !first.starts_with('.') {
        bases.insert("");
    }
    let (mut found, mut linked) = (Vec::new(), Vec::new());
    // The category's directory must not be `base` itself, because a call's pattern could match any
    // file in it.
    for base in bases {
        let dir = join(base, &row.dir);
        // Git may ignore the directory.
        if scan.skips(&dir) {
            continue;
        }
        let read = files.iter().filter(|(_, below)| *below || base.is_empty());
        let patterns: Vec<&str> = read.map(|(pattern, _)| *pattern).collect();
        let mut proposal = proposal(row, found_by(root, &dir, &patterns, scan));
        if proposal.patterns.is_empty() {
            continue;
        }
        let real = target(root, dir.as_str().into());
        let real = real.unwrap_or_else(|| dir.clone().into());
        proposal.exclude = scan.excluded(&real, &proposal.patterns);
        for name in links(root, &dir) {
            let link = join(&dir, &name);
            let own = found_by(root, &link, &proposal.patterns, scan);
            if !own.is_empty() {
                proposal.exclude.push(exact(name.as_str().into()) + "/**");
                linked.push((link, own));
            }
        }
        if dir != row.dir {
            proposal.name = None;
        }
        proposal.dir = dir;
        found.push(proposal);
    }
    for (link, own) in linked {
        found.push(CategoryProposal {
            name: None,
            dir: link,
            ..proposal(row, own)
        });
    }
    for one in &found {
        match target(root, one.dir.as_str().into()) {
            Some(to) if to != one.dir => scan.take(&to),
            _ if one.dir == GITHUB => scan.leave(GITHUB, &one.patterns),
            _ => {}
        }
    }
    found
}

/// Returns the `patterns` that find files in `dir`. Rule files that Git ignores do not count.
pub(super) fn found_by<P: AsRef<str>>(
    root: &Tree,
    dir: &str,
    patterns: &[P],
    scan: &FolderScan<'_>,
) -> Vec<String> {
    let Ok(tree) = root.below(dir.into(), Reach::Beneath).map(Arc::new) else {
        return Vec::new();
    };
    let finds = |text: &&str| {
        let pattern = Pattern::parse(text).ok()?;
        let patterns = [&pattern];
        let walk = CategoryWalk::new("", &patterns, Served::default());
        let files = discover(&tree, &walk, &|| false).ok()?.files;
        let is_own = |path: &Utf8Path| !scan.is_ignored_rule(join(dir, path).as_str().into());
        Some(files.iter().any(|file| is_own(&file.path)))
    };
    let patterns = patterns.iter().map(AsRef::as_ref);
    let found = patterns.filter(|text| finds(text) == Some(true));
    found.map(str::to_owned).collect()
}

/// Returns the names of the links in `dir` that lead to folders of the project.
fn links(root: &Tree, dir: &str) -> Vec<String> {
    let entries = root.list(dir.into(), MAX_LINKS).unwrap_or_default().0;
    let links = entries
        .into_iter()
        .filter(|entry| entry.kind == FileType::Symlink);
    let is_folder = |name: &String| {
        let path = join(dir, name);
        root.target_type(path.as_str().into()) == Ok(FileType::Directory)
    };
    let names = links.filter_map(|entry| entry.name.ok());
    names.filter(is_folder).collect()
}

fn proposal(row: &CategoryRow, patterns: Vec<String>) -> CategoryProposal {
    CategoryProposal {
        name: Some(row.name.clone()),
        dir: row.dir.clone(),
        patterns,
        description: row.description.clone(),
        ..CategoryProposal::default()
    }
}

/// Proposes a category for files with these names in any folder except hidden folders. Files in
/// hidden folders are found only by the paths in a call. Returns `None` if there are no files with
/// these names.
fn propose_nested(
    root: &Tree,
    row: &CategoryRow,
    files: &[Files],
    scan: &mut FolderScan<'_>,
) -> Option<CategoryProposal> {
    let mut names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let mut paths =
        scan.take_some(|path| path.file_name().is_some_and(|name| names.contains(&name)));
    let is_named = |path: &&Utf8PathBuf| {
        let mut files = files.iter();
        files.any(|(name, below)| path == name || *below && path.file_name() == Some(name))
    };
    let is_file = |path: &&Utf8PathBuf| root.file_type(path) == Ok(Some(FileType::RegularFile));
    let hidden = scan.hidden.iter().filter(is_named).filter(is_file);
    paths.extend(hidden.cloned());
    names.retain(|name| paths.iter().any(|path| path.ends_with(name)));
    let mut ordered: Vec<Utf8PathBuf> = paths.into_iter().collect();
    ordered.sort_by_key(|path| path.components().count());
    let patterns = if ordered.len() <= MAX_NAMED {
        ordered.iter().map(|path| exact(path)).collect()
    } else {
        names.iter().map(|name| format!("**/{name}")).collect()
    };
    (!names.is_empty()).then(|| CategoryProposal {
        nested: names.into_iter().map(str::to_owned).collect(),
        ..proposal(row, patterns)
    })
}

/// Returns the final target of `path`, relative to `root`. Returns `None` if the target is `root`
/// itself or outside it.
pub(super) fn target(root: &Tree, path: &Utf8Path) -> Option<Utf8PathBuf> {
    let target = normal(root.resolved(path).ok()?.as_str())?;
    (!target.is_empty()).then(|| target.into())
}
