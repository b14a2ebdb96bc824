//! The Result (ADR-003) of a call.

use std::fmt::{self, Display};

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::operation::Answer;
use crate::operation::error::Error;
use crate::operation::note::{Note, Notes};
use crate::operation::retrieve::Documents;
use crate::table::{NoMatches, Phrase, Table};
use crate::text::messages::Uri;
use crate::text::multipart_message::{MultipartMessage, Part, begins_message};
use crate::write::list_table::{FoundList, Listing};
use crate::write::{
    found,
    write_documents::{self, write_documents},
};

pub use crate::operation::error::ErrorKind;

impl Success {
    /// Creates a success from the answer of an operation.
    pub(crate) fn new(answer: Answer, table: &Table) -> Self {
        let (value, notes) = match answer {
            Answer::List(list) => {
                let (listing, notes) = write_documents(table, list);
                (ReplyValue::Listing(Box::new(listing)), notes)
            }
            Answer::Names(list) => {
                let (listing, notes) = write_documents::write_names(table, list);
                (ReplyValue::Listing(Box::new(listing)), notes)
            }
            Answer::Found(found) => {
                let (found, notes) = found::found(table, found);
                (ReplyValue::Found(Box::new(found)), notes)
            }
            Answer::Documents(documents) if documents.is_message => (
                ReplyValue::Message(documents.parts.finish()),
                documents.notes,
            ),
            Answer::Documents(mut documents) => {
                let only = documents.parts.parts.into_iter().next();
                let lone = only.as_ref().filter(|part| begins_message(&part.body));
                let lone = lone.map(|part| Uri(part.location.clone()));
                documents.notes.extend(lone.map(Note::Lone));
                let only = only.map(|part| (part.body, part.media_type));
                let (body, media_type) = only.unwrap_or_default();
                (ReplyValue::Text { body, media_type }, documents.notes)
            }
        };
        let [message, instruction] = sentences(&notes, table);
        Self {
            value,
            message,
            instruction,
        }
    }
}

/// Returns the message and the instruction of a success with the notes `notes`. Each is `None` if
/// there is nothing to say.
fn sentences(notes: &Notes, table: &Table) -> [Option<String>; 2] {
    let is_left_out = notes
        .iter()
        .any(|note| matches!(note, Note::LeftOut { .. }));
    let instruction = is_left_out.then(|| table.render(&Phrase::BudgetInstruction));
    [table.notes(notes), instruction]
}

/// The documents of an answer as separate values, for resources and prompts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The documents or sections, in order.
    pub parts: Vec<Part>,
    /// The notes to show with the documents.
    pub notes: Option<String>,
}

impl Contents {
    /// Returns the documents that an operation read, with the notes to show.
    pub(crate) fn of(documents: Documents, table: &Table) -> Self {
        let sentences = sentences(&documents.notes, table);
        Self::new(documents.parts.parts, sentences, table)
    }

    /// Creates contents from `parts`, with `sentences` joined into the notes to show.
    pub(crate) fn new(parts: Vec<Part>, sentences: [Option<String>; 2], table: &Table) -> Self {
        let notes = table.join_sentences(sentences.into_iter().flatten());
        Self { parts, notes }
    }
}

/// A Result (ADR-003): the answer to every tool call. It serializes as one JSON object.
/// [`Display`](fmt::Display) writes the same JSON on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The success or failure of the call.
    pub result: Result<Success, Failure>,
}

/// A successful Result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Success {
    /// The documents, the listing or the sections found.
    pub value: ReplyValue,
    /// The notes to show with the value, for example about parts that are left out, stale or
    /// incomplete.
    pub message: Option<String>,
    /// The instruction for the agent, if there is something to do.
    pub instruction: Option<String>,
}

/// The value of a success, which [`Display`] writes as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplyValue {
    /// No value, written as an empty string.
    Empty,
    /// A document as it is, and its media type.
    Text {
        /// The document.
        body: String,
        /// The media type, without a charset.
        media_type: String,
    },
    /// A listing.
    Listing(Box<Listing>),
    /// The result of a search.
    Found(Box<FoundList>),
    /// Several documents in one multipart message.
    Message(MultipartMessage),
}

impl Display for ReplyValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => Ok(()),
            Self::Text { body, .. } => formatter.write_str(body),
            Self::Listing(listing) => formatter.write_str(&listing.text),
            Self::Found(found) => formatter.write_str(&found.text),
            Self::Message(message) => message.fmt(formatter),
        }
    }
}

/// A failed Result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The error message, which says what went wrong and what to do next.
    pub error: String,
    /// The type of the error.
    pub error_type: ErrorKind,
    /// The instruction that tells the agent what to do.
    pub instruction: String,
}

impl Failure {
    /// Renders an error and its notes.
    pub(crate) fn new(error: &Error, notes: &Notes, table: &Table) -> Self {
        let kind = error.kind();
        let text = table.render(error);
        Self {
            error: table.error_with_notes(text, table.notes(notes)),
            error_type: kind,
            instruction: table.error(kind.name()).instruction.clone(),
        }
    }

    /// Returns a success if `table` classifies this failure as a success. Otherwise, returns the
    /// failure.
    pub(crate) fn by_table(self, table: &Table) -> Result<Success, Self> {
        let none = self.error_type == ErrorKind::NoMatches;
        if !none || table.outcomes.no_matches != NoMatches::Success {
            return Err(self);
        }
        Ok(Success {
            value: ReplyValue::Empty,
            message: Some(self.error),
            instruction: Some(self.instruction),
        })
    }
}

impl Reply {
    /// Returns true if the call failed.
    pub fn is_failure(&self) -> bool {
        self.result.is_err()
    }

    /// Returns the members that follow `success` in the JSON object, in order.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&'static str, &dyn Display)> {
        let members: [(_, Option<&dyn Display>); 3] = match &self.result {
            Ok(success) => [
                ("value", Some(&success.value)),
                ("message", success.message.as_ref().map(|text| text as _)),
                (
                    "instruction",
                    success.instruction.as_ref().map(|text| text as _),
                ),
            ],
            Err(failure) => [
                ("error", Some(&failure.error)),
                ("error_type", Some(&failure.error_type)),
                ("instruction", Some(&failure.instruction)),
            ],
        };
        members
            .into_iter()
            .filter_map(|(name, text)| Some((name, text?)))
    }

    /// Returns the approximate length of the value, in bytes.
    pub fn bytes(&self) -> usize {
        match self.result.as_ref().map(|success| &success.value) {
            Ok(ReplyValue::Text { body, .. }) => body.len(),
            Ok(ReplyValue::Listing(listing)) => listing.text.len(),
            Ok(ReplyValue::Found(found)) => found.text.len(),
            Ok(ReplyValue::Message(message)) => {
                message.parts.iter().map(|part| part.body.len()).sum()
            }
            Ok(ReplyValue::Empty) | Err(_) => 0,
        }
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("success", &!self.is_failure())?;
        for (name, text) in self.members() {
            map.serialize_entry(name, &format_args!("{text}"))?;
        }
        map.end()
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        formatter.write_str(&json)
    }
}
