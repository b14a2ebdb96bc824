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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// The call succeeded.
    Success(Success),
    /// The call failed.
    Failure(Failure),
}

/// A successful Result. Its JSON has these fields in this order; those that are
/// `None` are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Success {
    success: True,
    /// The content.
    pub value: String,
    /// What has to be said beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the agent is told to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction: Option<String>,
}

/// A failed Result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    success: False,
    /// What went wrong, and the next step.
    pub error: String,
    /// One of [`ErrorKind`]'s names.
    pub error_type: &'static str,
    /// What the agent is told to do.
    pub instruction: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct True;
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct False;

impl Serialize for True {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

impl Serialize for False {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(false)
    }
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
                        .map(|document| document.body)
                        .collect()
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
            success: True,
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
                success: True,
                value: String::new(),
                message: Some(text),
                instruction: Some(instruction),
            });
        }
        Self::Failure(Failure {
            success: False,
            error: text,
            error_type: kind.name(),
            instruction,
        })
    }

    /// Whether it is a failure.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Failure(_))
    }

    /// The Result as JSON.
    pub fn to_json(&self) -> String {
        let content = match self {
            Self::Success(success) => success.value.len(),
            Self::Failure(_) => 0,
        };
        // Room for the escapes of ordinary text, so that it rarely grows.
        let mut json = Vec::with_capacity(content + content / 16 + 512);
        // Strings and booleans: nothing of it can fail to serialize.
        let _ = serde_json::to_writer(&mut json, self);
        String::from_utf8(json).unwrap_or_default()
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
