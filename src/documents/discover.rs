//! Patterns × sandbox → the documents that match, without reading any.

mod around;
mod entry;
mod found;
mod names;
mod narrow;
mod order;
mod walk;

use std::sync::Arc;

use camino::Utf8Path;

use crate::documents::fault::{Cancelled, Fault};
use crate::documents::pattern::Pattern;
use crate::documents::sandbox::Sandbox;
use crate::documents::served::Served;
use crate::documents::work::Work;

use walk::Walk;

pub use around::Around;
pub use narrow::narrow;

/// A document that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// Where it is stored, relative to the category's directory.
    pub path: Box<Utf8Path>,
    /// How many bytes of `path`'s end are a template suffix; 0 for a plain file.
    pub suffix: usize,
    /// Where it was found, shared by all that one search finds.
    pub origin: Arc<Origin>,
    /// Why it cannot be read, where that is known without opening it.
    pub fault: Option<Box<Fault>>,
}

/// Where a search looks.
#[derive(Debug, PartialEq, Eq)]
pub struct Origin {
    /// The category that is searched.
    pub category: Arc<str>,
    /// The collection through which it is searched.
    pub collection: Option<Arc<str>>,
}

impl FileInfo {
    /// The document's path: where it is stored, without a template's suffix.
    pub fn document(&self) -> &str {
        let path = self.path.as_str();
        &path[..path.len() - self.suffix]
    }

    /// The document's file name, without a template's suffix.
    pub fn basename(&self) -> &str {
        let document = self.document();
        document.rsplit_once('/').map_or(document, |(_, name)| name)
    }

    /// The directory where it is stored, empty for the category's own, and the name
    /// that it has there.
    pub fn stored(&self) -> (&str, &str) {
        self.path
            .as_str()
            .rsplit_once('/')
            .unwrap_or(("", self.path.as_str()))
    }

    /// Whether it is stored as a template.
    pub fn is_template(&self) -> bool {
        self.suffix > 0
    }
}

/// What is looked for in one category.
#[derive(Debug)]
pub struct Search<'a> {
    /// The patterns, in the order of their documents.
    pub patterns: &'a [&'a Pattern],
    /// The suffixes that mark a template, the preferred first.
    pub suffixes: &'a [String],
    /// What of it may be found.
    pub served: Served<'a>,
    /// The category that is searched.
    pub category: Arc<str>,
    /// The collection through which it is searched.
    pub collection: Option<Arc<str>>,
}

impl<'a> Search<'a> {
    /// A search of a category by itself.
    pub fn new(
        name: &str,
        patterns: &'a [&'a Pattern],
        suffixes: &'a [String],
        served: Served<'a>,
    ) -> Self {
        Self {
            patterns,
            suffixes,
            served,
            category: name.into(),
            collection: None,
        }
    }
}

/// Finds the documents that the patterns match and that may be served: by the order of the patterns,
/// then by the bytes of their paths, each once. Of a plain file and its
/// templates in one directory only the plain one is found, if it matches.
/// Directories and links that should be entered and cannot are found too, with
/// their fault.
///
/// # Errors
///
/// [`Cancelled`], looked at after a fixed amount of work, whatever it is done to.
pub fn discover(
    sandbox: &Sandbox,
    search: &Search<'_>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<FileInfo>, Cancelled> {
    let ranked = discover_ranked(sandbox, search, cancelled)?;
    Ok(ranked.into_iter().map(|(_, info)| info).collect())
}

/// The same, each with the place of the pattern by which it comes where it does.
///
/// # Errors
///
/// As for [`discover`].
pub fn discover_ranked(
    sandbox: &Sandbox,
    search: &Search<'_>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<(usize, FileInfo)>, Cancelled> {
    let work = Work::new(cancelled);
    let found = Walk::new(sandbox, search, &work)?.run()?;
    found.settle(search.suffixes, &work)
}

/// The length of a path's template suffix; 0 for a plain file's.
fn suffix(path: &str, suffixes: &[String]) -> usize {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    template(name, suffixes).map_or(0, |(_, suffix)| suffix)
}

/// A template's document name and the length of its suffix: a template is a name
/// and a suffix.
pub(super) fn template<'a>(name: &'a str, suffixes: &[String]) -> Option<(&'a str, usize)> {
    suffixes.iter().find_map(|suffix| {
        let document = name.strip_suffix(suffix.as_str())?;
        let named = !matches!(document, "" | "." | "..");
        named.then_some((document, suffix.len()))
    })
}
