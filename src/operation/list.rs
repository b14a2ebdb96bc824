//! List: what exists, without the content.

use std::sync::Arc;
use std::time::SystemTime;

use super::advice::{self, Reach};
use super::fold::Fold;
use super::{
    Content, Gathered, Missing, Notes, Outcome, Request, Rest, Shortened, Stop, gather, shown,
    unreadable,
};
use crate::documents::discover::{FileInfo, Origin};
use crate::documents::document::OpenDocument;
use crate::documents::fault::Unreadable;
use crate::documents::sandbox::Sandbox;
use crate::format::named::{MAX_NAMED, Named};
use crate::operation::error::{Error, Scope};
use crate::spec::SearchKind;

/// What exists.
#[derive(Debug)]
pub enum Listing {
    /// Every category and collection.
    Overview {
        /// One row each, the categories first.
        rows: Vec<OverviewRow>,
        /// How many more there are.
        more: usize,
        /// What could not be counted.
        troubles: Named<Trouble>,
    },
    /// Every document under one name.
    Documents {
        /// One row each, or one for each directory, in order.
        rows: Vec<Row>,
        /// What could not be read.
        troubles: Named<Trouble>,
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
    pub contents: Named<String>,
    /// How many documents can be opened.
    pub documents: usize,
    /// Their size together, in bytes.
    pub bytes: u64,
}

/// A row of a name's listing.
#[derive(Debug)]
pub enum Row {
    /// A document.
    Document(ListingRow),
    /// A directory in place of all documents below it.
    Directory(DirectoryRow),
    /// The last: all documents that no row shows.
    Rest(Count),
}

/// A directory.
#[derive(Debug)]
pub struct DirectoryRow {
    /// Where it was found.
    pub origin: Arc<Origin>,
    /// Its path within the category with a `/` after it; empty for the category's
    /// own.
    pub path: Box<str>,
    /// What is below it.
    pub count: Count,
}

/// Documents together.
#[derive(Debug, Clone, Copy)]
pub struct Count {
    /// How many there are.
    pub documents: usize,
    /// Their size together, in bytes.
    pub bytes: u64,
    /// When the latest of them was last modified.
    pub modified: SystemTime,
    /// How long the path of a directory is at least below which `**` finds them.
    pub reach: usize,
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
    /// How long the path of a directory is at least below which `**` finds it.
    pub reach: usize,
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
    Missing(String, Named<Missing>),
}

/// Lists one name's documents, or without a name all categories and collections.
pub(super) fn list(request: &Request<'_>) -> Result<Outcome, Stop> {
    match request.name {
        Some(name) => documents(request, name),
        None => overview(request),
    }
}

fn documents(request: &Request<'_>, name: &str) -> Result<Outcome, Stop> {
    let mut gathered = gather(request, name)?;
    let mut notes = super::gather::notes(name, std::mem::take(&mut gathered.missing));
    let qualified = gathered.qualified;
    let paper = request.paper;
    let measure = |row: &Row| paper.row(row);
    let mut fold = Fold::new(&gathered.sources, paper.room(&Named::default()), &measure);
    let mut reach = Reach::new(&gathered.patterns);
    let unreadable = open(request, gathered, |source, sandbox, mut row| {
        row.reach = reach.of(source, sandbox, row.info.path.as_str());
        if row.info.is_template() {
            let template = || shown(&row.info, qualified);
            notes.templates.push_with(template);
        }
        fold.add(source, row);
    })?;
    let troubles = unreadable.map(Trouble::Unreadable);
    fold.narrow(paper.room(&troubles));
    let rows = fold.rows();
    notes.shortened = shortened(&rows, request);
    Ok(Outcome {
        content: Content::Listing {
            listing: Listing::Documents { rows, troubles },
            limit: request.bound.project.limits.response_bytes,
        },
        notes,
    })
}

/// What is to be said of rows that stand for more than one document.
fn shortened(rows: &[Row], request: &Request<'_>) -> Option<Shortened> {
    let directories = rows.iter().filter_map(|row| match row {
        Row::Directory(directory) => Some(directory),
        _ => None,
    });
    let (categories, directories): (Vec<_>, Vec<_>) =
        directories.partition(|directory| directory.path.is_empty());
    let shortened = Shortened {
        limit: request.bound.project.limits.response_bytes,
        directory: (!directories.is_empty()).then(|| {
            let mut directories = directories.iter();
            directories.find_map(|directory| advice::below(directory, request))
        }),
        category: (!categories.is_empty()).then(|| {
            let mut names = categories.iter().map(|row| &*row.origin.category);
            let name = names.find(|name| advice::sayable(name));
            name.map(str::to_owned)
        }),
        rest: matches!(rows.last(), Some(Row::Rest(_))).then_some(Rest::Documents),
    };
    let told = shortened.directory.is_some() || shortened.category.is_some();
    (told || shortened.rest.is_some()).then_some(shortened)
}

/// Opens what was gathered, hands on what can be opened with the place of its
/// source, and returns the rest.
fn open(
    request: &Request<'_>,
    gathered: Gathered,
    mut row: impl FnMut(usize, &Sandbox, ListingRow),
) -> Result<Named<Unreadable>, Stop> {
    let mut faults: Named<Unreadable> = gathered.unreadable.into_iter().collect();
    let limit = request.bound.project.limits.file_bytes;
    for (place, source) in gathered.sources.into_iter().enumerate() {
        for file in source.files {
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            match OpenDocument::open(&source.sandbox, file, limit) {
                Ok(opened) => row(
                    place,
                    &source.sandbox,
                    ListingRow {
                        reach: 0,
                        bytes: opened.bytes(),
                        modified: opened.modified(),
                        info: opened.into_info(),
                    },
                ),
                Err((file, fault)) => {
                    faults.push_with(|| unreadable(shown(&file, gathered.qualified), fault));
                }
            }
        }
    }
    Ok(faults)
}

fn overview(request: &Request<'_>) -> Result<Outcome, Stop> {
    let project = &request.bound.project;
    let categories = project.categories.iter().map(|(name, category)| {
        let patterns = category.patterns.iter().map(|pattern| pattern.as_str());
        let contents = first(patterns, category.patterns.len());
        (SearchKind::Category, name, &category.description, contents)
    });
    let collections = project.collections.iter().map(|(name, collection)| {
        let contents = first(
            collection.categories.iter().map(String::as_str),
            collection.categories.len(),
        );
        let description = &collection.description;
        (SearchKind::Collection, name, description, contents)
    });
    let paper = request.paper;
    let (mut rows, mut more) = (Vec::new(), 0);
    let mut troubles = Named::default();
    let mut taken = 0;
    for (kind, name, description, contents) in categories.chain(collections) {
        // What will not be shown is not counted either.
        if taken > paper.room(&Named::default()) {
            more += 1;
            continue;
        }
        let row = OverviewRow {
            name: name.clone(),
            scope: match kind {
                SearchKind::Category => Scope::Category,
                SearchKind::Collection => Scope::Collection,
            },
            description: description.clone(),
            contents,
            documents: 0,
            bytes: 0,
        };
        let row = count(request, kind, row, &mut troubles)?;
        taken += paper.overview_row(&row);
        rows.push(row);
    }
    let room = paper.room(&troubles);
    while rows.len() > 1 && taken + paper.overview_rest(more) > room {
        taken -= rows.pop().map_or(0, |row| paper.overview_row(&row));
        more += 1;
    }
    let notes = Notes {
        shortened: (more > 0).then(|| Shortened {
            limit: project.limits.response_bytes,
            directory: None,
            category: None,
            rest: Some(Rest::Names),
        }),
        ..Notes::default()
    };
    Ok(Outcome {
        content: Content::Listing {
            listing: Listing::Overview {
                rows,
                more,
                troubles,
            },
            limit: project.limits.response_bytes,
        },
        notes,
    })
}

/// The first of so many names.
fn first<'a>(names: impl Iterator<Item = &'a str>, count: usize) -> Named<String> {
    Named {
        first: names.take(MAX_NAMED).map(str::to_owned).collect(),
        more: count.saturating_sub(MAX_NAMED),
    }
}

/// Counts the documents of a row's name.
fn count(
    request: &Request<'_>,
    kind: SearchKind,
    mut row: OverviewRow,
    troubles: &mut Named<Trouble>,
) -> Result<OverviewRow, Stop> {
    // What is wrong with a collection's members is said of the categories themselves.
    let member = kind == SearchKind::Collection;
    let request = Request {
        search: &[kind],
        ..*request
    };
    let mut gathered = match gather(&request, &row.name) {
        Ok(gathered) => gathered,
        Err(Stop::Failed(failed)) => {
            let missing = failed.notes.missing;
            troubles.extend(missing.map(|(name, missing)| Trouble::Missing(name, missing)));
            if !member && !matches!(failed.error, Error::NoMatches { .. }) {
                troubles.push(Trouble::Failed {
                    name: row.name.clone(),
                    error: failed.error,
                });
            }
            return Ok(row);
        }
        Err(Stop::Cancelled) => return Err(Stop::Cancelled),
    };
    let missing: Named<Missing> = std::mem::take(&mut gathered.missing).into_iter().collect();
    let faults = open(&request, gathered, |_, _, document| {
        row.documents += 1;
        row.bytes = row.bytes.saturating_add(document.bytes);
    })?;
    if !member {
        troubles.more += faults.more;
        troubles.extend(faults.first.into_iter().map(|mut fault| {
            fault.path = format!("{}/{}", row.name, fault.path);
            Trouble::Unreadable(fault)
        }));
    }
    if !missing.is_empty() {
        troubles.push(Trouble::Missing(row.name.clone(), missing));
    }
    Ok(row)
}
