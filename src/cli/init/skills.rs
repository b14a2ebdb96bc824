//! Categories that are proposed for skills.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use super::category::CategoryProposal;
use super::scan::FolderScan;
use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::limits::MAX_SKILL_FILES;
use crate::project::skill::SKILL_FILE;
use crate::text::paths::{join, normal};

/// Proposes a category for each folder that holds skills: of those that were scanned and are
/// called so, and of what clients have in hidden folders. A link stands for what it leads to. What
/// is in them is taken out of the scan.
pub(super) fn propose(root: &Tree, scan: &mut FolderScan<'_>) -> Vec<CategoryProposal> {
    let files = scan
        .documents
        .iter()
        .filter(|path| path.ends_with(SKILL_FILE));
    let scanned = files.filter_map(|path| {
        let dir = path.parent()?.parent()?;
        let name = dir.file_name()?.to_ascii_lowercase();
        name.contains("skill").then(|| dir.to_owned())
    });
    let hidden = scan.hidden.iter().map(|hidden| hidden.join("skills"));
    let real = |dir: Utf8PathBuf| target(root, &dir);
    let dirs: BTreeSet<Utf8PathBuf> = scanned.chain(hidden).filter_map(real).collect();
    // Of two skills of one name the first is returned: the one nearer to the top.
    let mut dirs: Vec<Utf8PathBuf> = dirs.into_iter().collect();
    dirs.sort_by_key(|dir| dir.components().count());
    let mut found: Vec<CategoryProposal> = Vec::new();
    for dir in dirs {
        let is_within = found.iter().any(|one| dir.starts_with(&one.dir));
        if is_within || !root.below(&dir, Reach::Beneath).is_ok_and(holds_skills) {
            continue;
        }
        // Every file of a skill is served.
        let exclude = scan.excluded(&dir, &["**".to_owned()]);
        scan.take(&dir);
        found.push(CategoryProposal {
            dir: dir.to_string(),
            patterns: vec![format!("**/{SKILL_FILE}")],
            exclude,
            description: format!("Skills in {dir}"),
            skills: true,
            ..CategoryProposal::default()
        });
    }
    found
}

/// Returns the path in the folder of what a path finally leads to; `None` if that is the
/// folder itself, or outside.
pub(super) fn target(root: &Tree, path: &Utf8Path) -> Option<Utf8PathBuf> {
    let target = normal(root.resolved(path).ok()?.as_str())?;
    (!target.is_empty()).then(|| target.into())
}

/// Returns whether a folder in a directory is a skill.
fn holds_skills(folder: Tree) -> bool {
    let entries = folder.list(Utf8Path::new(""), MAX_SKILL_FILES);
    let is_skill = |name: &String| {
        let file = join(name, SKILL_FILE);
        folder.file_type(file.as_str().into()) == Ok(Some(FileType::RegularFile))
    };
    let mut names = entries.iter().flat_map(|(entries, _)| entries);
    names.any(|entry| entry.name.as_ref().is_ok_and(is_skill))
}
