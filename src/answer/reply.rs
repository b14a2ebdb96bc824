//! The Result that a call is answered with, and its JSON.

use std::fmt;
use std::iter::once;

use crate::answer::wording::Wording;
use crate::format::blocks::Blocks;
use crate::format::multipart::Message;
use crate::operation::error::Error;
use crate::operation::outcome::Notes;
use crate::spec::error_kind::ErrorKind;
use crate::spec::{NoMatches, Table, Tool};

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
    pub value: Content,
    /// What has to be said beside it.
    pub message: Option<String>,
    /// What the agent is told to do.
    pub instruction: Option<String>,
}

/// The content of a success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
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
    /// A failure, in the table's words; or the success that the table makes of it.
    pub fn failure(error: &Error, notes: &Notes, table: &Table, tool: &Tool) -> Self {
        let wording = Wording::new(table);
        let text = wording.error_with_notes(wording.error(error, tool), wording.notes(notes));
        let kind = error.kind();
        let instruction = table.error(kind).instruction.clone();
        if kind == ErrorKind::NoMatches && table.no_matches == NoMatches::Success {
            return Self::Success(Success {
                value: Content::Text(String::new()),
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
        let begin = match self {
            Self::Success(_) => r#"{"success":true,"value":""#,
            Self::Failure(_) => r#"{"success":false,"error":""#,
        };
        let fields = self.fields().into_iter();
        let fields = fields.filter_map(|(name, text)| Some([(name, 0), (text?, 1)]));
        once((begin, 0))
            .chain(self.content().map(|piece| (piece, 1)))
            .chain(fields.flatten())
            .chain(once((r#""}"#, 0)))
    }

    /// The text of the first field after `success`, in pieces.
    fn content(&self) -> impl Iterator<Item = &str> {
        let (value, error) = match self {
            Self::Success(success) => (Some(&success.value), None),
            Self::Failure(failure) => (None, Some(&*failure.error)),
        };
        let value = value.into_iter().flat_map(Content::pieces);
        value.chain(error)
    }

    /// The fields after that: what stands before the text of each, and the text.
    fn fields(&self) -> [(&'static str, Option<&str>); 2] {
        match self {
            Self::Success(success) => [
                (r#"","message":""#, success.message.as_deref()),
                (r#"","instruction":""#, success.instruction.as_deref()),
            ],
            Self::Failure(failure) => [
                (r#"","error_type":""#, Some(failure.error_type)),
                (r#"","instruction":""#, Some(&failure.instruction)),
            ],
        }
    }

    /// How many bytes the JSON will hardly exceed.
    fn room(&self) -> usize {
        let bytes: usize = self.pieces().map(|(text, _)| text.len()).sum();
        // Ordinary text has a line end, which becomes two characters, in every 16.
        bytes + bytes / 16
    }
}

impl Content {
    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }

    /// The content in pieces, in order. Nothing is copied.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &str> {
        let (text, message) = match self {
            Self::Text(text) => (Some(&**text), None),
            Self::Multipart(message) => (None, Some(message)),
        };
        let message = message.into_iter().flat_map(Message::pieces);
        text.into_iter().chain(message)
    }
}

impl fmt::Display for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces()
            .try_for_each(|piece| formatter.write_str(piece))
    }
}
