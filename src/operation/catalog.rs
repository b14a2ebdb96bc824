//! What can be read by its URI, one after the other, from any place on.

use crate::documents::discover::{FileInfo, Search, discover};
use crate::documents::document::OpenDocument;
use crate::documents::pattern::Pattern;
use crate::operation::Request;
use crate::operation::outcome::{DocumentRow, Stop};
use crate::project::collection::Collection;
use crate::project::guide::Category;
use crate::spec::resource::{Located, ResourceRow};
use crate::text::uri::Location;

/// What a URI names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A category.
    Category(String),
    /// A collection.
    Collection(String),
    /// A document, perhaps of a collection.
    Document(Location<'static>),
}

/// What is listed.
#[derive(Debug)]
pub enum Item<'a> {
    /// A category.
    Category(&'a str, &'a Category),
    /// A collection.
    Collection(&'a str, &'a Collection),
    /// A document, found by its category's default patterns.
    Document(DocumentRow),
}

/// Receives what is listed, with its row. Returns whether it takes more.
pub type Take<'a> = dyn FnMut(&ResourceRow, Item<'_>) -> bool + 'a;

/// Lists what the rows have words for, in their order, after a place; the rest of what
/// is there follows, whatever came or went before it. Documents that cannot be opened
/// are left to the answers that name them. Returns whether the place was found.
///
/// # Errors
///
/// [`Stop::Cancelled`].
pub fn list(
    request: &Request<'_>,
    rows: &[ResourceRow],
    after: Option<&Place>,
    take: &mut Take<'_>,
) -> Result<bool, Stop> {
    let project = &request.bound.project;
    let mut begun = after.is_none();
    for row in rows.iter().filter(|row| row.listed.is_some()) {
        match &row.located {
            Located::Category(_) => {
                for (name, category) in &project.categories {
                    if begun && !take(row, Item::Category(name, category)) {
                        return Ok(true);
                    }
                    begun |= matches!(after, Some(Place::Category(last)) if last == name);
                }
            }
            Located::Collection(_) => {
                for (name, collection) in &project.collections {
                    if begun && !take(row, Item::Collection(name, collection)) {
                        return Ok(true);
                    }
                    begun |= matches!(after, Some(Place::Collection(last)) if last == name);
                }
            }
            Located::Document => {
                for (name, category) in &project.categories {
                    let last = match after {
                        Some(Place::Document(last)) if last.category == *name => Some(&*last.path),
                        _ => None,
                    };
                    begun |= last.is_some();
                    let take = &mut |item: Item<'_>| take(row, item);
                    if begun && !documents(request, (name, category), last, take)? {
                        return Ok(true);
                    }
                }
            }
            Located::Member => {}
        }
    }
    Ok(begun)
}

/// Hands on a category's documents after the last one. Returns whether more are taken.
fn documents(
    request: &Request<'_>,
    (name, category): (&str, &Category),
    last: Option<&str>,
    take: &mut dyn FnMut(Item<'_>) -> bool,
) -> Result<bool, Stop> {
    let patterns = category.patterns.iter().map(|pattern| pattern.parsed());
    let patterns: Result<Vec<&Pattern>, _> = patterns.collect();
    // What is asked for without a pattern says what is wrong.
    let (Ok(patterns), Ok(sandbox)) = (patterns, request.bound.open(category)) else {
        return Ok(true);
    };
    let search = Search::new(name, &patterns, request.suffixes, category.served());
    let files = discover(&sandbox, &search, request.cancelled)?;
    let from = last.map_or(0, |last| after(&files, &patterns, last));
    for info in files.into_iter().skip(from) {
        if (request.cancelled)() {
            return Err(Stop::Cancelled);
        }
        let limit = request.bound.project.limits.file_bytes;
        let Ok(opened) = OpenDocument::open(sandbox.files(), &info, limit) else {
            continue;
        };
        let about = request.about(sandbox.files(), &info, &opened)?;
        let row = DocumentRow {
            about,
            ..DocumentRow::new(info, &opened)
        };
        if !take(Item::Document(row)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The place of the first document after this one, which may be gone: by the order in
/// which documents are found.
fn after(files: &[FileInfo], patterns: &[&Pattern], last: &str) -> usize {
    if let Some(at) = files.iter().rposition(|file| file.document() == last) {
        return at + 1;
    }
    let rank = |path: &str| patterns.iter().position(|pattern| pattern.matches(path));
    let order = |file: &FileInfo| rank(file.document()).or_else(|| rank(file.path.as_str()));
    let of_last = (rank(last), last);
    let is_after = |file: &FileInfo| (order(file), file.document()) > of_last;
    files.iter().position(is_after).unwrap_or(files.len())
}
