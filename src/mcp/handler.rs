//! MCP ↔ [`Call`] and [`Reply`].

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, DiscoverResult, ErrorCode, ErrorData, Implementation, InitializeRequestParams,
    InitializeResult, InputRequest, InputRequiredResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig, ServerRequest, Tool, ToolAnnotations,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer};
use rmcp::{Peer, ServerHandler};
use serde_json::{Map, Value};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::answer::reply::Reply;
use crate::dispatch::{Call, Dispatcher, NoReply};
use crate::documents::descriptors::{self, CALL};
use crate::format::jsonrpc::Refusal;
use crate::format::shown::echo;
use crate::mcp::transport::Connection;
use crate::project::session::Roots;
use crate::spec::{self, Table};

/// How many calls run, or wait to be sent, at once; the others wait their turn.
pub const MAX_CALLS: usize = 64;
/// How long a call waits for the client's roots.
const ROOTS_PATIENCE: Duration = Duration::from_secs(2);
/// How long the server's description waits for the names in the project.
const NAMES_PATIENCE: Duration = Duration::from_secs(1);
/// The key under which roots are asked for where the client answers by calling again.
const ROOTS_KEY: &str = "roots";

/// The MCP server for one client. It is made for a runtime of one thread, where
/// messages are handled in the order in which they came; on several a call may
/// overtake a notification that its client's roots have changed.
#[derive(Debug)]
pub struct Server {
    dispatcher: Arc<Dispatcher>,
    tools: Vec<Tool>,
    turns: Arc<Semaphore>,
    /// One for each call for whose files there are descriptors.
    room: Arc<Semaphore>,
    /// All of them.
    most: u32,
    /// `None`: the transport takes the results as text.
    connection: Option<Arc<Connection>>,
    roots: Mutex<Option<Asked>>,
}

/// A question for the client's roots.
#[derive(Debug, Clone)]
struct Asked {
    since: Instant,
    answer: watch::Receiver<Option<Roots>>,
}

impl Server {
    /// A server that answers by this dispatcher.
    pub fn new(dispatcher: Arc<Dispatcher>) -> Self {
        let most = descriptors::calls(dispatcher.descriptors).min(MAX_CALLS);
        Self {
            connection: None,
            room: Arc::new(Semaphore::new(most)),
            most: u32::try_from(most).unwrap_or(u32::MAX),
            tools: tools(&dispatcher.table),
            dispatcher,
            turns: Arc::new(Semaphore::new(MAX_CALLS)),
            roots: Mutex::default(),
        }
    }

    /// The same over a transport that shares this connection.
    #[must_use]
    pub fn over(self, connection: Arc<Connection>) -> Self {
        Self {
            connection: Some(connection),
            ..self
        }
    }

    /// The client's roots, or the question that it has to answer first.
    async fn roots(
        &self,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<Roots, Box<InputRequiredResult>> {
        let offers = context
            .client_capabilities()
            .is_some_and(|capabilities| capabilities.roots.is_some());
        if !self.dispatcher.session.wants_roots() || !offers {
            return Ok(Roots::None);
        }
        if context
            .protocol_version()
            .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
        {
            return answered_roots(request);
        }
        let mut asked = self.ask(&context.peer);
        let deadline = asked.since + ROOTS_PATIENCE;
        let answer =
            tokio::time::timeout_at(deadline, asked.answer.wait_for(Option::is_some)).await;
        Ok(match answer {
            Ok(Ok(roots)) => roots.clone().unwrap_or_default(),
            Ok(Err(_)) => Roots::None,
            Err(_) => Roots::Silent(ROOTS_PATIENCE.as_secs()),
        })
    }

    /// Asks once until the roots change; an answer that comes late serves the
    /// next call.
    fn ask(&self, peer: &Peer<RoleServer>) -> Asked {
        let mut roots = self.roots.lock().unwrap_or_else(PoisonError::into_inner);
        roots
            .get_or_insert_with(|| {
                let (answer, receiver) = watch::channel(None);
                let peer = peer.clone();
                tokio::spawn(async move {
                    let roots = listed_roots(&peer).await;
                    answer.send_replace(Some(roots));
                });
                Asked {
                    since: Instant::now(),
                    answer: receiver,
                }
            })
            .clone()
    }

    /// Runs a call once there is room for the files that it opens. What it needs it
    /// says when it knows its project; then it waits again, with nothing open.
    async fn run(
        &self,
        request: CallToolRequestParams,
        roots: Roots,
        token: &CancellationToken,
    ) -> Result<Reply, ErrorData> {
        let tool = request.name.clone();
        let asked = Arc::new((request, roots));
        let mut calls = 1;
        loop {
            let room = tokio::select! {
                room = Arc::clone(&self.room).acquire_many_owned(calls) => room,
                () = token.cancelled() => return Err(no_reply(self.dispatcher.cancelled())),
            };
            let given = match calls == self.most {
                // There is no more to wait for.
                true => usize::MAX,
                false => CALL * calls as usize,
            };
            let dispatcher = Arc::clone(&self.dispatcher);
            let (asked, token) = (Arc::clone(&asked), token.clone());
            let ran = tokio::task::spawn_blocking(move || {
                let _room = room;
                let (request, roots) = &*asked;
                let needed = Cell::new(0);
                let reply = dispatcher.call_within(
                    &Call {
                        tool: &request.name,
                        arguments: request.arguments.as_ref().unwrap_or(&Map::new()),
                        roots,
                        cancelled: &|| token.is_cancelled(),
                    },
                    &|count| {
                        needed.set(count);
                        count <= given
                    },
                );
                (reply, needed.get())
            });
            let (reply, needed) = match ran.await {
                Ok(ran) => ran,
                Err(error) => {
                    tracing::error!(%tool, %error, "a call's task did not end");
                    return self.dispatcher.unforeseen(&tool).map_err(no_reply);
                }
            };
            if needed <= given {
                return reply.map_err(no_reply);
            }
            let more = u32::try_from(needed.div_ceil(CALL)).unwrap_or(u32::MAX);
            calls = more.min(self.most);
        }
    }

    /// The text of a call's result. The turn ends when it has gone out, and not
    /// when it is made: or what waits to be sent could be as much as the calls.
    fn deliver(&self, reply: Reply, turn: Option<OwnedSemaphorePermit>) -> String {
        match &self.connection {
            Some(connection) => connection.put(reply, turn),
            None => reply.to_json(),
        }
    }

    /// The token that is cancelled when the client gives up this request.
    fn cancellation(&self, context: &RequestContext<RoleServer>) -> CancellationToken {
        self.connection
            .as_ref()
            .and_then(|connection| connection.cancellation(&context.id))
            .unwrap_or_else(|| context.ct.clone())
    }

    /// What agents are told first. The project is opened and read elsewhere, and
    /// not waited for without end: nothing else is answered meanwhile.
    async fn instructions(&self) -> String {
        let named = async {
            let turn = Arc::clone(&self.turns).acquire_owned().await;
            let room = Arc::clone(&self.room).acquire_owned().await;
            let dispatcher = Arc::clone(&self.dispatcher);
            let named = tokio::task::spawn_blocking(move || {
                // It takes as long as it takes, also when nobody waits for it.
                let _held = (turn, room);
                dispatcher.instructions()
            });
            named.await
        };
        match tokio::time::timeout(NAMES_PATIENCE, named).await {
            Ok(Ok(instructions)) => instructions,
            _ => self.dispatcher.instructions_without_names(),
        }
    }
}

/// What a client before 2026-07-28 says when it is asked.
async fn listed_roots(peer: &Peer<RoleServer>) -> Roots {
    #[expect(deprecated, reason = "roots are what the protocol has for this")]
    let question = ServerRequest::ListRootsRequest(rmcp::model::ListRootsRequest::default());
    match peer.send_request(question).await {
        // As it stands there: one entry of another shape must not cost the others.
        Ok(answer) => listed(&serde_json::to_value(answer).unwrap_or_default()),
        Err(error) => {
            tracing::warn!(error = %echo(&error.to_string()), "the client does not list its roots");
            Roots::Failed
        }
    }
}

/// The roots in an answer.
fn listed(answer: &Value) -> Roots {
    let Some(roots) = answer.get("roots").and_then(Value::as_array) else {
        return Roots::Failed;
    };
    let uris = roots.iter().map(|root| match root.get("uri") {
        Some(Value::String(uri)) => uri.clone(),
        _ => String::new(),
    });
    Roots::Offered(uris.collect())
}

/// From 2026-07-28 on a server asks nothing of its own accord: the client calls
/// again with the answer.
fn answered_roots(request: &CallToolRequestParams) -> Result<Roots, Box<InputRequiredResult>> {
    let Some(answers) = &request.input_responses else {
        #[expect(deprecated, reason = "roots are what the protocol has for this")]
        let question = InputRequest::ListRoots(rmcp::model::ListRootsRequest::default());
        let questions = BTreeMap::from([(ROOTS_KEY.to_owned(), question)]);
        let question = InputRequiredResult::from_input_requests(questions);
        return Err(Box::new(question));
    };
    Ok(answers.get(ROOTS_KEY).map_or(Roots::Failed, listed))
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let implementation = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .with_title(self.dispatcher.table.server.title.clone());
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(implementation)
            .with_instructions(self.dispatcher.instructions_without_names())
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let result = self.negotiate_initialize(&request)?;
        Ok(result.with_instructions(self.instructions().await))
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        let info = self.get_info();
        Ok(DiscoverResult::from_server_info(
            versions,
            info.with_instructions(self.instructions().await),
        ))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let cancelled = || no_reply(self.dispatcher.cancelled());
        let token = self.cancellation(&context);
        let roots = match self.dispatcher.table.tool(&request.name) {
            Some(_) => tokio::select! {
                roots = self.roots(&request, &context) => roots,
                () = token.cancelled() => return Err(cancelled()),
            },
            None => Ok(Roots::None),
        };
        let roots = match roots {
            Ok(roots) => roots,
            Err(question) => return Ok((*question).into()),
        };
        let turn = tokio::select! {
            turn = Arc::clone(&self.turns).acquire_owned() => turn,
            () = token.cancelled() => return Err(cancelled()),
        };
        let reply = self.run(request, roots, &token).await?;
        let failed = reply.is_failure();
        let content = vec![ContentBlock::text(self.deliver(reply, turn.ok()))];
        Ok(if failed {
            CallToolResult::error(content).into()
        } else {
            CallToolResult::success(content).into()
        })
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        Err(match Refusal::of_request(&method, params.as_ref()) {
            Some(refusal) => self.dispatcher.refuse(&refusal),
            None => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, echo(&method), None),
        })
    }

    async fn on_roots_list_changed(&self, _context: NotificationContext<RoleServer>) {
        *self.roots.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

fn no_reply(no_reply: NoReply) -> ErrorData {
    match no_reply {
        NoReply::UnknownTool(message) => ErrorData::invalid_params(message, None),
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
    Tool::new(
        row.name.clone(),
        row.description.clone(),
        Arc::new(row.input_schema()),
    )
    .with_title(row.title.clone())
    .with_annotations(annotations)
}
