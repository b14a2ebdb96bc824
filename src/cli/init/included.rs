//! The message of `init` about folders that have their own `guide.yaml`.

use std::collections::BTreeSet;
use std::iter;

use camino::Utf8Path;

use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::project::project_file::FILE_NAME;
use crate::project::submodules::submodules;
use crate::proposal::scalar;
use crate::table::Table;
use crate::text::paths::normal;

/// The maximum number of entries in the folder that are checked.
const MAX_NAMES: usize = 1_000;
/// A folder name that would lead to categories with names like `rules.rules`.
const RULES: &str = "rules";
/// The name that is proposed instead of [`RULES`].
const ORGANISATION: &str = "org";
/// The maximum number of folders that are listed.
const MAX_LISTED: usize = 10;

/// Returns the lines that include folders with a `guide.yaml`, or `None` if there are no such
/// folders. Checks the folders in `folder`, and its submodules.
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
    let mut taken = BTreeSet::new();
    let mut line = |path: &String| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let name = match name.trim_start_matches('.') {
            RULES => ORGANISATION,
            name => name,
        };
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = iter::once(name.to_owned()).chain(numbered);
        let mut line = format!("  - {{ path: {}", scalar(path));
        if let Some(name) = names.find(|name| !name.is_empty() && taken.insert(name.clone())) {
            line += &format!(", as: {}", scalar(&name));
        }
        if modules.contains(path) {
            line += ", required: true, applies_to: [\"**\"]";
        }
        line + " }\n"
    };
    let lines: String = paths.iter().map(&mut line).collect();
    Some(format!(
        "Not included, because each has its own guide.yaml: {}. To include them, add to \
         {FILE_NAME}:\n\
         include:\n{lines}\
         With applies_to: [\"**\"], documents that do not say which files they apply to apply to \
         every file.",
        table.render_names(&paths)
    ))
}
