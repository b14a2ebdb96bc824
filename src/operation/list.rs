//! List: what exists, without the content.

mod names;

pub(super) use names::uncountable;
pub use names::{count, names};

use std::time::SystemTime;

use crate::documents::discover::{FileInfo, Origin};
use crate::documents::document::OpenDocument;
use crate::documents::error::{FileError, Unreadable};
use crate::operation::Request;
use crate::operation::advice::WildcardReach;
use crate::operation::error::NearbyHeadings;
use crate::operation::matches::{CategoryMatches, Matches, shown};
use crate::operation::outcome::{Notes, Stop};
use crate::operation::wanted::{Candidates, Section};
use crate::text::frontmatter::About;
use crate::text::outline::{Heading, headings};
use crate::text::truncated::Truncated;

/// The documents of a name, as far as they can be opened.
#[derive(Debug)]
pub struct DocumentList<'m> {
    /// One row each, in order.
    pub rows: Vec<DocumentRow<'m>>,
    /// What cannot be opened.
    pub unreadable: Truncated<Unreadable>,
    /// The headings of the only document, if it is Markdown.
    pub headings: Option<(&'m FileInfo, Vec<Heading>)>,
}

/// A document.
#[derive(Debug)]
pub struct DocumentRow<'m> {
    /// What it is and where it was found.
    pub info: &'m FileInfo,
    /// Which search of a category found it.
    pub search: usize,
    /// What it says of itself, if anything.
    pub about: Option<Box<About>>,
    /// Its size in bytes.
    pub bytes: u64,
    /// When it was last modified.
    pub modified: SystemTime,
    /// The least length of a directory's path below which `**` finds it.
    pub reach: usize,
}

impl<'m> DocumentRow<'m> {
    /// Returns the row of a document, with what it says of itself.
    pub(super) fn new(info: &'m FileInfo, opened: &OpenDocument, about: About) -> Self {
        Self {
            info,
            search: 0,
            about: (about != About::default()).then(|| Box::new(about)),
            bytes: opened.bytes(),
            modified: opened.modified(),
            reach: 0,
        }
    }
}

/// A directory in place of all documents below it.
#[derive(Debug)]
pub struct DirectoryRow<'m> {
    /// Where it was found.
    pub origin: &'m Origin,
    /// Its path within the category with a `/` after it; empty for the category's
    /// own.
    pub path: &'m str,
    /// What is below it.
    pub count: Count,
}

/// The size of several documents together.
#[derive(Debug, Clone, Copy)]
pub struct Count {
    /// How many there are.
    pub documents: usize,
    /// Their size together, in bytes.
    pub bytes: u64,
    /// When the latest of them was last modified.
    pub modified: SystemTime,
    /// The least length of a directory's path below which `**` finds them.
    pub reach: usize,
}

impl Count {
    /// Returns the count of one document.
    pub fn new(document: &DocumentRow<'_>) -> Self {
        Self {
            documents: 1,
            bytes: document.bytes,
            modified: document.modified,
            reach: document.reach,
        }
    }

    /// Adds other documents.
    pub fn add(&mut self, other: Self) {
        self.documents += other.documents;
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.modified = self.modified.max(other.modified);
        self.reach = self.reach.max(other.reach);
    }
}

impl Default for Count {
    fn default() -> Self {
        Self {
            documents: 0,
            bytes: 0,
            modified: SystemTime::UNIX_EPOCH,
            reach: 0,
        }
    }
}

/// Lists the documents that match a name. Those that are stored templates are noted.
///
/// # Errors
///
/// [`Stop::Cancelled`].
pub fn documents<'m>(
    request: &Request<'_>,
    matches: &'m Matches,
    notes: &mut Notes,
) -> Result<DocumentList<'m>, Stop> {
    let mut rows = Vec::with_capacity(matches.count());
    let (mut only, mut nested) = (None, None);
    let mut reach = WildcardReach::new(&matches.patterns);
    let mut unreadable = open(request, matches, |category, info, opened| {
        let files = &*category.sandbox;
        let about = request.about(files, info, opened);
        if matches.count() == 1 && (request.is_markdown)(info) {
            let text = request.text(files, info, opened);
            match headings(&text.unwrap_or_default().text) {
                Some(headings) => only = Some((info, headings)),
                None => {
                    nested = Some(Unreadable {
                        path: shown(info, matches.qualified),
                        error: FileError::Nested,
                    });
                }
            }
        }
        if info.is_template() && !request.bound.renders(&info.origin.category) {
            let name = || shown(info, matches.qualified);
            notes.templates.push_with(name);
        }
        let path = info.path.as_str();
        rows.push(DocumentRow {
            search: category.search,
            reach: reach.of(category.search, &category.sandbox, path),
            ..DocumentRow::new(info, opened, about)
        });
    })?;
    unreadable.extend(nested);
    Ok(DocumentList {
        rows,
        unreadable,
        headings: only.filter(|(_, headings)| !headings.is_empty()),
    })
}

/// Returns the headings of a section of the only document, that of the section first.
///
/// # Errors
///
/// The headings that there are instead.
pub fn within<'m>(
    section: &Section<'_>,
    only: Option<(&'m FileInfo, Vec<Heading>)>,
) -> Result<(&'m FileInfo, Vec<Heading>), NearbyHeadings> {
    let mut candidates = Candidates::default();
    if let Some((info, mut headings)) = only {
        let meant = section.resolve(&headings);
        if let Some(around) = meant.first().map(|at| headings[*at].section.clone()) {
            headings.retain(|heading| around.contains(&heading.section.start));
            return Ok((info, headings));
        }
        candidates.add(info, headings);
    }
    Err(candidates.nearest(section))
}

/// Opens each document that matches and passes it to `document`. Returns those that
/// cannot be opened.
fn open<'m>(
    request: &Request<'_>,
    matches: &'m Matches,
    mut document: impl FnMut(&'m CategoryMatches, &'m FileInfo, &OpenDocument),
) -> Result<Truncated<Unreadable>, Stop> {
    let mut unreadable: Truncated<Unreadable> = matches.unreadable.iter().cloned().collect();
    let limit = request.bound.project.limits.file_bytes;
    for category in &matches.categories {
        for file in &category.files {
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            match OpenDocument::open(&category.sandbox, file, limit) {
                Ok(opened) => document(category, file, &opened),
                Err(error) => unreadable.push_with(|| Unreadable {
                    path: shown(file, matches.qualified),
                    error,
                }),
            }
        }
    }
    Ok(unreadable)
}
