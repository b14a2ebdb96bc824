//! What an operation hands everything on to as it finds it.

use crate::documents::document::Document;
use crate::format::named::Named;
use crate::operation::outcome::{Listing, NameRow, Row, Unlisted};

/// What an answer is made by: it receives what an operation delivers, in order,
/// and says how many bytes of the answer it takes. What does not fit is for the
/// operation to decide.
pub trait Receiver {
    /// Receives the only document that matches.
    fn alone(&mut self, document: Document);

    /// Receives one of several documents, unless the answer has more than `limit`
    /// bytes with it.
    ///
    /// # Errors
    ///
    /// The document, where it has.
    fn document(&mut self, document: Document, limit: u64) -> Result<(), Document>;

    /// How many bytes the answer of the documents has so far.
    fn bytes(&self) -> u64;

    /// Receives a listing, whole.
    fn listing(&mut self, listing: &Listing);

    /// How many bytes of a listing are left for its rows, beside what it cannot
    /// show.
    fn room(&self, unlisted: &Named<Unlisted>) -> usize;

    /// How many bytes a row of a name's listing takes.
    fn row(&self, row: &Row) -> usize;

    /// How many bytes a row of the listing of all names takes.
    fn name_row(&self, row: &NameRow) -> usize;

    /// How many bytes its last row takes, where it counts so many more names.
    fn more_names(&self, more: usize) -> usize;
}
