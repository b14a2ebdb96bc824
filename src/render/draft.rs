//! An answer while an operation delivers what it is made of.

use crate::documents::discover::FileInfo;
use crate::operation::outcome::{FoundDocument, Listing, NameRow, Notes, Row, Unlisted};
use crate::operation::receiver::Receiver;
use crate::render::listing::Page;
use crate::render::location;
use crate::render::reply::{Form, Reply, Shape, Success};
use crate::render::wording::Wording;
use crate::spec::{Phrase, Table, Tool};
use crate::text::multipart::{Attempt, Head, Message, Part, Scribe, Unwritten};
use crate::text::named::Named;
use crate::text::outline::Heading;

/// An answer that is being made.
pub(crate) struct Draft<'a> {
    table: &'a Table,
    form: Form<'a>,
    page: Page<'a>,
    message: Message<'a>,
    scribes: Vec<Scribe>,
    listing: String,
    shape: Shape,
}

impl<'a> Draft<'a> {
    /// An empty answer to a call of this tool, for where it goes. A listing of one
    /// name, or else of all, or what was found, has about `limit` bytes at most.
    pub(crate) fn new(
        table: &'a Table,
        tool: &'a Tool,
        (form, attempt): (Form<'a>, Attempt),
        of_name: bool,
        limit: u64,
    ) -> Self {
        Self {
            table,
            form,
            page: Page::new(of_name, limit, table, tool),
            message: form.message(&table.boundary, attempt),
            scribes: Vec::new(),
            listing: String::new(),
            shape: Shape::Text,
        }
    }

    /// The answer of all that was received, with what is to be said beside it.
    ///
    /// # Errors
    ///
    /// [`Unwritten`], where it has to be made once more, or there is no memory.
    pub(crate) fn success(self, notes: &Notes) -> Result<Reply, Unwritten> {
        let wording = Wording::new(self.table);
        let instruction = notes.left_out.as_ref();
        let instruction = instruction.map(|_| wording.phrase(Phrase::BudgetInstruction, &[]));
        let success = Success {
            message: wording.notes(notes),
            instruction,
            shape: self.shape,
        };
        Reply::success(
            self.form,
            success,
            &self.listing,
            self.message,
            self.scribes,
            &wording.phrase(Phrase::SentenceSeparator, &[]),
        )
    }
}

impl Receiver for Draft<'_> {
    fn scribes(&self, count: usize) -> Vec<Scribe> {
        self.message.scribes(count)
    }

    fn is_bare(&self) -> bool {
        self.form.array().is_none()
    }

    fn head(&self, file: &FileInfo) -> Head<'_> {
        Head {
            media_type: self.table.media_type(file.basename()),
            location: location::of_document(file, self.table),
        }
    }

    fn alone(&mut self, part: &Part) {
        self.message.take_alone(part);
    }

    fn document(&mut self, part: &Part, limit: u64) -> bool {
        let taken = self.message.take(part, limit);
        if taken {
            self.shape = Shape::Message;
        }
        taken
    }

    fn written(&mut self, scribes: Vec<Scribe>) {
        self.scribes = scribes;
    }

    fn bytes(&self) -> u64 {
        self.message.bytes()
    }

    fn listing(&mut self, listing: &Listing) {
        self.listing = self.page.listing(listing);
    }

    fn room(&self, unlisted: &Named<Unlisted>) -> usize {
        self.page.room(unlisted)
    }

    fn row(&self, row: &Row) -> usize {
        self.page.row(row).len()
    }

    fn headings(&self, info: &FileInfo, headings: &[Heading], room: usize) -> usize {
        self.page.headings(info, headings, room)
    }

    fn found(&self, found: &FoundDocument) -> usize {
        self.page.found(found).len()
    }

    fn more_found(&self, more: usize) -> usize {
        self.page.more_found(more).len()
    }

    fn name_row(&self, row: &NameRow) -> usize {
        self.page.name_row(row).len()
    }

    fn more_names(&self, more: usize) -> usize {
        self.page.more_names(more).len()
    }
}
