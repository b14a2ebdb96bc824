//! The one document that a call asks for.

use std::sync::Arc;

use crate::documents::discover::{Search, discover};
use crate::documents::pattern::Pattern;
use crate::format::uri::Location;
use crate::operation::Request;
use crate::operation::matches::{CategoryMatches, Matches};
use crate::operation::outcome::{Missing, Stop};
use crate::project::guide::{Category, Collection};

/// A document, as a call asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted<'a> {
    /// As it was given.
    pub given: &'a str,
    /// What its URI says, where it is one.
    pub location: Option<Location<'static>>,
}

impl Matches {
    /// Looks for it in a category, unless it was found.
    pub(super) fn find_here(
        &mut self,
        request: &Request<'_>,
        wanted: &Wanted<'_>,
        name: &str,
        category: &Category,
    ) -> Result<(), Stop> {
        match wanted.path_in_category() {
            Some(path) if self.count() == 0 => {
                self.find_exactly(request, name, category, None, path)
            }
            _ => Ok(()),
        }
    }

    /// Looks for it in a collection: of two categories whose names its path begins
    /// with, in that of the longer name first.
    pub(super) fn find_member(
        &mut self,
        request: &Request<'_>,
        wanted: &Wanted<'_>,
        name: &str,
        collection: &Collection,
    ) -> Result<(), Stop> {
        let id: Arc<str> = name.into();
        let mut members: Vec<(&str, &str)> = collection
            .categories
            .iter()
            .filter_map(|member| Some((member.as_str(), wanted.path_in_member(member)?)))
            .collect();
        members.sort_by_key(|(member, _)| std::cmp::Reverse(member.len()));
        for (member, path) in members {
            match request.bound.project.categories.get(member) {
                Some(category) => {
                    self.find_exactly(request, member, category, Some(&id), path)?;
                }
                None => {
                    self.missing.insert(Missing::Category(member.to_owned()));
                }
            }
            if self.count() > 0 {
                break;
            }
        }
        Ok(())
    }

    fn find_exactly(
        &mut self,
        request: &Request<'_>,
        name: &str,
        category: &Category,
        collection: Option<&Arc<str>>,
        path: &str,
    ) -> Result<(), Stop> {
        let Some(pattern) = Pattern::exact(path) else {
            return Ok(());
        };
        let sandbox = match request.bound.open(category) {
            Ok(sandbox) => sandbox,
            Err(fault) => {
                self.not_opened(name, category, fault);
                return Ok(());
            }
        };
        let served = self.served(request, name, category, Some(&pattern))?;
        let search = Search {
            patterns: &[&pattern],
            suffixes: request.suffixes,
            served,
            category: name.into(),
            collection: collection.cloned(),
        };
        let mut files = discover(&sandbox, &search, request.cancelled)?;
        // What stands in the way of a path is not what it names.
        files
            .retain(|file| pattern.matches(file.document()) || pattern.matches(file.path.as_str()));
        self.categories.push(CategoryMatches { sandbox, files });
        Ok(())
    }
}

impl Wanted<'_> {
    /// Its path in the category that the call names.
    pub(super) fn path_in_category(&self) -> Option<&str> {
        match &self.location {
            None => Some(self.given),
            Some(location) => location.collection.is_none().then_some(&location.path),
        }
    }

    /// Its path in a category of the collection that the call names.
    pub(super) fn path_in_member(&self, member: &str) -> Option<&str> {
        match &self.location {
            None => self.given.strip_prefix(member)?.strip_prefix('/'),
            Some(location) => (location.collection.is_some() && location.category == member)
                .then_some(&location.path),
        }
    }
}
