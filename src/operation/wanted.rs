//! The one document that a call asks for.

use std::sync::Arc;

use crate::documents::pattern::Pattern;
use crate::format::uri::Location;
use crate::operation::Request;
use crate::operation::matches::Matches;
use crate::operation::members::{Entry, Part};
use crate::operation::outcome::Stop;

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
        part: &Part<'_>,
    ) -> Result<(), Stop> {
        match wanted.path_in_category() {
            Some(path) if self.count() == 0 => self.find_exactly(request, part, None, path),
            _ => Ok(()),
        }
    }

    /// Looks for it among the members of a collection: of two categories whose names
    /// its path begins with, in that of the longer name first.
    pub(super) fn find_member(
        &mut self,
        request: &Request<'_>,
        wanted: &Wanted<'_>,
        mut entries: Vec<Entry<'_>>,
        collection: &Arc<str>,
    ) -> Result<(), Stop> {
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.name().len()));
        for entry in entries {
            let Some(path) = wanted.path_in_member(entry.name()) else {
                continue;
            };
            match &entry {
                Entry::Part(part) => self.find_exactly(request, part, Some(collection), path)?,
                Entry::Missing(_, missing) => drop(self.missing.insert(missing.clone())),
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
        part: &Part<'_>,
        collection: Option<&Arc<str>>,
        path: &str,
    ) -> Result<(), Stop> {
        let Some(pattern) = Pattern::exact(path) else {
            return Ok(());
        };
        let placed = self.search(request, part, Some(&pattern), collection)?;
        self.take(placed);
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
