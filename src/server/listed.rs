//! What a list of the protocol tells of an item, and its pages.

use rmcp::model::{Annotations, Resource};

use crate::operation::find::totals::Totals;
use crate::table::Table;
use crate::text::escape::{Escaped, collapse_whitespace};
use crate::write::value::time;

/// Cuts a list after a page, and returns the cursor of the next one: the URI of the last item.
pub(super) fn next_page<T>(
    listed: &mut Vec<T>,
    page: usize,
    uri: impl Fn(&T) -> &String,
) -> Option<String> {
    let more = listed.len() > page;
    listed.truncate(page);
    listed.last().filter(|_| more).map(|last| uri(last).clone())
}

/// Adds its media type to a document, and its size and its time if they are known.
pub(super) fn sized(
    resource: Resource,
    name: &str,
    totals: Option<Totals>,
    table: &Table,
) -> Resource {
    let mut resource = resource.with_mime_type(table.formats.media_type(name));
    if let Some(totals) = totals {
        resource.size = Some(totals.bytes);
        let annotations = resource.annotations.insert(Annotations::default());
        annotations.last_modified = Some(time(totals.modified));
    }
    resource
}

/// Returns a text of the project on one line, without hidden characters.
pub(super) fn one_line(text: &str) -> String {
    Escaped(&collapse_whitespace(text)).to_string()
}
