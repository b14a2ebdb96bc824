//! The MCP client that speaks to every target.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ClientRequest,
    CustomRequest, ErrorData, Implementation,
};
use rmcp::service::{RequestContext, RoleClient, RunningService, ServiceError};
use rmcp::{ClientHandler, ServiceExt};
use serde_json::{Map, Value};

use crate::steps::renamed::Renamed;
use crate::steps::words::Words;
use crate::steps::world::Answer;

use super::http::{Response, send};
use super::watch::Watch;
use super::wire::Wire;

/// An answer is waited for this long. It is there so that nothing stands still
/// for ever, and far more than any answer takes.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A connected client.
#[derive(Debug)]
pub struct Client {
    service: RunningService<RoleClient, Handler>,
    wire: Wire,
    patience: Duration,
    renamed: Option<Renamed>,
}

#[derive(Debug, Clone)]
struct Handler {
    roots: Option<Arc<Mutex<Vec<String>>>>,
}

#[expect(deprecated, reason = "roots are what is tested")]
impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.roots = self.roots.as_ref().map(|_| {
            let mut roots = rmcp::model::RootsCapabilities::default();
            roots.list_changed = Some(true);
            roots
        });
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
    /// Connects to a server.
    pub async fn connect(
        mut wire: Wire,
        roots: Option<Vec<String>>,
        renamed: Option<Renamed>,
        patience: Duration,
    ) -> Self {
        let handler = Handler {
            roots: roots.map(|roots| Arc::new(Mutex::new(roots))),
        };
        let transport = wire.client.take().expect("a fresh wire");
        let service = answered(&wire.watch, patience, handler.serve(transport))
            .await
            .expect("the server initializes");
        Self {
            service,
            wire,
            patience,
            renamed,
        }
    }

    /// Waits for an answer, or for what makes it vain to.
    async fn answered<T>(&self, answer: impl Future<Output = T>) -> T {
        answered(&self.wire.watch, self.patience, answer).await
    }

    /// Hangs up, waits for the server's last line, and says all that was wrong
    /// with its lines. The documents are the scenario's own.
    pub async fn ended(self, documents: impl Iterator<Item = &[u8]>) -> Vec<String> {
        let Self { service, wire, .. } = self;
        let watch = Arc::clone(&wire.watch);
        let _ = service.cancel().await;
        wire.ended().await;
        watch.problems(documents)
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
        match self.answered(self.service.call_tool(request)).await {
            Ok(result) => Ok(result),
            Err(ServiceError::McpError(error)) => Err(error),
            Err(error) => panic!("the server did not answer: {error}"),
        }
    }

    /// Sends a `tools/call` with these parameters, whatever they are; the JSON-RPC
    /// error that it ends in.
    pub async fn call_with(&self, params: Map<String, Value>) -> ErrorData {
        let request = CustomRequest::new("tools/call", Some(params.into()));
        let request = ClientRequest::CustomRequest(request);
        match self.answered(self.service.send_request(request)).await {
            Err(ServiceError::McpError(error)) => error,
            other => panic!("this is no protocol error: {other:?}"),
        }
    }

    /// Sends a request, as it is, to a server over HTTP. In its headers `{address}` stands
    /// for where that is.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(String, String)],
        body: &[u8],
    ) -> Response {
        let url = self.wire.url.get().expect("a server over HTTP");
        let address = url.authority().expect("a host").as_str();
        let headers: Vec<(&str, String)> = headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.replace("{address}", address)))
            .collect();
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        self.answered(send(url, method, path, &headers, body)).await
    }

    /// Asks by a method with these parameters, in the default table's names; the
    /// result as it came.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that it ends in.
    pub async fn ask(&self, method: &str, params: Map<String, Value>) -> Result<Value, ErrorData> {
        let params = match &self.renamed {
            Some(renamed) => renamed.params(params),
            None => params,
        };
        let request = CustomRequest::new(method, Some(params.into()));
        let request = ClientRequest::CustomRequest(request);
        match self.answered(self.service.send_request(request)).await {
            Ok(_) => {
                let result = self.wire.watch.results(method).pop();
                Ok(without_metadata(result.expect("it was answered")))
            }
            Err(ServiceError::McpError(error)) => Err(error),
            Err(error) => panic!("the server did not answer: {error}"),
        }
    }

    /// What `tools/list` gives, as it came: with what no client knows, too.
    pub async fn tools(&self) -> Value {
        self.answered(self.service.list_all_tools())
            .await
            .expect("the tools are listed");
        let mut all = Vec::new();
        for mut page in self.wire.watch.results("tools/list") {
            let Value::Array(tools) = page["tools"].take() else {
                panic!("tools is no list: {page}");
            };
            all.extend(tools);
        }
        all.into()
    }

    /// What the server says of itself: the result of `initialize`, as it came.
    pub fn server(&self) -> Value {
        let result = self.wire.watch.first("initialize");
        without_metadata(result.expect("the server initialized"))
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
    pub fn unmap(&self, answer: Answer, given: &Words) -> Answer {
        match &self.renamed {
            Some(renamed) => renamed.unmap(answer, given),
            None => answer,
        }
    }
}

/// Waits for an answer, or for what makes it vain to.
async fn answered<T>(watch: &Watch, patience: Duration, answer: impl Future<Output = T>) -> T {
    tokio::select! {
        biased;
        answer = tokio::time::timeout(patience, answer) => {
            answer.unwrap_or_else(|_| panic!("no answer within {patience:?}"))
        }
        problem = watch.problem() => panic!("{problem}"),
    }
}

/// Without what every server may add.
fn without_metadata(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.shift_remove("_meta");
    }
    value
}
