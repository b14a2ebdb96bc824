//! MCP ↔ [`Call`] and [`Reply`].

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, InputRequest, InputRequiredResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer};
use rmcp::{Peer, ServerHandler};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::dispatch::{Call, Dispatcher, NoReply};
use crate::reply::Reply;
use crate::session::Roots;
use crate::shown::echo;
use crate::spec::{self, Table};
use crate::transport::Outbox;

/// How many calls run, or wait to be sent, at once; the others wait their turn.
const MAX_CALLS: usize = 64;
/// How long a call waits for the client's roots.
const ROOTS_PATIENCE: Duration = Duration::from_secs(2);
/// How long after its answer was asked for a result may still be taken.
const HANDED_ON: Duration = Duration::from_secs(1);
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
    /// `None`: the transport takes the results as text.
    outbox: Option<Arc<Outbox>>,
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
        Self {
            outbox: None,
            tools: tools(&dispatcher.table),
            dispatcher,
            turns: Arc::new(Semaphore::new(MAX_CALLS)),
            roots: Mutex::default(),
        }
    }

    /// The same over a transport that sends the results in this outbox.
    #[must_use]
    pub fn over(self, outbox: Arc<Outbox>) -> Self {
        Self {
            outbox: Some(outbox),
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

    /// The text of a call's result. The turn ends when it has gone out, and not
    /// when it is made: or what waits to be sent could be as much as the calls.
    fn deliver(
        &self,
        reply: Reply,
        turn: Option<OwnedSemaphorePermit>,
        answered: CancellationToken,
    ) -> String {
        let Some(outbox) = self.outbox.clone() else {
            return reply.to_json();
        };
        let mark = outbox.put(reply);
        let text = mark.clone();
        tokio::spawn(async move {
            // So it is when the answer is handed on, when the call is cancelled,
            // and when the connection ends.
            answered.cancelled().await;
            if outbox.holds(&mark) {
                // Unless it is just being handed on, nobody will ask for it.
                tokio::time::sleep(HANDED_ON).await;
                outbox.take(&mark);
            }
            outbox.open().await;
            drop(turn);
        });
        text
    }
}

/// What a client before 2026-07-28 says when it is asked.
#[expect(deprecated, reason = "roots are what the protocol has for this")]
async fn listed_roots(peer: &Peer<RoleServer>) -> Roots {
    match peer.list_roots().await {
        Ok(listed) => Roots::Offered(listed.roots.into_iter().map(|root| root.uri).collect()),
        Err(error) => {
            tracing::warn!(error = %echo(&error.to_string()), "the client does not list its roots");
            Roots::None
        }
    }
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
    let uris = answers
        .get(ROOTS_KEY)
        .and_then(|answer| answer.get("roots")?.as_array())
        .map(|roots| {
            roots
                .iter()
                .filter_map(|root| Some(root.get("uri")?.as_str()?.to_owned()))
                .collect()
        });
    Ok(uris.map_or(Roots::None, Roots::Offered))
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let implementation = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .with_title(self.dispatcher.table.server.title.clone());
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(implementation)
            .with_instructions(self.dispatcher.instructions())
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
        let roots = match self.dispatcher.table.tool(&request.name) {
            Some(_) => tokio::select! {
                roots = self.roots(&request, &context) => roots,
                () = context.ct.cancelled() => return Err(cancelled()),
            },
            None => Ok(Roots::None),
        };
        let roots = match roots {
            Ok(roots) => roots,
            Err(question) => return Ok((*question).into()),
        };
        let turn = tokio::select! {
            turn = Arc::clone(&self.turns).acquire_owned() => turn,
            () = context.ct.cancelled() => return Err(cancelled()),
        };
        let dispatcher = Arc::clone(&self.dispatcher);
        let token = context.ct.clone();
        let ran = tokio::task::spawn_blocking(move || {
            dispatcher.call(&Call {
                tool: &request.name,
                arguments: &request.arguments.unwrap_or_default(),
                roots: &roots,
                cancelled: &|| token.is_cancelled(),
            })
        });
        let reply = ran
            .await
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?
            .map_err(no_reply)?;
        let failed = reply.is_failure();
        let content = vec![ContentBlock::text(self.deliver(
            reply,
            turn.ok(),
            context.ct,
        ))];
        Ok(if failed {
            CallToolResult::error(content).into()
        } else {
            CallToolResult::success(content).into()
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
