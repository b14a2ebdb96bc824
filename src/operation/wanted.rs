//! The one document that a call asks for.

use std::sync::Arc;

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::pattern::Pattern;
use crate::operation::Request;
use crate::operation::error::{Error, NearbyHeadings, NoSection, PlacedHeading, Scope};
use crate::operation::matches::Matches;
use crate::operation::members::{CategoryPart, CollectionEntry};
use crate::operation::outcome::{Notes, Stop};
use crate::text::near::near;
use crate::text::outline::{Heading, HeadingPath, SEPARATOR};
use crate::text::truncated::Truncated;
use crate::text::uri::Location;

/// How many headings are kept of documents that lack the one that is asked for.
const MAX_CANDIDATES: usize = 1_000;
/// How many of them are told where none is near.
const MAX_TOLD: usize = 10;

/// A section of documents, as a call asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Section<'a> {
    /// By the text of its heading, or by a path of headings.
    Heading {
        /// The text as it was given.
        given: &'a str,
        /// The same, parsed.
        path: HeadingPath,
    },
    /// By the fragment of a URI.
    Fragment {
        /// The URI as it was given.
        uri: &'a str,
        /// Its fragment, decoded.
        slug: String,
    },
}

impl<'a> Section<'a> {
    /// Reads the text of a heading, or a path of headings.
    pub fn of_heading(given: &'a str) -> Self {
        let path = HeadingPath::parse(given);
        Self::Heading { given, path }
    }

    /// Returns the indices of a document's headings that begin the section.
    pub fn resolve(&self, headings: &[Heading]) -> Vec<usize> {
        match self {
            Self::Heading { path, .. } => path.matches(headings),
            Self::Fragment { slug, .. } => {
                let named = headings.iter().position(|heading| heading.slug == *slug);
                named.into_iter().collect()
            }
        }
    }

    /// That no document of a name has it.
    pub fn missing(
        &self,
        scope: Scope,
        name: String,
        nearby: NearbyHeadings,
        notes: Notes,
    ) -> Stop {
        let (Self::Heading { given, .. } | Self::Fragment { uri: given, .. }) = self;
        let missing = NoSection {
            scope,
            name,
            section: (*given).to_owned(),
            of_uri: matches!(self, Self::Fragment { .. }),
            nearby,
        };
        Stop::failed(Error::NoSection(Box::new(missing)), notes)
    }
}

/// Headings of documents that lack the one that is asked for.
#[derive(Debug, Default)]
pub struct Candidates {
    first: Vec<PlacedHeading>,
    more: usize,
}

impl Candidates {
    /// Those of one document more.
    pub fn add(&mut self, file: &FileInfo, headings: Vec<Heading>) {
        let room = MAX_CANDIDATES - self.first.len();
        self.more += headings.len().saturating_sub(room);
        let placed = headings.into_iter().map(|heading| PlacedHeading {
            text: heading.text,
            slug: heading.slug,
            info: file.clone(),
        });
        self.first.extend(placed.take(room));
    }

    /// The nearest, or else the first.
    pub fn nearest(self, section: &Section<'_>) -> NearbyHeadings {
        let (wanted, said): (&str, fn(&PlacedHeading) -> &str) = match section {
            // The last of a path is what is to be found.
            Section::Heading { given: text, .. } => {
                let last = text.rsplit(SEPARATOR).next();
                (last.unwrap_or(text).trim(), |heading| &heading.text)
            }
            Section::Fragment { slug, .. } => (slug, |heading| &heading.slug),
        };
        let all: IndexSet<&str> = self.first.iter().map(said).collect();
        let near: Vec<&str> = near(wanted, &all.into_iter().collect::<Vec<_>>());
        let found = near.iter().filter_map(|text| {
            let mut placed = self.first.iter();
            placed.find(|heading| said(heading) == *text).cloned()
        });
        let nearest: Vec<PlacedHeading> = found.collect();
        if !nearest.is_empty() {
            return NearbyHeadings {
                are_near: true,
                headings: nearest.into_iter().collect(),
            };
        }
        let told = self.first.len().min(MAX_TOLD);
        NearbyHeadings {
            are_near: false,
            headings: Truncated {
                more: self.first.len() - told + self.more,
                first: self.first.into_iter().take(told).collect(),
            },
        }
    }
}

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
        part: &CategoryPart<'_>,
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
        mut entries: Vec<CollectionEntry<'_>>,
        collection: &Arc<str>,
    ) -> Result<(), Stop> {
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.name().len()));
        for entry in entries {
            let Some(path) = wanted.path_in_member(entry.name()) else {
                continue;
            };
            match &entry {
                CollectionEntry::Part(part) => {
                    self.find_exactly(request, part, Some(collection), path)?
                }
                CollectionEntry::Missing(_, missing) => drop(self.missing.insert(missing.clone())),
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
        part: &CategoryPart<'_>,
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
