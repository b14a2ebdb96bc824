//! Categories that are proposed for skills.

use std::collections::{BTreeSet, HashSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::category::CategoryProposal;
use super::scan::{FolderScan, Skipped, exact};
use crate::documents::sandbox::{FileType, Folder, Reach, Sandbox};
use crate::limits::MAX_SKILL_FILES;
use crate::project::skill::SKILL_FILE;
use crate::text::paths::{join, normal};

/// Proposes a category for each folder that holds skills: of those that were scanned and are
/// called so, and of what clients have in hidden folders. A link stands for what it leads to. What is in them is
/// taken out of the scans of other categories.
pub(super) fn propose(
    root: &Folder,
    sandbox: &Sandbox,
    scan: &mut FolderScan,
) -> Vec<CategoryProposal> {
    let mut dirs = BTreeSet::new();
    for (top, found) in &scan.directories {
        let files = found
            .documents
            .iter()
            .filter(|path| path.ends_with(SKILL_FILE));
        dirs.extend(files.filter_map(|path| {
            let path = Utf8PathBuf::from(join(top, path));
            let dir = path.parent()?.parent()?;
            let name = dir.file_name()?.to_ascii_lowercase();
            name.contains("skill").then(|| dir.to_owned())
        }));
    }
    dirs.extend(scan.hidden.iter().map(|hidden| hidden.join("skills")));
    let mut known = HashSet::new();
    let mut found: Vec<CategoryProposal> = Vec::new();
    // Of two skills of one name the first is returned: the one nearer to the top.
    let mut dirs: Vec<Utf8PathBuf> = dirs.into_iter().collect();
    dirs.sort_by_key(|dir| dir.components().count());
    for dir in dirs.iter().filter(|dir| !dir.as_str().is_empty()) {
        let real = sandbox.resolved(dir).ok();
        let Some(dir) = real
            .and_then(|dir| normal(dir.as_str()))
            .map(Utf8PathBuf::from)
        else {
            continue;
        };
        let Ok(own) = root.sandbox(&dir, Reach::Beneath) else {
            continue;
        };
        let is_within = found.iter().any(|one| dir.starts_with(&one.dir));
        let mut is_new = |own: &Sandbox| own.identity("".into()).is_ok_and(|of| known.insert(of));
        if is_within || !holds_skills(&own) || !is_new(&own) {
            continue;
        }
        let mut proposal = CategoryProposal {
            dir: dir.to_string(),
            patterns: vec![format!("**/{SKILL_FILE}")],
            description: format!("Skills in {dir}"),
            skills: true,
            ..CategoryProposal::default()
        };
        take(&dir, scan, &mut proposal.exclude);
        found.push(proposal);
    }
    found
}

/// Returns whether a folder in a directory is a skill.
fn holds_skills(sandbox: &Sandbox) -> bool {
    let entries = sandbox.list(Utf8Path::new(""), MAX_SKILL_FILES);
    let is_skill = |name: &String| {
        let file = join(name, SKILL_FILE);
        sandbox.file_type(file.as_str().into()) == Ok(Some(FileType::RegularFile))
    };
    let mut names = entries.iter().flat_map(|(entries, _)| entries);
    names.any(|entry| entry.name.as_ref().is_ok_and(is_skill))
}

/// Takes what is in a directory out of the scan, and adds patterns of what must not be served
/// of it.
pub(super) fn take(dir: &Utf8Path, scan: &mut FolderScan, exclude: &mut Vec<String>) {
    let mut names = dir.components();
    let top = names
        .next()
        .map(|name| name.to_string())
        .unwrap_or_default();
    let way = names.as_path();
    let Some(found) = scan.directories.get_mut(&top) else {
        return;
    };
    let below = |path: &Utf8Path| path.strip_prefix(way).ok().map(exact);
    exclude.extend(found.skipped.iter().filter_map(|skipped| match skipped {
        Skipped::Pattern(pattern, _) => pattern.starts_with("**/").then(|| pattern.clone()),
        Skipped::File(path) => below(path),
        Skipped::Directory(path) => below(path).map(|path| path + "/**"),
    }));
    match way.as_str() {
        "" => drop(scan.directories.remove(&top)),
        _ => {
            found.documents.retain(|path| !path.starts_with(way));
            found.links.retain(|path| !path.starts_with(way));
            found.skipped.insert(Skipped::Directory(way.to_owned()));
        }
    }
}
