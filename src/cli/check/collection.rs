//! The checks of collections: their members, and what these find.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};

use super::report::Level;
use super::{Check, finds};
use crate::cli::output::counted;
use crate::documents::discover::FileInfo;
use crate::operation::matches::{CategoryMatches, Matches};
use crate::project::collection::{Collection, Meaning};
use crate::project::guide::Project;
use crate::spec::SearchKind;
use crate::text::escape::escape_truncated;

impl Check<'_> {
    pub(super) fn collection(&mut self, name: &str, collection: &Collection) {
        let project = Arc::clone(&self.bound.project);
        let path = format!("collections.{}", escape_truncated(name));
        self.members(&path, collection, &project);
        if let Some(other) = &collection.circle {
            let text = format!(
                "the collection contains itself, as a member of '{}'; it is visited once",
                escape_truncated(other)
            );
            self.error(&path, &text);
        }
        let found = self.request(SearchKind::Collection, name, |request| {
            Matches::with_duplicates(request, name)
        });
        let found = found.map_or_else(|_| Vec::new(), |matches| matches.categories);
        for CategoryMatches { sandbox, files, .. } in &found {
            let category = files.first().map(|file| &*file.origin.category);
            if let Some(category) = category.and_then(|name| project.categories.get_key_value(name))
            {
                self.read((category.0, category.1), sandbox, files, &path);
            }
        }
        self.idle_members(&path, collection, &project, &found);
        if project.categories.contains_key(name) {
            let text = format!(
                "'{}' names both a category and a collection",
                escape_truncated(name)
            );
            self.error(&path, &text);
        }
        self.shared(&path, &found);
        self.budget(&path, SearchKind::Collection, name);
    }

    /// Reports what is wrong with the members as they are written.
    fn members(&mut self, path: &str, collection: &Collection, project: &Project) {
        if collection.members.is_empty() {
            self.error(path, "the collection has no members");
        }
        let mut seen = HashSet::new();
        for (at, member) in collection.members.iter().enumerate() {
            let text = member.text.as_str();
            if !seen.insert(text) {
                self.error(
                    path,
                    &format!("'{}' is listed more than once", escape_truncated(text)),
                );
                continue;
            }
            match &member.meaning {
                Meaning::Unknown => {
                    let names = project.categories.keys().chain(project.collections.keys());
                    let names: IndexSet<&str> = names.map(String::as_str).collect();
                    let names: Vec<&str> = names.into_iter().collect();
                    let meant = text.split('/').next().unwrap_or_default();
                    let suggestion = self.wording.suggestion(meant, &names);
                    let text = format!(
                        "'{}' is neither a category nor a collection{suggestion}",
                        escape_truncated(text)
                    );
                    self.error(path, &text);
                }
                Meaning::Part(_, pattern) => {
                    if let Err(error) = pattern.parsed() {
                        let path = format!("{path}.categories[{at}]");
                        self.invalid_pattern(&path, pattern.as_str(), error);
                    }
                }
                Meaning::Category(_) | Meaning::Collection(_) => {}
            }
        }
    }

    /// Reports members whose pattern matches nothing.
    fn idle_members(
        &mut self,
        path: &str,
        collection: &Collection,
        project: &Project,
        found: &[CategoryMatches],
    ) {
        let files = || found.iter().flat_map(|matches| &matches.files);
        let level = match files().any(|file| self.document(file).is_some()) {
            true => Level::Warning,
            false => Level::Error,
        };
        for (at, member) in collection.members.iter().enumerate() {
            let Meaning::Part(category, pattern) = &member.meaning else {
                continue;
            };
            let (Some((name, _)), Ok(pattern)) =
                (project.categories.get_index(*category), pattern.parsed())
            else {
                continue;
            };
            let files: Vec<&FileInfo> = files()
                .filter(|file| *file.origin.category == **name)
                .collect();
            // What cannot be entered may hold what a pattern is for.
            if files.iter().all(|file| file.error.is_none()) && !finds(pattern, &files) {
                let path = format!("{path}.categories[{at}]");
                self.no_match(level, &path, &[pattern.as_str()]);
            }
        }
    }

    /// Reports documents that categories of a collection share.
    fn shared(&mut self, path: &str, found: &[CategoryMatches]) {
        let mut first = HashMap::new();
        let mut shared: IndexMap<(&str, &str), (usize, &str)> = IndexMap::new();
        for file in found.iter().flat_map(|matches| &matches.files) {
            let document = self.document(file);
            let Some(identity) = document.and_then(|document| document.identity.as_ref()) else {
                continue;
            };
            let category = &*file.origin.category;
            let other = *first.entry(identity).or_insert(category);
            if other != category {
                let shared = shared.entry((category, other));
                shared.or_insert((0, file.document())).0 += 1;
            }
        }
        let texts: Vec<String> = (shared.into_iter())
            .map(|((name, first), (count, document))| {
                format!(
                    "category '{}' shares {} with '{}', such as {}; each is returned once",
                    escape_truncated(name),
                    counted(count, "document", "documents"),
                    escape_truncated(first),
                    escape_truncated(document)
                )
            })
            .collect();
        for text in texts {
            self.warn(path, &text);
        }
    }
}
