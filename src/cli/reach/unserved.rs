//! Rule files that clients read and no category serves.

use crate::documents::dialect::Dialects;
use crate::documents::pattern::Pattern;
use crate::operation::find::found::{FOUND, folders};
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::project::category::Category;

/// Returns those of these files that are rule files of a project with a `guide.yaml`, and no rules that
/// are known. Those of dependencies and other repositories are not its own.
pub(super) fn unserved<'f>(
    bound: &BoundProject,
    dialects: &Dialects,
    files: &'f [String],
    is_known: impl Fn(&str) -> bool,
) -> Vec<&'f str> {
    let paths = files.iter().map(String::as_str);
    let rules = paths.filter(|path| dialects.of(path).is_some() && !is_known(path));
    let mut rules: Vec<&str> = rules.filter(|_| !bound.is_found()).collect();
    let own = folders(bound.folder(), rules.iter().copied());
    rules.retain(|path| own.contains(path.rsplit_once('/').map_or("", |(folder, _)| folder)));
    rules
}

/// Returns the project as it is with only these files.
pub(super) fn only(bound: &BoundProject, paths: &[&str]) -> BoundProject {
    let patterns = paths.iter().filter_map(|path| Pattern::exact(path));
    let mut project = Project::clone(&bound.project);
    project.collections.clear();
    project.categories.clear();
    project
        .categories
        .insert(FOUND.to_owned(), Category::listed(patterns));
    // Nothing is looked for beside them.
    project.is_found = true;
    bound.with(project)
}
