//! One generic way from a call to its reply: find the row, check the arguments,
//! bind the project, run the operation, render the outcome.

mod arguments;
pub mod prompts;
pub mod resources;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rmcp::model::ErrorData;
use serde_json::{Map, Value, json};

use crate::limits::MAX_ARGUMENT_BYTES;
use crate::operation::Request;
use crate::operation::error::{Error, Notes, OperationError};
use crate::project::session::{BoundProject, Roots, Session};
use crate::render::answer::{Answer, Failure, Reply};
use crate::render::messages::MessageFormatter;
use crate::spec::{Phrase, Table, Tool, values};
use crate::text::escape::escape_truncated;
use crate::text::jsonrpc::{HttpError, Refusal};

use arguments::Arguments;

/// A call of a tool. Nothing of it has to be checked before: unknown tools, and
/// arguments of any shape, are answered.
pub struct Call<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// Its arguments, as the client sent them.
    pub arguments: &'a Map<String, Value>,
    /// The roots of the client that calls; [`Roots::None`] where the project was named.
    pub roots: &'a Roots,
    /// Whether the client gave up; looked at for each document and each entry of a
    /// directory.
    pub cancelled: &'a dyn Fn() -> bool,
}

/// Who asks.
#[derive(Clone, Copy)]
pub struct Asker<'a> {
    /// The roots of the client that asks.
    pub roots: &'a Roots,
    /// Whether it gave up; looked at for each document and each entry of a directory.
    pub cancelled: &'a dyn Fn() -> bool,
}

impl fmt::Debug for Asker<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Asker");
        shown.field("roots", &self.roots).finish_non_exhaustive()
    }
}

/// Why a call has no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoReply {
    /// No row has this name, a list does not go on there, or nothing can be completed
    /// there: the message says which, and of names which there are.
    Unknown(String),
    /// Nothing has this URI; the message says which URIs there are.
    UnknownResource(String),
    /// It was cancelled; the message says so.
    Cancelled(String),
}

impl fmt::Display for NoReply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Unknown(message) | Self::UnknownResource(message) | Self::Cancelled(message)) =
            self;
        formatter.write_str(message)
    }
}

impl std::error::Error for NoReply {}

/// Why something that is asked for is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// It failed, as a call does.
    Failed(Failure),
    /// It came to nothing that could be said so.
    NoReply(NoReply),
}

impl From<NoReply> for Refused {
    fn from(no_reply: NoReply) -> Self {
        Self::NoReply(no_reply)
    }
}

/// Runs calls against a table and a session. Threads can share it. Each call finds the
/// files as they are while it runs; no document is kept from one to the next.
#[derive(Debug)]
pub struct Dispatcher {
    /// The table.
    pub table: Table,
    /// The session.
    pub session: Session,
}

impl Dispatcher {
    /// Returns a dispatcher. Nothing is opened for it, and no project is looked for
    /// before a call.
    pub fn new(table: Table, session: Session) -> Self {
        Self { table, session }
    }

    /// Answers a call, as JSON. It reads files, and so may wait for them. The answer's
    /// value has at most the bytes of the project's `limits.response_bytes`, or is one
    /// document. A panic in an operation is a failure of type `unknown`.
    ///
    /// # Errors
    ///
    /// [`NoReply`] where there is no tool of that name, or the call was
    /// cancelled; everything else is a [`Reply`].
    pub fn call(&self, call: &Call<'_>) -> Result<Reply, NoReply> {
        let Some(tool) = self.table.tool(call.tool) else {
            return Err(self.unknown_tool(call.tool));
        };
        let asker = Asker {
            roots: call.roots,
            cancelled: call.cancelled,
        };
        let success = caught(&tool.name, || {
            let arguments = Arguments::check(&self.table, tool, call.arguments)?;
            let answer = self.run(tool, &arguments, &asker)?;
            Ok(answer
                .into_success(&self.table)
                .map_err(|_| Error::Unknown)?)
        });
        let result = match success {
            Ok(success) => Ok(success),
            Err(error) => match self.refused(&tool.name, &error) {
                Refused::Failed(failure) => failure.by_table(&self.table),
                Refused::NoReply(no_reply) => return Err(no_reply),
            },
        };
        Ok(Reply { result })
    }

    fn run<'a>(
        &'a self,
        tool: &Tool,
        arguments: &Arguments<'_>,
        asker: &Asker<'_>,
    ) -> Result<Answer<'a>, OperationError> {
        let bound = self.bound(asker)?;
        let request = Request {
            search: &tool.search,
            name: arguments.name.as_deref(),
            pattern: arguments.pattern.as_ref(),
            document: arguments.document.as_ref(),
            section: arguments.section.as_ref(),
            query: arguments.query.as_ref(),
            ..Request::new(&bound, &self.table, asker.cancelled)
        };
        let mut answer = Answer::new(&request, &self.table, tool);
        match &mut answer {
            Ok(answer) => answer.notes_mut().stale.clone_from(&bound.stale),
            Err(OperationError::Failed(failed)) => failed.1.stale.clone_from(&bound.stale),
            Err(OperationError::Cancelled) => {}
        }
        answer
    }

    /// Binds the project, unless the call was cancelled.
    fn bound(&self, asker: &Asker<'_>) -> Result<BoundProject, OperationError> {
        if (asker.cancelled)() {
            return Err(OperationError::Cancelled);
        }
        Ok(self.session.bind(asker.roots).map_err(Error::NoSession)?)
    }

    /// Runs a request without arguments. `what` names it where it fails.
    fn ask<T>(
        &self,
        asker: &Asker<'_>,
        what: &str,
        ask: impl FnOnce(&Request<'_>) -> Result<T, OperationError>,
    ) -> Result<T, Refused> {
        let asked = caught(what, || {
            let bound = self.bound(asker)?;
            ask(&Request::new(&bound, &self.table, asker.cancelled))
        });
        asked.map_err(|error| self.refused(what, &error))
    }

    fn refused(&self, subject: &str, error: &OperationError) -> Refused {
        match error {
            OperationError::Failed(failed) => {
                let (error, notes) = &**failed;
                tracing::debug!(row = %subject, %error, "failed");
                Refused::Failed(Failure::new(error, notes, &self.table, subject))
            }
            OperationError::Cancelled => {
                NoReply::Cancelled(self.phrase(Phrase::CallCancelled, &[])).into()
            }
        }
    }

    /// Renders a phrase of the table.
    fn phrase(&self, phrase: Phrase, values: &[(&str, &dyn fmt::Display)]) -> String {
        self.table.phrase(phrase).fill(values)
    }

    /// Renders a failure as one text: what went wrong, and what is to be done.
    pub fn sentence(&self, failure: &Failure) -> String {
        let instruction = Some(failure.instruction.clone());
        MessageFormatter::new(&self.table).error_with_notes(failure.error.clone(), instruction)
    }

    /// What agents are told first; it names the project's categories and
    /// collections where the project is known without asking the client. The project
    /// is bound for it, so it may wait for the file system.
    pub fn instructions(&self) -> String {
        let server = &self.table.server;
        let names = match self.session.bind(&Roots::None) {
            Ok(bound) => {
                let names = |names: Vec<&String>| match names.is_empty() {
                    true => self.phrase(Phrase::Nothing, &[]),
                    false => MessageFormatter::new(&self.table).quoted(&names),
                };
                server.names.fill(values!(
                    categories = names(bound.project.categories.keys().collect()),
                    collections = names(bound.project.collections.keys().collect())
                ))
            }
            Err(_) => server.no_names.clone(),
        };
        server.instructions.fill(values!(names))
    }

    /// The same where no project is known. Nothing is opened for it.
    pub fn instructions_without_names(&self) -> String {
        let server = &self.table.server;
        server.instructions.fill(values!(names = server.no_names))
    }

    /// Returns the error of an answer that could not be made, or not be written.
    pub fn internal_error(&self) -> ErrorData {
        let failure = Failure::new(&Error::Unknown, &Notes::default(), &self.table, "");
        let data = json!({
            "error_type": failure.error_type,
            "instruction": failure.instruction,
        });
        ErrorData::internal_error(self.sentence(&failure), Some(data))
    }

    /// Checks that a parameter of a request has at most [`MAX_ARGUMENT_BYTES`].
    ///
    /// # Errors
    ///
    /// [`NoReply::Unknown`] with the parameter's name and the limit.
    fn bounded(&self, parameter: &'static str, text: &str) -> Result<(), NoReply> {
        if text.len() <= MAX_ARGUMENT_BYTES {
            return Ok(());
        }
        let kind = arguments::too_long(text);
        let message = self.table.said_with(&kind, &[("argument", parameter)]);
        Err(NoReply::Unknown(message))
    }

    /// What is said to a message that is refused.
    pub fn refuse(&self, refusal: &Refusal) -> ErrorData {
        let message = self.table.said(refusal);
        ErrorData::new(refusal.code(), message, None)
    }

    /// Returns the JSON-RPC error of an HTTP request that is refused.
    pub fn http_error(&self, error: &HttpError) -> ErrorData {
        ErrorData::new(error.code(), self.table.said(error), None)
    }

    fn unknown_tool(&self, name: &str) -> NoReply {
        let valid: Vec<&str> = self.table.tools.iter().map(|tool| &*tool.name).collect();
        let suggestion = MessageFormatter::new(&self.table).suggestion(name, &valid);
        let name = escape_truncated(name);
        NoReply::Unknown(self.phrase(Phrase::ToolUnknown, values!(name, suggestion)))
    }
}

/// Runs an operation. A panic is logged, and becomes [`Error::Unknown`].
fn caught<T>(
    what: &str,
    run: impl FnOnce() -> Result<T, OperationError>,
) -> Result<T, OperationError> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let cause = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        tracing::error!(row = %what, cause, "an operation panicked");
        Err(Error::Unknown.into())
    })
}
