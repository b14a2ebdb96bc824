//! Rule files that clients read but that no category serves.

use crate::operation::find::found_rules::{FOUND, folders};
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::project::category::Category;
use rule_files::Dialects;
use rule_files::pattern::{Pattern, PatternSet};

/// Returns the rule files in `files` for which `is_known` returns false. Leaves out files of
/// dependencies and of other repositories. A project without a `guide.yaml` has no unserved files.
pub(super) fn unserved<'f>(
    bound: &BoundProject,
    dialects: &Dialects,
    files: &'f [String],
    is_known: impl Fn(&str) -> bool,
) -> Vec<&'f str> {
    let paths = files.iter().map(String::as_str);
    let rules = paths.filter(|path| dialects.row_of(path).is_some() && !is_known(path));
    let mut rules: Vec<&str> = rules.filter(|_| !bound.is_found()).collect();
    let own = folders(bound.folder(), rules.iter().copied());
    rules.retain(|path| own.contains(path.rsplit_once('/').map_or("", |(folder, _)| folder)));
    rules
}

/// Returns a function that checks whether a category finds the file at a path in the project, even
/// if the file cannot be read.
pub(super) fn served<'b>(
    bound: &'b BoundProject,
    suffixes: &'b [String],
) -> impl Fn(&str) -> bool + 'b {
    let categories = bound.project.categories.values();
    let categories = categories.map(|category| {
        let patterns = category
            .patterns
            .iter()
            .filter_map(|pattern| pattern.as_ref().ok());
        let patterns = PatternSet::of(patterns);
        (category, category.served(suffixes), patterns)
    });
    let categories: Vec<_> = categories.collect();
    move |path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        categories.iter().any(|(category, served, patterns)| {
            let within = bound.path_within(category, path);
            within.is_some_and(|path| {
                let is_nested = category.nested().iter().any(|nested| *nested == name);
                served.allows(path) && (is_nested || patterns.matches_path(path))
            })
        })
    }
}

/// Returns a copy of the project that serves only the files at `paths`.
pub(super) fn only(bound: &BoundProject, paths: &[&str]) -> BoundProject {
    let patterns = paths.iter().filter_map(|path| Pattern::exact(path));
    let mut project = Project::clone(&bound.project);
    project.collections.clear();
    project.categories.clear();
    project
        .categories
        .insert(FOUND.to_owned(), Category::listed(patterns));
    // Prevents a search for further files.
    project.is_found = true;
    bound.with(project)
}
