//! Pages of MCP lists, and the fields of their items.

use rmcp::model::{Annotations, Resource};

use crate::operation::find::totals::Totals;
use crate::table::Table;
use crate::text::escaped::{Escaped, collapse_whitespace};
use crate::write::list_table::time;

/// Truncates `listed` to the length `page`. Returns the cursor for the next page, which is the URI
/// of the last remaining item. Returns `None` if no item was removed.
pub(super) fn next_page<T>(
    listed: &mut Vec<T>,
    page: usize,
    uri: impl Fn(&T) -> &String,
) -> Option<String> {
    let more = listed.len() > page;
    listed.truncate(page);
    listed.last().filter(|_| more).map(|last| uri(last).clone())
}

/// Adds the media type of the document `name` to `resource`. If `totals` is given, also adds the
/// size and the modification time.
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

/// Returns `text`, which is from the project, on one line and with hidden characters escaped.
pub(super) fn one_line(text: &str) -> String {
    Escaped(&collapse_whitespace(text)).to_string()
}
