//! A section found by a search, as a value.

use std::collections::HashSet;

use crate::documents::discover::FileInfo;
use crate::operation::OperationContext;
use crate::operation::find::matches::qualified_name;
use crate::operation::place_uri::PlaceUri;
use crate::search::refine::FoundSection;
use crate::text::escaped::escape_truncated;
use crate::text::location::fragment;
use crate::text::markup::heading_path::SEPARATOR;

/// A section found by a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundEntry {
    /// The place of the section, or of its document if the section has no heading.
    pub place: PlaceUri,
    /// The headings that lead to the section, or only the section's own heading if no passage is
    /// shown.
    pub headings: String,
    /// The lines of the section's text that are shown.
    pub passage: Vec<String>,
    /// The index of the document among the documents that were searched.
    pub document: u32,
    /// The document's name in messages, if the document is a template that is delivered unrendered.
    pub template: Option<String>,
}

/// Returns the number of distinct documents in `indices`.
pub fn documents(indices: impl Iterator<Item = u32>) -> usize {
    indices.collect::<HashSet<u32>>().len()
}

/// Returns the size in bytes of a section's line: the URI, and the headings if there are any.
pub(super) fn line_bytes(uri: &str, headings: &str) -> usize {
    let headings = match headings.len() {
        0 => 0,
        bytes => " ".len() + bytes,
    };
    uri.len() + headings + "\n".len()
}

/// Returns the URI of a section, or of its document if the section has no heading.
pub(super) fn uri(context: &OperationContext<'_>, file: &FileInfo, row: &FoundSection) -> String {
    let mut uri = context.formats.document_uri(file);
    uri.extend(row.slug.as_deref().map(fragment));
    uri
}

/// Returns the headings that lead to a section, or only the section's own heading if `is_shown` is
/// false.
pub(super) fn headings(row: &FoundSection, is_shown: bool) -> String {
    let first = if is_shown {
        0
    } else {
        row.path.len().saturating_sub(1)
    };
    escape_truncated(&row.path[first..].join(SEPARATOR))
}

/// Creates the entry for a section that was found.
pub(super) fn entry(
    context: &OperationContext<'_>,
    file: &FileInfo,
    row: FoundSection,
) -> FoundEntry {
    let uri = uri(context, file, &row);
    let headings = headings(&row, !row.passage.is_empty());
    let is_template = context.document(file).is_unrendered();
    FoundEntry {
        place: PlaceUri::new(&file.origin, file.document(), row.slug.as_deref(), uri),
        headings,
        passage: row.passage,
        document: row.hit.document,
        template: is_template.then(|| qualified_name(file)),
    }
}
