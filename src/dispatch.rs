//! One generic way from a call to its reply: find the row, check the arguments,
//! bind the project, run the operation, render the outcome.

mod arguments;
mod directories;
mod paths;
pub mod prompts;
mod readings;
pub mod resources;
pub mod rules;
pub mod skills;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rmcp::model::ErrorData;
use serde_json::{Map, Value, json};

use crate::limits::{MAX_ARGUMENT_BYTES, MAX_GUIDANCE_PATHS};
use crate::operation::Request;
use crate::operation::error::{Error, Note, Notes, OperationError, Suggestion};
use crate::operation::guidance::{self, Guidance};
use crate::operation::index::SearchIndex;
use crate::operation::skills::with_skills;
use crate::project::session::{BoundProject, Roots, Session};
use crate::render::answer::{Answer, Failure, Reply};
use crate::render::messages::MessageFormatter;
use crate::render::names;
use crate::spec::{Operation, Phrase, Table, Tool, values};
use crate::text::escape::escape_truncated;

use arguments::Arguments;
use readings::Reading;

/// Who sent a request.
#[derive(Clone, Copy)]
pub struct CallContext<'a> {
    /// The roots of the client; [`Roots::None`] where the project was named.
    pub roots: &'a Roots,
    /// Whether the client gave up; looked at for each document and each entry of a
    /// directory.
    pub cancelled: &'a dyn Fn() -> bool,
}

/// Why a request has no result.
#[derive(Debug, Clone, PartialEq)]
pub enum Refused {
    /// It failed, as a call does.
    Failed(Failure),
    /// It names nothing that exists, or was cancelled: an error of the protocol.
    Protocol(ErrorData),
}

impl From<ErrorData> for Refused {
    fn from(error: ErrorData) -> Self {
        Self::Protocol(error)
    }
}

/// Runs calls against a table and a session. Threads can share it. Each call finds the
/// files as they are while it runs; no document is kept from one to the next, only what
/// searches count of it.
#[derive(Debug)]
pub struct Dispatcher {
    /// The table.
    pub table: Table,
    /// The session.
    pub session: Session,
    /// What searches keep.
    pub index: SearchIndex,
    /// How many paths a call may have.
    pub most_paths: usize,
}

impl Dispatcher {
    /// Returns a dispatcher. Nothing is opened for it, and no project is looked for
    /// before a call.
    pub fn new(table: Table, session: Session) -> Self {
        Self {
            table,
            session,
            index: SearchIndex::default(),
            most_paths: MAX_GUIDANCE_PATHS,
        }
    }

    /// Calls a tool with arguments of any shape. It reads files, and so may wait for them.
    /// The answer's value has at most the bytes of the project's `limits.response_bytes`,
    /// or is one document. A panic in an operation is a failure of type `unknown`.
    ///
    /// # Errors
    ///
    /// [`ErrorData`] if there is no tool of that name, or the call was cancelled;
    /// everything else is a [`Reply`].
    pub fn call(
        &self,
        context: &CallContext<'_>,
        tool: &str,
        arguments: &Map<String, Value>,
    ) -> Result<Reply, ErrorData> {
        let Some(tool) = self.table.tool(tool) else {
            return Err(self.unknown_tool(tool));
        };
        let success = caught(&tool.name, || {
            let arguments = Arguments::check(&self.table, tool, arguments, self.most_paths)?;
            let answer = self.run(context, tool, &arguments)?;
            Ok(answer.into_success(&self.table, tool))
        });
        let result = match success {
            Ok(success) => Ok(success),
            Err(error) => match self.refused(&tool.name, &error) {
                Refused::Failed(failure) => failure.by_table(&self.table),
                Refused::Protocol(error) => return Err(error),
            },
        };
        Ok(Reply { result })
    }

    fn run<'a>(
        &'a self,
        context: &CallContext<'_>,
        tool: &Tool,
        arguments: &Arguments<'_>,
    ) -> Result<Answer<'a>, OperationError> {
        let mut bound = self.bound(context)?;
        let mut index = Some(&self.index);
        // A skill has the name of none of them.
        let (categories, collections) = (&bound.project.categories, &bound.project.collections);
        if arguments.name.as_deref().map_or_else(
            || tool.operation == Operation::List,
            |name| !categories.contains_key(name) && !collections.contains_key(name),
        ) {
            let request = Request::new(&bound, &self.table, context.cancelled);
            bound = with_skills(&request)?;
            // It is of the project without them.
            index = None;
        }
        let links = || self.session.links(context.roots);
        let paths = arguments.relative_paths(tool, &bound, links)?;
        let request = Request {
            paths: &paths,
            search: &tool.search,
            name: arguments.name.as_deref(),
            pattern: arguments.pattern.as_ref(),
            narrows: tool.finds_anywhere(),
            document: arguments.document.as_ref(),
            section: arguments.section.as_ref(),
            query: arguments.query.as_ref(),
            index,
            ..Request::new(&bound, &self.table, context.cancelled)
        };
        let mut answer = Answer::new(&request, &self.table, tool);
        for reading in Reading::all(arguments, &request) {
            if !Reading::is_missing(&answer) {
                break;
            }
            let other = Answer::new(&reading.request(&request), &self.table, tool);
            if !Reading::is_missing(&other) {
                answer = other;
            }
        }
        match &mut answer {
            Ok(answer) => {
                let notes = answer.notes_mut();
                notes.extend(bound.stale.clone().map(Note::Stale));
                notes.extend(self.about_skill(&request, tool)?);
            }
            Err(OperationError::Failed(failed)) => {
                failed.1.extend(bound.stale.clone().map(Note::Stale))
            }
            Err(OperationError::Cancelled) => {}
        }
        answer
    }

    /// Finds what a call of a tool for guidance considers, and the paths that it means, for a
    /// person at a shell.
    ///
    /// # Errors
    ///
    /// What the call would fail with.
    pub fn considered(
        &self,
        tool: &Tool,
        given: &Map<String, Value>,
    ) -> Result<(Guidance, Vec<String>), Error> {
        let arguments = Arguments::check(&self.table, tool, given, self.most_paths)?;
        let bound = self.session.bind(&Roots::None).map_err(Error::NoSession)?;
        let links = || self.session.links(&Roots::None);
        let paths = arguments.relative_paths(tool, &bound, links)?;
        let request = Request {
            search: &tool.search,
            name: arguments.name.as_deref(),
            ..Request::new(&bound, &self.table, &|| false)
        };
        match guidance::find(&request, &paths, true) {
            Ok(found) => Ok((found, paths)),
            Err(OperationError::Failed(failed)) => Err(failed.0),
            Err(OperationError::Cancelled) => Err(Error::Unknown),
        }
    }

    /// Binds the project, unless the call was cancelled.
    fn bound(&self, context: &CallContext<'_>) -> Result<BoundProject, OperationError> {
        if (context.cancelled)() {
            return Err(OperationError::Cancelled);
        }
        Ok(self.session.bind(context.roots).map_err(Error::NoSession)?)
    }

    /// Runs a request without arguments. `what` names it where it fails.
    fn ask<T>(
        &self,
        context: &CallContext<'_>,
        what: &str,
        ask: impl FnOnce(&Request<'_>) -> Result<T, OperationError>,
    ) -> Result<T, Refused> {
        let asked = caught(what, || {
            let bound = self.bound(context)?;
            ask(&Request::new(&bound, &self.table, context.cancelled))
        });
        asked.map_err(|error| self.refused(what, &error))
    }

    fn refused(&self, subject: &str, error: &OperationError) -> Refused {
        match error {
            OperationError::Failed(failed) => {
                let (error, notes) = &**failed;
                tracing::debug!(row = %subject, error_type = error.kind().name(), %error, "failed");
                Refused::Failed(Failure::new(error, notes, &self.table, subject))
            }
            OperationError::Cancelled => {
                let message = self.phrase(Phrase::CallCancelled, &[]);
                ErrorData::internal_error(message, None).into()
            }
        }
    }

    /// Renders a phrase of the table.
    fn phrase(&self, phrase: Phrase, values: &[(&str, &dyn fmt::Display)]) -> String {
        self.table.said_with(&phrase, values)
    }

    /// Renders a failure as one text: what went wrong, and what is to be done.
    pub fn sentence(&self, failure: &Failure) -> String {
        let instruction = Some(failure.instruction.clone());
        MessageFormatter::new(&self.table).error_with_notes(failure.error.clone(), instruction)
    }

    /// Returns what agents are told first, with the names of the project if it is known
    /// without asking the client. The project is bound for it, which may wait for files. Where
    /// it is cancelled, skills are missing.
    pub fn instructions(&self, cancelled: &dyn Fn() -> bool) -> String {
        let bound = self.session.bind(&Roots::None).ok();
        let bound = bound.map(|bound| {
            let request = Request::new(&bound, &self.table, cancelled);
            let with_skills = with_skills(&request);
            with_skills.unwrap_or(bound)
        });
        names::instructions(&self.table, bound.as_ref().map(|bound| &*bound.project))
    }

    /// Returns what agents are told first if no project is known. Nothing is opened for it.
    pub fn instructions_without_names(&self) -> String {
        names::instructions(&self.table, None)
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

    /// Returns an error if a parameter of a request has more than [`MAX_ARGUMENT_BYTES`].
    fn check_length(&self, parameter: &'static str, text: &str) -> Result<(), ErrorData> {
        if text.len() <= MAX_ARGUMENT_BYTES {
            return Ok(());
        }
        let kind = arguments::too_long(text, MAX_ARGUMENT_BYTES);
        let message = self.table.said_with(&kind, values!(argument = parameter));
        Err(ErrorData::invalid_params(message, None))
    }

    fn unknown_tool(&self, name: &str) -> ErrorData {
        let valid: Vec<&str> = self.table.tools.iter().map(|tool| &*tool.name).collect();
        let suggestion = self.table.said(&Suggestion::of(name, &valid));
        let name = escape_truncated(name);
        self.invalid_params(Phrase::ToolUnknown, values!(name, suggestion))
    }

    fn invalid_params(&self, phrase: Phrase, values: &[(&str, &dyn fmt::Display)]) -> ErrorData {
        ErrorData::invalid_params(self.phrase(phrase, values), None)
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
