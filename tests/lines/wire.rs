//! A client that speaks in lines, and the transport alone.

use std::sync::Arc;
use std::time::Duration;

use mcp_guide::mcp::transport::{Connection, Lines};
use rmcp::RoleServer;
use rmcp::model::{EmptyResult, JsonRpcMessage, RequestId, ServerResult};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

use super::repository::dispatcher;

/// A client, and the transport that it talks to.
pub struct Wire {
    pub lines: Lines<ReadHalf<DuplexStream>, WriteHalf<DuplexStream>>,
    pub connection: Arc<Connection>,
    say: WriteHalf<DuplexStream>,
    hear: BufReader<ReadHalf<DuplexStream>>,
}

impl Wire {
    pub fn new() -> Self {
        let (client, server) = tokio::io::duplex(1 << 26);
        let connection = Arc::new(Connection::default());
        let lines = Lines::new(
            tokio::io::split(server),
            Arc::new(dispatcher()),
            Arc::clone(&connection),
        );
        let (hear, say) = tokio::io::split(client);
        Self {
            lines,
            connection,
            say,
            hear: BufReader::new(hear),
        }
    }

    pub async fn say(&mut self, line: &[u8]) {
        self.say.write_all(line).await.expect("it is read");
        self.say.write_all(b"\n").await.expect("it is read");
    }

    /// The next message that goes on.
    pub async fn passed(&mut self) -> RxJsonRpcMessage<RoleServer> {
        let received = tokio::time::timeout(Duration::from_secs(120), self.lines.receive()).await;
        received.expect("in time").expect("a message")
    }

    /// Whether no message goes on: it can only come too late to be seen.
    pub async fn nothing_passes(&mut self) -> bool {
        let some = tokio::time::timeout(Duration::from_millis(50), self.lines.receive()).await;
        some.is_err()
    }

    /// The next line that goes out.
    pub async fn heard(&mut self) -> Value {
        let mut line = String::new();
        let read = self.hear.read_line(&mut line);
        let read = tokio::time::timeout(Duration::from_secs(120), read).await;
        read.expect("in time").expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:.200}"))
    }

    /// What goes out before a ping is answered that is sent now.
    pub async fn until_ping(&mut self) -> Vec<Value> {
        self.say(br#"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#)
            .await;
        assert_eq!(id_of(&self.passed().await), "ping");
        // What the transport says by itself goes first.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        self.answer("ping").await;
        let mut heard = Vec::new();
        loop {
            let line = self.heard().await;
            if line["id"] == "ping" {
                return heard;
            }
            heard.push(line);
        }
    }

    /// Answers a request.
    pub async fn answer(&mut self, id: impl Into<Id>) {
        let result = ServerResult::EmptyResult(EmptyResult {});
        let message: TxJsonRpcMessage<RoleServer> = JsonRpcMessage::response(result, id.into().0);
        self.lines.send(message).await.expect("it is sent");
    }

    /// As rmcp does when a session begins.
    pub async fn begin(&mut self, revision: &str) {
        let result = serde_json::from_value(json!({
            "protocolVersion": revision, "capabilities": {},
            "serverInfo": { "name": "lines", "version": "0" },
        }));
        let result = ServerResult::InitializeResult(result.expect("a result"));
        let message = JsonRpcMessage::response(result, RequestId::Number(0));
        self.lines.send(message).await.expect("it is sent");
        self.heard().await;
    }
}

pub struct Id(RequestId);

impl From<&str> for Id {
    fn from(id: &str) -> Self {
        Self(RequestId::String(id.into()))
    }
}

impl From<i64> for Id {
    fn from(id: i64) -> Self {
        Self(RequestId::Number(id))
    }
}

pub fn id_of(message: &RxJsonRpcMessage<RoleServer>) -> Value {
    match message {
        JsonRpcMessage::Request(request) => request.id.clone().into_json_value(),
        other => panic!("{other:?} is no request"),
    }
}

/// An error's code and id.
pub fn code_and_id(answer: &Value) -> (i64, Value) {
    let code = answer["error"]["code"].as_i64();
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(!message.is_empty(), "{answer}");
    (
        code.unwrap_or_else(|| panic!("{answer}")),
        answer.get("id").cloned().unwrap_or(json!("(absent)")),
    )
}
