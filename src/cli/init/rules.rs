//! Proposed categories for the rule files of clients.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;

use super::category::CategoryProposal;
use super::scan::{DirectoryScan, GITHUB, exact};
use crate::documents::discover::{CategorySearch, discover};
use crate::documents::filter::FilterRules;
use crate::documents::pattern::Pattern;
use crate::documents::rules::dialect::{CategoryRow, Dialect, Dialects};
use crate::documents::sandbox::{FileType, Folder, Reach};
use crate::text::paths::join;

/// The most nested files that have a pattern each.
const MAX_NAMED: usize = 20;

/// Proposes a category for each dialect that a folder has, with the patterns that find
/// something. Their documents are taken out of the scans of other categories.
pub(super) fn propose(
    root: &Folder,
    dialects: &Dialects,
    directories: &mut BTreeMap<String, DirectoryScan>,
) -> Vec<CategoryProposal> {
    let mut found = Vec::new();
    let mut rows: IndexMap<&str, (&CategoryRow, Vec<&str>)> = IndexMap::new();
    let mut nested = (None, Vec::new());
    for Dialect {
        category, files, ..
    } in &dialects.dialects
    {
        for file in files {
            match file.strip_prefix(&format!("{}/", category.dir)) {
                Some(pattern) => {
                    let row = rows.entry(&category.name).or_insert((category, Vec::new()));
                    row.1.push(pattern);
                }
                None => {
                    nested.0.get_or_insert(category);
                    nested.1.push(file.as_str());
                }
            }
        }
    }
    for (row, patterns) in rows.into_values() {
        let Ok(sandbox) = root.sandbox(Utf8Path::new(&row.dir), Reach::Beneath) else {
            continue;
        };
        let finds = |text: &&str| {
            let pattern = Pattern::parse(text).ok()?;
            let patterns = [&pattern];
            let search = CategorySearch::new(&row.name, &patterns, &[], FilterRules::default());
            let files = discover(&sandbox, &search, &|| false).ok()?;
            (!files.is_empty()).then(|| (*text).to_owned())
        };
        let patterns: Vec<String> = patterns.iter().filter_map(finds).collect();
        if row.dir == GITHUB
            && let Some(scan) = directories.get_mut(GITHUB)
        {
            let parsed: Vec<_> = patterns
                .iter()
                .filter_map(|of| Pattern::parse(of).ok())
                .collect();
            scan.documents
                .retain(|path| !parsed.iter().any(|pattern| pattern.matches(path.as_str())));
            scan.left_to_rules.clone_from(&patterns);
        }
        if !patterns.is_empty() {
            found.push(proposal(row, patterns));
        }
    }
    if let (Some(row), names) = nested {
        found.extend(propose_nested(root, row, &names, directories));
    }
    found
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
