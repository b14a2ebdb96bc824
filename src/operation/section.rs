//! Sections of documents, and the headings that there are in place of a missing one.

use indexmap::IndexMap;

use crate::documents::discover::FileInfo;
use crate::operation::error::{Error, Item, Kind, Nearby};
use crate::spec::Table;
use crate::text::message::{Joined, QuotedName, Uri};
use crate::text::names::{Truncated, near};
use crate::text::outline::{Heading, HeadingPath, SEPARATOR};
use crate::text::uri::fragment;

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
    first: Vec<(FileInfo, Heading)>,
    more: usize,
}

impl HeadingCandidates {
    /// Adds the headings of a document.
    pub fn add(&mut self, file: &FileInfo, headings: Vec<Heading>) {
        let free = MAX_CANDIDATES - self.first.len();
        self.more += headings.len().saturating_sub(free);
        let headings = headings.into_iter().map(|heading| (file.clone(), heading));
        self.first.extend(headings.take(free));
    }

    /// Returns the error that no document of a name has a section, with the headings that
    /// are similar to it, or else the first.
    pub fn into_error(self, section: &Section<'_>, table: &Table, within: Item) -> Error {
        let (given, wanted) = match section {
            // The last heading of a path is the one to find.
            Section::Heading { given, .. } => {
                let last = given.rsplit(SEPARATOR).next().unwrap_or(given);
                (*given, last.trim())
            }
            Section::Fragment { uri, slug } => (*uri, &**slug),
        };
        let key = |(_, heading): &(FileInfo, Heading)| match section {
            Section::Fragment { .. } => heading.slug.clone(),
            Section::Heading { .. } => heading.text.clone(),
        };
        let item = |(file, heading): &(FileInfo, Heading)| Item::At {
            name: QuotedName(heading.text.clone()),
            uri: Uri(table.document_uri(file) + &fragment(&heading.slug)),
        };
        let mut keys = IndexMap::new();
        for candidate in &self.first {
            keys.entry(key(candidate)).or_insert(candidate);
        }
        let all: Vec<&str> = keys.keys().map(String::as_str).collect();
        let near = near(wanted, &all).into_iter();
        let near: Truncated<Item> = near
            .filter_map(|text| keys.get(text).copied().map(item))
            .collect();
        let suggestion = match (near.is_empty(), self.first.is_empty()) {
            (false, _) => Nearby::Headings(near),
            (true, true) => Nearby::NoHeadings,
            (true, false) => {
                let first: Vec<Item> = self.first.iter().take(MAX_LISTED).map(item).collect();
                let more = self.first.len() - first.len() + self.more;
                Nearby::OtherHeadings(Truncated { first, more })
            }
        };
        Error::NoDocument {
            kind: Kind::Section,
            name: given.to_owned(),
            cause: Box::new(within),
            suggestion: Joined(vec![suggestion]),
        }
    }
}
