//! One generic way from a call to its reply: find the row, check the arguments,
//! bind the project, run the operation, render the outcome.

mod arguments;
#[cfg(feature = "http")]
pub mod inventory;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rmcp::model::ErrorData;
use serde_json::{Map, Value};

use crate::answer::draft::Draft;
use crate::answer::reply::{Form, Reply};
use crate::answer::wording::{Wording, echo};
use crate::documents::descriptors;
use crate::documents::fault::Cancelled;
use crate::format::http::HttpRefusal;
use crate::format::jsonrpc::Refusal;
use crate::format::multipart::Unwritten;
use crate::operation::error::Error;
use crate::operation::outcome::{Notes, Stop};
use crate::operation::{self, Request};
use crate::project::session::{Roots, Session};
use crate::spec::{Phrase, Table, Tool};

use arguments::Arguments;

/// A call of a tool.
pub struct Call<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// Its arguments.
    pub arguments: &'a Map<String, Value>,
    /// The roots of the client that calls.
    pub roots: &'a Roots,
    /// Whether the client gave up; looked at between files.
    pub cancelled: &'a dyn Fn() -> bool,
}

/// Why a call has no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoReply {
    /// No row has this name; the message says which have.
    UnknownTool(String),
    /// It was cancelled; the message says so.
    Cancelled(String),
}

impl fmt::Display for NoReply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::UnknownTool(message) | Self::Cancelled(message)) = self;
        formatter.write_str(message)
    }
}

impl std::error::Error for NoReply {}

/// Runs calls against a table and a session.
#[derive(Debug)]
pub struct Dispatcher {
    /// The table.
    pub table: Table,
    /// The session.
    pub session: Session,
    /// How many files and directories its calls may have open together.
    pub descriptors: usize,
}

impl Dispatcher {
    /// A dispatcher.
    pub fn new(table: Table, session: Session) -> Self {
        Self {
            table,
            session,
            descriptors: usize::MAX,
        }
    }

    /// Answers a call, as JSON. A panic in an operation is a failure of type
    /// `unknown`.
    ///
    /// # Errors
    ///
    /// [`NoReply`] where there is no tool of that name, or the call was
    /// cancelled; everything else is a [`Reply`].
    pub fn call(&self, call: &Call<'_>) -> Result<Reply, NoReply> {
        self.call_within(call, Form::Json, &|_| true)
    }

    /// The same in another form, where `room` says whether so many files and
    /// directories may be opened at once as the call needs; where not, it is
    /// cancelled before.
    ///
    /// # Errors
    ///
    /// As for [`call`](Self::call).
    pub fn call_within(
        &self,
        call: &Call<'_>,
        form: Form,
        room: &dyn Fn(usize) -> bool,
    ) -> Result<Reply, NoReply> {
        let Some(tool) = self.table.tool(call.tool) else {
            return Err(self.unknown_tool(call.tool));
        };
        let run = || self.run(tool, call, form, room);
        let ran = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let cause = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied());
            tracing::error!(tool = %tool.name, cause, "an operation panicked");
            Err(Error::Unknown.into())
        });
        match ran {
            Ok(reply) => Ok(reply),
            Err(Stop::Failed(failed)) => {
                tracing::debug!(tool = %tool.name, error = %failed.error, "failed");
                Ok(Reply::of_error(
                    form,
                    &failed.error,
                    &failed.notes,
                    &self.table,
                    tool,
                ))
            }
            Err(Stop::Cancelled) => Err(self.cancelled()),
        }
    }

    /// What a call of this tool is answered that came to no end.
    ///
    /// # Errors
    ///
    /// [`NoReply::UnknownTool`] where there is none.
    pub fn unforeseen(&self, tool: &str, form: Form) -> Result<Reply, NoReply> {
        let tool = (self.table.tool(tool)).ok_or_else(|| self.unknown_tool(tool))?;
        let notes = Notes::default();
        Ok(Reply::of_error(
            form,
            &Error::Unknown,
            &notes,
            &self.table,
            tool,
        ))
    }

    fn run(
        &self,
        tool: &Tool,
        call: &Call<'_>,
        form: Form,
        room: &dyn Fn(usize) -> bool,
    ) -> Result<Reply, Stop> {
        let arguments = Arguments::check(&self.table, tool, call.arguments)?;
        if (call.cancelled)() {
            return Err(Cancelled.into());
        }
        let bound = self.session.bind(call.roots).map_err(Error::NoSession)?;
        let name = arguments.name.as_deref();
        if !room(descriptors::needed(bound.most_categories(name))) {
            return Err(Cancelled.into());
        }
        let limit = bound.project.limits.response_bytes;
        let request = Request {
            bound: &bound,
            suffixes: &self.table.template_suffixes,
            search: &tool.search,
            name,
            pattern: arguments.pattern.as_ref(),
            document: arguments.document.as_ref(),
            cancelled: call.cancelled,
        };
        let mut attempt = self.table.boundary.attempt();
        loop {
            let written = (form, attempt);
            let mut draft = Draft::new(&self.table, tool, written, name.is_some(), limit);
            match operation::run(tool.operation, &request, &mut draft) {
                Ok(mut notes) => {
                    notes.stale.clone_from(&bound.stale);
                    match draft.success(&notes) {
                        Ok(reply) => return Ok(reply),
                        Err(Unwritten::Again(next)) => attempt = next,
                        Err(Unwritten::NoRoom) => return Err(Error::Unknown.into()),
                    }
                }
                Err(Stop::Failed(mut failed)) => {
                    failed.notes.stale.clone_from(&bound.stale);
                    return Err(Stop::Failed(failed));
                }
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            }
        }
    }

    /// What agents are told first; it names the project's categories and
    /// collections where the project is known without asking the client.
    pub fn instructions(&self) -> String {
        let server = &self.table.server;
        let names = match self.session.bind(&Roots::None) {
            Ok(bound) => {
                let wording = Wording::new(&self.table);
                let names = |names: Vec<&String>| match names.is_empty() {
                    true => wording.phrase(Phrase::Nothing, &[]),
                    false => wording.quoted(&names),
                };
                server.names.fill(&[
                    (
                        "categories",
                        &names(bound.project.categories.keys().collect()),
                    ),
                    (
                        "collections",
                        &names(bound.project.collections.keys().collect()),
                    ),
                ])
            }
            Err(_) => server.no_names.clone(),
        };
        server.instructions.fill(&[("names", &names)])
    }

    /// The same where no project is known. Nothing is opened for it.
    pub fn instructions_without_names(&self) -> String {
        let server = &self.table.server;
        server.instructions.fill(&[("names", &server.no_names)])
    }

    /// What is said to a message that is refused.
    pub fn refuse(&self, refusal: &Refusal) -> ErrorData {
        let message = self.table.said(refusal);
        ErrorData::new(refusal.code(), message, None)
    }

    /// What is said to an HTTP request that is refused.
    pub fn turn_away(&self, refusal: &HttpRefusal) -> ErrorData {
        ErrorData::new(refusal.code(), self.table.said(refusal), None)
    }

    /// What is said to a call that was cancelled.
    pub fn cancelled(&self) -> NoReply {
        NoReply::Cancelled(Wording::new(&self.table).phrase(Phrase::CallCancelled, &[]))
    }

    fn unknown_tool(&self, name: &str) -> NoReply {
        let wording = Wording::new(&self.table);
        let valid: Vec<&str> = self
            .table
            .tools
            .iter()
            .map(|tool| tool.name.as_str())
            .collect();
        NoReply::UnknownTool(wording.phrase(
            Phrase::ToolUnknown,
            &[
                ("name", &echo(name)),
                ("suggestion", &wording.suggestion(name, &valid)),
            ],
        ))
    }
}
