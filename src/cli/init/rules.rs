//! Proposed categories for the rule files of clients.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;

use super::category::CategoryProposal;
use super::scan::{DirectoryScan, FolderScan, GITHUB, exact};
use super::skills;
use crate::documents::discover::{CategorySearch, discover};
use crate::documents::filter::Served;
use crate::documents::pattern::Pattern;
use crate::documents::sandbox::{FileType, Folder, Reach, Sandbox};
use crate::spec::dialect::{CategoryRow, Depth, Dialects};
use crate::text::paths::{join, normal};

/// The most nested files that have a pattern each.
const MAX_NAMED: usize = 20;
/// The most entries of a folder of rules in which links are looked for.
const MAX_LINKS: usize = 1_000;

/// A pattern, and whether it is read in folders below the project's, too.
type Place<'p> = (&'p str, bool);

/// Proposes a category for each dialect that a folder has, with the patterns that find
/// something. Their documents are taken out of the scans of other categories.
pub(super) fn propose(
    root: &Folder,
    sandbox: &Sandbox,
    dialects: &Dialects,
    scan: &mut FolderScan,
) -> Vec<CategoryProposal> {
    let mut found = Vec::new();
    let mut rows: IndexMap<&str, (&CategoryRow, Vec<Place>)> = IndexMap::new();
    let mut nested = (None, Vec::new());
    for of in &dialects.dialects {
        for file in &of.files {
            match file.strip_prefix(&format!("{}/", of.category.dir)) {
                Some(pattern) => {
                    let row = rows.entry(&of.category.name);
                    let row = row.or_insert((&of.category, Vec::new()));
                    row.1.push((pattern, of.depth != Depth::Top));
                }
                None => {
                    nested.0.get_or_insert(&of.category);
                    nested.1.push(file.as_str());
                }
            }
        }
    }
    for (row, patterns) in rows.into_values() {
        let first = row.dir.split('/').next().unwrap_or_default();
        let hidden = scan
            .hidden
            .iter()
            .filter(|path| path.file_name() == Some(first));
        let mut bases: BTreeSet<Utf8PathBuf> = hidden
            .filter_map(|path| Some(path.parent()?.to_owned()))
            .collect();
        bases.insert(Utf8PathBuf::new());
        let mut places = Vec::new();
        for base in &bases {
            let dir = join(base, &row.dir);
            let patterns = patterns
                .iter()
                .filter(|(_, anywhere)| *anywhere || base == "");
            let patterns = found_by(root, &dir, patterns.map(|(pattern, _)| *pattern));
            if !patterns.is_empty() {
                places.push((dir, patterns));
            }
        }
        let (mut linked, mut exclude) = (Vec::new(), Vec::new());
        for (dir, patterns) in &places {
            for (link, target) in links(sandbox, dir) {
                let own = found_by(root, &link, patterns.iter().map(String::as_str));
                if !own.is_empty() {
                    exclude.push(link.clone());
                    skills::take(&target, scan, &mut Vec::new());
                    linked.push((link, own));
                }
            }
            let target = sandbox.resolved(dir.as_str().into()).ok();
            let target = target.and_then(|target| normal(target.as_str()));
            if let Some(target) = target.filter(|target| target != dir) {
                skills::take(target.as_str().into(), scan, &mut Vec::new());
            }
        }
        if let Some((_, patterns)) = places.first().filter(|_| row.dir == GITHUB)
            && let Some(scan) = scan.directories.get_mut(GITHUB)
        {
            let parsed = patterns.iter().filter_map(|of| Pattern::parse(of).ok());
            let parsed: Vec<Pattern> = parsed.collect();
            scan.documents
                .retain(|path| !parsed.iter().any(|pattern| pattern.matches(path.as_str())));
            scan.left_to_rules.clone_from(patterns);
        }
        // Not one category of the folder itself: a call's pattern could match any file of that.
        for (dir, patterns) in places.into_iter().chain(linked) {
            let below = exclude
                .iter()
                .filter_map(|link| link.strip_prefix(&dir)?.strip_prefix('/'));
            let exclude = below.map(|link| exact(link.into()) + "/**").collect();
            let name = proposal(row, Vec::new()).name.filter(|_| dir == row.dir);
            found.push(CategoryProposal {
                name,
                exclude,
                dir,
                ..proposal(row, patterns)
            });
        }
    }
    if let (Some(row), names) = nested {
        found.extend(propose_nested(root, row, &names, &mut scan.directories));
    }
    found
}

/// Returns those of the patterns that find something in a directory.
fn found_by<'p>(root: &Folder, dir: &str, patterns: impl Iterator<Item = &'p str>) -> Vec<String> {
    let Ok(sandbox) = root.sandbox(dir.into(), Reach::Beneath) else {
        return Vec::new();
    };
    let finds = |text: &&str| {
        let pattern = Pattern::parse(text).ok()?;
        let patterns = [&pattern];
        let search = CategorySearch::new("", &patterns, Served::default());
        let files = discover(&sandbox, &search, &|| false).ok()?;
        Some(!files.is_empty())
    };
    let found = patterns.filter(|text| finds(text) == Some(true));
    found.map(str::to_owned).collect()
}

/// Returns the links in a directory to folders of the project, and where they lead.
fn links(sandbox: &Sandbox, dir: &str) -> Vec<(String, Utf8PathBuf)> {
    let entries = sandbox.list(dir.into(), MAX_LINKS).unwrap_or_default().0;
    let links = entries
        .into_iter()
        .filter(|entry| entry.kind == FileType::Symlink);
    let folders = links.filter_map(|entry| {
        let path = join(dir, entry.name.ok()?);
        let is_folder = sandbox.target_type(path.as_str().into()) == Ok(FileType::Directory);
        let to = sandbox
            .resolved(path.as_str().into())
            .ok()
            .filter(|_| is_folder)?;
        Some((path, normal(to.as_str())?.into()))
    });
    folders.collect()
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

/// Proposes a category for the files of these names in any folder. Of hidden ones only those of
/// the folder itself are looked for.
fn propose_nested(
    root: &Folder,
    row: &CategoryRow,
    names: &[&str],
    directories: &mut BTreeMap<String, DirectoryScan>,
) -> Option<CategoryProposal> {
    let mut paths: BTreeSet<Utf8PathBuf> = BTreeSet::new();
    for (top, scan) in directories {
        for documents in [&mut scan.documents, &mut scan.links] {
            documents.retain(|path| {
                let is_nested = path.file_name().is_some_and(|name| names.contains(&name));
                if is_nested {
                    paths.insert(join(top, path).into());
                }
                !is_nested
            });
        }
    }
    if let Ok(sandbox) = root.sandbox(Utf8Path::new("."), Reach::Beneath) {
        let hidden = names.iter().filter(|name| name.starts_with('.'));
        let is_file = |name: &&&str| {
            sandbox.file_type(Utf8Path::new(name)) == Ok(Some(FileType::RegularFile))
        };
        paths.extend(hidden.filter(is_file).map(Utf8PathBuf::from));
    }
    let names = names
        .iter()
        .filter(|name| paths.iter().any(|path| path.ends_with(name)));
    let nested: Vec<String> = names.map(|name| (*name).to_owned()).collect();
    let mut ordered: Vec<&Utf8PathBuf> = paths.iter().collect();
    ordered.sort_by_key(|path| path.components().count());
    let patterns = match ordered.len() <= MAX_NAMED {
        true => ordered.into_iter().map(|path| exact(path)).collect(),
        false => nested.iter().map(|name| format!("**/{name}")).collect(),
    };
    (!nested.is_empty()).then(|| CategoryProposal {
        nested,
        ..proposal(row, patterns)
    })
}
