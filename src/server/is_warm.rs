//! Counts documents before a client searches.

use super::{Server, caught};
use crate::operation::call::{SearchCall, Selection};
use crate::operation::search::warm::warm;
use crate::project::bound_project::BoundProject;
use crate::search::query::Query;

impl Server {
    /// Counts the words of a project's documents for the next search. Returns whether that search
    /// can run without reading a document. Returns false if the counting failed.
    pub(crate) fn is_warm(&self, bound: &BoundProject) -> bool {
        let Some(query) = Query::parse("a") else {
            return true;
        };
        let call = SearchCall {
            name: None,
            selection: Selection::Searched,
            query,
            most: 1,
        };
        let context = self.context(bound, &|| false);
        caught("search", || warm(&context, &call, &self.index))
            .is_some_and(|warm| warm.unwrap_or(false))
    }
}
