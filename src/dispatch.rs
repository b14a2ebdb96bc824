//! One generic way from a call to its reply: find the row, check the arguments,
//! bind the project, run the operation, render the outcome.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rmcp::model::ErrorData;
use serde_json::{Map, Value};

use crate::answer::listing::Page;
use crate::answer::reply::Reply;
use crate::answer::wording::Wording;
use crate::documents::descriptors;
use crate::documents::fault::Cancelled;
use crate::documents::pattern::Pattern;
use crate::format::json::type_name;
use crate::format::jsonrpc::Refusal;
use crate::operation::error::{ArgumentError, ArgumentFault, Error};
use crate::operation::{self, Notes, Outcome, Request, Stop};
use crate::project::session::{Roots, Session};
use crate::spec::{Phrase, Role, Table, Tool};

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

    /// Answers a call. A panic in an operation is a failure of type `unknown`.
    ///
    /// # Errors
    ///
    /// [`NoReply`] where there is no tool of that name, or the call was
    /// cancelled; everything else is a [`Reply`].
    pub fn call(&self, call: &Call<'_>) -> Result<Reply, NoReply> {
        self.call_within(call, &|_| true)
    }

    /// The same where `room` says whether so many files and directories may be
    /// opened at once as the call needs; where not, it is cancelled before.
    ///
    /// # Errors
    ///
    /// As for [`call`](Self::call).
    pub fn call_within(
        &self,
        call: &Call<'_>,
        room: &dyn Fn(usize) -> bool,
    ) -> Result<Reply, NoReply> {
        let Some(tool) = self.table.tool(call.tool) else {
            return Err(self.unknown_tool(call.tool));
        };
        let run = || self.run(tool, call, room);
        let ran = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let cause = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied());
            tracing::error!(tool = %tool.name, cause, "an operation panicked");
            Err(Error::Unknown.into())
        });
        match ran {
            Ok(outcome) => Ok(Reply::success(outcome, &self.table, tool)),
            Err(Stop::Failed(failed)) => {
                tracing::debug!(tool = %tool.name, error = ?failed.error, "failed");
                Ok(Reply::failure(
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
    pub fn unforeseen(&self, tool: &str) -> Result<Reply, NoReply> {
        let tool = (self.table.tool(tool)).ok_or_else(|| self.unknown_tool(tool))?;
        let notes = Notes::default();
        Ok(Reply::failure(&Error::Unknown, &notes, &self.table, tool))
    }

    fn run(
        &self,
        tool: &Tool,
        call: &Call<'_>,
        room: &dyn Fn(usize) -> bool,
    ) -> Result<Outcome, Stop> {
        let arguments = Arguments::check(tool, call.arguments)?;
        let pattern = arguments
            .pattern
            .map(|text| {
                Pattern::parse(text).map_err(|error| Error::InvalidPattern {
                    pattern: text.to_owned(),
                    error,
                })
            })
            .transpose()?;
        if (call.cancelled)() {
            return Err(Cancelled.into());
        }
        let bound = self.session.bind(call.roots).map_err(Error::NoSession)?;
        if !room(descriptors::needed(bound.most_categories(arguments.name))) {
            return Err(Cancelled.into());
        }
        let limit = bound.project.limits.response_bytes;
        let paper = Page::new(arguments.name.is_some(), limit, &self.table, tool);
        let request = Request {
            table: &self.table,
            tool,
            bound: &bound,
            search: &tool.search,
            name: arguments.name,
            pattern: pattern.as_ref(),
            paper: &paper,
            cancelled: call.cancelled,
        };
        let ran = operation::run(tool.operation, &request);
        let stale = |notes: Notes| Notes {
            stale: bound.stale.clone(),
            ..notes
        };
        match ran {
            Ok(outcome) => Ok(Outcome {
                notes: stale(outcome.notes),
                ..outcome
            }),
            Err(Stop::Failed(mut failed)) => {
                failed.notes = stale(failed.notes);
                Err(Stop::Failed(failed))
            }
            cancelled => cancelled,
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
                ("name", &crate::answer::wording::echo(name)),
                ("suggestion", &wording.suggestion(name, &valid)),
            ],
        ))
    }
}

/// The arguments of a call, by role; `None` where one was left out.
#[derive(Debug, Default)]
struct Arguments<'a> {
    name: Option<&'a str>,
    pattern: Option<&'a str>,
}

impl<'a> Arguments<'a> {
    /// Checks the arguments against the tool's row, before anything is read.
    fn check(tool: &Tool, given: &'a Map<String, Value>) -> Result<Self, Error> {
        let mut arguments = Self::default();
        let mut faults = Vec::new();
        for (name, row) in &tool.arguments {
            let fault = match given.get(name) {
                Some(Value::String(text)) if !text.is_empty() => {
                    match row.role {
                        Role::Name => arguments.name = Some(text),
                        Role::Pattern => arguments.pattern = Some(text),
                        Role::Document => {}
                    }
                    continue;
                }
                Some(Value::String(_) | Value::Null) if row.required => ArgumentFault::Empty,
                None if row.required => ArgumentFault::Missing,
                None | Some(Value::String(_) | Value::Null) => continue,
                Some(other) => ArgumentFault::Type(type_name(other)),
            };
            faults.push(ArgumentError {
                argument: name.clone(),
                fault,
            });
        }
        let unknown = given
            .keys()
            .filter(|name| !tool.arguments.contains_key(*name));
        faults.extend(unknown.map(|name| ArgumentError {
            argument: name.clone(),
            fault: ArgumentFault::Unknown,
        }));
        if faults.is_empty() {
            Ok(arguments)
        } else {
            Err(Error::InvalidArgument(faults))
        }
    }
}
