//! The checks of collections: their members, and what these find.

use std::collections::HashSet;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};

use super::Check;
use super::documents::{AnswerPlan, CategoryDocuments};
use super::report::Level;
use crate::documents::discover::{FileInfo, Search, discover_ranked};
use crate::documents::pattern::Pattern;
use crate::project::collection::{Collection, Meaning, Member, Members};
use crate::project::guide::{Category, Project};
use crate::render::wording::echo;

/// The members of one category: their places, and the pattern of each that has one.
type Part<'a> = Vec<(usize, Option<&'a Pattern>)>;

impl Check<'_> {
    pub(super) fn collection(
        &mut self,
        name: &str,
        collection: &Collection,
        categories: &mut [CategoryDocuments],
    ) {
        let project = Arc::clone(&self.bound.project);
        let path = format!("collections.{}", echo(name));
        self.members(&path, collection, &project);
        let Some(mut members) = Members::of(&project.collections, name) else {
            return;
        };
        let mut parts: IndexMap<usize, Part<'_>> = IndexMap::new();
        for (place, member) in members.by_ref().enumerate() {
            if let Some((category, pattern)) = part(member) {
                parts.entry(category).or_default().push((place, pattern));
            }
        }
        if let Some(other) = members.around {
            let text = format!(
                "the collection contains itself, as a member of '{}'; it is visited once",
                echo(other)
            );
            self.error(&path, &text);
        }
        let mut idle = Vec::new();
        let mut order = Vec::new();
        for (index, part) in &parts {
            let known = (project.categories.get_index(*index)).zip(categories.get_mut(*index));
            let Some(((name, category), documents)) = known else {
                continue;
            };
            if let [(place, None)] = part[..] {
                order.extend((0..documents.by_default).map(|at| (place, *index, at)));
                continue;
            }
            let files = self.found((name, category), part, documents, &path);
            let paths = files
                .iter()
                .map(|(place, file)| (*place, documents.position(&file.path)));
            order.extend(paths.filter_map(|(place, at)| Some((place, *index, at?))));
            if files.iter().any(|(_, file)| file.fault.is_some()) {
                continue;
            }
            let files: Vec<FileInfo> = files.into_iter().map(|(_, file)| file).collect();
            for (at, member) in collection.members.iter().enumerate() {
                if let Meaning::Part(of, pattern) = &member.meaning
                    && of == index
                    && let Ok(pattern) = pattern.parsed()
                    && !super::finds(pattern, &files)
                {
                    idle.push((at, pattern));
                }
            }
        }
        idle.sort_by_key(|(at, _)| *at);
        for (at, pattern) in idle {
            let level = match order.is_empty() {
                true => Level::Error,
                false => Level::Warning,
            };
            let path = format!("{path}.categories[{at}]");
            self.no_match(level, &path, &[pattern.as_str()]);
        }
        if project.categories.contains_key(name) {
            let text = format!("'{}' names both a category and a collection", echo(name));
            self.error(&path, &text);
        }
        order.sort_by_key(|(place, ..)| *place);
        let read = order.into_iter().filter_map(|(_, category, at)| {
            let documents = categories.get(category)?;
            Some((documents, documents.read.get(at)?))
        });
        let plan = AnswerPlan::new(read);
        self.shared(&path, &plan);
        self.budget(&path, Some(name), &plan);
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
                self.error(path, &format!("'{}' is listed more than once", echo(text)));
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
                        echo(text)
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

    /// Finds what members match of a category, each by the place of the first, and reads
    /// what was not read yet.
    fn found(
        &mut self,
        (name, category): (&str, &Category),
        part: &Part<'_>,
        documents: &mut CategoryDocuments,
        path: &str,
    ) -> Vec<(usize, FileInfo)> {
        // Reported with the category.
        let Ok(sandbox) = self.bound.open(category) else {
            return Vec::new();
        };
        let mut patterns: Vec<(usize, &Pattern)> = Vec::new();
        for (place, own) in part {
            let default = category.patterns.iter().filter(|_| own.is_none());
            let default = default.filter_map(|pattern| pattern.parsed().ok());
            patterns.extend(own.iter().copied().chain(default).map(|own| (*place, own)));
        }
        let texts: Vec<&Pattern> = patterns.iter().map(|(_, pattern)| *pattern).collect();
        let asks = |(_, own): &(usize, Option<&Pattern>)| own.is_some_and(Pattern::reaches_hidden);
        let served = match part.iter().any(asks) {
            true => category.served_to_call(&|| false),
            false => Ok(category.served()),
        };
        let suffixes = &self.table.template_suffixes;
        let search = served.map(|served| Search::new(name, &texts, suffixes, served));
        let files = search.and_then(|search| discover_ranked(&sandbox, &search, &|| false));
        let files = files.unwrap_or_default();
        let found = files.iter().map(|(_, file)| file);
        self.read(documents, category, &sandbox, found, path);
        let placed = files.into_iter();
        placed
            .map(|(rank, file)| (patterns[rank].0, file))
            .collect()
    }
}

/// Returns the category of a member, and its pattern if it has one; `None` if the pattern
/// is invalid.
fn part(member: &Member) -> Option<(usize, Option<&Pattern>)> {
    match &member.meaning {
        Meaning::Category(category) => Some((*category, None)),
        Meaning::Part(category, pattern) => Some((*category, Some(pattern.parsed().ok()?))),
        Meaning::Collection(_) | Meaning::Unknown => None,
    }
}
