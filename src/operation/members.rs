//! A collection's members, one category's together, and what they find.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::documents::discover::{FileInfo, Search, discover_ranked, narrow};
use crate::documents::fault::Cancelled;
use crate::documents::pattern::{Pattern, PatternError};
use crate::documents::sandbox::Sandbox;
use crate::operation::Request;
use crate::operation::error::Error;
use crate::operation::matches::{CategoryMatches, Matches};
use crate::operation::outcome::{Missing, Stop};
use crate::project::collection::{Meaning, Members};
use crate::project::guide::Category;

/// What is searched of one category.
pub(super) struct Part<'a> {
    pub name: &'a str,
    pub category: &'a Category,
    /// The places of its members, and the pattern of each that has one.
    pub members: Vec<(usize, Option<&'a Pattern>)>,
}

/// What a collection's members come to, in their order.
pub(super) enum Entry<'a> {
    /// All members of a category, where the first of them stands.
    Part(Part<'a>),
    /// One that cannot be searched.
    Missing(&'a str, Missing),
}

impl Entry<'_> {
    /// The name of the category, or what stands in its place.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Part(part) => part.name,
            Self::Missing(name, _) => name,
        }
    }
}

/// The entries of a collection.
pub(super) fn entries<'a>(request: &Request<'a>, name: &str) -> Result<Vec<Entry<'a>>, Cancelled> {
    let project = &request.bound.project;
    let mut entries = Vec::new();
    let mut known: HashMap<usize, usize> = HashMap::new();
    let members = Members::of(&project.collections, name);
    for (place, member) in members.into_iter().flatten().enumerate() {
        // The patterns of a whole file take a second to parse.
        if (request.cancelled)() {
            return Err(Cancelled);
        }
        let (index, text, pattern) = match &member.meaning {
            Meaning::Category(index) => (*index, "", Ok(None)),
            Meaning::Part(index, given) => (*index, given.as_str(), given.parsed().map(Some)),
            Meaning::Collection(_) => continue,
            Meaning::Unknown => {
                let missing = Missing::Member(member.text.clone());
                entries.push(Entry::Missing(&member.text, missing));
                continue;
            }
        };
        let Some((name, category)) = project.categories.get_index(index) else {
            continue;
        };
        let pattern = match pattern {
            // In place of a call's own.
            Ok(None) if request.pattern.is_none() && request.document.is_none() => {
                default_patterns(request, category)?
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
                    let part = Part {
                        name,
                        category,
                        members,
                    };
                    entries.push(Entry::Part(part));
                }
                if let Some(Entry::Part(part)) = entries.get_mut(at) {
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
                entries.push(Entry::Missing(name, missing));
            }
        }
    }
    Ok(entries)
}

impl<'a> Part<'a> {
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
    fn patterns(&self, request: &Request<'_>) -> Result<Vec<(usize, &'a Pattern)>, Stop> {
        let mut patterns = Vec::new();
        for (place, own) in &self.members {
            match own {
                Some(own) => patterns.push((*place, *own)),
                None => {
                    let default = default_patterns(request, self.category)?;
                    let default = default.map_err(|(pattern, error)| Error::InvalidPattern {
                        pattern: pattern.to_owned(),
                        of: Some(self.name.to_owned()),
                        error: error.clone(),
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
        part: &Part<'_>,
        asked: Option<&Pattern>,
        collection: Option<&Arc<str>>,
    ) -> Result<Vec<(usize, CategoryMatches)>, Stop> {
        let (own, rest) = part.own();
        let patterns = match asked {
            Some(pattern) => vec![(rest.unwrap_or_default(), pattern)],
            None => part.patterns(request)?,
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
            let served = match hidden {
                true => part.category.served_to_call(request.cancelled)?,
                false => part.category.served(),
            };
            let texts: Vec<&Pattern> = patterns.iter().map(|(_, pattern)| *pattern).collect();
            let search = Search {
                patterns: &texts,
                suffixes: request.suffixes,
                served,
                category: part.name.into(),
                collection: collection.cloned(),
            };
            let mut files = discover_ranked(&sandbox, &search, request.cancelled)?;
            for (rank, _) in &mut files {
                *rank = patterns[*rank].0;
            }
            Ok::<_, Stop>(files)
        };
        let mut files = find(&patterns)?;
        if let (Some(pattern), Some(_)) = (asked, request.document) {
            // What stands in the way of a path is not what it names.
            let named = |path: &str| pattern.matches(path);
            files.retain(|(_, file)| named(file.document()) || named(file.path.as_str()));
        }
        if asked.is_some() && !own.is_empty() && !files.is_empty() {
            let members = find(&own)?;
            let asked = files.into_iter().map(|(_, file)| file).collect();
            files = narrow(asked, members, rest, request.cancelled)?;
        }
        Ok(self.placed(files, &sandbox))
    }

    /// What one search found, by the places of the members.
    fn placed(
        &mut self,
        files: Vec<(usize, FileInfo)>,
        sandbox: &Rc<Sandbox>,
    ) -> Vec<(usize, CategoryMatches)> {
        let search = self.searches;
        self.searches += 1;
        let mut placed: Vec<(usize, CategoryMatches)> = Vec::new();
        let mut room = files.len();
        for (place, file) in files {
            if placed.last().is_none_or(|(last, _)| *last != place) {
                let matches = CategoryMatches {
                    search,
                    sandbox: Rc::clone(sandbox),
                    files: Vec::with_capacity(std::mem::take(&mut room)),
                };
                placed.push((place, matches));
            }
            if let Some((_, matches)) = placed.last_mut() {
                matches.files.push(file);
            }
        }
        placed
    }
}

/// A category's default patterns, or the first that is none, and why.
fn default_patterns<'a>(
    request: &Request<'_>,
    category: &'a Category,
) -> Result<Result<Vec<&'a Pattern>, (&'a str, &'a PatternError)>, Cancelled> {
    let mut patterns = Vec::with_capacity(category.patterns.len());
    for pattern in &category.patterns {
        // Those of a whole file take a second to parse.
        if (request.cancelled)() {
            return Err(Cancelled);
        }
        match pattern.parsed() {
            Ok(parsed) => patterns.push(parsed),
            Err(error) => return Ok(Err((pattern.as_str(), error))),
        }
    }
    Ok(Ok(patterns))
}
