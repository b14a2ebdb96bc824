//! Runs a row's operation, and renders what it found within the budget.

use std::collections::TryReserveError;

use crate::operation::Request;
use crate::operation::outcome::{Notes, Stop};
use crate::render::documents::{Documents, retrieve};
use crate::render::listing::Page;
use crate::render::messages::MessageFormatter;
use crate::render::reply::{Shape, Success};
use crate::spec::{Operation, Phrase, Table, Tool};
use crate::text::multipart::{Builder, Part, begins_message};

/// The result of an operation that succeeded, not yet rendered.
pub(crate) struct Answer<'a> {
    table: &'a Table,
    content: Content<'a>,
    /// What has to be said beside it.
    pub notes: Notes,
}

/// The value of an answer.
enum Content<'a> {
    /// A listing, or what a search found.
    Listing(String),
    /// The only document or section that matched, and its name in messages.
    Document(Part<'a>, String),
    /// Several of them.
    Message(Builder<'a>),
}

/// The documents of an answer as values, for resources and prompts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents<'a> {
    /// The documents or sections, in order.
    pub parts: Vec<Part<'a>>,
    /// What has to be said beside them.
    pub said: Option<String>,
}

impl<'a> Answer<'a> {
    /// Runs the operation of this row.
    pub(crate) fn new(request: &Request<'_>, table: &'a Table, tool: &Tool) -> Result<Self, Stop> {
        let (content, notes) = match tool.operation {
            Operation::Retrieve => {
                let Documents {
                    parts,
                    count,
                    name,
                    notes,
                } = retrieve(request, table)?;
                (content(parts, count, name), notes)
            }
            Operation::List | Operation::Search => {
                let page = Page::new(request, table, tool);
                let (text, notes) = match (tool.operation, request.name) {
                    (Operation::Search, _) => page.found()?,
                    (_, Some(name)) => page.documents(name)?,
                    (_, None) => page.names()?,
                };
                (Content::Listing(text), notes)
            }
        };
        Ok(Self {
            table,
            content,
            notes,
        })
    }

    /// Renders it as a successful Result, in the table's words.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub(crate) fn into_success(mut self) -> Result<Success, TryReserveError> {
        let (value, shape) = match self.content {
            Content::Listing(text) => (text, Shape::Text),
            Content::Document(part, name) => {
                self.notes.lone = begins_message(&part.body).then_some(name);
                (part.body, Shape::Text)
            }
            Content::Message(parts) => (parts.finish()?, Shape::Message),
        };
        let [message, instruction] = said(&self.notes, self.table);
        Ok(Success {
            value,
            message,
            instruction,
            shape,
        })
    }

    /// Returns the documents as they are, and what has to be said beside them.
    pub(crate) fn into_contents(self) -> Contents<'a> {
        let parts = match self.content {
            Content::Listing(_) => Vec::new(),
            Content::Document(part, _) => vec![part],
            Content::Message(parts) => parts.into_parts().collect(),
        };
        Contents::new(parts, said(&self.notes, self.table), self.table)
    }
}

impl<'a> Contents<'a> {
    /// Returns documents with these sentences beside them.
    pub(crate) fn new(parts: Vec<Part<'a>>, said: [Option<String>; 2], table: &Table) -> Self {
        let said: Vec<String> = said.into_iter().flatten().collect();
        let between = MessageFormatter::new(table).phrase(Phrase::SentenceSeparator, &[]);
        Self {
            parts,
            said: (!said.is_empty()).then(|| said.join(&between)),
        }
    }
}

/// Returns the content of `count` documents or sections, some of which may not have been
/// delivered. There is at least one.
fn content(parts: Builder<'_>, count: usize, name: String) -> Content<'_> {
    if count > 1 {
        return Content::Message(parts);
    }
    let mut parts = parts.into_parts();
    match parts.next() {
        Some(part) => Content::Document(part, name),
        None => Content::Listing(String::new()),
    }
}

/// The message and the instruction beside a success.
fn said(notes: &Notes, table: &Table) -> [Option<String>; 2] {
    let wording = MessageFormatter::new(table);
    let instruction = notes.left_out.as_ref();
    let instruction = instruction.map(|_| wording.phrase(Phrase::BudgetInstruction, &[]));
    [wording.notes(notes), instruction]
}
