//! An MCP client, which speaks to every server the same way.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

use crate::http::{Response, send};
use crate::wire::Wire;

/// How long each answer may take; far more than any does.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// What is said where a call has no answer in time.
pub const NO_ANSWER: &str = "no answer within";

/// The revision of MCP that the client asks for.
const REVISION: &str = "2025-11-25";

/// A connected client. It has one request in flight at a time, and answers the server's
/// requests while it waits.
#[derive(Debug)]
pub struct Client {
    requests: WriteHalf<DuplexStream>,
    answers: BufReader<ReadHalf<DuplexStream>>,
    wire: Wire,
    patience: Duration,
    roots: Option<Vec<String>>,
    /// The id of the last request.
    last: u64,
}

/// A JSON-RPC error.
#[derive(Debug, Clone)]
pub struct Refusal {
    pub code: i64,
    pub message: String,
    pub data: Option<Value>,
}

impl Client {
    /// Connects to a server and initializes it.
    ///
    /// # Panics
    ///
    /// If the server does not answer.
    pub async fn connect(mut wire: Wire, roots: Option<Vec<String>>, patience: Duration) -> Self {
        let (answers, requests) = tokio::io::split(wire.client.take().expect("a fresh wire"));
        let capabilities = match roots {
            Some(_) => json!({"roots": {"listChanged": true}}),
            None => json!({}),
        };
        let mut client = Self { requests, answers: BufReader::new(answers), wire, patience, roots, last: 0 };
        let params = json!({
            "protocolVersion": REVISION,
            "capabilities": capabilities,
            "clientInfo": {"name": "features", "version": "0"},
        });
        if let Err(refusal) = client.request("initialize", params).await {
            panic!("the server does not initialize: {refusal:?}");
        }
        client.notify("notifications/initialized").await;
        client
    }

    /// Hangs up, waits for the server's last line, and returns everything that was wrong with
    /// its lines. The documents are the scenario's own.
    pub async fn ended(self, documents: impl Iterator<Item = &[u8]>) -> Vec<String> {
        let Self { wire, requests, answers, .. } = self;
        let watch = Arc::clone(&wire.watch);
        drop((requests, answers));
        wire.ended().await;
        watch.problems(documents)
    }

    /// Calls a tool.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error of the call.
    pub async fn call(&mut self, tool: &str, arguments: Map<String, Value>) -> Result<Value, Refusal> {
        let params = json!({"name": tool, "arguments": arguments});
        self.request("tools/call", params).await
    }

    /// Sends a request with these parameters, as they are.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error of the request.
    pub async fn ask(&mut self, method: &str, params: Map<String, Value>) -> Result<Value, Refusal> {
        let result = self.request(method, params.into()).await?;
        Ok(without_metadata(result))
    }

    /// Returns every page of `tools/list`.
    pub async fn tools(&mut self) -> Value {
        let mut all = Vec::new();
        let mut params = json!({});
        loop {
            let page = self.request("tools/list", params.clone()).await;
            let mut page = page.unwrap_or_else(|refusal| panic!("tools/list: {refusal:?}"));
            let Value::Array(tools) = page["tools"].take() else {
                panic!("tools is no list: {page}");
            };
            all.extend(tools);
            // Some servers write `null` for the last page.
            let next = match page["nextCursor"].take() {
                Value::Null => return all.into(),
                cursor => json!({"cursor": cursor}),
            };
            assert!(next != params, "a page of tools/list is followed by itself: {next}");
            params = next;
        }
    }

    /// Returns the result of `initialize`.
    pub fn server(&self) -> Value {
        let result = self.wire.watch.first("initialize");
        without_metadata(result.expect("the server initialized"))
    }

    /// Changes the client's roots, and notifies the server.
    pub async fn set_roots(&mut self, roots: Vec<String>) {
        assert!(self.roots.is_some(), "this client offers no roots");
        self.roots = Some(roots);
        self.notify("notifications/roots/list_changed").await;
    }

    /// Sends a request over HTTP, as it is. `{address}` in its headers is replaced by the
    /// server's address.
    pub async fn post(
        &self,
        method: &str,
        path: &str,
        headers: &[(String, String)],
        body: &[u8],
    ) -> Response {
        let url = self.wire.url.get().expect("a server over HTTP");
        let address = url.authority().expect("a host").as_str();
        let headers = headers.iter();
        let headers = headers.map(|(name, value)| (name.clone(), value.replace("{address}", address)));
        let response = send(url, method, path, headers.collect(), body.to_vec());
        let response = tokio::time::timeout(self.patience, response).await;
        response.unwrap_or_else(|_| panic!("{NO_ANSWER} {:?}", self.patience))
    }

    /// Sends a request and returns its result.
    async fn request(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        let (watch, patience) = (Arc::clone(&self.wire.watch), self.patience);
        tokio::select! {
            biased;
            answer = tokio::time::timeout(patience, self.answer(id)) => {
                answer.unwrap_or_else(|_| panic!("{method} has {NO_ANSWER} {patience:?}"))
            }
            problem = watch.problem() => panic!("{problem}"),
        }
    }

    /// Reads lines up to the answer to this request.
    async fn answer(&mut self, id: u64) -> Result<Value, Refusal> {
        let mut line = String::new();
        loop {
            line.clear();
            let read = self.answers.read_line(&mut line).await;
            if !read.is_ok_and(|read| read > 0) {
                // What was wrong with the last lines says more, if anything was.
                tokio::task::yield_now().await;
                let words = self.wire.last_words().await;
                panic!("the server did not answer: it has hung up{words}");
            }
            // The watch reports lines that are no messages.
            let mut message: Value = serde_json::from_str(&line).unwrap_or_default();
            if let Some(method) = message["method"].as_str() {
                let answer = self.served(method);
                if let (Some(id), Some(result)) = (message.get("id"), answer) {
                    self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result})).await;
                }
            } else if message["id"] == id {
                return match message.get_mut("error") {
                    Some(error) => Err(refusal(error)),
                    None => Ok(message["result"].take()),
                };
            }
        }
    }

    /// Returns the result of a request of the server's.
    fn served(&self, method: &str) -> Option<Value> {
        match method {
            "ping" => Some(json!({})),
            "roots/list" => {
                let roots = self.roots.iter().flatten();
                let roots: Vec<Value> = roots.map(|uri| json!({"uri": uri})).collect();
                Some(json!({"roots": roots}))
            }
            _ => None,
        }
    }

    async fn notify(&mut self, method: &str) {
        self.send(&json!({"jsonrpc": "2.0", "method": method})).await;
    }

    /// Sends a line. A server that has hung up is noticed when its answer is read.
    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        let _ = self.requests.write_all(line.as_bytes()).await;
        let _ = self.requests.flush().await;
    }
}

fn refusal(error: &mut Value) -> Refusal {
    Refusal {
        code: error["code"].as_i64().unwrap_or_default(),
        message: error["message"].as_str().unwrap_or_default().to_owned(),
        data: error.get_mut("data").map(Value::take),
    }
}

/// Removes what every server may add.
fn without_metadata(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.shift_remove("_meta");
    }
    value
}
