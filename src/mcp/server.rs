//! Answers requests: one in, one result or error out.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequestParams, DiscoverResult, ErrorData, Implementation, InitializeRequestParams,
    InitializeResult, InputRequest, InputRequiredResult, InputResponses, ListPromptsResult,
    ListResourceTemplatesResult, ListToolsResult, MetaObject, PaginatedRequestParams,
    ProtocolVersion, RequestId, ResourceTemplate, ServerCapabilities, ServerConfig,
    ServerJsonRpcMessage, ServerResult, Tool, ToolAnnotations,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::dispatch::{CallContext, Dispatcher, Refused};
use crate::mcp::message::ClientRequest;
use crate::mcp::method::Method;
use crate::mcp::outgoing::{CallResult, Outgoing, RequestResult};
use crate::mcp::protocol;
#[cfg(feature = "http")]
use crate::mcp::refusal::HttpError;
use crate::mcp::refusal::Refusal;
use crate::mcp::roots::{KEY, offered};
use crate::mcp::skills;
use crate::project::session::Roots;
use crate::spec;
use crate::spec::resource::ResourceRow;

/// How long `initialize` waits for the names in the project.
const INSTRUCTIONS_TIMEOUT: Duration = Duration::from_secs(1);

/// Answers the requests of any number of clients.
#[derive(Debug)]
pub struct Server {
    pub(super) dispatcher: Dispatcher,
    /// The computation of the instructions that is under way.
    describing: Mutex<Weak<Instructions>>,
}

/// The instructions, which one thread computes for all requests that come meanwhile.
#[derive(Debug, Default)]
struct Instructions {
    text: Mutex<Option<String>>,
    done: Condvar,
}

/// What is known of the client that sent a request.
pub(super) struct RequestContext<'a> {
    /// The revision of the request, or of the session.
    pub(super) revision: Option<ProtocolVersion>,
    pub(super) offers_roots: bool,
    /// Asks the client for its roots, and waits for the answer.
    pub(super) ask_roots: &'a dyn Fn() -> Roots,
    /// Whether the client gave the request up.
    pub(super) cancelled: &'a dyn Fn() -> bool,
}

/// What a request is for: it decides the code of its error.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    Resource,
    Prompt,
    Other,
}

/// Why a request has no result.
pub(super) enum Unanswered {
    Error(ErrorData),
    /// The client has to answer a question first.
    Question(Box<InputRequiredResult>),
}

impl From<ErrorData> for Unanswered {
    fn from(error: ErrorData) -> Self {
        Self::Error(error)
    }
}

impl Server {
    /// Creates a server that answers calls with this dispatcher.
    pub fn new(dispatcher: Dispatcher) -> Self {
        Self {
            dispatcher,
            describing: Mutex::default(),
        }
    }

    /// Answers a request of any method but `initialize`. It reads files, and may wait
    /// for them and for the client.
    pub(super) fn answer(
        self: &Arc<Self>,
        request: ClientRequest,
        context: &RequestContext<'_>,
    ) -> Result<RequestResult, ErrorData> {
        let method = request.name.clone();
        let answer = catch_unwind(AssertUnwindSafe(|| self.run(request, context)));
        let answer = answer.unwrap_or_else(|_| {
            tracing::error!(method, "a request panicked");
            Err(self.dispatcher.internal_error().into())
        });
        let answer = answer.or_else(|unanswered| match unanswered {
            Unanswered::Question(question) => Ok(RequestResult::Other(
                ServerResult::InputRequiredResult(*question),
            )),
            Unanswered::Error(error) => Err(error),
        });
        let caching = &self.dispatcher.table.caching;
        protocol::adapt(answer, context.revision.as_ref(), caching)
    }

    /// Returns the message that answers a request.
    pub(super) fn message(
        &self,
        id: RequestId,
        answer: Result<RequestResult, ErrorData>,
    ) -> Outgoing {
        match answer {
            Ok(RequestResult::Call(result)) => Outgoing::Call(id, Box::new(result)),
            Ok(RequestResult::Other(result)) => {
                let message = ServerJsonRpcMessage::response(result, id.clone());
                Outgoing::Json(self.to_json(&message, Some(&id)))
            }
            Err(error) => Outgoing::Json(self.error_message(Some(id), error)),
        }
    }

    /// Returns the message of an error, as JSON.
    pub(super) fn error_message(&self, id: Option<RequestId>, error: ErrorData) -> Vec<u8> {
        let message = ServerJsonRpcMessage::error(error, id.clone());
        self.to_json(&message, id.as_ref())
    }

    /// Returns the JSON-RPC error of a message that is refused.
    pub(super) fn refuse(&self, refusal: &Refusal) -> ErrorData {
        let message = self.dispatcher.table.said(refusal);
        ErrorData::new(refusal.code(), message, None)
    }

    /// Returns the JSON-RPC error of an HTTP request that is refused.
    #[cfg(feature = "http")]
    pub(super) fn http_error(&self, error: &HttpError) -> ErrorData {
        ErrorData::new(error.code(), self.dispatcher.table.said(error), None)
    }

    /// Serializes a message. If that fails it is logged, and an error answers the request.
    pub fn to_json(&self, message: &impl Serialize, id: Option<&RequestId>) -> Vec<u8> {
        serde_json::to_vec(message).unwrap_or_else(|error| {
            tracing::error!(?id, %error, "an answer cannot be serialized");
            let error = self.dispatcher.internal_error();
            let message = json!({ "jsonrpc": "2.0", "id": id, "error": error });
            message.to_string().into_bytes()
        })
    }

    fn run(
        self: &Arc<Self>,
        request: ClientRequest,
        context: &RequestContext<'_>,
    ) -> Result<RequestResult, Unanswered> {
        let table = &self.dispatcher.table;
        if request.method.is_of_skills() && !protocol::is_newest(context.revision.as_ref()) {
            let refusal = Refusal::Method(request.name);
            return Err(self.refuse(&refusal).into());
        }
        let result = match request.method {
            Method::Initialize(_) => return Err(self.refuse(&Refusal::Begun).into()),
            Method::Ping => ServerResult::empty(()),
            Method::Discover => ServerResult::DiscoverResult(self.discover(context)),
            Method::ListTools(params) => {
                self.check_single_page(&params)?;
                let tools = table.tools.iter().map(tool).collect();
                ServerResult::ListToolsResult(ListToolsResult::with_all_items(tools))
            }
            Method::CallTool(params) => return self.call_tool(params, context),
            Method::ListResources(params) => {
                let cursor = params.cursor.as_deref();
                let listed = self.list(context, |dispatcher, asker| {
                    dispatcher.resources(asker, cursor)
                })?;
                let result = listed.unwrap_or_else(|| self.dispatcher.resources_of_none());
                ServerResult::ListResourcesResult(result)
            }
            Method::ListResourceTemplates(params) => {
                self.check_single_page(&params)?;
                let templates = table.resources.templates.iter();
                let templates = templates.map(|row| template(row, table)).collect();
                let result = ListResourceTemplatesResult::with_all_items(templates);
                ServerResult::ListResourceTemplatesResult(result)
            }
            Method::ReadResource(params) => {
                ServerResult::ReadResourceResult(self.read_resource(&params, context)?)
            }
            Method::ListPrompts(params) => {
                self.check_single_page(&params)?;
                let prompts = self.list(context, |dispatcher, asker| dispatcher.prompts(asker))?;
                let result = ListPromptsResult::with_all_items(prompts.unwrap_or_default());
                ServerResult::ListPromptsResult(result)
            }
            Method::GetPrompt(params) => {
                ServerResult::GetPromptResult(self.get_prompt(&params, context)?)
            }
            Method::Complete(params) => {
                ServerResult::CompleteResult(self.complete(&params, context)?)
            }
            Method::ListSkills(params) => self.list_skills(params.cursor.as_deref(), context)?,
            Method::GetSkill(params) => self.get_skill(&params, context)?,
            Method::ReadDirectory(params) => self.read_directory(&params, context)?,
        };
        Ok(RequestResult::Other(result))
    }

    /// Answers `initialize` in this revision.
    pub(super) fn initialize(
        self: &Arc<Self>,
        params: &InitializeRequestParams,
        revision: ProtocolVersion,
    ) -> InitializeResult {
        let offers_roots = params.capabilities.roots.is_some();
        let mut result = self.config(offers_roots);
        result.protocol_version = revision;
        result
    }

    fn discover(self: &Arc<Self>, context: &RequestContext<'_>) -> DiscoverResult {
        let versions = ProtocolVersion::KNOWN_VERSIONS.to_vec();
        let mut config = self.config(context.offers_roots);
        config.capabilities.extensions = Some(skills::extension());
        DiscoverResult::from_server_info(versions, config)
    }

    /// Returns the server's description, with its instructions.
    fn config(self: &Arc<Self>, offers_roots: bool) -> ServerConfig {
        let implementation = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .with_title(self.dispatcher.table.server.title.clone());
        let mut capabilities = ServerCapabilities::default();
        capabilities.completions = Some(Default::default());
        capabilities.prompts = Some(Default::default());
        capabilities.resources = Some(Default::default());
        capabilities.tools = Some(Default::default());
        ServerConfig::new(capabilities)
            .with_server_info(implementation)
            .with_instructions(self.instructions(offers_roots))
    }

    /// Returns the instructions: with the names in the project, unless the project is
    /// found by roots that are not known yet, or is not read within a second.
    fn instructions(self: &Arc<Self>, offers_roots: bool) -> String {
        let without_names = || self.dispatcher.instructions_without_names();
        if offers_roots && self.dispatcher.session.wants_roots() {
            return without_names();
        }
        let Some(shared) = self.describe() else {
            return without_names();
        };
        let text = lock(&shared.text);
        let waited = shared
            .done
            .wait_timeout_while(text, INSTRUCTIONS_TIMEOUT, |text| text.is_none());
        let (text, _) = waited.unwrap_or_else(PoisonError::into_inner);
        text.clone().unwrap_or_else(without_names)
    }

    /// Returns the computation of the instructions that is under way, or starts one, which is
    /// cancelled when the first request has given up on it. `None` if no thread can be had.
    fn describe(self: &Arc<Self>) -> Option<Arc<Instructions>> {
        let mut describing = lock(&self.describing);
        if let Some(shared) = describing.upgrade() {
            return Some(shared);
        }
        let shared = Arc::new(Instructions::default());
        let (server, computed) = (Arc::clone(self), Arc::clone(&shared));
        let deadline = Instant::now() + INSTRUCTIONS_TIMEOUT;
        let compute = move || {
            let text = server
                .dispatcher
                .instructions(&|| Instant::now() >= deadline);
            // Requests from now on may see another project.
            *lock(&server.describing) = Weak::new();
            *lock(&computed.text) = Some(text);
            computed.done.notify_all();
        };
        std::thread::Builder::new().spawn(compute).ok()?;
        *describing = Arc::downgrade(&shared);
        Some(shared)
    }

    fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: &RequestContext<'_>,
    ) -> Result<RequestResult, Unanswered> {
        // Without such a tool no project is needed, and no roots.
        let known = self.dispatcher.table.tool(&params.name).is_some();
        let roots = self.roots(known, params.input_responses.as_ref(), context)?;
        let arguments = params.arguments.unwrap_or_default();
        let caller = CallContext {
            roots: &roots,
            cancelled: context.cancelled,
        };
        let reply = self.dispatcher.call(&caller, &params.name, &arguments)?;
        Ok(RequestResult::Call(CallResult { reply, typed: true }))
    }

    /// Asks something of the project.
    pub(super) fn ask<'a, T>(
        &'a self,
        roots: &Roots,
        context: &RequestContext<'_>,
        wanted: Wanted,
        ask: impl FnOnce(&'a Dispatcher, &CallContext<'_>) -> Result<T, Refused>,
    ) -> Result<T, Unanswered> {
        let asker = CallContext {
            roots,
            cancelled: context.cancelled,
        };
        let asked = ask(&self.dispatcher, &asker);
        asked.map_err(|refused| self.error(refused, wanted).into())
    }

    /// Returns the roots that a request needs.
    ///
    /// # Errors
    ///
    /// From revision 2026-07-28 on a server sends no requests: without `responses` the
    /// client has to answer a question, and send its request again.
    pub(super) fn roots(
        &self,
        needs_project: bool,
        responses: Option<&InputResponses>,
        context: &RequestContext<'_>,
    ) -> Result<Roots, Unanswered> {
        if !(needs_project && context.offers_roots && self.dispatcher.session.wants_roots()) {
            return Ok(Roots::None);
        }
        if !protocol::is_newest(context.revision.as_ref()) {
            return Ok((context.ask_roots)());
        }
        match responses {
            Some(responses) => Ok(responses.get(KEY).map_or(Roots::Failed, offered)),
            None => {
                #[expect(
                    deprecated,
                    reason = "MCP has nothing else that names a client's folder"
                )]
                let request = InputRequest::ListRoots(rmcp::model::ListRootsRequest::default());
                let requests = BTreeMap::from([(KEY.to_owned(), request)]);
                let question = InputRequiredResult::from_input_requests(requests);
                Err(Unanswered::Question(Box::new(question)))
            }
        }
    }

    /// Checks that a list, which is one page, is asked for from its start.
    fn check_single_page(&self, params: &PaginatedRequestParams) -> Result<(), ErrorData> {
        match &params.cursor {
            Some(cursor) => Err(self.dispatcher.unknown_cursor(cursor)),
            None => Ok(()),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is done under these locks can leave them unsound.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a tool as MCP publishes it.
fn tool(row: &spec::Tool) -> Tool {
    let spec::Annotations {
        read_only_hint,
        destructive_hint,
        idempotent_hint,
        open_world_hint,
    } = row.annotations;
    let annotations = ToolAnnotations::from_raw(
        None,
        read_only_hint,
        destructive_hint,
        idempotent_hint,
        open_world_hint,
    );
    let mut tool = Tool::new(
        row.name.clone(),
        row.description.clone(),
        Arc::new(row.input_schema()),
    )
    .with_title(row.title.clone())
    .with_annotations(annotations);
    // Fields for some clients.
    let meta = row.meta.iter();
    let meta: Map<String, Value> = meta
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    tool.meta = (!meta.is_empty()).then_some(MetaObject(meta));
    tool
}

fn template(row: &ResourceRow, table: &spec::Table) -> ResourceTemplate {
    ResourceTemplate::new(table.locations.template(row.kind), &row.name)
        .with_title(&row.title)
        .with_description(&row.description)
}
