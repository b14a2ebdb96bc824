//! What can be read by its URI, one after the other, from any place on.

use crate::documents::discover::{CategorySearch, PageRange, discover};
use crate::documents::document::OpenDocument;
use crate::documents::pattern::Pattern;
use crate::operation::Request;
use crate::operation::list::DocumentRow;
use crate::operation::outcome::Stop;
use crate::project::collection::Collection;
use crate::project::guide::Category;
use crate::spec::resource::{ResourceKind, ResourceRow};
use crate::text::uri::Location;

/// What a URI names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResourceTarget {
    /// A category.
    Category(String),
    /// A collection.
    Collection(String),
    /// A document, perhaps of a collection.
    Document(Location<'static>),
}

/// What is listed.
#[derive(Debug)]
pub enum ResourceItem<'a> {
    /// A category.
    Category(&'a str, &'a Category),
    /// A collection.
    Collection(&'a str, &'a Collection),
    /// A document, found by its category's default patterns.
    Document(DocumentRow<'a>),
}

/// Receives what is listed, with its row. Returns whether it takes more.
pub type Take<'a> = dyn FnMut(&ResourceRow, ResourceItem<'_>) -> bool + 'a;

/// Lists what the rows have words for, in their order, after a place; the rest of what
/// is there follows, whatever came or went before it. Documents that cannot be opened
/// are left to the answers that name them. `most` is how many items are taken at most:
/// a category with one pattern is searched no further. Returns whether the place was
/// found.
///
/// # Errors
///
/// [`Stop::Cancelled`].
pub fn list(
    request: &Request<'_>,
    rows: &[ResourceRow],
    after: Option<&ResourceTarget>,
    most: usize,
    take: &mut Take<'_>,
) -> Result<bool, Stop> {
    let project = &request.bound.project;
    let mut begun = after.is_none();
    for row in rows.iter().filter(|row| row.listed.is_some()) {
        match row.kind {
            ResourceKind::Category => {
                for (name, category) in &project.categories {
                    if begun && !take(row, ResourceItem::Category(name, category)) {
                        return Ok(true);
                    }
                    begun |= matches!(after, Some(ResourceTarget::Category(last)) if last == name);
                }
            }
            ResourceKind::Collection => {
                for (name, collection) in &project.collections {
                    if begun && !take(row, ResourceItem::Collection(name, collection)) {
                        return Ok(true);
                    }
                    begun |=
                        matches!(after, Some(ResourceTarget::Collection(last)) if last == name);
                }
            }
            ResourceKind::Document => {
                for (name, category) in &project.categories {
                    let last = match after {
                        Some(ResourceTarget::Document(last)) if last.category == *name => {
                            Some(&*last.path)
                        }
                        _ => None,
                    };
                    begun |= last.is_some();
                    let take = &mut |item: ResourceItem<'_>| take(row, item);
                    let page = PageRange { after: last, most };
                    if begun && !documents(request, (name, category), page, take)? {
                        return Ok(true);
                    }
                }
            }
            ResourceKind::CollectionDocument => {}
        }
    }
    Ok(begun)
}

/// Hands on a category's documents, page by page. Returns whether more are taken.
fn documents(
    request: &Request<'_>,
    (name, category): (&str, &Category),
    page: PageRange<'_>,
    take: &mut dyn FnMut(ResourceItem<'_>) -> bool,
) -> Result<bool, Stop> {
    let patterns = category.patterns.iter().map(|pattern| pattern.parsed());
    let patterns: Result<Vec<&Pattern>, _> = patterns.collect();
    // What is asked for without a pattern says what is wrong.
    let (Ok(patterns), Ok(sandbox)) = (patterns, request.bound.open(category)) else {
        return Ok(true);
    };
    let limit = request.bound.project.limits.file_bytes;
    let mut after = page.after.map(str::to_owned);
    loop {
        let mut search = CategorySearch::new(name, &patterns, request.suffixes, category.served());
        search.page = Some(PageRange {
            after: after.as_deref(),
            ..page
        });
        let files = discover(&sandbox, &search, request.cancelled)?;
        let whole = !search.is_ordered() || files.len() < page.most;
        let last = files.last().map(|file| file.document().to_owned());
        for info in files {
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            let Ok(opened) = OpenDocument::open(&sandbox, &info, limit) else {
                continue;
            };
            let about = request.about(&sandbox, &info, &opened);
            let row = DocumentRow::new(&info, &opened, about);
            if !take(ResourceItem::Document(row)) {
                return Ok(false);
            }
        }
        if whole {
            return Ok(true);
        }
        after = last;
    }
}
