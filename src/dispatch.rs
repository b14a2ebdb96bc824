//! One generic way from a call to its reply: find the row, check the arguments,
//! bind the project, run the operation, render the outcome.

mod arguments;
pub mod completion;
#[cfg(feature = "http")]
pub mod inventory;
pub mod prompts;
pub mod resources;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rmcp::model::ErrorData;
use serde_json::{Map, Value};

use crate::documents::descriptors;
use crate::documents::fault::Cancelled;
use crate::operation::error::Error;
use crate::operation::outcome::{Failed, Notes, Stop};
use crate::operation::{self, Request};
use crate::project::session::{BoundProject, Roots, Session};
use crate::render::draft::Draft;
use crate::render::reply::{Failure, Form, Reply};
use crate::render::wording::{Wording, echo};
use crate::spec::{Operation, Phrase, Table, Tool, values};
use crate::text::http::HttpRefusal;
use crate::text::jsonrpc::Refusal;
use crate::text::multipart::Unwritten;

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
    /// Whether the client gave up; looked at between files, and within a search after
    /// a fixed amount of work.
    pub cancelled: &'a dyn Fn() -> bool,
}

/// Who asks, and what may be used for it.
#[derive(Clone, Copy)]
pub struct Asker<'a> {
    /// The roots of the client that asks.
    pub roots: &'a Roots,
    /// Whether it gave up; looked at between files.
    pub cancelled: &'a dyn Fn() -> bool,
    /// Whether so many files and directories may be opened at once; where not, it is
    /// cancelled before.
    pub room: &'a dyn Fn(usize) -> bool,
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
    /// How many files and directories its calls may have open together;
    /// [`serve`](crate::serve) keeps to it, a [`call`](Self::call) by itself does not.
    pub descriptors: usize,
}

impl Dispatcher {
    /// A dispatcher whose calls may open as many files as they like. Nothing is opened
    /// for it, and no project is looked for before a call.
    pub fn new(table: Table, session: Session) -> Self {
        Self {
            table,
            session,
            descriptors: usize::MAX,
        }
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
        form: Form<'_>,
        room: &dyn Fn(usize) -> bool,
    ) -> Result<Reply, NoReply> {
        let Some(tool) = self.table.tool(call.tool) else {
            return Err(self.unknown_tool(call.tool));
        };
        let asker = Asker {
            roots: call.roots,
            cancelled: call.cancelled,
            room,
        };
        self.reply(tool, form, || {
            let arguments = Arguments::check(&self.table, tool, call.arguments)?;
            self.run(tool, &arguments, &asker, form)
        })
    }

    /// The reply of what runs a row.
    fn reply(
        &self,
        row: &Tool,
        form: Form<'_>,
        run: impl FnOnce() -> Result<Reply, Stop>,
    ) -> Result<Reply, NoReply> {
        match caught(&row.name, run) {
            Ok(reply) => Ok(reply),
            Err(Stop::Failed(failed)) => Ok(self.failed(row, form, &failed)),
            Err(Stop::Cancelled) => Err(self.cancelled()),
        }
    }

    fn failed(&self, row: &Tool, form: Form<'_>, failed: &Failed) -> Reply {
        let Failed { error, notes } = failed;
        tracing::debug!(row = %row.name, %error, "failed");
        Reply::of_error(form, error, notes, &self.table, row)
    }

    /// What a call of this tool is answered that came to no end.
    ///
    /// # Errors
    ///
    /// [`NoReply::Unknown`] where there is none.
    pub fn unforeseen(&self, tool: &str, form: Form<'_>) -> Result<Reply, NoReply> {
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

    /// The same of anything else that came to no end.
    pub fn unforeseen_of(&self, what: &str) -> Refused {
        self.refused(what, Error::Unknown.into())
    }

    fn run(
        &self,
        tool: &Tool,
        arguments: &Arguments<'_>,
        asker: &Asker<'_>,
        form: Form<'_>,
    ) -> Result<Reply, Stop> {
        let name = arguments.name.as_deref();
        let bound = self.bound(asker, |bound| bound.most_categories(name))?;
        let limit = bound.project.limits.response_bytes;
        let request = Request {
            bound: &bound,
            suffixes: &self.table.template_suffixes,
            is_markdown: &|file| self.table.is_markdown(file.basename()),
            search: &tool.search,
            name,
            pattern: arguments.pattern.as_ref(),
            document: arguments.document.as_ref(),
            section: arguments.section.as_ref(),
            query: arguments.query.as_ref(),
            cancelled: asker.cancelled,
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

    /// Binds the project, unless there is no room for so many of its categories.
    fn bound(
        &self,
        asker: &Asker<'_>,
        categories: impl FnOnce(&BoundProject) -> usize,
    ) -> Result<BoundProject, Stop> {
        if (asker.cancelled)() {
            return Err(Cancelled.into());
        }
        let bound = self.session.bind(asker.roots).map_err(Error::NoSession)?;
        match (asker.room)(descriptors::needed(categories(&bound))) {
            true => Ok(bound),
            false => Err(Cancelled.into()),
        }
    }

    /// Asks something of the project, about no name of it. `what` names it where it
    /// fails.
    fn ask<T>(
        &self,
        asker: &Asker<'_>,
        what: &str,
        ask: impl FnOnce(&Request<'_>) -> Result<T, Stop>,
    ) -> Result<T, Refused> {
        let asked = caught(what, || {
            let bound = self.bound(asker, |_| 1)?;
            ask(&Request {
                bound: &bound,
                suffixes: &self.table.template_suffixes,
                is_markdown: &|file| self.table.is_markdown(file.basename()),
                search: &[],
                name: None,
                pattern: None,
                document: None,
                section: None,
                query: None,
                cancelled: asker.cancelled,
            })
        });
        asked.map_err(|stop| self.refused(what, stop))
    }

    fn refused(&self, what: &str, stop: Stop) -> Refused {
        let Stop::Failed(failed) = stop else {
            return self.cancelled().into();
        };
        let row = Tool::unnamed(what.to_owned(), Operation::List, Vec::new());
        match self.failed(&row, Form::Value, &failed).result {
            Err(failure) => Refused::Failed(failure),
            Ok(_) => self.cancelled().into(),
        }
    }

    /// A failure as one text: what went wrong, and what is to be done.
    pub fn sentence(&self, failure: &Failure) -> String {
        let instruction = Some(failure.instruction.clone());
        Wording::new(&self.table).error_with_notes(failure.error.clone(), instruction)
    }

    /// What agents are told first; it names the project's categories and
    /// collections where the project is known without asking the client. The project
    /// is bound for it, so it may wait for the file system.
    pub fn instructions(&self) -> String {
        let server = &self.table.server;
        let names = match self.session.bind(&Roots::None) {
            Ok(bound) => {
                let wording = Wording::new(&self.table);
                let names = |names: Vec<&String>| match names.is_empty() {
                    true => wording.phrase(Phrase::Nothing, &[]),
                    false => wording.quoted(&names),
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
        let valid = self.table.tools.iter().map(|tool| &*tool.name);
        let suggestion = wording.suggestion(name, &valid.collect::<Vec<_>>());
        let said = values!(name = echo(name), suggestion);
        NoReply::Unknown(wording.phrase(Phrase::ToolUnknown, said))
    }
}

/// Runs it; a panic is an error nobody foresaw.
fn caught<T>(what: &str, run: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let cause = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        tracing::error!(row = %what, cause, "an operation panicked");
        Err(Error::Unknown.into())
    })
}
