//! An answer while an operation delivers what it is made of.

use crate::answer::listing::Page;
use crate::answer::location;
use crate::answer::reply::{Content, Reply, Success};
use crate::answer::wording::Wording;
use crate::documents::document::Document;
use crate::format::multipart::{Length, Message, Part};
use crate::format::named::Named;
use crate::operation::outcome::{Listing, NameRow, Notes, Row, Unlisted};
use crate::operation::receiver::Receiver;
use crate::spec::{Phrase, Table, Tool};

/// An answer that is being made.
pub(crate) struct Draft<'a> {
    table: &'a Table,
    page: Page<'a>,
    /// The only document's text, or the listing.
    text: String,
    /// The documents, where there are several.
    parts: Vec<Part>,
    /// Of the message of these parts.
    length: Length<'a>,
}

impl<'a> Draft<'a> {
    /// An empty answer to a call of this tool. A listing of one name, or else of
    /// all, has about `limit` bytes at most.
    pub(crate) fn new(table: &'a Table, tool: &'a Tool, of_name: bool, limit: u64) -> Self {
        Self {
            table,
            page: Page::new(of_name, limit, table, tool),
            text: String::new(),
            parts: Vec::new(),
            length: Length::new(&table.boundary),
        }
    }

    /// The answer of all that was received, with what is to be said beside it.
    pub(crate) fn success(self, notes: &Notes) -> Reply {
        let wording = Wording::new(self.table);
        let instruction = notes.left_out.as_ref();
        let instruction = instruction.map(|_| wording.phrase(Phrase::BudgetInstruction, &[]));
        Reply::Success(Success {
            value: match self.parts.is_empty() {
                true => Content::Text(self.text),
                false => Content::Multipart(Message::new(&self.table.boundary, self.parts)),
            },
            message: wording.notes(notes),
            instruction,
        })
    }
}

impl Receiver for Draft<'_> {
    fn alone(&mut self, document: Document) {
        self.text = document.body;
    }

    fn document(&mut self, document: Document, limit: u64) -> Result<(), Document> {
        let media_type = self.table.media_type(document.info.basename());
        let location = location::of_document(&document.info, self.table);
        let part = Part::new(media_type, &location, document.body);
        let length = self.length.with(&part);
        if length.bytes() > limit {
            return Err(Document {
                body: part.into_body(),
                ..document
            });
        }
        self.length = length;
        self.parts.push(part);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.length.bytes()
    }

    fn listing(&mut self, listing: &Listing) {
        self.text = self.page.listing(listing);
    }

    fn room(&self, unlisted: &Named<Unlisted>) -> usize {
        self.page.room(unlisted)
    }

    fn row(&self, row: &Row) -> usize {
        self.page.row(row).len()
    }

    fn name_row(&self, row: &NameRow) -> usize {
        self.page.name_row(row).len()
    }

    fn more_names(&self, more: usize) -> usize {
        self.page.more_names(more).len()
    }
}
