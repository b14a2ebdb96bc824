//! The Result that a call is answered with, as it goes out.

use std::fmt;

use crate::operation::error::Error;
use crate::operation::outcome::Notes;
use crate::render::wording::Wording;
use crate::spec::error_kind::ErrorKind;
use crate::spec::{NoMatches, PLAIN_TEXT, Phrase, Table, Tool};
use crate::text::multipart::{Array, Attempt, Boundary, Message, Scribe, Unwritten};
use crate::text::text::Text;

/// Where an answer goes, and so what is written of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form<'a> {
    /// To a reader: a success's value as it is, and nothing of a failure.
    Value,
    /// The Result as JSON.
    Json,
    /// The Result as JSON that stands in a JSON string, without its quotes.
    Text,
    /// The documents as the items of a JSON array, without its brackets, and nothing of
    /// a failure: the contents of the resource at this URI. What is said beside them is
    /// the last item, at the same URI.
    Contents(&'a str),
    /// The same: the messages of a prompt. What is said beside them is a text.
    Messages,
}

/// A Result (ADR-003): what every tool call is answered with, written in the form
/// that was asked for. Its [`Display`](fmt::Display) is what goes out, one JSON object on
/// one line unless another [`Form`] was asked for.
#[derive(Debug)]
pub struct Reply {
    text: Text,
    /// How the call ended; without the value, which is in the text alone.
    pub result: Result<Success, Failure>,
}

/// What a successful Result has beside its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Success {
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

impl<'a> Form<'a> {
    /// A message without parts, as it is written for it.
    pub fn message(self, boundary: &'a Boundary, attempt: Attempt) -> Message<'a> {
        Message::new(boundary, attempt, self.times(), self.array())
    }

    /// How often a value is escaped for it.
    fn times(self) -> u8 {
        match self {
            Self::Value => 0,
            Self::Json | Self::Contents(_) | Self::Messages => 1,
            Self::Text => 2,
        }
    }

    /// The array that it is, if it is one.
    pub(super) fn array(self) -> Option<Array> {
        match self {
            Self::Contents(_) => Some(Array::Contents),
            Self::Messages => Some(Array::Messages),
            Self::Value | Self::Json | Self::Text => None,
        }
    }

    /// The item of an array that is a text of the server's own, in pieces, each escaped
    /// so many times.
    fn said(self, text: &'a str) -> Vec<(&'a str, u8)> {
        match self {
            Self::Contents(uri) => item(uri, PLAIN_TEXT, text),
            Self::Messages => vec![
                (r#"{"role":"user","content":{"type":"text","text":""#, 0),
                (text, 1),
                (r#""}}"#, 0),
            ],
            Self::Value | Self::Json | Self::Text => Vec::new(),
        }
    }

    /// The pieces of a Result's JSON, each of which is a text in it or stands around
    /// one, with how often they are escaped for this form.
    fn pieces<'t>(self, pieces: &[(&'t str, u8)]) -> Vec<(&'t str, u8)> {
        let times = match self {
            Self::Value | Self::Contents(_) | Self::Messages => return Vec::new(),
            Self::Json => 0,
            Self::Text => 1,
        };
        let pieces = pieces.iter();
        pieces.map(|(text, of)| (*text, of + times)).collect()
    }
}

/// The contents of a resource, in pieces, each escaped so many times.
fn item<'a>(uri: &'a str, media_type: &'a str, text: &'a str) -> Vec<(&'a str, u8)> {
    let [before, kind, body, after] = Array::Contents.around();
    vec![
        (before, 0),
        (uri, 1),
        (kind, 0),
        (media_type, 1),
        (body, 0),
        (text, 1),
        (after, 0),
    ]
}

impl Reply {
    /// One text as the contents of a resource.
    pub(crate) fn text_at(uri: &str, media_type: &str, text: &str) -> Self {
        Self {
            text: Text::of(&item(uri, media_type, text)),
            result: Ok(Success {
                message: None,
                instruction: None,
                shape: Shape::Text,
            }),
        }
    }

    /// A success, whose value is a listing, or else a message or a document alone; in an
    /// array the sentences beside it stand as one text, and `between` between them.
    ///
    /// # Errors
    ///
    /// As for [`Message::end`].
    pub fn success(
        form: Form<'_>,
        success: Success,
        listing: &str,
        message: Message<'_>,
        scribes: Vec<Scribe>,
        between: &str,
    ) -> Result<Self, Unwritten> {
        let mut before = form.pieces(&[(r#"{"success":true,"value":""#, 0)]);
        before.push((listing, form.times()));
        let fields = [
            (r#"","message":""#, &success.message),
            (r#"","instruction":""#, &success.instruction),
        ];
        let fields = fields.into_iter();
        let fields = fields.filter_map(|(name, text)| Some([(name, 0), (text.as_deref()?, 1)]));
        let after: Vec<_> = fields.flatten().chain([(r#""}"#, 0)]).collect();
        let mut after = form.pieces(&after);
        let said = [&success.message, &success.instruction];
        let said: Vec<&str> = said.into_iter().flatten().map(String::as_str).collect();
        let text = said.join(between);
        if form.array().is_some() && !said.is_empty() {
            if success.shape == Shape::Message {
                after.push((Array::BETWEEN, 0));
            }
            after.extend(form.said(&text));
        }
        let text = message.end(scribes, &before, &after)?;
        Ok(Self {
            text,
            result: Ok(success),
        })
    }

    /// A failure.
    pub fn failure(form: Form<'_>, failure: Failure) -> Self {
        let pieces = [
            (r#"{"success":false,"error":""#, 0),
            (&*failure.error, 1),
            (r#"","error_type":""#, 0),
            (failure.error_type, 1),
            (r#"","instruction":""#, 0),
            (&*failure.instruction, 1),
            (r#""}"#, 0),
        ];
        Self {
            text: Text::of(&form.pieces(&pieces)),
            result: Err(failure),
        }
    }

    /// A failure, in the table's words; or the success that the table makes of it.
    pub(crate) fn of_error(
        form: Form<'_>,
        error: &Error,
        notes: &Notes,
        table: &Table,
        tool: &Tool,
    ) -> Self {
        let wording = Wording::new(table);
        let text = wording.error_with_notes(wording.error(error, tool), wording.notes(notes));
        let kind = error.kind();
        let instruction = table.error(kind).instruction.clone();
        if kind == ErrorKind::NoMatches && table.no_matches == NoMatches::Success {
            let success = Success {
                message: Some(text.clone()),
                instruction: Some(instruction.clone()),
                shape: Shape::Empty,
            };
            let message = form.message(&table.boundary, table.boundary.attempt());
            let between = wording.phrase(Phrase::SentenceSeparator, &[]);
            let written = Self::success(form, success, "", message, Vec::new(), &between);
            if let Ok(reply) = written {
                return reply;
            }
        }
        Self::failure(
            form,
            Failure {
                error: text,
                error_type: kind.name(),
                instruction,
            },
        )
    }

    /// Whether it is a failure.
    pub fn is_failure(&self) -> bool {
        self.result.is_err()
    }

    /// What goes out, in the form that was asked for.
    pub fn text(&self) -> &Text {
        &self.text
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(formatter)
    }
}
