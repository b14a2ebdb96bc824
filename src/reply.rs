//! The Result that a call is answered with, and its JSON.

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
        let mut json = match self {
            Self::Success(success) => {
                let mut json = Json::begin(true, success.value.len());
                json.field("value", &success.value);
                for (name, text) in [
                    ("message", &success.message),
                    ("instruction", &success.instruction),
                ] {
                    if let Some(text) = text {
                        json.field(name, text);
                    }
                }
                json
            }
            Self::Failure(failure) => {
                let mut json = Json::begin(false, failure.error.len());
                json.field("error", &failure.error);
                json.field("error_type", failure.error_type);
                json.field("instruction", &failure.instruction);
                json
            }
        };
        json.bytes.push(b'}');
        // What was escaped is as much UTF-8 as what it was made from.
        String::from_utf8(json.bytes).unwrap_or_default()
    }
}

/// A JSON object that is being written.
struct Json {
    bytes: Vec<u8>,
    /// One slice of a text, escaped, with its quotes.
    slice: Vec<u8>,
}

impl Json {
    /// Texts are escaped a slice at a time, in bytes: the serializer asks for
    /// room for the worst case, six times a text's length, and of many megabytes
    /// that would be mapped afresh for every answer.
    const SLICE: usize = 32 * 1024;

    fn begin(success: bool, bytes: usize) -> Self {
        // Ordinary text has a line end, which becomes two characters, in every 16.
        let mut json = Vec::with_capacity(bytes + bytes / 16 + 512);
        json.extend_from_slice(if success {
            br#"{"success":true"#
        } else {
            br#"{"success":false"#
        });
        Self {
            bytes: json,
            slice: Vec::new(),
        }
    }

    fn field(&mut self, name: &str, text: &str) {
        self.bytes.extend_from_slice(b",\"");
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.extend_from_slice(b"\":\"");
        let mut rest = text;
        while !rest.is_empty() {
            let mut end = rest.len().min(Self::SLICE);
            while !rest.is_char_boundary(end) {
                end -= 1;
            }
            let (head, tail) = rest.split_at(end);
            self.slice.clear();
            // A string into memory: nothing of it can fail.
            let _ = sonic_rs::to_writer(&mut self.slice, head);
            if let [b'"', escaped @ .., b'"'] = &self.slice[..] {
                self.bytes.extend_from_slice(escaped);
            }
            rest = tail;
        }
        self.bytes.push(b'"');
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
