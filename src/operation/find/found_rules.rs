//! Finds rule files that no category serves, in the folders that contain given files.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::documents::discover::{CategoryWalk, discover};
use crate::documents::escaped_pattern::escaped_pattern;
use crate::documents::file_error::Cancelled;
use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::documents::served::Served;
use crate::documents::survey::{GitIgnored, is_repository};
use crate::operation::OperationContext;
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::project::category::Category;
use crate::text::paths::join;
use rule_files::dialect::{Depth, Dialect};
use rule_files::pattern::Pattern;

/// The name of the category for rule files that no other category serves.
pub const FOUND: &str = "found-rules";
/// The names of folders that belong to other programs.
const DEPENDENCIES: [&str; 6] = [
    ".git",
    "node_modules",
    "bower_components",
    "site-packages",
    ".venv",
    "venv",
];
/// The name of a folder that several languages use for dependencies. The folder contains
/// dependencies only if one of these files is next to it.
const VENDOR: (&str, [&str; 4]) = (
    "vendor",
    ["go.mod", "composer.json", "Gemfile", "Cargo.toml"],
);

/// Returns the project with an additional category, [`FOUND`]. It contains the unserved rule files
/// in the folders from the project's folder down to `path`. Returns `None` if no such rule file
/// exists, or if the project already uses the category's name.
///
/// # Errors
///
/// Returns an error if the call is cancelled.
pub fn with_found_rules(
    context: &OperationContext<'_>,
    path: &str,
) -> Result<Option<BoundProject>, Cancelled> {
    let bound = context.bound;
    if bound.has(FOUND) {
        return Ok(None);
    }
    let found = found_rules(context, [path])?;
    Ok(found.map(|found| {
        let mut project = Project::clone(&bound.project);
        project.categories.insert(FOUND.to_owned(), found);
        bound.with(project)
    }))
}

/// Returns all folders from the top of `tree` down to the folders that contain `paths`. Leaves out
/// folders of dependencies and of other repositories.
pub fn folders<'p>(tree: &Tree, paths: impl IntoIterator<Item = &'p str>) -> BTreeSet<&'p str> {
    let mut folders = BTreeSet::from([""]);
    for path in paths {
        for (end, _) in path.match_indices('/') {
            let folder = &path[..end];
            // Each folder is checked after its parent.
            let is_own = || {
                tree.file_type(folder.into()) == Ok(Some(FileType::Directory))
                    && !is_foreign(tree, folder)
            };
            if !folders.contains(folder) && !is_own() {
                break;
            }
            folders.insert(folder);
        }
    }
    folders
}

/// Returns whether `path` is in another repository within `tree`.
pub fn is_elsewhere(tree: &Tree, path: &str) -> bool {
    let mut folders = path.match_indices('/').map(|(end, _)| &path[..end]);
    folders.any(|folder| is_repository(tree, folder))
}

/// Returns whether `folder` belongs to a dependency or to another repository.
fn is_foreign(tree: &Tree, folder: &str) -> bool {
    let (above, name) = folder.rsplit_once('/').unwrap_or(("", folder));
    let (vendor, beside) = VENDOR;
    let has = |file: &&str| {
        let file = join(above, file);
        matches!(tree.file_type(file.as_str().into()), Ok(Some(_)))
    };
    DEPENDENCIES.contains(&name)
        || name == vendor && beside.iter().any(has)
        || is_repository(tree, folder)
}

/// A rule file. Rule files are sorted in the order in which `init` would propose them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FoundRule<'p> {
    order: (bool, Option<usize>),
    path: String,
    /// The folder in which a client would look for the file.
    folder: &'p str,
}

/// Finds the rule files in the folders down to `paths` that no category serves or excludes. In a
/// project with a `guide.yaml`, finds only files that Git ignores. Skips a folder that Git ignores,
/// unless it is a folder in which clients look for rules. Returns the files as a category, or
/// `None` if nothing is found.
///
/// # Errors
///
/// Returns an error if the call is cancelled.
pub fn found_rules<'p>(
    context: &OperationContext<'_>,
    paths: impl IntoIterator<Item = &'p str>,
) -> Result<Option<Category>, Cancelled> {
    let tree = context.bound.folder();
    let mut found = BTreeSet::new();
    let dialects = &context.formats.dialects.dialects;
    let order = |row: &Dialect| {
        let mut all = dialects.iter();
        let first = all.position(|dialect| dialect.category.name == row.category.name);
        (row.category.dir == ".", first)
    };
    let rows = dialects.iter().map(|row| (row, order(row)));
    let rows: Vec<_> = rows.collect();
    for folder in folders(tree, paths) {
        let Ok(here) = tree.below(folder.into(), Reach::Beneath) else {
            continue;
        };
        // Most folders contain no rule files, so each name is looked up only once.
        let mut names = HashMap::new();
        for (row, order) in &rows {
            if !folder.is_empty() && row.depth == Depth::Top {
                continue;
            }
            for file in &row.files {
                context.check_cancelled()?;
                let name = file.split('/').next().unwrap_or(file);
                let is_there = names.entry(name).or_insert_with(|| here.has(name));
                if !*is_there {
                    continue;
                }
                let rule = |path| FoundRule {
                    order: *order,
                    path,
                    folder,
                };
                // Without a `guide.yaml`, all rule files are included, so the row's pattern is
                // enough.
                if context.bound.is_found() {
                    found.insert(rule(join(escaped_pattern(folder), file)));
                } else {
                    let paths = of_file(context, &here, file)?.into_iter();
                    found.extend(paths.map(|path| rule(join(folder, path))));
                }
            }
        }
    }
    let is_found = context.bound.is_found();
    let (mut git, mut served) = (None, None);
    let mut is_given = |path: &str, folder: &str| {
        if is_found && folder.is_empty() {
            return true;
        }
        let git = git.get_or_insert_with(|| GitIgnored::of(tree));
        let is_entered = folder.is_empty() || !git.has(folder.into(), true);
        let mut is_left = || {
            if !git.has(path.into(), false) {
                return false;
            }
            let served = served.get_or_insert_with(|| ServedPlaces::of(context.bound));
            let suffixes = &context.formats.template_suffixes;
            // The path to a link does not show whether its target is excluded.
            let real = tree.resolved(path.into());
            let real = real.as_ref().map_or(path, |real| real.as_str());
            ![path, real].iter().any(|place| served.has(place, suffixes))
        };
        is_entered && (is_found || is_left())
    };
    let given = found
        .iter()
        .filter(|rule| is_given(&rule.path, rule.folder));
    let patterns = given.filter_map(|rule| {
        if is_found {
            Pattern::parse(&rule.path).ok()
        } else {
            Pattern::exact(&rule.path)
        }
    });
    let patterns: Vec<Pattern> = patterns.collect();
    Ok((!patterns.is_empty()).then(|| Category::listed(patterns)))
}

/// Returns the paths in the folder `here` that match `file`, which is a path or a path with a
/// wildcard.
fn of_file(
    context: &OperationContext<'_>,
    here: &Tree,
    file: &str,
) -> Result<Vec<String>, Cancelled> {
    let Some((fixed, _)) = file.split_once('*') else {
        let is_file = here.target_type(file.into()) == Ok(FileType::RegularFile);
        return Ok(Vec::from_iter(is_file.then(|| file.to_owned())));
    };
    let dir = fixed.rsplit_once('/').map_or("", |(dir, _)| dir);
    let rules = here.below(dir.into(), Reach::Beneath).map(Arc::new);
    let pattern = Pattern::parse(file[dir.len()..].trim_start_matches('/'));
    let (Ok(rules), Ok(pattern)) = (rules, pattern) else {
        return Ok(Vec::new());
    };
    let patterns = [&pattern];
    let served = Served {
        suffixes: &context.formats.template_suffixes,
        ..Served::default()
    };
    let walk = CategoryWalk::new(FOUND, &patterns, served);
    let files = discover(&rules, &walk, context.cancelled)?.files;
    let paths = files.iter().map(|file| join(dir, file.document()));
    Ok(paths.collect())
}

/// The categories of a project, each with the path to its directory relative to the project's
/// folder. A category may occur twice: with the path in the guide, and with the resolved path.
struct ServedPlaces<'p>(Vec<(String, &'p Category)>);

impl<'p> ServedPlaces<'p> {
    /// Returns the places of all categories of the project `bound`. A directory outside the project's
    /// folder has no place.
    fn of(bound: &'p BoundProject) -> Self {
        let top = bound.folder().path().unwrap_or_default();
        let places = bound.project.categories.values().flat_map(|category| {
            let real = bound.open(category).ok().and_then(|tree| tree.path());
            let real = real.and_then(|path| {
                let below = path.strip_prefix(&top)?;
                (below.is_empty() || below.starts_with('/'))
                    .then(|| below.trim_start_matches('/').to_owned())
            });
            let places = [bound.relative_dir(category), real].into_iter().flatten();
            places.map(move |place| (place, category))
        });
        Self(places.collect())
    }

    /// Returns whether a category serves or excludes the file at `path`.
    fn has(&self, path: &str, suffixes: &[String]) -> bool {
        let mut places = self.0.iter();
        places.any(|(place, category)| {
            let within = match &**place {
                "" => Some(path),
                place => path
                    .strip_prefix(place)
                    .and_then(|path| path.strip_prefix('/')),
            };
            within.is_some_and(|path| category.matches(path) || category.bars(path, suffixes))
        })
    }
}
