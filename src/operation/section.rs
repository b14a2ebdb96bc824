//! Sections of documents, and the headings that there are in place of a missing one.

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::operation::error::{Error, NoSection, Notes, OperationError, PlacedHeading, Scope};
use crate::text::names::{Truncated, near};
use crate::text::outline::{Heading, HeadingPath, SEPARATOR};

/// How many headings are kept of documents that lack the one that is asked for.
const MAX_CANDIDATES: usize = 1_000;
/// How many of them are listed if none is similar.
const MAX_LISTED: usize = 10;

/// A section of documents, as a call asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Section<'a> {
    /// By the text of its heading, or by a path of headings.
    Heading {
        given: &'a str,
        path: HeadingPath,
        /// What it means if no heading is so: `## A`, `#a` and `A>B` are read, too.
        other: HeadingPath,
        slug: Option<String>,
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
    /// Parses the text of a heading, or a path of headings.
    pub fn of_heading(given: &'a str) -> Self {
        let bare = given.trim_start_matches('#');
        let names: Vec<&str> = bare.split('>').map(str::trim).collect();
        Self::Heading {
            given,
            path: HeadingPath::parse(given),
            other: HeadingPath::parse(&names.join(SEPARATOR)),
            slug: (bare.len() < given.len()).then(|| bare.trim().to_lowercase()),
        }
    }

    /// Returns the indices of a document's headings that begin the section.
    pub fn resolve(&self, headings: &[Heading]) -> Vec<usize> {
        let of_slug = |slug: &str| {
            let named = headings.iter().position(|heading| heading.slug == slug);
            named.into_iter().collect()
        };
        match self {
            Self::Fragment { slug, .. } => of_slug(slug),
            Self::Heading {
                path, other, slug, ..
            } => {
                let mut found = path.matches(headings);
                if found.is_empty() {
                    found = other.matches(headings);
                }
                match slug {
                    Some(slug) if found.is_empty() => of_slug(slug),
                    _ => found,
                }
            }
        }
    }
}

/// Headings of documents that lack the one that is asked for.
#[derive(Debug, Default)]
pub struct HeadingCandidates {
    first: Vec<PlacedHeading>,
    more: usize,
}

impl HeadingCandidates {
    /// Adds the headings of a document.
    pub fn add(&mut self, file: &FileInfo, headings: Vec<Heading>) {
        let free = MAX_CANDIDATES - self.first.len();
        self.more += headings.len().saturating_sub(free);
        let placed = headings.into_iter().map(|heading| PlacedHeading {
            text: heading.text,
            slug: heading.slug,
            info: file.clone(),
        });
        self.first.extend(placed.take(free));
    }

    /// Returns the error that no document of a name has a section, with the headings that
    /// are similar to it, or else the first.
    pub fn into_error(
        self,
        section: &Section<'_>,
        scope: Scope,
        name: String,
        notes: Notes,
    ) -> OperationError {
        let (given, wanted) = match section {
            // The last heading of a path is the one to find.
            Section::Heading { given, .. } => {
                let last = given.rsplit(SEPARATOR).next().unwrap_or(given);
                (*given, last.trim())
            }
            Section::Fragment { uri, slug } => (*uri, &**slug),
        };
        let of_uri = matches!(section, Section::Fragment { .. });
        let key: fn(&PlacedHeading) -> &str = match of_uri {
            true => |heading| &heading.slug,
            false => |heading| &heading.text,
        };
        let all: IndexSet<&str> = self.first.iter().map(key).collect();
        let near = near(wanted, &all.into_iter().collect::<Vec<_>>());
        let near = near.iter().filter_map(|text| {
            let mut placed = self.first.iter();
            placed.find(|heading| key(heading) == *text).cloned()
        });
        let near: Truncated<PlacedHeading> = near.collect();
        let are_near = !near.is_empty();
        let listed = self.first.len().min(MAX_LISTED);
        let headings = match are_near {
            true => near,
            false => Truncated {
                more: self.first.len() - listed + self.more,
                first: self.first.into_iter().take(listed).collect(),
            },
        };
        let missing = NoSection {
            scope,
            name,
            section: given.to_owned(),
            are_near,
            headings,
        };
        OperationError::failed(Error::NoSection(Box::new(missing)), notes)
    }
}
