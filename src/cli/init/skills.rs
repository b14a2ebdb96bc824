//! Categories that are proposed for skills.

use camino::Utf8Path;

use super::category::CategoryProposal;
use crate::documents::sandbox::{FileType, Folder, Reach};
use crate::limits::MAX_SKILL_FILES;
use crate::project::skill::SKILL_FILE;
use crate::text::paths::join;

/// Where projects have their skills.
const FOLDERS: [&str; 3] = [".claude/skills", ".agents/skills", "skills"];

/// Adds a category for each folder that holds skills.
pub(super) fn add(root: &Folder, found: &mut Vec<CategoryProposal>) {
    for dir in FOLDERS {
        let Ok(sandbox) = root.sandbox(Utf8Path::new(dir), Reach::Beneath) else {
            continue;
        };
        let entries = sandbox.list(Utf8Path::new(""), MAX_SKILL_FILES);
        let is_skill = |name: &String| {
            let file = join(name, SKILL_FILE);
            sandbox.file_type(file.as_str().into()) == Ok(Some(FileType::RegularFile))
        };
        let mut names = entries.iter().flat_map(|(entries, _)| entries);
        if names.any(|entry| entry.name.as_ref().is_ok_and(is_skill)) {
            let before = found.iter().position(|one| one.dir == dir);
            let before = before.map(|at| found.remove(at).exclude);
            found.push(CategoryProposal {
                dir: dir.to_owned(),
                patterns: vec![format!("**/{SKILL_FILE}")],
                exclude: before.unwrap_or_default(),
                description: format!("Skills in {dir}"),
                skills: true,
                ..CategoryProposal::default()
            });
        }
    }
}
