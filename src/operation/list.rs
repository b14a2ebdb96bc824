//! List: what exists, without the content.

use std::time::SystemTime;

use crate::documents::discover::{FileInfo, Origin};
use crate::documents::document::OpenDocument;
use crate::documents::error::{FileError, Unreadable};
use crate::operation::Request;
use crate::operation::error::{Error, Missing, Notes, OperationError, Unlisted};
use crate::operation::matches::{Matches, shown};
use crate::operation::section::HeadingCandidates;
use crate::project::collection::Meaning;
use crate::project::default_pattern::DefaultPattern;
use crate::project::guide::Project;
use crate::spec::SearchKind;
use crate::text::frontmatter::About;
use crate::text::names::Truncated;
use crate::text::outline::{Heading, headings};

/// The documents of a name that can be opened.
#[derive(Debug)]
pub struct DocumentList<'m> {
    /// One row each, in order.
    pub rows: Vec<DocumentRow<'m>>,
    pub unreadable: Truncated<Unreadable>,
    /// The headings of the only document, if it is Markdown and has any.
    pub headings: Option<(&'m FileInfo, Vec<Heading>)>,
}

/// A document.
#[derive(Debug)]
pub struct DocumentRow<'m> {
    pub info: &'m FileInfo,
    /// The index of the search that found it.
    pub search: usize,
    /// What it says of itself, if it does.
    pub about: Option<Box<About>>,
    pub totals: Totals,
}

/// A directory in place of all documents below it.
#[derive(Debug)]
pub struct DirectoryRow<'m> {
    pub origin: &'m Origin,
    /// Its path within the category with a `/` after it; empty for the category's own.
    pub path: &'m str,
    pub totals: Totals,
}

/// The size of one or more documents together.
#[derive(Debug, Clone, Copy)]
pub struct Totals {
    pub documents: usize,
    pub bytes: u64,
    /// When the latest of them was last modified.
    pub modified: SystemTime,
}

impl Totals {
    /// Returns the totals of one open document.
    pub(crate) fn new(opened: &OpenDocument) -> Self {
        Self {
            documents: 1,
            bytes: opened.bytes(),
            modified: opened.modified(),
        }
    }

    /// Returns the size of both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            documents: self.documents + other.documents,
            bytes: self.bytes.saturating_add(other.bytes),
            modified: self.modified.max(other.modified),
        }
    }
}

/// A category or a collection.
#[derive(Debug)]
pub struct NameRow<'p> {
    pub name: &'p str,
    pub kind: SearchKind,
    /// Whether it is a skill.
    pub is_skill: bool,
    pub description: Option<&'p str>,
    pub use_when: Option<&'p str>,
    /// Its default patterns or its members.
    pub contents: Truncated<&'p str>,
    /// The include that it comes from.
    pub origin: Option<&'p str>,
    /// How many documents can be opened.
    pub documents: usize,
    /// Their size together, in bytes.
    pub bytes: u64,
}

/// Lists the documents that match a name, and adds those that are unrendered templates to
/// the notes. The headings of the only document are those of the requested section, if
/// there is one.
///
/// # Errors
///
/// [`Error::NoSection`], or [`OperationError::Cancelled`].
pub fn documents<'m>(
    request: &Request<'_>,
    matches: &'m Matches,
    notes: &mut Notes,
) -> Result<DocumentList<'m>, OperationError> {
    let mut rows = Vec::with_capacity(matches.count());
    let mut only = None;
    let unreadable = matches.read_each(request, |category, info| {
        let files = &*category.sandbox;
        let opened = request.open(files, info)?;
        let about = request.about(files, info, &opened);
        if request.is_unrendered(info) {
            let name = || shown(info, matches.qualified);
            notes.templates.push_with(name);
        }
        rows.push(DocumentRow {
            info,
            search: category.search,
            about: (about != About::default()).then(|| Box::new(about)),
            totals: Totals::new(&opened),
        });
        if matches.count() == 1 && request.is_markdown(info) {
            let text = request.text(files, info, &opened);
            let headings = headings(&text.unwrap_or_default().text);
            only = Some((info, headings.ok_or(FileError::Nested)?));
        }
        Ok(())
    })?;
    if let Some(section) = request.section {
        let first = only.as_ref().and_then(|(_, headings)| {
            let first = section.resolve(headings).first().copied()?;
            Some(headings[first].section.clone())
        });
        let Some(around) = first else {
            let mut candidates = HeadingCandidates::default();
            if let Some((info, headings)) = only {
                candidates.add(info, headings);
            }
            let (scope, name) = (matches.scope, matches.name.clone());
            return Err(candidates.into_error(section, scope, name, std::mem::take(notes)));
        };
        if let Some((_, headings)) = &mut only {
            headings.retain(|heading| around.contains(&heading.section.start));
        }
    }
    Ok(DocumentList {
        rows,
        unreadable,
        headings: only.filter(|(_, headings)| !headings.is_empty()),
    })
}

/// Returns a row for each name, the categories first, whose documents are not counted
/// yet.
pub fn names(project: &Project) -> impl Iterator<Item = NameRow<'_>> {
    let categories = project.categories.iter().map(|(name, category)| NameRow {
        name,
        kind: SearchKind::Category,
        is_skill: category.skill.is_some(),
        description: category.description.as_deref(),
        use_when: category.use_when.as_deref(),
        contents: category
            .patterns
            .iter()
            .map(DefaultPattern::as_str)
            .collect(),
        origin: category.origin.as_ref().map(|origin| &*origin.path),
        documents: 0,
        bytes: 0,
    });
    let collections = project
        .collections
        .iter()
        .map(|(name, collection)| NameRow {
            name,
            kind: SearchKind::Collection,
            is_skill: false,
            description: collection.description.as_deref(),
            use_when: collection.use_when.as_deref(),
            contents: collection
                .members
                .iter()
                .map(|member| &*member.text)
                .collect(),
            origin: collection.origin.as_ref().map(|origin| &*origin.path),
            documents: 0,
            bytes: 0,
        });
    categories.chain(collections)
}

/// Counts the documents of a row's name. What cannot be counted is added to `unlisted`;
/// of a collection only what is not listed for its categories.
///
/// # Errors
///
/// [`OperationError::Cancelled`].
pub fn count(
    request: &Request<'_>,
    row: &mut NameRow<'_>,
    unlisted: &mut Truncated<Unlisted>,
    notes: &mut Notes,
) -> Result<(), OperationError> {
    let of_collection = row.kind == SearchKind::Collection;
    let request = Request {
        search: &[row.kind],
        ..*request
    };
    let mut matches = match Matches::find(&request, row.name) {
        Ok(matches) => matches,
        Err(OperationError::Failed(failed)) => {
            uncountable(row.name, of_collection, *failed, unlisted);
            return Ok(());
        }
        Err(cancelled) => return Err(cancelled),
    };
    notes.reading.add(&matches.reading);
    if of_collection {
        matches.unreadable.clear();
    }
    let unreadable = matches.read_each(&request, |category, file| {
        let opened = request.open(&category.sandbox, file)?;
        row.documents += 1;
        row.bytes = row.bytes.saturating_add(opened.bytes());
        Ok(())
    })?;
    if !of_collection || has_parts(&request, row.name) {
        unlisted.more += unreadable.more;
        for mut document in unreadable.first {
            if !of_collection {
                document.path = format!("{}/{}", row.name, document.path);
            }
            let mut known = unlisted.first.iter();
            let listed =
                known.any(|other| matches!(other, Unlisted::Unreadable(of) if *of == document));
            if !listed {
                unlisted.push(Unlisted::Unreadable(document));
            }
        }
    }
    let missing: Truncated<Missing> = matches.missing.into_iter().collect();
    if !missing.is_empty() {
        unlisted.push(Unlisted::Missing(row.name.to_owned(), missing));
    }
    Ok(())
}

/// Returns whether a collection has members that are parts of categories.
fn has_parts(request: &Request<'_>, name: &str) -> bool {
    let mut members = request.bound.project.flattened(name);
    members.any(|member| matches!(member.meaning, Meaning::Part(..)))
}

/// Adds why a name has no documents, unless nothing matches.
pub(super) fn uncountable(
    name: &str,
    of_collection: bool,
    (error, notes): (Error, Notes),
    unlisted: &mut Truncated<Unlisted>,
) {
    let missing = notes.missing;
    unlisted.extend(missing.map(|(name, missing)| Unlisted::Missing(name, missing)));
    if !of_collection && !matches!(error, Error::NoMatches { .. }) {
        let name = name.to_owned();
        unlisted.push(Unlisted::Failed { name, error });
    }
}
