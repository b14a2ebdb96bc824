//! The Result that a call is answered with.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::operation::error::Error;
use crate::operation::outcome::Notes;
use crate::render::messages::{MessageFormatter, Subject};
use crate::spec::error_kind::ErrorKind;
use crate::spec::{NoMatches, Table};
use crate::text::buffer;

/// A Result (ADR-003): what every tool call is answered with. It serializes as one
/// JSON object, and its [`Display`](fmt::Display) is that JSON on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// How the call ended.
    pub result: Result<Success, Failure>,
}

/// A successful Result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Success {
    /// The documents or the listing.
    pub value: String,
    /// What has to be said beside it: what was left out, is stale or incomplete.
    pub message: Option<String>,
    /// What the agent is told to do, where something is to be done.
    pub instruction: Option<String>,
    /// What its value is.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What went wrong, and the next step.
    pub error: String,
    /// One of [`ErrorKind`]'s names.
    pub error_type: &'static str,
    /// What the agent is told to do.
    pub instruction: String,
}

impl Failure {
    /// Renders an error and the notes beside it, in the table's words.
    pub(crate) fn new(error: &Error, notes: &Notes, table: &Table, subject: Subject<'_>) -> Self {
        let wording = MessageFormatter::new(table);
        let kind = error.kind();
        Self {
            error: wording.error_with_notes(wording.error(error, subject), wording.notes(notes)),
            error_type: kind.name(),
            instruction: table.error(kind).instruction.clone(),
        }
    }

    /// Returns the success that the table makes of a failure, or else the failure.
    ///
    /// # Errors
    ///
    /// The failure.
    pub(crate) fn by_table(self, table: &Table) -> Result<Success, Self> {
        let none = self.error_type == ErrorKind::NoMatches.name();
        if !none || table.no_matches != NoMatches::Success {
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
        let value = self
            .result
            .as_ref()
            .map_or(0, |success| success.value.len());
        // Line ends and quotes take two bytes each.
        let json = buffer::json(self, value + value / 16 + 1024)?;
        String::from_utf8(json).map_err(serde::ser::Error::custom)
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("success", &self.result.is_ok())?;
        match &self.result {
            Ok(success) => {
                map.serialize_entry("value", &success.value)?;
                if let Some(message) = &success.message {
                    map.serialize_entry("message", message)?;
                }
                if let Some(instruction) = &success.instruction {
                    map.serialize_entry("instruction", instruction)?;
                }
            }
            Err(failure) => {
                map.serialize_entry("error", &failure.error)?;
                map.serialize_entry("error_type", failure.error_type)?;
                map.serialize_entry("instruction", &failure.instruction)?;
            }
        }
        map.end()
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = self.to_json().map_err(|_| fmt::Error)?;
        formatter.write_str(&json)
    }
}
