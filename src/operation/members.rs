//! A collection's members, one category's together, and what they find.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::documents::discover::{CategorySearch, FileInfo, discover, intersect};
use crate::documents::pattern::{Pattern, PatternError};
use crate::documents::sandbox::Sandbox;
use crate::operation::Request;
use crate::operation::error::Error;
use crate::operation::matches::{CategoryMatches, Matches};
use crate::operation::outcome::{Missing, Stop};
use crate::project::collection::Meaning;
use crate::project::guide::Category;

/// What is searched of one category.
pub(super) struct CategoryPart<'a> {
    pub name: &'a str,
    pub category: &'a Category,
    /// The places of its members, and the pattern of each that has one.
    pub members: Vec<(usize, Option<&'a Pattern>)>,
}

/// What a collection's members come to, in their order.
pub(super) enum CollectionEntry<'a> {
    /// All members of a category, where the first of them stands.
    Part(CategoryPart<'a>),
    /// One that cannot be searched.
    Missing(&'a str, Missing),
}

impl CollectionEntry<'_> {
    /// The name of the category, or what stands in its place.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Part(part) => part.name,
            Self::Missing(name, _) => name,
        }
    }
}

/// The entries of a collection.
pub(super) fn entries<'a>(request: &Request<'a>, name: &str) -> Vec<CollectionEntry<'a>> {
    let project = &request.bound.project;
    let mut entries = Vec::new();
    let mut known: HashMap<usize, usize> = HashMap::new();
    let collection = project.collections.get(name);
    let members = collection.into_iter().flat_map(|of| &of.flattened);
    for (place, member) in members.enumerate() {
        let (index, text, pattern) = match &member.meaning {
            Meaning::Category(index) => (*index, "", Ok(None)),
            Meaning::Part(index, given) => (*index, given.as_str(), given.parsed().map(Some)),
            Meaning::Collection(_) => continue,
            Meaning::Unknown => {
                let missing = Missing::Member(member.text.clone());
                entries.push(CollectionEntry::Missing(&member.text, missing));
                continue;
            }
        };
        let Some((name, category)) = project.categories.get_index(index) else {
            continue;
        };
        let pattern = match pattern {
            // In place of a call's own.
            Ok(None) if request.pattern.is_none() && request.document.is_none() => {
                default_patterns(category)
                    .map(|_| None)
                    .map_err(|(text, error)| (text.to_owned(), error))
            }
            other => other.map_err(|error| (text.to_owned(), error)),
        };
        match pattern {
            Ok(pattern) => {
                let at = *known.entry(index).or_insert(entries.len());
                if at == entries.len() {
                    let members = Vec::new();
                    let part = CategoryPart {
                        name,
                        category,
                        members,
                    };
                    entries.push(CollectionEntry::Part(part));
                }
                if let Some(CollectionEntry::Part(part)) = entries.get_mut(at) {
                    part.members.push((place, pattern));
                }
            }
            Err((pattern, error)) => {
                let (member, error) = (member.text.clone(), error.clone());
                let missing = Missing::Pattern {
                    member,
                    pattern,
                    error,
                };
                entries.push(CollectionEntry::Missing(name, missing));
            }
        }
    }
    entries
}

/// Returns what is searched of each category of a collection.
pub(super) fn members<'a>(request: &Request<'a>, name: &str) -> Vec<CategoryPart<'a>> {
    let entries = entries(request, name).into_iter();
    let parts = entries.filter_map(|entry| match entry {
        CollectionEntry::Part(part) => Some(part),
        CollectionEntry::Missing(..) => None,
    });
    parts.collect()
}

impl<'a> CategoryPart<'a> {
    /// A whole category.
    pub(super) fn whole(name: &'a str, category: &'a Category) -> Self {
        Self {
            name,
            category,
            members: vec![(0, None)],
        }
    }

    /// Whether one of its members is the category without a pattern.
    pub(super) fn is_whole(&self) -> bool {
        self.members.iter().any(|(_, own)| own.is_none())
    }

    /// The patterns of its members that come before the first without one, and the
    /// place of that.
    pub(super) fn own(&self) -> (Vec<(usize, &'a Pattern)>, Option<usize>) {
        let own = self.members.iter();
        let own: Vec<_> = own
            .map_while(|(place, own)| Some((*place, (*own)?)))
            .collect();
        let rest = self.members.get(own.len()).map(|(place, _)| *place);
        (own, rest)
    }

    /// The patterns of all its members, the default ones of those without.
    fn patterns(&self) -> Result<Vec<(usize, &'a Pattern)>, Error> {
        let mut patterns = Vec::new();
        for (place, own) in &self.members {
            match own {
                Some(own) => patterns.push((*place, *own)),
                None => {
                    let default = default_patterns(self.category).map_err(|(pattern, error)| {
                        Error::InvalidPattern {
                            pattern: pattern.to_owned(),
                            of: Some(self.name.to_owned()),
                            error: error.clone(),
                        }
                    })?;
                    patterns.extend(default.into_iter().map(|pattern| (*place, pattern)));
                }
            }
        }
        Ok(patterns)
    }
}

impl Matches {
    /// Finds what the members of a category find, or what they do of a call's pattern:
    /// by the places of the members, each document by that of the first.
    pub(super) fn search(
        &mut self,
        request: &Request<'_>,
        part: &CategoryPart<'_>,
        asked: Option<&Pattern>,
        collection: Option<&Arc<str>>,
    ) -> Result<Vec<(usize, CategoryMatches)>, Stop> {
        let (own, rest) = part.own();
        let patterns = match asked {
            Some(pattern) => vec![(rest.unwrap_or_default(), pattern)],
            None => part.patterns()?,
        };
        if request.document.is_none() {
            for (_, pattern) in &patterns {
                if !self.patterns.contains(pattern.as_str()) {
                    self.patterns.insert(pattern.as_str().to_owned());
                }
            }
        }
        let sandbox = match request.bound.open(part.category) {
            Ok(sandbox) => Rc::new(sandbox),
            Err(fault) => {
                self.not_opened(part.name, part.category, fault);
                return Ok(Vec::new());
            }
        };
        let mut named = part.members.iter().filter_map(|(_, own)| *own).chain(asked);
        let hidden = named.any(Pattern::reaches_hidden);
        if hidden && !part.category.hidden {
            self.unserved.insert(part.name.to_owned());
        }
        let find = |patterns: &[(usize, &Pattern)]| {
            let rules = match hidden {
                true => part.category.served_to_call(),
                false => part.category.served(),
            };
            let texts: Vec<&Pattern> = patterns.iter().map(|(_, pattern)| *pattern).collect();
            let search = CategorySearch {
                patterns: &texts,
                suffixes: request.suffixes,
                rules,
                category: part.name.into(),
                collection: collection.cloned(),
                page: None,
            };
            let mut files = discover(&sandbox, &search, request.cancelled)?;
            for file in &mut files {
                file.priority = patterns[file.priority].0;
            }
            Ok::<_, Stop>(files)
        };
        let mut files = find(&patterns)?;
        if let (Some(pattern), Some(_)) = (asked, request.document) {
            // What stands in the way of a path is not what it names.
            let named = |path: &str| pattern.matches(path);
            files.retain(|file| named(file.document()) || named(file.path.as_str()));
        }
        if asked.is_some() && !own.is_empty() && !files.is_empty() {
            files = intersect(files, find(&own)?, rest);
        }
        Ok(self.placed(files, &sandbox))
    }

    /// Groups what one search found by the places of the members.
    fn placed(
        &mut self,
        files: Vec<FileInfo>,
        sandbox: &Rc<Sandbox>,
    ) -> Vec<(usize, CategoryMatches)> {
        let search = self.searches;
        self.searches += 1;
        let mut placed: Vec<(usize, CategoryMatches)> = Vec::new();
        for file in files {
            match placed.last_mut() {
                Some((place, matches)) if *place == file.priority => matches.files.push(file),
                _ => placed.push((
                    file.priority,
                    CategoryMatches {
                        search,
                        sandbox: Rc::clone(sandbox),
                        files: vec![file],
                    },
                )),
            }
        }
        placed
    }
}

/// Returns a category's default patterns, or the first that is invalid, and why.
fn default_patterns(category: &Category) -> Result<Vec<&Pattern>, (&str, &PatternError)> {
    let parsed = category.patterns.iter().map(|pattern| {
        let invalid = |error| (pattern.as_str(), error);
        pattern.parsed().map_err(invalid)
    });
    parsed.collect()
}
