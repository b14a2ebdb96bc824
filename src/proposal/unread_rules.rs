//! Files that look like rules of clients but that no client is known to read.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use super::MAX_CATEGORIES;
use super::category_proposal::CategoryProposal;
use super::folder_scan::FolderScan;
use crate::documents::sandbox::Tree;
use crate::text::paths::join;

/// Returns the files and folders that look like rules but that no category contains. Either they
/// are in hidden folders and their names begin with `rules`, or they are among rule files or have
/// their ending.
pub(super) fn unread_rules(
    root: &Tree,
    scan: &FolderScan<'_>,
    found: &[CategoryProposal],
) -> BTreeSet<String> {
    let is_dotted =
        |path: &&Utf8PathBuf| path.file_name().is_some_and(|name| name.starts_with('.'));
    let hidden = scan.hidden.iter().filter(is_dotted);
    let below = |folder: &str| {
        let entries = root
            .list(folder.into(), MAX_CATEGORIES)
            .unwrap_or_default()
            .0;
        let names = entries.into_iter().filter_map(|entry| entry.name.ok());
        let paths = names.map(|name| join(folder, &name));
        let paths = paths.filter(|path| !scan.is_ignored_rule(path.as_str().into()));
        paths.collect::<Vec<String>>()
    };
    let is_found = |path: &str| found.iter().any(|one| one.dir == path);
    let is_file = |path: &str| root.list(path.into(), 0).is_err();
    let is_rules = |path: &String| {
        let name = Utf8Path::new(path).file_name().unwrap_or_default();
        name.starts_with("rules") && !is_found(path) && (is_file(path) || !below(path).is_empty())
    };
    let rules = hidden.flat_map(|hidden| below(hidden.as_str()));
    let mut unread: BTreeSet<String> = rules.filter(is_rules).collect();
    let is_within = |path: &&Utf8PathBuf| {
        let mut folders = path.ancestors().skip(1);
        is_found(path.as_str()) || folders.any(|folder| unread.contains(folder.as_str()))
    };
    let files = scan.unread.iter().filter(|path| !is_within(path));
    let files: Vec<String> = files.map(Utf8PathBuf::to_string).collect();
    unread.extend(files);
    unread
}
