//! What an operation hands everything on to as it finds it.

use crate::documents::discover::FileInfo;
use crate::operation::outcome::{FoundDocument, Listing, NameRow, Row, Unlisted};
use crate::text::named::Named;
use crate::text::outline::Heading;

/// What an answer is made by: it receives what an operation delivers, in order,
/// and says how many bytes of the answer it takes. What does not fit is for the
/// operation to decide.
pub trait Receiver {
    /// Receives a listing, whole.
    fn listing(&mut self, listing: &Listing);

    /// How many bytes of a listing are left for its rows, beside what it cannot
    /// show.
    fn room(&self, unlisted: &Named<Unlisted>) -> usize;

    /// How many bytes a row of a name's listing takes.
    fn row(&self, row: &Row) -> usize;

    /// How many of the first headings of a document, of so many in all, fit into so many
    /// bytes beside its own row.
    fn headings(&self, info: &FileInfo, headings: &[Heading], room: usize) -> usize;

    /// How many bytes the rows of a document take that a search found.
    fn found(&self, found: &FoundDocument) -> usize;

    /// How many bytes the row takes that counts so many more.
    fn more_found(&self, more: usize) -> usize;

    /// How many bytes a row of the listing of all names takes.
    fn name_row(&self, row: &NameRow) -> usize;

    /// How many bytes its last row takes, where it counts so many more names.
    fn more_names(&self, more: usize) -> usize;
}
