//! MCP ↔ [`Call`] and [`Reply`](crate::render::reply::Reply).

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ContentBlock, DiscoverResult, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, InitializeRequestParams, InitializeResult, InputRequiredResult, InputResponses,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer};
use serde_json::Map;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::dispatch::{Asker, Call, Dispatcher, NoReply};
use crate::mcp::client_roots::{self, ClientRoots};
use crate::mcp::resources;
use crate::mcp::transport::Connection;
use crate::project::session::Roots;
use crate::spec::{self, Table};

/// How many calls run, or wait to be sent, at once; the others wait their turn.
pub const MAX_CALLS: usize = 64;
/// How long the server's description waits for the names in the project.
const NAMES_PATIENCE: Duration = Duration::from_secs(1);

/// What answers calls, and what they share whoever their client is.
#[derive(Debug)]
pub struct Desk {
    pub(super) dispatcher: Arc<Dispatcher>,
    tools: Vec<Tool>,
    turns: Arc<Semaphore>,
}

/// Handles one client's requests. It is made for a runtime of one thread, where
/// messages are handled in the order in which they came; on several a call may
/// overtake a notification that its client's roots have changed.
#[derive(Debug)]
pub struct Handler {
    pub(super) desk: Arc<Desk>,
    pub(super) connection: Arc<Connection>,
    roots: ClientRoots,
}

impl Desk {
    /// A desk at which this dispatcher answers.
    pub fn new(dispatcher: Arc<Dispatcher>) -> Self {
        Self {
            tools: tools(&dispatcher.table),
            dispatcher,
            turns: Arc::new(Semaphore::new(MAX_CALLS)),
        }
    }
}

impl Handler {
    /// A handler that answers at this desk, over a transport that shares this
    /// connection and delivers what it keeps.
    pub fn new(desk: Arc<Desk>, connection: Arc<Connection>) -> Self {
        Self {
            desk,
            connection,
            roots: ClientRoots::default(),
        }
    }

    /// Runs something on a thread that may wait for files. `None` where it came to no
    /// end.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        roots: Roots,
        token: &CancellationToken,
        run: impl FnOnce(&Dispatcher, &Asker<'_>) -> T + Send + 'static,
    ) -> Option<T> {
        let (dispatcher, token) = (Arc::clone(&self.desk.dispatcher), token.clone());
        let ran = tokio::task::spawn_blocking(move || {
            let asker = Asker {
                roots: &roots,
                cancelled: &|| token.is_cancelled(),
            };
            run(&dispatcher, &asker)
        });
        ran.await
            .inspect_err(|error| tracing::error!(%error, "a call's task did not end"))
            .ok()
    }

    /// The token of a request, and its turn.
    pub(super) async fn turn(
        &self,
        context: &RequestContext<RoleServer>,
    ) -> Result<(CancellationToken, Option<OwnedSemaphorePermit>), ErrorData> {
        let token = self.token(context);
        let turn = tokio::select! {
            turn = Arc::clone(&self.desk.turns).acquire_owned() => turn,
            () = token.cancelled() => return Err(no_reply(self.desk.dispatcher.cancelled())),
        };
        Ok((token, turn.ok()))
    }

    fn token(&self, context: &RequestContext<RoleServer>) -> CancellationToken {
        let token = self.connection.cancellation(&context.id);
        token.unwrap_or_else(|| context.ct.clone())
    }

    /// The roots that a request needs, or what the client has to answer first.
    pub(super) async fn roots(
        &self,
        needs_project: bool,
        answers: Option<&InputResponses>,
        context: &RequestContext<RoleServer>,
    ) -> Result<Result<Roots, Box<InputRequiredResult>>, ErrorData> {
        if !(needs_project && self.desk.dispatcher.session.wants_roots()) {
            return Ok(Ok(Roots::None));
        }
        let token = self.token(context);
        tokio::select! {
            roots = self.roots.get(answers, context) => Ok(roots),
            () = token.cancelled() => Err(no_reply(self.desk.dispatcher.cancelled())),
        }
    }

    /// What agents are told first: the names that calls will find. Where roots that
    /// are not known yet may decide which project that is, there are none. The
    /// project is opened and read elsewhere, and not waited for without end: nothing
    /// else is answered meanwhile.
    async fn instructions(&self, offers_roots: bool) -> String {
        if offers_roots && self.desk.dispatcher.session.wants_roots() {
            return self.desk.dispatcher.instructions_without_names();
        }
        let named = async {
            let turn = Arc::clone(&self.desk.turns).acquire_owned().await;
            let dispatcher = Arc::clone(&self.desk.dispatcher);
            let named = tokio::task::spawn_blocking(move || {
                // It takes as long as it takes, also when nobody waits for it.
                let _held = turn;
                dispatcher.instructions()
            });
            named.await
        };
        match tokio::time::timeout(NAMES_PATIENCE, named).await {
            Ok(Ok(instructions)) => instructions,
            _ => self.desk.dispatcher.instructions_without_names(),
        }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let implementation = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .with_title(self.desk.dispatcher.table.server.title.clone());
        let capabilities = ServerCapabilities::builder()
            .enable_completions()
            .enable_prompts()
            .enable_resources()
            .enable_tools()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(implementation)
            .with_instructions(self.desk.dispatcher.instructions_without_names())
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let result = self.negotiate_initialize(&request)?;
        let offers_roots = request.capabilities.roots.is_some();
        Ok(result.with_instructions(self.instructions(offers_roots).await))
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let offers_roots = client_roots::are_offered(&context);
        let versions = self.supported_protocol_versions().into_owned();
        let info = self.get_info();
        Ok(DiscoverResult::from_server_info(
            versions,
            info.with_instructions(self.instructions(offers_roots).await),
        ))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.whole(request)?;
        let mut result = ListToolsResult::with_all_items(self.desk.tools.clone());
        let caching = self.desk.dispatcher.table.caching.tools;
        (result.ttl_ms, result.cache_scope) = resources::caching(caching, &context);
        Ok(result)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        self.resources(cursor, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.whole(request)?;
        Ok(self.templates(&context))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.read(request, context).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.whole(request)?;
        self.prompts(context).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.prompt(request, context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.completed(request, context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let known = self.desk.dispatcher.table.tool(&request.name).is_some();
        let answers = request.input_responses.as_ref();
        let roots = match self.roots(known, answers, &context).await? {
            Ok(roots) => roots,
            Err(question) => return Ok((*question).into()),
        };
        let (token, turn) = self.turn(&context).await?;
        let tool = request.name.clone();
        let run = move |dispatcher: &Dispatcher, asker: &Asker<'_>| {
            let none = Map::new();
            let call = Call {
                tool: &request.name,
                arguments: request.arguments.as_ref().unwrap_or(&none),
                roots: asker.roots,
                cancelled: asker.cancelled,
            };
            let reply = dispatcher.call(&call)?;
            Ok((reply.to_json(), reply.is_failure()))
        };
        let ran: Option<Result<_, NoReply>> = self.run(roots, &token, run).await;
        let (json, failed) = match ran.transpose().map_err(no_reply)? {
            Some((Ok(json), failed)) => (json, failed),
            unserialized => {
                if let Some((Err(error), _)) = unserialized {
                    tracing::error!(%tool, %error, "an answer cannot be serialized");
                }
                let reply = self.desk.dispatcher.unforeseen(&tool).map_err(no_reply)?;
                (reply.to_string(), true)
            }
        };
        self.connection.hold(&context.id, turn);
        let content = vec![ContentBlock::text(json)];
        Ok(if failed {
            CallToolResult::error(content).into()
        } else {
            CallToolResult::success(content).into()
        })
    }

    async fn on_roots_list_changed(&self, _context: NotificationContext<RoleServer>) {
        self.roots.forget();
    }
}

pub(super) fn no_reply(no_reply: NoReply) -> ErrorData {
    match no_reply {
        NoReply::UnknownResource(message) => ErrorData::resource_not_found(message, None),
        NoReply::Unknown(message) => ErrorData::invalid_params(message, None),
        NoReply::Cancelled(message) => ErrorData::internal_error(message, None),
    }
}

/// The tools as MCP publishes them.
fn tools(table: &Table) -> Vec<Tool> {
    table.tools.iter().map(tool).collect()
}

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
    tool.meta = resources::meta(row);
    tool
}
