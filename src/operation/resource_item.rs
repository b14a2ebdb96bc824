//! Lists the names and documents of a project page by page as resources, and completes them.

use std::collections::BTreeSet;

use crate::documents::discover::{FileInfo, PageRange, discover};
use crate::documents::locations::ResourceKind;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{NameRef, Selection};
use crate::operation::find::category_part::{CategoryPart, parts};
use crate::operation::find::find_or_suggest::{as_pattern, is_plain};
use crate::operation::find::matches::Matches;
use crate::operation::find::named::Named;
use crate::operation::find::skill_folder::SkillFolder;
use crate::operation::find::totals::Totals;
use crate::operation::kind::{Kind, NameKind};
use crate::project::category::Category;
use crate::text::about::About;
use crate::text::location::Location;
use rule_files::pattern::Pattern;

/// The target of a URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResourceTarget {
    Named(NameKind, String),
    /// A document, possibly reached through a collection.
    Document(Location<'static>),
    /// The guidance for files. The field is the decoded list of files from the URI.
    Files(String),
}

/// An item in the list of resources.
#[derive(Debug)]
pub enum ResourceItem<'a> {
    Named(Named<'a>),
    /// A document that its category's default patterns find.
    Document(FileInfo, About, Totals),
}

/// Lists the items of `kinds` that follow `after`, in the order of the kinds. Stops adding
/// documents once there are `most` items. Leaves out documents that cannot be opened, and the
/// SKILL.md of each skill, which has its own URI. Returns `None` if the target `after` does not
/// exist.
pub fn list<'a>(
    context: &OperationContext<'a>,
    kinds: impl IntoIterator<Item = ResourceKind>,
    after: Option<&ResourceTarget>,
    most: usize,
) -> Result<Option<Vec<(ResourceKind, ResourceItem<'a>)>>, OperationError> {
    let mut items = Vec::new();
    let mut begun = after.is_none();
    for kind in kinds {
        let name_kind = match kind {
            ResourceKind::Category => NameKind::Category,
            ResourceKind::Collection => NameKind::Collection,
            ResourceKind::CollectionDocument | ResourceKind::Files => continue,
            ResourceKind::Document => {
                for (name, category) in &context.bound.project.categories {
                    let last = match after {
                        Some(ResourceTarget::Document(last)) => {
                            Some(&*last.path).filter(|_| last.category == *name)
                        }
                        _ => None,
                    };
                    begun |= last.is_some();
                    let left = most.saturating_sub(items.len());
                    if begun && left > 0 {
                        let documents = list_documents(context, (name, category), last, left)?;
                        items.extend(documents.into_iter().map(|document| (kind, document)));
                    }
                }
                continue;
            }
        };
        for container in Named::all(&context.bound.project, name_kind) {
            if begun {
                items.push((kind, ResourceItem::Named(container)));
            }
            let target = ResourceTarget::Named(name_kind, container.name.to_owned());
            begun |= after == Some(&target);
        }
    }
    Ok(begun.then_some(items))
}

/// Lists at most `most` documents of a category, starting after the document at the path `after`.
fn list_documents<'a>(
    context: &OperationContext<'a>,
    (name, category): (&String, &Category),
    after: Option<&str>,
    most: usize,
) -> Result<Vec<ResourceItem<'a>>, OperationError> {
    let mut items = Vec::new();
    // The error is not reported here, but by a call that reads the category.
    let patterns: Result<Vec<&Pattern>, _> = category.patterns.iter().map(Result::as_ref).collect();
    let (Ok(patterns), Ok(sandbox)) = (patterns, context.bound.open(category)) else {
        return Ok(items);
    };
    let mut after = after.map(str::to_owned);
    let mut is_last = false;
    while !is_last {
        let mut walk = context.category_walk(name, category, &patterns);
        walk.page = Some(PageRange {
            after: after.as_deref(),
            most,
        });
        let files = discover(&sandbox, &walk, context.cancelled)?.files;
        is_last = !walk.is_ordered() || files.len() < most;
        after = files.last().map(|file| file.document().to_owned());
        for info in files {
            context.check_cancelled()?;
            let folder = SkillFolder::of(name, category, &info);
            if folder.is_some_and(|folder| folder.load(context).is_ok()) {
                continue;
            }
            let document = context.document(&info);
            if let (Ok(about), Ok(totals)) = (document.about(), Totals::of(&document)) {
                items.push(ResourceItem::Document(info, about, totals));
            }
            if items.len() == most {
                return Ok(items);
            }
        }
    }
    Ok(items)
}

/// Returns the values of `variable`, a variable in a resource's URI, that begin with `begin`. Case
/// is ignored. Names are in the project's order. Paths are those of the documents that default
/// patterns and members find, in byte order. `category` and `collection` are the values of other
/// variables in the same URI. Leaves out values that a message would escape or truncate.
pub fn complete_variable(
    context: &OperationContext<'_>,
    kind: ResourceKind,
    variable: &str,
    begin: &str,
    category: Option<&str>,
    collection: Option<&str>,
) -> Result<Vec<String>, OperationError> {
    let project = &context.bound.project;
    let begin = folded(begin);
    let fits = |text: &&str| folded(text).starts_with(&begin) && is_plain(text);
    let of_kind = match collection {
        Some(_) => Named::all(project, NameKind::Collection),
        None => Named::all(project, NameKind::Category),
    };
    let named = of_kind.filter(|container| collection.is_none_or(|name| container.name == name));
    let parts = named.flat_map(|container| parts(project, container, true).0);
    let names: Vec<&str> = match (kind, variable) {
        // Completion would reveal files that no category serves.
        (ResourceKind::Files, _) => Vec::new(),
        (_, "id") => project.collections.keys().map(String::as_str).collect(),
        (_, "name") => parts.map(|part| part.name).collect(),
        _ => {
            let parts = parts.filter(|part| category.is_none_or(|name| name == part.name));
            return paths(context, parts, &|path| {
                Some(path).filter(fits).map(str::to_owned)
            });
        }
    };
    Ok(names.into_iter().filter(fits).map(str::to_owned).collect())
}

/// Returns one pattern for each document under `name`, provided that the pattern or the document's
/// path begins with `begin`.
pub fn complete_pattern(
    context: &OperationContext<'_>,
    name: &NameRef<'_>,
    begin: &str,
) -> Result<Vec<String>, OperationError> {
    let begin = folded(begin);
    let begins = |text: &str| folded(text).starts_with(&begin);
    let named = context.all_named(name);
    let parts = named.flat_map(|container| parts(&context.bound.project, container, true).0);
    paths(context, parts, &|path| {
        as_pattern(path).filter(|pattern| begins(path) || begins(pattern))
    })
}

fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Calls `convert` with the path to each document in `parts`. Returns the results that are not
/// `None`, sorted.
fn paths<'a>(
    context: &OperationContext<'_>,
    parts: impl IntoIterator<Item = CategoryPart<'a>>,
    convert: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<String>, OperationError> {
    let mut paths = BTreeSet::new();
    for part in parts {
        let mut matches = Matches::new(part.name, Kind::Category, false);
        matches.walk(context, &part, None, &Selection::Defaults, None)?;
        let files = matches.categories.iter().flat_map(|group| &group.files);
        let readable = files.filter(|file| file.error.is_none());
        paths.extend(readable.filter_map(|file| convert(file.document())));
    }
    Ok(paths.into_iter().collect())
}
