//! The MCP client that speaks to every target.

use std::sync::{Arc, Mutex};

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ClientRequest,
    CustomRequest, ErrorData, Implementation,
};
use rmcp::service::{RequestContext, RoleClient, RunningService, ServiceError};
use rmcp::transport::IntoTransport;
use rmcp::{ClientHandler, ServiceExt};
use serde_json::{Map, Value};

use crate::steps::renamed::Renamed;
use crate::steps::world::Answer;

/// A connected client.
#[derive(Debug)]
pub struct Client {
    service: RunningService<RoleClient, Handler>,
    renamed: Option<Renamed>,
}

#[derive(Debug, Clone)]
struct Handler {
    roots: Option<Arc<Mutex<Vec<String>>>>,
}

#[expect(deprecated, reason = "roots are what is tested")]
impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let capabilities = match self.roots {
            Some(_) => ClientCapabilities::builder()
                .enable_roots()
                .enable_roots_list_changed()
                .build(),
            None => ClientCapabilities::default(),
        };
        ClientConfig::new(capabilities, Implementation::new("features", "0"))
    }

    async fn list_roots(
        &self,
        _context: RequestContext<RoleClient>,
    ) -> Result<rmcp::model::ListRootsResult, ErrorData> {
        let roots = self
            .roots
            .as_ref()
            .expect("asked only where they are offered");
        let roots = roots.lock().expect("no panic holds it").clone();
        Ok(rmcp::model::ListRootsResult::new(
            roots.into_iter().map(rmcp::model::Root::new).collect(),
        ))
    }
}

impl Client {
    /// Connects over a transport.
    pub async fn connect<T, E, A>(
        transport: T,
        roots: Option<Vec<String>>,
        renamed: Option<Renamed>,
    ) -> Self
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let handler = Handler {
            roots: roots.map(|roots| Arc::new(Mutex::new(roots))),
        };
        let service = handler
            .serve(transport)
            .await
            .expect("the server initializes");
        Self { service, renamed }
    }

    /// Calls a tool by its name in the default table.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that the call ended in.
    pub async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<CallToolResult, ErrorData> {
        let (tool, arguments) = match &self.renamed {
            Some(renamed) => renamed.call(tool, arguments),
            None => (tool.to_owned(), arguments),
        };
        let request = CallToolRequestParams::new(tool).with_arguments(arguments);
        match self.service.call_tool(request).await {
            Ok(result) => Ok(result),
            Err(ServiceError::McpError(error)) => Err(error),
            Err(error) => panic!("the server did not answer: {error}"),
        }
    }

    /// Sends a `tools/call` with these parameters, whatever they are; the JSON-RPC
    /// error that it ends in.
    pub async fn call_with(&self, params: Map<String, Value>) -> ErrorData {
        let request = CustomRequest::new("tools/call", Some(params.into()));
        let sent = self
            .service
            .send_request(ClientRequest::CustomRequest(request))
            .await;
        match sent {
            Err(ServiceError::McpError(error)) => error,
            other => panic!("this is no protocol error: {other:?}"),
        }
    }

    /// What `tools/list` gives.
    pub async fn tools(&self) -> Value {
        let tools = self
            .service
            .list_all_tools()
            .await
            .expect("the tools are listed");
        serde_json::to_value(tools).expect("tools are JSON")
    }

    /// What the server says of itself: the result of `initialize`.
    pub fn server(&self) -> Value {
        let info = self.service.peer_info().expect("the server initialized");
        serde_json::to_value(&*info).expect("the result is JSON")
    }

    /// Changes the client's roots, and tells the server.
    pub async fn set_roots(&self, roots: Vec<String>) {
        let current = self.service.service().roots.as_ref();
        *current
            .expect("this client offers no roots")
            .lock()
            .expect("no panic holds it") = roots;
        self.service
            .notify_roots_list_changed()
            .await
            .expect("the server is told");
    }

    /// The answer in the default table's names.
    pub fn unmap(&self, answer: Answer) -> Answer {
        match &self.renamed {
            Some(renamed) => renamed.unmap(answer),
            None => answer,
        }
    }
}
