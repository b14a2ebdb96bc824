//! Renders what an operation found as a Result, in the table's words.

pub(crate) mod answer;
mod directories;
pub(crate) mod documents;
pub(crate) mod found;
pub(crate) mod guidance;
mod listing;
mod messages;
pub(crate) mod names;
pub(crate) mod table;
pub(crate) mod value;

use crate::operation::call::Call;
use crate::operation::index::SearchIndex;
use crate::operation::{OperationContext, OperationError};
use crate::table::Table;
use crate::text::uri::{Location, split_fragment};
use answer::Answer;
use listing::ListingFormatter;

/// Runs the operation of a call within the budget. `index` has what searches of the project keep.
pub(crate) fn run(
    context: &OperationContext<'_>,
    call: &Call<'_>,
    index: Option<&SearchIndex>,
) -> Result<Answer, OperationError> {
    let table = context.table;
    let listing = ListingFormatter { context, table };
    match call {
        Call::Retrieve(call) => {
            documents::retrieve(context, call).map(|of| Answer::Documents(Box::new(of)))
        }
        Call::Guidance(call) => guidance::guidance(context, call),
        Call::Search(call) => listing.search(call, index),
        Call::List(call) => listing.documents(call),
        Call::ListNames(selection) => listing.names(selection),
    }
}

/// Parses the URI of a document or a directory, and returns its decoded fragment beside it.
pub(crate) fn parse_uri(uri: &str, table: &Table) -> Option<(Location<'static>, Option<String>)> {
    let (uri, fragment) = split_fragment(uri)?;
    let (uri, slash) = match uri.strip_suffix('/') {
        Some(uri) => (uri, "/"),
        None => (uri, ""),
    };
    let templates = [&table.locations.collection, &table.locations.category];
    let mut location = (templates.iter()).find_map(|template| template.parse_uri(uri))?;
    location.path.to_mut().push_str(slash);
    Some((location, fragment))
}
