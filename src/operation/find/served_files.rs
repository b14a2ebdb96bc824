//! Which files of a project are served, and which rule files are not.

use crate::documents::served::Served;
use crate::operation::find::found_rules::{FOUND, folders};
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::project::category::Category;
use rule_files::Dialects;
use rule_files::pattern::{Pattern, PatternSet};

/// The files of a project that its categories serve, whether they can be read or not.
pub(crate) struct ServedFiles<'p> {
    bound: &'p BoundProject,
    categories: Vec<(&'p Category, Served<'p>, PatternSet<'p>)>,
}

impl<'p> ServedFiles<'p> {
    /// Creates the set of the files that `bound` serves. `suffixes` mark a template.
    pub fn new(bound: &'p BoundProject, suffixes: &'p [String]) -> Self {
        let categories = bound.project.categories.values().map(|category| {
            let patterns = PatternSet::of(category.patterns.iter().flatten());
            (category, category.served(suffixes), patterns)
        });
        Self {
            bound,
            categories: categories.collect(),
        }
    }

    /// Returns whether a category serves the file at `path`, perhaps only for a call's pattern.
    /// `path` is relative to the project's folder.
    pub fn has(&self, path: &str) -> bool {
        self.categories.iter().any(|(category, served, _)| {
            let within = self.bound.path_within(category, path);
            within.is_some_and(|within| is_nested(category, path) || served.allows(within))
        })
    }

    /// Returns whether the default patterns of a category find the file at `path`, which is
    /// relative to the project's folder.
    pub fn finds(&self, path: &str) -> bool {
        self.categories.iter().any(|(category, served, patterns)| {
            let within = self.bound.path_within(category, path);
            within.is_some_and(|within| {
                let is_found = is_nested(category, path) || patterns.matches_path(within);
                is_found && served.allows(within)
            })
        })
    }
}

/// Returns whether the file at `path` has one of the names of a category's `nested`.
fn is_nested(category: &Category, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    category.nested().iter().any(|nested| nested == name)
}

/// Returns the rule files in `files` for which `is_known` returns false. Leaves out files of
/// dependencies and of other repositories. A project without a `guide.yaml` has no unserved files.
pub(crate) fn unserved_rules<'f>(
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

/// Returns a copy of the project that serves only the files at `paths`.
pub(crate) fn only(bound: &BoundProject, paths: &[&str]) -> BoundProject {
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
