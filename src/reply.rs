//! The Result that a call is answered with, and its JSON.

use serde::Serialize;

use crate::error::{Error, ErrorKind};
use crate::listing;
use crate::multipart::{self, Part};
use crate::operation::{Content, Notes, Outcome};
use crate::spec::{NoMatches, Phrase, Table, Tool};
use crate::uri::Location;
use crate::wording::Wording;

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
    pub value: String,
    /// What has to be said beside it.
    pub message: Option<String>,
    /// What the agent is told to do.
    pub instruction: Option<String>,
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
            Content::Documents { documents, single } => {
                if single {
                    documents
                        .into_iter()
                        .next()
                        .map_or_else(String::new, |document| document.body)
                } else {
                    let parts: Vec<Part<'_>> = documents
                        .iter()
                        .map(|document| Part {
                            media_type: table.media_type(document.info.basename()),
                            location: location(&document.info, table),
                            body: &document.body,
                        })
                        .collect();
                    multipart::build(&table.boundary, &parts)
                }
            }
            Content::Listing(listing) => listing::markdown(&listing, table, tool),
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
                value: String::new(),
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
        let (view, text) = match self {
            Self::Success(success) => (View::from(success), &success.value),
            Self::Failure(failure) => (View::from(failure), &failure.error),
        };
        // Ordinary text has a line end, which becomes two characters, in every 16.
        let mut json = Vec::with_capacity(text.len() + text.len() / 16 + 512);
        // Strings and a boolean: nothing of it can fail to serialize.
        let _ = sonic_rs::to_writer(&mut json, &view);
        String::from_utf8(json).unwrap_or_default()
    }
}

/// The fields of a Result, in the order of its JSON.
#[derive(Serialize)]
struct View<'a> {
    success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instruction: Option<&'a str>,
}

impl<'a> From<&'a Success> for View<'a> {
    fn from(success: &'a Success) -> Self {
        Self {
            success: true,
            value: Some(&success.value),
            message: success.message.as_deref(),
            error: None,
            error_type: None,
            instruction: success.instruction.as_deref(),
        }
    }
}

impl<'a> From<&'a Failure> for View<'a> {
    fn from(failure: &'a Failure) -> Self {
        Self {
            success: false,
            value: None,
            message: None,
            error: Some(&failure.error),
            error_type: Some(failure.error_type),
            instruction: Some(&failure.instruction),
        }
    }
}

/// The URI of a document.
pub(crate) fn location(info: &crate::discover::FileInfo, table: &Table) -> String {
    let shape = match info.collection {
        Some(_) => &table.collection_location,
        None => &table.category_location,
    };
    shape.build(&Location {
        collection: info.collection.as_deref().map(Into::into),
        category: (&*info.category).into(),
        path: info.document().into(),
    })
}
