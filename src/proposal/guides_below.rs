//! The folders below a folder that have a `guide.yaml` of their own.

use std::collections::BTreeSet;

use camino::Utf8Path;

use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::project::project_file::FILE_NAME;
use crate::project::submodules::submodules;
use crate::text::paths::normal;

/// The maximum number of entries in the folder that are checked.
const MAX_NAMES: usize = 1_000;
/// The maximum number of folders that are returned.
const MAX_LISTED: usize = 10;

/// A folder with a `guide.yaml`.
pub struct GuideBelow {
    /// The path, relative to the folder that was searched.
    pub path: String,
    /// Whether the folder is a submodule.
    pub is_submodule: bool,
}

/// Returns the first folders with a `guide.yaml`, sorted by path. Checks the folders directly in
/// `folder`, and its submodules.
pub fn guides_below(folder: &Tree) -> Vec<GuideBelow> {
    let modules = submodules(folder).into_iter();
    let modules: BTreeSet<String> = modules.filter_map(|path| normal(&path)).collect();
    let mut paths = modules.clone();
    let (entries, _) = folder.list("".into(), MAX_NAMES).unwrap_or_default();
    for entry in entries {
        if let (Ok(name), FileType::Directory) = (entry.name, entry.kind) {
            paths.insert(name);
        }
    }
    let mut found = Vec::new();
    for path in paths.into_iter().filter(|path| !path.is_empty()) {
        if found.len() == MAX_LISTED {
            break;
        }
        let below = folder.below(Utf8Path::new(&path), Reach::Beneath);
        if below.is_ok_and(|below| below.has(FILE_NAME)) {
            let is_submodule = modules.contains(&path);
            found.push(GuideBelow { path, is_submodule });
        }
    }
    found
}
