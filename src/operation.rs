//! The native operations that a tool's row can run.

mod advice;
pub mod error;
mod fold;
mod gather;
mod list;
mod retrieve;

use std::fmt;

use crate::documents::discover::{FileInfo, Origin};
use crate::documents::fault::{Cancelled, Fault, Unreadable};
use crate::documents::pattern::{Pattern, PatternError};
use crate::format::multipart::Part;
use crate::format::named::Named;
use crate::format::uri::Location;
use crate::operation::error::Error;
use crate::project::fault::ProjectError;
use crate::project::session::Bound;
use crate::spec::{Operation, SearchKind, Table, Tool};

pub use gather::Missing;
pub(crate) use gather::{Gathered, Source, gather, shown};
pub use list::{Count, DirectoryRow, Listing, ListingRow, OverviewRow, Row, Trouble};

/// What an operation is given: a call whose arguments were checked.
pub struct Request<'a> {
    /// The table.
    pub table: &'a Table,
    /// The row that was called.
    pub tool: &'a Tool,
    /// The project.
    pub bound: &'a Bound,
    /// Where the name is looked up, in this order.
    pub search: &'a [SearchKind],
    /// The name of a category or a collection.
    pub name: Option<&'a str>,
    /// The pattern in place of the default ones.
    pub pattern: Option<&'a Pattern>,
    /// What a listing is written on.
    pub paper: &'a dyn Paper,
    /// Whether the caller gave up.
    pub cancelled: &'a dyn Fn() -> bool,
}

/// What a listing is written on: how many bytes of text each thing takes there.
pub trait Paper {
    /// A row of a name's listing.
    fn row(&self, row: &Row) -> usize;

    /// A row of the listing without a name.
    fn overview_row(&self, row: &OverviewRow) -> usize;

    /// The last row of the listing without a name, where it counts so many more.
    fn overview_rest(&self, more: usize) -> usize;

    /// How many bytes there are for the rows, beside what cannot be shown.
    fn room(&self, troubles: &Named<Trouble>) -> usize;
}

impl fmt::Debug for Request<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Request")
            .field("search", &self.search)
            .field("name", &self.name)
            .field("pattern", &self.pattern)
            .finish_non_exhaustive()
    }
}

/// What an operation delivers.
#[derive(Debug)]
pub struct Outcome {
    /// The content.
    pub content: Content,
    /// What has to be said beside it.
    pub notes: Notes,
}

/// The content of an outcome.
#[derive(Debug)]
pub enum Content {
    /// Documents.
    Documents {
        /// Those that could be delivered, in order.
        parts: Vec<Part>,
        /// Whether one alone matched: then it is returned as itself.
        single: bool,
    },
    /// A listing.
    Listing {
        /// Its rows.
        listing: Listing,
        /// The most bytes of its text.
        limit: u64,
    },
}

/// What has to be said beside a result.
#[derive(Debug, Default)]
pub struct Notes {
    /// Why the project is not the file's present content.
    pub stale: Option<ProjectError>,
    /// The collection that is incomplete, and what it lacks.
    pub missing: Option<(String, Named<Missing>)>,
    /// What matched and could not be read.
    pub unreadable: Named<Unreadable>,
    /// What the budget left out.
    pub left_out: Option<LeftOut>,
    /// How the budget made a listing shorter.
    pub shortened: Option<Shortened>,
    /// The documents that are templates, as stored.
    pub templates: Named<String>,
    /// The only document, where it begins as an answer of several does.
    pub lone: Option<String>,
}

/// What the response budget left out.
#[derive(Debug)]
pub struct LeftOut {
    /// The budget, in bytes.
    pub limit: u64,
    /// The documents left out, with their bytes.
    pub documents: Named<(String, u64)>,
}

/// How the response budget made a listing shorter.
#[derive(Debug)]
pub struct Shortened {
    /// The budget, in bytes.
    pub limit: u64,
    /// Where directories are one row each: a pattern with which all that one of
    /// them stands for is found, if any can be written down.
    pub directory: Option<Option<String>>,
    /// Where categories are one row each: the name of one, if any can be written
    /// down.
    pub category: Option<Option<String>>,
    /// What the last row counts, where it counts the rest.
    pub rest: Option<Rest>,
}

/// What the last row of a listing counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// Documents.
    Documents,
    /// Categories and collections.
    Names,
}

/// Why an operation delivers nothing.
#[derive(Debug)]
pub enum Stop {
    /// It failed.
    Failed(Box<Failed>),
    /// It was cancelled.
    Cancelled,
}

/// A failure, and what has to be said beside it.
#[derive(Debug)]
pub struct Failed {
    /// What went wrong.
    pub error: Error,
    /// What has to be said beside it.
    pub notes: Notes,
}

impl Stop {
    fn failed(error: Error, notes: Notes) -> Self {
        Self::Failed(Box::new(Failed { error, notes }))
    }
}

impl From<Cancelled> for Stop {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::failed(error, Notes::default())
    }
}

/// Runs a row's operation.
///
/// # Errors
///
/// [`Stop`], as each operation says.
pub fn run(operation: Operation, request: &Request<'_>) -> Result<Outcome, Stop> {
    match operation {
        Operation::Retrieve => retrieve::retrieve(request),
        Operation::List => list::list(request),
    }
}

/// The URI of a document.
pub(crate) fn location(info: &FileInfo, table: &Table) -> String {
    place(&info.origin, info.document(), table)
}

/// The URI of a place: a document's, or a directory's with a `/` after it.
pub(crate) fn place(origin: &Origin, path: &str, table: &Table) -> String {
    let shape = match origin.collection {
        Some(_) => &table.collection_location,
        None => &table.category_location,
    };
    shape.build(&Location {
        collection: origin.collection.as_deref().map(Into::into),
        category: (&*origin.category).into(),
        path: path.into(),
    })
}

/// A pattern that cannot be searched.
fn invalid(pattern: &str, error: &PatternError) -> Error {
    Error::InvalidPattern {
        pattern: pattern.to_owned(),
        error: error.clone(),
    }
}

/// Something that could not be read.
fn unreadable(path: String, fault: Fault) -> Unreadable {
    Unreadable { path, fault }
}
