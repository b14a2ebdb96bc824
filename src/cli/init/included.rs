//! The message of `init` about folders that have their own `guide.yaml`.

use std::collections::BTreeSet;

use crate::project::project_file::FILE_NAME;
use crate::proposal::guides_below::GuideBelow;
use crate::proposal::scalar;
use crate::table::Table;

/// A folder name that would lead to categories with names like `rules.rules`.
const RULES: &str = "rules";
/// The name that is proposed instead of [`RULES`].
const ORGANISATION: &str = "org";

/// Returns the lines that include `guides`, or `None` if there are none.
pub(super) fn included(table: &Table, guides: &[GuideBelow]) -> Option<String> {
    if guides.is_empty() {
        return None;
    }
    let (mut lines, mut taken) = (String::new(), BTreeSet::new());
    for guide in guides {
        let name = prefix(&guide.path, &mut taken);
        lines += &format!(
            "  - {{ path: {}, as: {}",
            scalar(&guide.path),
            scalar(&name)
        );
        if guide.is_submodule {
            lines += ", required: true, applies_to: [\"**\"]";
        }
        lines += " }\n";
    }
    let paths: Vec<&String> = guides.iter().map(|guide| &guide.path).collect();
    Some(format!(
        "Not included, because each has its own guide.yaml: {}. To include them, add to \
         {FILE_NAME}:\n\
         include:\n{lines}\
         With applies_to: [\"**\"], documents that do not say which files they apply to apply to \
         every file.",
        table.render_names(&paths)
    ))
}

/// Returns a prefix for the names of the guide at `path` that is not in `taken`, and adds it to
/// `taken`.
fn prefix(path: &str, taken: &mut BTreeSet<String>) -> String {
    let folder = path.rsplit('/').next().unwrap_or_default();
    let folder = match folder.trim_start_matches('.') {
        RULES => ORGANISATION,
        folder => folder,
    };
    let mut name = folder.to_owned();
    let mut number = 1;
    while name.is_empty() || !taken.insert(name.clone()) {
        number += 1;
        name = format!("{folder}{number}");
    }
    name
}
