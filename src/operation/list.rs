//! List: what exists, without the content.

use std::time::SystemTime;

use super::{Content, Gathered, Missing, Notes, Outcome, Request, Stop, gather, shown, unreadable};
use crate::discover::FileInfo;
use crate::document::OpenDocument;
use crate::error::{Error, Scope, Unreadable};

/// What exists.
#[derive(Debug)]
pub enum Listing {
    /// Every category and collection.
    Overview {
        /// One row each, the categories first.
        rows: Vec<OverviewRow>,
        /// What could not be counted.
        troubles: Vec<Trouble>,
    },
    /// Every document under one name.
    Documents {
        /// One row each, in order.
        rows: Vec<ListingRow>,
        /// What could not be read.
        troubles: Vec<Trouble>,
    },
}

/// A category or a collection.
#[derive(Debug)]
pub struct OverviewRow {
    /// Its name.
    pub name: String,
    /// Which of the two it is.
    pub scope: Scope,
    /// What the project says of it.
    pub description: Option<String>,
    /// Its default patterns or its members.
    pub contents: Vec<String>,
    /// How many documents can be opened.
    pub documents: usize,
    /// Their size together, in bytes.
    pub bytes: u64,
}

/// A document.
#[derive(Debug)]
pub struct ListingRow {
    /// What it is and where it was found.
    pub info: FileInfo,
    /// Its size in bytes.
    pub bytes: u64,
    /// When it was last modified.
    pub modified: SystemTime,
}

/// Something that a listing cannot show.
#[derive(Debug)]
pub enum Trouble {
    /// It matched and cannot be opened.
    Unreadable(Unreadable),
    /// A category or a collection whose documents cannot be told.
    Failed {
        /// Its name.
        name: String,
        /// Why.
        error: Error,
    },
    /// A collection that is incomplete.
    Missing(String, Vec<Missing>),
}

/// Lists one name's documents, or without a name all categories and collections.
pub(super) fn list(request: &Request<'_>) -> Result<Outcome, Stop> {
    let Some(name) = request.name else {
        return overview(request);
    };
    let gathered = gather(request, name)?;
    let mut notes = super::gather::notes(name, gathered.missing.clone());
    let qualified = gathered.qualified;
    let mut rows = Vec::with_capacity(gathered.matched());
    let unreadable = open(request, gathered, |row| {
        if row.info.is_template() {
            notes.templates.push(shown(&row.info, qualified));
        }
        rows.push(row);
    })?;
    Ok(Outcome {
        content: Content::Listing(Listing::Documents {
            rows,
            troubles: unreadable.into_iter().map(Trouble::Unreadable).collect(),
        }),
        notes,
    })
}

/// Opens what was gathered, hands on what can be opened, and returns the rest.
fn open(
    request: &Request<'_>,
    gathered: Gathered,
    mut row: impl FnMut(ListingRow),
) -> Result<Vec<Unreadable>, Stop> {
    let mut faults = gathered.unreadable;
    let limit = request.bound.project.limits.file_bytes;
    for source in gathered.sources {
        for file in source.files {
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            match OpenDocument::open(&source.sandbox, file, limit) {
                Ok(opened) => row(ListingRow {
                    bytes: opened.bytes(),
                    modified: opened.modified(),
                    info: opened.into_info(),
                }),
                Err((file, fault)) => {
                    faults.push(unreadable(shown(&file, gathered.qualified), fault));
                }
            }
        }
    }
    Ok(faults)
}

fn overview(request: &Request<'_>) -> Result<Outcome, Stop> {
    let project = &request.bound.project;
    let mut rows = Vec::new();
    let mut troubles = Vec::new();
    for (name, category) in &project.categories {
        let contents = category
            .patterns
            .iter()
            .map(|pattern| pattern.as_str().to_owned())
            .collect();
        let description = category.description.clone();
        let kind = [crate::spec::SearchKind::Category];
        rows.push(count(
            request,
            &kind,
            name,
            description,
            contents,
            &mut troubles,
        )?);
    }
    for (name, collection) in &project.collections {
        let contents = collection.categories.clone();
        let description = collection.description.clone();
        let kind = [crate::spec::SearchKind::Collection];
        // What is wrong with its members is said of the categories themselves.
        let mut of_members = Vec::new();
        rows.push(count(
            request,
            &kind,
            name,
            description,
            contents,
            &mut of_members,
        )?);
        troubles.extend(
            of_members
                .into_iter()
                .filter(|trouble| matches!(trouble, Trouble::Missing(..))),
        );
    }
    Ok(Outcome {
        content: Content::Listing(Listing::Overview { rows, troubles }),
        notes: Notes::default(),
    })
}

fn count(
    request: &Request<'_>,
    search: &[crate::spec::SearchKind],
    name: &str,
    description: Option<String>,
    contents: Vec<String>,
    troubles: &mut Vec<Trouble>,
) -> Result<OverviewRow, Stop> {
    let mut row = OverviewRow {
        name: name.to_owned(),
        scope: match search {
            [crate::spec::SearchKind::Category] => Scope::Category,
            _ => Scope::Collection,
        },
        description,
        contents,
        documents: 0,
        bytes: 0,
    };
    let request = Request { search, ..*request };
    let gathered = match gather(&request, name) {
        Ok(gathered) => gathered,
        Err(Stop::Failed(failed)) => {
            let missing = failed.notes.missing;
            troubles.extend(missing.map(|(name, missing)| Trouble::Missing(name, missing)));
            if !matches!(failed.error, Error::NoMatches { .. }) {
                troubles.push(Trouble::Failed {
                    name: name.to_owned(),
                    error: failed.error,
                });
            }
            return Ok(row);
        }
        Err(Stop::Cancelled) => return Err(Stop::Cancelled),
    };
    let (qualified, missing) = (gathered.qualified, gathered.missing.clone());
    let faults = open(&request, gathered, |document| {
        row.documents += 1;
        row.bytes += document.bytes;
    })?;
    troubles.extend(faults.into_iter().map(|mut fault| {
        if !qualified {
            fault.path = format!("{name}/{}", fault.path);
        }
        Trouble::Unreadable(fault)
    }));
    if !missing.is_empty() {
        troubles.push(Trouble::Missing(name.to_owned(), missing));
    }
    Ok(row)
}
