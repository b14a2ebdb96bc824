//! Sections of documents, and the headings to suggest for a missing section.

use indexmap::{IndexMap, IndexSet};

use crate::documents::discover::FileInfo;
use crate::documents::file_error::Cancelled;
use crate::documents::formats::Formats;
use crate::operation::OperationContext;
use crate::operation::error::{Error, Item, Nearby};
use crate::operation::kind::Kind;
use crate::text::location::fragment;
use crate::text::markup::heading_name::alike;
use crate::text::markup::heading_path::{HeadingPath, SEPARATOR};
use crate::text::markup::headings::Heading;
use crate::text::messages::{Joined, QuotedName, Uri};
use crate::text::truncated::{Truncated, near};

/// The maximum number of headings that are kept from documents without the requested section.
const MAX_CANDIDATES: usize = 1_000;
/// The maximum number of headings that an error lists if no heading is similar.
const MAX_LISTED: usize = 10;

/// The maximum number of headings that an error lists because they contain the requested words.
const MAX_HOLDING: usize = 5;

/// A section, as given in a call. Several documents may have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Section<'a> {
    /// The text of the section's heading, or a path of headings.
    Heading(&'a str),
    /// The fragment of a URI.
    Fragment {
        /// The URI as given.
        uri: &'a str,
        /// The fragment, decoded.
        slug: String,
    },
}

impl Section<'_> {
    /// Returns the indices of the headings that begin the section. `headings` are the headings of
    /// one document. If no heading matches, also accepts the forms `## A`, `#a` and `A>B`, and
    /// finally a similar heading if there is only one.
    ///
    /// # Errors
    ///
    /// Returns an error if the call is cancelled.
    pub fn resolve(
        &self,
        headings: &[Heading],
        context: &OperationContext<'_>,
    ) -> Result<Vec<usize>, Cancelled> {
        let check = || context.check_cancelled();
        let of_slug = |slug: &str| {
            let by_slug = headings.iter().position(|heading| heading.slug == slug);
            let by_id =
                || (headings.iter()).position(|heading| heading.ids.iter().any(|id| id == slug));
            by_slug.or_else(by_id).into_iter().collect()
        };
        let given = match self {
            Self::Fragment { slug, .. } => return Ok(of_slug(slug)),
            Self::Heading(given) => *given,
        };
        let found = HeadingPath::parse(given).matches(headings, check)?;
        if !found.is_empty() {
            return Ok(found);
        }
        let bare = given.trim_start_matches('#');
        let names: Vec<&str> = bare.split('>').map(str::trim).collect();
        let joined = names.join(SEPARATOR);
        let mut found = HeadingPath::parse(&joined).matches(headings, check)?;
        if found.is_empty() && bare.len() < given.len() {
            found = of_slug(&bare.trim().to_lowercase());
        }
        for path in [bare, &joined] {
            if found.is_empty() {
                found = alike(path, headings, check)?;
                // If several headings are similar, it is not clear which one is meant.
                found.truncate(usize::from(found.len() == 1));
            }
        }
        Ok(found)
    }
}

/// The headings of documents that do not contain the requested section.
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

    /// Returns the error for a section that no document under a name contains. The error lists the
    /// similar headings, or else the first headings. `within` is the place that was searched.
    pub fn into_error(self, section: &Section<'_>, formats: &Formats, within: Item) -> Error {
        let (given, wanted) = match section {
            // The last heading of a path is the one to find.
            Section::Heading(given) => {
                let last = given.rsplit(SEPARATOR).next().unwrap_or(given);
                (*given, last.trim())
            }
            Section::Fragment { uri, slug } => (*uri, &**slug),
        };
        let key = |(_, heading): &(FileInfo, Heading)| match section {
            Section::Fragment { .. } => heading.slug.clone(),
            Section::Heading(_) => heading.text.clone(),
        };
        let item = |(file, heading): &(FileInfo, Heading)| Item::At {
            name: QuotedName(heading.text.clone()),
            uri: Uri(formats.document_uri(file) + &fragment(&heading.slug)),
        };
        let mut keys = IndexMap::new();
        for candidate in &self.first {
            keys.entry(key(candidate)).or_insert(candidate);
        }
        let all: Vec<&str> = keys.keys().map(String::as_str).collect();
        let mut near = near(wanted, &all);
        let holding = all.iter().filter(|text| holds(text, wanted));
        near.extend(holding.take(MAX_HOLDING));
        let near: IndexSet<&str> = near.into_iter().collect();
        let near = near.into_iter().filter_map(|text| keys.get(text).copied());
        let near: Truncated<Item> = near.map(item).collect();
        let suggestion = match (near.is_empty(), self.first.is_empty()) {
            (false, _) => Nearby::Headings(near),
            (true, true) => Nearby::NoHeadings,
            (true, false) => {
                let mut first = Truncated::at_most(MAX_LISTED, self.first.iter().map(item));
                first.more += self.more;
                Nearby::OtherHeadings(first)
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

/// Returns whether each word of `wanted` is the beginning of a word in `heading`, ignoring case.
fn holds(heading: &str, wanted: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let (heading, wanted) = (words(heading), words(wanted));
    let begins = |begin: &String| heading.iter().any(|word| word.starts_with(begin.as_str()));
    !wanted.is_empty() && wanted.iter().all(begins)
}
