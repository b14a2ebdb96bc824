//! What operations return: types only.

use crate::documents::discover::FileInfo;
use crate::documents::error::{Cancelled, FileError, Unreadable};
use crate::documents::pattern::PatternError;
use crate::documents::rendered::Variable;
use crate::operation::error::{Error, Scope};
use crate::project::error::ProjectError;
use crate::text::truncated::Truncated;

/// What has to be said beside a result.
#[derive(Debug, Default)]
pub struct Notes {
    /// Why the project is not the file's present content.
    pub stale: Option<ProjectError>,
    /// The collection that is incomplete, and what it lacks.
    pub missing: Option<(String, Truncated<Missing>)>,
    /// Beside [`NoMatches`](crate::operation::error::Error::NoMatches): the categories
    /// that do not serve the hidden names for which the pattern asks.
    pub unserved: Truncated<String>,
    /// What matched and could not be read.
    pub unreadable: Truncated<Unreadable>,
    /// How many documents that matched have no such section.
    pub without: usize,
    /// What the budget left out.
    pub left_out: Option<LeftOut>,
    /// How the budget made a listing shorter.
    pub shortened: Option<Shortened>,
    /// The documents that are templates, as stored.
    pub templates: Truncated<String>,
    /// The variables of rendered templates that have no value.
    pub variables: Truncated<Variable>,
    /// The only document, where it begins as an answer of several does.
    pub lone: Option<String>,
}

impl Notes {
    /// The budget, of so many bytes, leaves a document out.
    pub fn leave_out(&mut self, limit: u64, name: String, bytes: u64) {
        let documents = Truncated::default();
        let none = || LeftOut { limit, documents };
        let left_out = self.left_out.get_or_insert_with(none);
        left_out.documents.push((name, bytes));
    }
}

/// What a collection names and that cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Missing {
    /// A member that is neither a category nor a collection.
    Member(String),
    /// A member whose pattern is none.
    Pattern {
        /// The member.
        member: String,
        /// Its pattern.
        pattern: String,
        /// What is wrong with that, and where.
        error: PatternError,
    },
    /// Its directory does not exist, or is none.
    Directory {
        /// The category.
        category: String,
        /// The directory, as the project spells it.
        dir: String,
        /// Why it cannot be opened.
        error: FileError,
    },
}

/// What the response budget left out.
#[derive(Debug)]
pub struct LeftOut {
    /// The budget, in bytes.
    pub limit: u64,
    /// The documents left out, with their bytes.
    pub documents: Truncated<(String, u64)>,
}

/// How the response budget made a listing shorter.
#[derive(Debug)]
pub struct Shortened {
    /// The budget, in bytes.
    pub limit: u64,
    /// Where directories are one row each: how all that one of them stands for is
    /// found, if that can be written down.
    pub directory: Option<Option<Below>>,
    /// Where categories are one row each: the name of one, if any can be written
    /// down.
    pub category: Option<Option<String>>,
    /// What is left out, or counted by the last row.
    pub rest: Option<Listed>,
}

impl Shortened {
    /// Returns that a budget in bytes leaves out rows of this kind.
    pub fn rest(limit: u64, listed: Listed) -> Self {
        Self {
            limit,
            directory: None,
            category: None,
            rest: Some(listed),
        }
    }
}

/// How all that a directory stands for is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Below {
    /// With this pattern.
    Pattern(String),
    /// With the call's own pattern, of this category alone.
    Category(String),
}

/// The kind of rows in a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// Documents.
    Documents,
    /// Categories and collections.
    Names,
    /// The headings of a document.
    Headings,
    /// Documents that a search found.
    Found,
}

/// Why an operation did not succeed.
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
    pub fn failed(error: Error, notes: Notes) -> Self {
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

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// The best documents, in order.
    pub rows: Vec<FoundDocument>,
    /// How many more there are.
    pub more: usize,
    /// What could not be searched.
    pub unlisted: Truncated<Unlisted>,
    /// What is said if there are none.
    pub nothing: Option<Nothing>,
    /// What has to be said beside them.
    pub notes: Notes,
}

/// That no document holds every word of a query.
#[derive(Debug)]
pub struct Nothing {
    /// Whether any document was searched.
    pub searched: bool,
    /// The words.
    pub words: Vec<NothingWord>,
    /// Words of titles and headings that are near to those that none holds.
    pub near: Vec<String>,
}

/// A word of a query that no document satisfies.
#[derive(Debug)]
pub struct NothingWord {
    /// The word.
    pub word: String,
    /// How many documents hold it.
    pub documents: usize,
    /// Whether it is found as it is written alone.
    pub exact: bool,
}

/// A document that a search found.
#[derive(Debug)]
pub struct FoundDocument {
    /// What it is and where it was found.
    pub info: FileInfo,
    /// Where words stand in its text; nowhere, where its path or title holds them all.
    pub places: Vec<FoundPlace>,
}

/// A line that has words of the query.
#[derive(Debug)]
pub struct FoundPlace {
    /// How its section is named in a URI.
    pub slug: Option<String>,
    /// The heading of its section, after those in whose sections that is.
    pub path: Vec<String>,
    /// Its number, from 1.
    pub line: usize,
    /// The text around the first word.
    pub text: String,
}

/// A category or a collection.
#[derive(Debug)]
pub struct NameRow {
    /// Its name.
    pub name: String,
    /// Which of the two it is.
    pub scope: Scope,
    /// What the project says of it.
    pub description: Option<String>,
    /// Its default patterns or its members.
    pub contents: Truncated<String>,
    /// How many documents can be opened.
    pub documents: usize,
    /// Their size together, in bytes.
    pub bytes: u64,
}

/// Something that a listing cannot show.
#[derive(Debug)]
pub enum Unlisted {
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
    Missing(String, Truncated<Missing>),
}
