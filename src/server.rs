//! Answers requests on the caller's thread: finds the table row, checks the arguments, binds the
//! project, runs the operation and renders the outcome.

pub(crate) mod answer;
mod arguments;
pub(crate) mod caller;
mod directory;
mod document_at;
mod export;
mod instructions;
#[cfg(feature = "http")]
mod is_warm;
pub(crate) mod method;
mod next_page;
mod prompts;
mod proposals;
#[cfg_attr(
    not(feature = "oauth"),
    allow(dead_code, reason = "each feature has its errors")
)]
pub(crate) mod refusal;
pub(crate) mod request_result;
mod resources;
pub mod rules;
mod skills;
mod split_paths;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{ErrorCode, ErrorData};
use serde_json::{Map, Value, json};

use crate::limits::{MAX_ARGUMENT_BYTES, MAX_GUIDANCE_PATHS, ROOTS_TIMEOUT};
use crate::operation::OperationContext;
use crate::operation::call::Call;
use crate::operation::error::{ArgumentError, Error, ErrorKind, Suggestion};
use crate::operation::find::found_rules::with_found_rules;
use crate::operation::find::meant_call::meant_call;
use crate::operation::find::skill_folder::{WantedSkills, with_skills};
use crate::operation::guidance::{self, Guidance};
use crate::operation::note::{Note, Notes};
use crate::operation::search::search_index::SearchIndex;
use crate::operation::{Answer, OperationError};
use crate::project::bound_project::BoundProject;
use crate::project::session::{Roots, Session};
use crate::table::{Phrase, Table, Tool};
use crate::write::reply::{Failure, Reply, Success};

use proposals::{Needs, of_found_rules};

pub use caller::Caller;
pub(crate) use split_paths::{is_exact, undecorated, unquoted};

/// The reason why a request has no result.
#[derive(Debug, Clone, PartialEq)]
pub enum CallError {
    /// A protocol error: the request failed, found nothing, or was cancelled.
    Protocol(ErrorData),
    /// The client must first be asked for its roots.
    NeedsRoots,
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Protocol(error) => f.write_str(&error.message),
            Self::NeedsRoots => fmt::Debug::fmt(self, f),
        }
    }
}

impl std::error::Error for CallError {}

impl From<ErrorData> for CallError {
    fn from(error: ErrorData) -> Self {
        Self::Protocol(error)
    }
}

/// A server that answers requests with a table, in the project of a session. Threads can share it.
///
/// Each call reads the current files. Only the search index keeps document data between calls.
#[derive(Debug)]
pub struct Server {
    /// The table of tools, resources, prompts and messages.
    pub table: Arc<Table>,
    /// The session that finds the project.
    pub session: Session,
    /// The search index.
    pub index: SearchIndex,
    /// The maximum number of paths in a call.
    pub most_paths: usize,
    /// The maximum size of an answer's value, in bytes. Replaces the project's
    /// `limits.response_bytes`.
    pub response_bytes: Option<u64>,
    /// The maximum number of sections that a search finds.
    pub most_sections: usize,
    /// The time for which a call waits for its client's roots.
    pub roots_timeout: Duration,
    /// The guides proposed for projects without a `guide.yaml`.
    pub(crate) proposals: proposals::Proposals,
    /// The running computation of the instructions, if any.
    pub(crate) describing: instructions::UnderWay,
}

impl Server {
    /// Creates a server. Opens no files and looks for no project before the first call.
    pub fn new(table: impl Into<Arc<Table>>, session: Session) -> Self {
        Self {
            table: table.into(),
            session,
            index: SearchIndex::default(),
            most_paths: MAX_GUIDANCE_PATHS,
            response_bytes: None,
            most_sections: usize::MAX,
            roots_timeout: ROOTS_TIMEOUT,
            proposals: Default::default(),
            describing: Default::default(),
        }
    }

    /// Calls the tool named `tool`. The `arguments` are checked. May block, because it reads files.
    ///
    /// The answer's value has at most `limits.response_bytes` bytes, unless it is a single
    /// document. A panic in an operation becomes a failure of type `unknown`.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if the tool does not exist, the call was cancelled, or the client
    /// must first be asked for its roots. All other failures are part of the [`Reply`].
    pub fn call(
        &self,
        caller: Caller<'_>,
        tool: &str,
        arguments: &Map<String, Value>,
    ) -> Result<Reply, CallError> {
        let Some(tool) = self.table.tool(tool) else {
            return Err(self.unknown_tool(tool).into());
        };
        let success = caught(&tool.name, || {
            let call = arguments::check(&self.table, tool, arguments, self.most_paths)?;
            let answer = self.run(caller, tool, call)?;
            Ok(Success::new(answer, &self.table))
        });
        let success = success.unwrap_or_else(|| Err(Error::unknown(&tool.name).into()));
        let result = match success {
            Ok(success) => Ok(success),
            Err(OperationError::Failed(failed)) => {
                self.failure(&tool.name, &failed).by_table(&self.table)
            }
            Err(error) => return Err(self.error(&tool.name, error)),
        };
        Ok(Reply { result })
    }

    /// Runs the checked `call` of `tool`: binds the project with the skills and documents that the
    /// call needs, then gives the answer. Blocks.
    fn run(
        &self,
        caller: Caller<'_>,
        tool: &Tool,
        call: Call<'_>,
    ) -> Result<Answer, OperationError> {
        let skills = match call.name() {
            Some(name) => WantedSkills::Of(&name.name),
            None if matches!(call, Call::ListNames(_)) => WantedSkills::All(usize::MAX),
            None => WantedSkills::None,
        };
        let needs = Needs::of(&call);
        let mut scope = self.bind_request(caller, skills, needs)?;
        if let Some(path) = of_found_rules(&call) {
            let cancelled = || (caller.gave_up)();
            let found = with_found_rules(&self.context(&scope.bound, &cancelled), &path)?;
            scope.bound = found.unwrap_or(scope.bound);
        }
        self.run_in(&scope, caller, tool, call)
    }

    /// Runs the checked `call` in the project of `scope`, which is already bound. The answer has the
    /// notes about the project as well.
    fn run_in(
        &self,
        scope: &BoundRequest,
        caller: Caller<'_>,
        tool: &Tool,
        mut call: Call<'_>,
    ) -> Result<Answer, OperationError> {
        let bound = &scope.bound;
        let cancelled = || (caller.gave_up)();
        match &mut call {
            Call::Guidance(guidance) => {
                let links = || self.session.links(&scope.roots);
                guidance.paths = arguments::relative_paths(tool, &guidance.paths, bound, links)?;
            }
            Call::Search(search) => search.most = self.most_sections,
            Call::Retrieve(_) | Call::List(_) | Call::ListNames(_) => {}
        }
        // The index covers only the project without its skills.
        let index = (!scope.has_skills).then_some(&self.index);
        let context = self.context(bound, &cancelled);
        let meant = meant_call(&context, &call)?;
        let call = meant.as_ref().unwrap_or(&call);
        let mut answer = Answer::new(&context, call, index);
        match &mut answer {
            Ok(answer) => {
                let notes = answer.notes_mut();
                notes.extend(bound.stale.clone().map(Note::Stale));
                let is_of_all = call.is_of_all_names();
                let left_out = is_of_all.then(|| Note::left_out(&bound.project));
                notes.extend(left_out.into_iter().flatten());
                notes.extend(self.about_skill(&context, call)?);
            }
            Err(OperationError::Failed(failed)) => {
                failed.1.extend(bound.stale.clone().map(Note::Stale))
            }
            Err(OperationError::Cancelled | OperationError::NeedsRoots) => {}
        }
        answer
    }

    /// Returns the rules that `tool` considers if it is called with the arguments `given`. Also
    /// returns the paths in the call, relative to the project's folder.
    ///
    /// # Errors
    ///
    /// Returns the error with which the call itself would fail.
    pub fn considered(
        &self,
        tool: &Tool,
        given: &Map<String, Value>,
    ) -> Result<(Guidance, Vec<String>), Error> {
        let call = arguments::check(&self.table, tool, given, self.most_paths)?;
        let Call::Guidance(mut call) = call else {
            return Err(Error::unknown(&tool.name));
        };
        let bound = self.session.bind(&Roots::None).map_err(Error::NoSession)?;
        let links = || self.session.links(&Roots::None);
        call.paths = arguments::relative_paths(tool, &call.paths, &bound, links)?;
        match guidance::find(&self.context(&bound, &|| false), &call, true) {
            Ok(found) => Ok((found, call.paths)),
            Err(OperationError::Failed(failed)) => Err(failed.0),
            Err(OperationError::Cancelled | OperationError::NeedsRoots) => {
                Err(Error::unknown(&tool.name))
            }
        }
    }

    /// Returns the context for operations in a project.
    fn context<'a>(
        &'a self,
        bound: &'a BoundProject,
        cancelled: &'a dyn Fn() -> bool,
    ) -> OperationContext<'a> {
        OperationContext {
            bound,
            formats: &self.table.formats,
            cancelled,
        }
    }

    /// Binds the project, unless the client has given up. Asks the client for its roots only if
    /// they could decide which project is bound.
    fn bind_request(
        &self,
        caller: Caller<'_>,
        skills: WantedSkills<'_>,
        needs: Needs<'_>,
    ) -> Result<BoundRequest, OperationError> {
        if (caller.gave_up)() {
            return Err(OperationError::Cancelled);
        }
        let roots = if self.session.wants_roots() {
            (caller.roots)().ok_or(OperationError::NeedsRoots)?
        } else {
            Roots::None
        };
        let bound = self.session.bind(&roots).map_err(Error::NoSession)?;
        let mut bound = self.with_needs(bound, needs).map_err(Error::NoSession)?;
        if let Some(bytes) = self.response_bytes {
            Arc::make_mut(&mut bound.project).limits.response_bytes = bytes;
        }
        let cancelled = || (caller.gave_up)();
        let found = with_skills(&self.context(&bound, &cancelled), skills)?;
        Ok(BoundRequest {
            has_skills: found.is_some(),
            bound: found.unwrap_or(bound),
            roots,
        })
    }

    /// Binds the project and runs `ask` in it. `what` identifies the request in logs. If `what`
    /// ends with `/list`, the project's documents are searched again.
    fn ask<T>(
        &self,
        caller: Caller<'_>,
        what: &str,
        skills: WantedSkills<'_>,
        ask: impl FnOnce(&OperationContext<'_>) -> Result<T, OperationError>,
    ) -> Result<T, CallError> {
        let needs = if what.ends_with("/list") {
            Needs::Now
        } else {
            Needs::Documents(None)
        };
        let asked = self.bind_request(caller, skills, needs).and_then(|scope| {
            let cancelled = || (caller.gave_up)();
            ask(&self.context(&scope.bound, &cancelled))
        });
        asked.map_err(|error| self.error(what, error))
    }

    /// Converts `error` to the error that answers a request. `subject` identifies the request in
    /// logs.
    fn error(&self, subject: &str, error: OperationError) -> CallError {
        match error {
            OperationError::Failed(failed) => {
                let failure = self.failure(subject, &failed);
                self.error_data(&failure, None).into()
            }
            OperationError::NeedsRoots => CallError::NeedsRoots,
            OperationError::Cancelled => {
                let message = self.table.render(&Phrase::CallCancelled);
                ErrorData::internal_error(message, None).into()
            }
        }
    }

    fn failure(&self, subject: &str, (error, notes): &(Error, Notes)) -> Failure {
        tracing::debug!(row = %subject, error_type = error.kind().name(), %error, "failed");
        Failure::new(error, notes, &self.table)
    }

    /// Returns the protocol error for `failure`. The data of the error contains the error type and
    /// the instruction.
    ///
    /// `not_found` is the code for names that are not found. If it is given, the client chose the
    /// name, and invalid patterns and arguments count as invalid parameters.
    fn error_data(&self, failure: &Failure, not_found: Option<ErrorCode>) -> ErrorData {
        use ErrorKind as Of;
        let code = match (failure.error_type, not_found) {
            (Of::NotFound | Of::NoDocument | Of::NoMatches, Some(code)) => code,
            (Of::InvalidPattern | Of::InvalidArgument, Some(_)) => ErrorCode::INVALID_PARAMS,
            (
                Of::NotFound
                | Of::NoDocument
                | Of::NoMatches
                | Of::InvalidPattern
                | Of::InvalidArgument
                | Of::NoSession
                | Of::Io
                | Of::Unknown,
                _,
            ) => ErrorCode::INTERNAL_ERROR,
        };
        let data = json!({
            "error_type": failure.error_type.name(),
            "instruction": failure.instruction,
        });
        let instruction = Some(failure.instruction.clone());
        let message = (self.table).error_with_notes(failure.error.clone(), instruction);
        ErrorData::new(code, message, Some(data))
    }

    /// Returns an error if a request parameter is longer than [`MAX_ARGUMENT_BYTES`].
    fn check_length(&self, parameter: &'static str, text: &str) -> Result<(), ErrorData> {
        if text.len() <= MAX_ARGUMENT_BYTES {
            return Ok(());
        }
        let kind = split_paths::too_long(text, MAX_ARGUMENT_BYTES);
        let argument = parameter.to_owned();
        let message = self.table.render(&ArgumentError { argument, kind });
        Err(ErrorData::invalid_params(message, None))
    }

    fn unknown_tool(&self, name: &str) -> ErrorData {
        let valid: Vec<&str> = self.table.tools.iter().map(|tool| &*tool.name).collect();
        self.invalid_params(&Phrase::ToolUnknown {
            name: name.to_owned(),
            suggestion: Suggestion::of(name, &valid),
        })
    }

    /// Returns the error for an unknown cursor, or for any cursor if the list has a single page.
    fn unknown_cursor(&self, cursor: &str) -> ErrorData {
        let cursor = cursor.to_owned();
        self.invalid_params(&Phrase::CursorUnknown { cursor })
    }

    /// Returns the error for a parameter that matches nothing.
    fn invalid_params(&self, phrase: &Phrase) -> ErrorData {
        ErrorData::invalid_params(self.table.render(phrase), None)
    }
}

/// The project to which a request is bound.
struct BoundRequest {
    bound: BoundProject,
    /// Whether the project's categories include skills.
    has_skills: bool,
    roots: Roots,
}

/// Runs `run`. Returns `None` if it panics. The panic hook logs the cause, and this function logs
/// `what`.
fn caught<T>(what: &str, run: impl FnOnce() -> T) -> Option<T> {
    let caught = catch_unwind(AssertUnwindSafe(run));
    caught
        .inspect_err(|_| tracing::error!(row = %what, "it panicked"))
        .ok()
}
