//! List: what exists, without the content.

use std::time::SystemTime;

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::document::Document;
use crate::documents::error::{FileError, Unreadable};
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{NameRef, Selection};
use crate::operation::error::Missing;
use crate::operation::matches::{Matches, shown};
use crate::operation::named::Named;
use crate::operation::note::PatternReading;
use crate::operation::section::{HeadingCandidates, Section};
use crate::spec::NameKind;
use crate::text::about::About;
use crate::text::names::Truncated;
use crate::text::outline::{Heading, headings};

/// The documents of a name that can be opened.
#[derive(Debug)]
pub struct DocumentList<'m> {
    /// One row each, in order.
    pub rows: Vec<DocumentRow<'m>>,
    pub unreadable: Truncated<Unreadable>,
    /// Those that are templates, as stored.
    pub templates: Truncated<String>,
    /// The headings of the only document, if it is Markdown and has any.
    pub headings: Option<(&'m FileInfo, Vec<Heading>)>,
}

/// A document.
#[derive(Debug)]
pub struct DocumentRow<'m> {
    pub info: &'m FileInfo,
    /// The index of the walk that found it.
    pub walk: usize,
    /// What it says of itself, if it does.
    pub about: Option<Box<About>>,
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
    pub(crate) fn of(document: &Document<'_>) -> Result<Self, FileError> {
        Ok(Self {
            documents: 1,
            bytes: document.bytes()?,
            modified: document.modified()?,
        })
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

/// A category or a collection, and how many documents of it can be opened.
#[derive(Debug)]
pub struct NameRow<'p> {
    pub of: Named<'p>,
    pub documents: usize,
    /// Their size together, in bytes.
    pub bytes: u64,
}

/// Lists the documents that match a name. The headings of the only document are those of the
/// requested section, if there is one.
///
/// # Errors
///
/// [`Error::NoDocument`]: it has no such section; or [`OperationError::Cancelled`].
pub fn documents<'m>(
    context: &OperationContext<'_>,
    matches: &'m Matches,
    section: Option<&Section<'_>>,
) -> Result<DocumentList<'m>, OperationError> {
    let mut rows = Vec::with_capacity(matches.count());
    let mut templates = Truncated::default();
    let mut only = None;
    let unreadable = matches.read_each(context, |category, info| {
        let document = context.document(info);
        let (about, totals) = (document.about()?, Totals::of(&document)?);
        if document.is_unrendered() {
            templates.push_with(|| shown(info, matches.qualified));
        }
        rows.push(DocumentRow {
            info,
            walk: category.walk,
            about: (about != About::default()).then(|| Box::new(about)),
            totals,
        });
        if matches.count() == 1 && document.is_markdown {
            let text = document.text();
            let headings = headings(&text.unwrap_or_default().text);
            only = Some((info, headings.ok_or(FileError::Nested)?));
        }
        Ok(())
    })?;
    if let Some(section) = section {
        let first = only.as_ref().and_then(|(_, headings)| {
            let first = section.resolve(headings).first().copied()?;
            Some(headings[first].section.clone())
        });
        let Some(around) = first else {
            let mut candidates = HeadingCandidates::default();
            if let Some((info, headings)) = only {
                candidates.add(info, headings);
            }
            let error = candidates.into_error(section, context.table, matches.within());
            return Err(error.into());
        };
        if let Some((_, headings)) = &mut only {
            headings.retain(|heading| around.contains(&heading.section.start));
        }
    }
    Ok(DocumentList {
        rows,
        unreadable,
        templates,
        headings: only.filter(|(_, headings)| !headings.is_empty()),
    })
}

/// What is not counted of names, and how the pattern was read for them.
#[derive(Debug, Default)]
pub struct Uncounted {
    pub missing: IndexSet<Missing>,
    pub unreadable: Truncated<Unreadable>,
    pub reading: PatternReading,
}

/// Counts the documents of a name. What cannot be counted is added to `uncounted`.
///
/// # Errors
///
/// [`OperationError::Cancelled`].
pub fn count<'p>(
    context: &OperationContext<'_>,
    of: Named<'p>,
    selection: &Selection<'_>,
    uncounted: &mut Uncounted,
) -> Result<NameRow<'p>, OperationError> {
    let (mut documents, mut bytes) = (0, 0u64);
    let mut matches = Matches::all(context, &NameRef::of(of.kind, of.name), selection)?;
    if of.kind == NameKind::Collection {
        // They are listed for their categories.
        matches.unreadable.clear();
        matches.linked.clear();
    }
    let unreadable = matches.read_each(context, |_, file| {
        bytes = bytes.saturating_add(context.document(file).bytes()?);
        documents += 1;
        Ok(())
    })?;
    uncounted.unreadable.more += unreadable.more;
    for mut document in unreadable.first {
        if of.kind == NameKind::Category {
            document.path = format!("{}/{}", of.name, document.path);
        }
        uncounted.unreadable.push_new(document);
    }
    uncounted.missing.extend(matches.missing);
    uncounted.reading.add(&matches.reading);
    Ok(NameRow {
        of,
        documents,
        bytes,
    })
}
