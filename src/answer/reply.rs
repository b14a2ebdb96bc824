//! The Result that a call is answered with, and its JSON.

use std::fmt;

use crate::answer::listing;
use crate::answer::wording::Wording;
use crate::format::blocks::Blocks;
use crate::format::json::Escaper;
use crate::format::multipart::{Message, Part};
use crate::operation::error::Error;
use crate::operation::{Content, Notes, Outcome};
use crate::spec::error_kind::ErrorKind;
use crate::spec::{NoMatches, Phrase, Table, Tool};

/// A Result (ADR-003): what every tool call is answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The call succeeded.
    Success(Success),
    /// The call failed.
    Failure(Failure),
}

/// A successful Result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Success {
    /// The content.
    pub value: Value,
    /// What has to be said beside it.
    pub message: Option<String>,
    /// What the agent is told to do.
    pub instruction: Option<String>,
}

/// The content of a success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// One text: a document as itself, or a listing.
    Text(String),
    /// Several documents.
    Multipart(Message),
}

/// A failed Result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What went wrong, and the next step.
    pub error: String,
    /// One of [`ErrorKind`]'s names.
    pub error_type: &'static str,
    /// What the agent is told to do.
    pub instruction: String,
}

impl Reply {
    /// What an operation delivered, in the table's words.
    pub fn success(outcome: Outcome, table: &Table, tool: &Tool) -> Self {
        let wording = Wording::new(table);
        let message = wording.notes(&outcome.notes);
        let instruction = outcome
            .notes
            .left_out
            .as_ref()
            .map(|_| wording.phrase(Phrase::BudgetInstruction, &[]));
        let value = match outcome.content {
            Content::Documents { mut parts, single } if single => {
                Value::Text(parts.pop().map(Part::into_body).unwrap_or_default())
            }
            Content::Documents { parts, .. } => {
                Value::Multipart(Message::new(&table.boundary, parts))
            }
            Content::Listing { listing, limit } => {
                Value::Text(listing::markdown(&listing, limit, table, tool))
            }
        };
        Self::Success(Success {
            value,
            message,
            instruction,
        })
    }

    /// A failure, in the table's words; or the success that the table makes of it.
    pub fn failure(error: &Error, notes: &Notes, table: &Table, tool: &Tool) -> Self {
        let wording = Wording::new(table);
        let text = wording.error_with_notes(wording.error(error, tool), wording.notes(notes));
        let kind = error.kind();
        let instruction = table.error(kind).instruction.clone();
        if kind == ErrorKind::NoMatches && table.no_matches == NoMatches::Success {
            return Self::Success(Success {
                value: Value::Text(String::new()),
                message: Some(text),
                instruction: Some(instruction),
            });
        }
        Self::Failure(Failure {
            error: text,
            error_type: kind.name(),
            instruction,
        })
    }

    /// Whether it is a failure.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Failure(_))
    }

    /// The Result as JSON: its fields in order, those that are `None` left out.
    pub fn to_json(&self) -> String {
        let mut text = Vec::new();
        // Where there is not as much at once, there may be while it grows.
        let _ = text.try_reserve(self.room());
        let mut blocks = Blocks::new(self.pieces());
        while blocks.fill(&mut text) {}
        // What was escaped is as much UTF-8 as what it was made from.
        String::from_utf8(text).unwrap_or_default()
    }

    /// The Result as JSON in pieces, in order: each with how many times it is to
    /// be escaped for that, 0 or 1.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (&str, u8)> {
        let (success, (text, message), fields) = match self {
            Self::Success(success) => (
                r#"{"success":true,"value":""#,
                success.value.texts(),
                [
                    (r#"","message":""#, success.message.as_deref()),
                    (r#"","instruction":""#, success.instruction.as_deref()),
                ],
            ),
            Self::Failure(failure) => (
                r#"{"success":false,"error":""#,
                (Some(&*failure.error), None),
                [
                    (r#"","error_type":""#, Some(failure.error_type)),
                    (r#"","instruction":""#, Some(&*failure.instruction)),
                ],
            ),
        };
        let content = text
            .into_iter()
            .chain(message.into_iter().flat_map(Message::pieces));
        let fields = fields
            .into_iter()
            .filter_map(|(name, text)| Some([(name, 0), (text?, 1)]));
        std::iter::once((success, 0))
            .chain(content.map(|piece| (piece, 1)))
            .chain(fields.flatten())
            .chain(std::iter::once((r#""}"#, 0)))
    }

    /// How many bytes the JSON will hardly exceed.
    fn room(&self) -> usize {
        let bytes: usize = self.pieces().map(|(text, _)| text.len()).sum();
        // Ordinary text has a line end, which becomes two characters, in every 16.
        bytes + bytes / 16 + Escaper::SLACK.min(6 * bytes)
    }
}

impl Value {
    /// The content in pieces, in order. Nothing is copied.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &str> {
        let (text, message) = self.texts();
        let message = message.into_iter().flat_map(Message::pieces);
        text.into_iter().chain(message)
    }

    fn texts(&self) -> (Option<&str>, Option<&Message>) {
        match self {
            Self::Text(text) => (Some(text), None),
            Self::Multipart(message) => (None, Some(message)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces()
            .try_for_each(|piece| formatter.write_str(piece))
    }
}
