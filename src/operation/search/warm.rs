//! Counts documents ahead of searches.

use std::collections::HashSet;

use super::search_index::SearchIndex;
use super::{SearchedDocument, Searcher, searched};
use crate::operation::call::SearchCall;
use crate::operation::note::Notes;
use crate::operation::{OperationContext, OperationError};
use crate::search::language::Language;
use crate::search::terms::Terms;

/// Counts the words of the documents that `call` searches and `index` does not contain. Returns
/// true if the next search does not need to read any document, except documents that the index
/// cannot keep.
///
/// # Errors
///
/// Returns the same errors as a search.
pub fn warm(
    context: &OperationContext<'_>,
    call: &SearchCall<'_>,
    index: &SearchIndex,
) -> Result<bool, OperationError> {
    let (matches, _) = searched(context, call, &mut Notes::default())?;
    let name = &context.bound.project.search.language;
    let language = Language::named(name).unwrap_or_default();
    let mut searcher = Searcher::new(context, &matches, &language, index);
    let terms = Terms::new(&call.query, &language);
    searcher.count(&call.query, &terms, &mut HashSet::new())?;
    let search = index.search(&context.bound.project);
    // The index does not keep a file that was just written, because it may be written again.
    let is_open = |document: &SearchedDocument<'_>| {
        !document.is_unreadable
            && search.look_up(document.file).is_none()
            && !search.is_settled(document.file)
    };
    Ok(!searcher.documents.iter().any(is_open))
}
