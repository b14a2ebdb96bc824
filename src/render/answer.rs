//! Runs a row's operation within the budget, and renders the Result of a call.

use std::collections::TryReserveError;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::operation::Request;
use crate::operation::error::{Error, Notes, OperationError};
use crate::render::documents::{Documents, retrieve};
use crate::render::listing::ListingFormatter;
use crate::render::messages::MessageFormatter;
use crate::spec::error::ErrorKind;
use crate::spec::{NoMatches, Operation, Phrase, Table, Tool};
use crate::text::buffer;
use crate::text::multipart::{Part, begins_message};

/// The result of an operation that succeeded, not yet rendered.
pub(crate) enum Answer<'a> {
    /// A listing, or what a search found.
    Listing(String, Notes),
    /// One or more documents or sections.
    Documents(Documents<'a>),
}

impl<'a> Answer<'a> {
    /// Runs the operation of a row.
    pub(crate) fn new(
        request: &Request<'_>,
        table: &'a Table,
        tool: &Tool,
    ) -> Result<Self, OperationError> {
        let listing = ListingFormatter::new(request);
        let (text, notes) = match tool.operation {
            Operation::Retrieve => return retrieve(request, table).map(Self::Documents),
            Operation::Search => listing.search()?,
            Operation::List => match request.name {
                Some(name) => listing.documents(name)?,
                None => listing.names()?,
            },
        };
        Ok(Self::Listing(text, notes))
    }

    /// Returns what has to be said beside it.
    pub(crate) fn notes_mut(&mut self) -> &mut Notes {
        match self {
            Self::Listing(_, notes) | Self::Documents(Documents { notes, .. }) => notes,
        }
    }

    /// Renders it as a successful Result, if there is memory for it.
    pub(crate) fn into_success(self, table: &Table) -> Result<Success, TryReserveError> {
        let (value, shape, notes) = match self {
            Self::Listing(text, notes) => (text, Shape::Text, notes),
            Self::Documents(documents) if documents.count > 1 => {
                (documents.parts.finish()?, Shape::Message, documents.notes)
            }
            Self::Documents(documents) => {
                let (mut parts, mut notes) = (documents.parts.into_parts(), documents.notes);
                let body = parts.next().map_or_else(String::new, |part| part.body);
                notes.lone = begins_message(&body).then_some(documents.name);
                (body, Shape::Text, notes)
            }
        };
        let [message, instruction] = sentences(&notes, table);
        Ok(Success {
            value,
            message,
            instruction,
            shape,
        })
    }

    /// Returns the documents as values, with what has to be said beside them.
    pub(crate) fn into_contents(self, table: &Table) -> Contents<'a> {
        let (parts, notes) = match self {
            Self::Listing(_, notes) => (Vec::new(), notes),
            Self::Documents(documents) => (documents.parts.into_parts().collect(), documents.notes),
        };
        Contents::new(parts, sentences(&notes, table), table)
    }
}

/// Returns the message and the instruction beside a success.
fn sentences(notes: &Notes, table: &Table) -> [Option<String>; 2] {
    let messages = MessageFormatter::new(table);
    let instruction =
        (!notes.left_out.is_empty()).then(|| messages.phrase(Phrase::BudgetInstruction, &[]));
    [messages.notes(notes), instruction]
}

/// The documents of an answer as values, for resources and prompts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents<'a> {
    /// The documents or sections, in order.
    pub parts: Vec<Part<'a>>,
    /// What has to be said beside them.
    pub said: Option<String>,
}

impl<'a> Contents<'a> {
    /// Returns documents with these sentences beside them.
    pub(crate) fn new(parts: Vec<Part<'a>>, sentences: [Option<String>; 2], table: &Table) -> Self {
        let messages = MessageFormatter::new(table);
        let said = messages.sentences(sentences.into_iter().flatten());
        Self { parts, said }
    }
}

/// A Result (ADR-003): what every tool call is answered with. It serializes as one
/// JSON object, and its [`Display`](fmt::Display) is that JSON on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// How the call ended.
    pub result: Result<Success, Failure>,
}

/// A successful Result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Success {
    /// The documents or the listing.
    pub value: String,
    /// What has to be said beside it: what was left out, is stale or incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the agent is told to do, if something is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction: Option<String>,
    /// What its value is.
    #[serde(skip)]
    pub shape: Shape,
}

/// What the value of a success is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Empty,
    /// One text: a document as itself, or a listing.
    Text,
    /// Several documents: a multipart message.
    Message,
}

/// A failed Result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// What went wrong, and the next step.
    pub error: String,
    /// One of [`ErrorKind`]'s names.
    pub error_type: &'static str,
    /// What the agent is told to do.
    pub instruction: String,
}

impl Failure {
    /// Renders an error and the notes beside it; `subject` is the name of what failed.
    pub(crate) fn new(error: &Error, notes: &Notes, table: &Table, subject: &str) -> Self {
        let messages = MessageFormatter::new(table);
        let kind = error.kind();
        let text = messages.error(error, subject);
        Self {
            error: messages.error_with_notes(text, messages.notes(notes)),
            error_type: kind.name(),
            instruction: table.error(kind).instruction.clone(),
        }
    }

    /// Returns the success that the table makes of a failure, or else the failure.
    pub(crate) fn by_table(self, table: &Table) -> Result<Success, Self> {
        let none = self.error_type == ErrorKind::NoMatches.name();
        if !none || table.outcomes.no_matches != NoMatches::Success {
            return Err(self);
        }
        Ok(Success {
            value: String::new(),
            message: Some(self.error),
            instruction: Some(self.instruction),
            shape: Shape::Empty,
        })
    }
}

impl Reply {
    /// Returns true if it is a failure.
    pub fn is_failure(&self) -> bool {
        self.result.is_err()
    }

    /// Writes it as JSON on one line.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let value = (self.result.as_ref()).map_or(0, |success| success.value.len());
        // Line ends and quotes take two bytes each.
        let json = buffer::json(self, value + value / 16 + 1024)?;
        String::from_utf8(json).map_err(serde::ser::Error::custom)
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct ReplyFields<'a, T> {
            success: bool,
            #[serde(flatten)]
            result: &'a T,
        }
        let success = self.result.is_ok();
        match &self.result {
            Ok(result) => ReplyFields { success, result }.serialize(serializer),
            Err(result) => ReplyFields { success, result }.serialize(serializer),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = self.to_json().map_err(|_| fmt::Error)?;
        formatter.write_str(&json)
    }
}
