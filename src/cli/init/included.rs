//! What `init` says of folders that have a `guide.yaml` of their own.

use std::collections::BTreeSet;

use camino::Utf8Path;

use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::project::project_file::FILE_NAME;
use crate::project::submodules::submodules;
use crate::proposal::scalar;
use crate::table::Table;
use crate::text::paths::normal;

/// How many names of the folder are looked at.
const MAX_NAMES: usize = 1_000;
/// How many folders are named.
const MAX_LISTED: usize = 10;

/// Returns the lines that include them; `None` if there are none. Looked at are the folders in this
/// one, and submodules.
pub(super) fn included(table: &Table, folder: &Tree) -> Option<String> {
    let modules = submodules(folder).into_iter();
    let modules: BTreeSet<String> = modules.filter_map(|path| normal(&path)).collect();
    let (entries, _) = folder.list("".into(), MAX_NAMES).unwrap_or_default();
    let folders = entries
        .into_iter()
        .filter(|entry| entry.kind == FileType::Directory);
    let mut paths = modules.clone();
    paths.extend(folders.filter_map(|entry| entry.name.ok()));
    let has_guide = |path: &String| {
        let below = folder.below(Utf8Path::new(path), Reach::Beneath);
        below.is_ok_and(|below| below.has(FILE_NAME))
    };
    let paths = paths.into_iter().filter(|path| !path.is_empty());
    let paths: Vec<String> = paths.filter(has_guide).take(MAX_LISTED).collect();
    if paths.is_empty() {
        return None;
    }
    let line = |path: &String| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let name = name.trim_start_matches('.');
        let mut line = format!("  - {{ path: {}", scalar(path));
        if !name.is_empty() {
            line += &format!(", as: {}", scalar(name));
        }
        if modules.contains(path) {
            line += ", required: true";
        }
        line + " }\n"
    };
    let lines: String = paths.iter().map(line).collect();
    Some(format!(
        "Not included, because each has a guide.yaml of its own: {}. To include them, add to {FILE_NAME}:\n\
         include:\n{lines}\
         With applies_to: [\"**\"] in such a line, its documents that name no files apply to every file.",
        table.render_names(&paths)
    ))
}
