//! Lines that are no messages, ids that are in flight, and batches: what the
//! transport answers by itself, without a server behind it.

#![allow(
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test says by a panic what did not hold"
)]

use std::sync::Arc;
use std::time::Duration;

use mcp_guide::Dispatcher;
use mcp_guide::mcp::transport::{Connection, Lines};
use mcp_guide::project::session::{Session, Source};
use mcp_guide::spec::Table;
use rmcp::RoleServer;
use rmcp::model::{EmptyResult, JsonRpcMessage, RequestId, ServerResult};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

fn dispatcher() -> Dispatcher {
    let table = Table::embedded().expect("it is sound");
    let session = Session::new(Source::Named(env!("CARGO_MANIFEST_DIR").into()));
    Dispatcher::new(table, session)
}

/// A client, and the transport that it talks to.
struct Wire {
    lines: Lines<ReadHalf<DuplexStream>, WriteHalf<DuplexStream>>,
    connection: Arc<Connection>,
    say: WriteHalf<DuplexStream>,
    hear: BufReader<ReadHalf<DuplexStream>>,
}

impl Wire {
    fn new() -> Self {
        let (client, server) = tokio::io::duplex(1 << 26);
        let (reader, writer) = tokio::io::split(server);
        let connection = Arc::new(Connection::default());
        let lines = Lines::new(
            reader,
            writer,
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

    async fn say(&mut self, line: &[u8]) {
        self.say.write_all(line).await.expect("it is read");
        self.say.write_all(b"\n").await.expect("it is read");
    }

    /// The next message that goes on.
    async fn passed(&mut self) -> RxJsonRpcMessage<RoleServer> {
        let received = tokio::time::timeout(Duration::from_secs(120), self.lines.receive()).await;
        received.expect("in time").expect("a message")
    }

    /// The next line that goes out.
    async fn heard(&mut self) -> Value {
        let mut line = String::new();
        let read = self.hear.read_line(&mut line);
        let read = tokio::time::timeout(Duration::from_secs(120), read).await;
        read.expect("in time").expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:.200}"))
    }

    /// What goes out before a ping is answered that is sent now.
    async fn until_ping(&mut self) -> Vec<Value> {
        self.say(br#"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#)
            .await;
        assert_eq!(id_of(&self.passed().await), "ping");
        // What the transport says by itself goes first.
        tokio::task::yield_now().await;
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
    async fn answer(&mut self, id: impl Into<Id>) {
        let result = ServerResult::EmptyResult(EmptyResult {});
        let message: TxJsonRpcMessage<RoleServer> = JsonRpcMessage::response(result, id.into().0);
        self.lines.send(message).await.expect("it is sent");
    }

    /// As rmcp does when a session begins.
    async fn begin(&mut self, revision: &str) {
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

struct Id(RequestId);

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

fn id_of(message: &RxJsonRpcMessage<RoleServer>) -> Value {
    match message {
        JsonRpcMessage::Request(request) => request.id.clone().into_json_value(),
        other => panic!("{other:?} is no request"),
    }
}

/// An error's code and id.
fn code_and_id(answer: &Value) -> (i64, Value) {
    let code = answer["error"]["code"].as_i64();
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(!message.is_empty(), "{answer}");
    (
        code.unwrap_or_else(|| panic!("{answer}")),
        answer.get("id").cloned().unwrap_or(json!("(absent)")),
    )
}

/// What a line is answered with: a code and an id, `(absent)` for none.
async fn answered(line: &[u8]) -> Vec<(i64, Value)> {
    let mut wire = Wire::new();
    wire.say(line).await;
    wire.until_ping().await.iter().map(code_and_id).collect()
}

fn ping_with(params: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"ping","params":{{"a":{params}}}}}"#).into_bytes()
}

#[tokio::test]
async fn what_cannot_be_read_is_answered_with_its_id() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let mut bytes = ping_with("\"?\"");
    let at = bytes.iter().position(|byte| *byte == b'?').expect("it");
    bytes[at] = 0xff;
    let lines = [
        ("a lone surrogate", ping_with(r#""\ud800""#)),
        ("nested 130 deep", ping_with(&nested(130))),
        ("nested 60,000 deep", ping_with(&nested(60_000))),
        ("a number too large", ping_with("1e400")),
        ("a control character", ping_with("\"\u{1}\"")),
        ("not UTF-8", bytes),
        ("cut", br#"{"id":7,"jsonrpc":"2.0","method":"#.to_vec()),
        (
            "too long",
            ping_with(&format!("{:?}", "x".repeat(17 << 20))),
        ),
        (
            "an odd key",
            br#"{"\ud800":1,"jsonrpc":"2.0","method":"ping","id":7}"#.to_vec(),
        ),
    ];
    for (name, line) in lines {
        assert_eq!(answered(&line).await, [(-32700, json!(7))], "{name}");
    }
}

#[tokio::test]
async fn what_has_no_readable_id_is_answered_without_one() {
    for (line, code) in [
        ("{", -32700),
        ("\u{0}", -32700),
        ("ping", -32700),
        (r#"{"jsonrpc":"2.0","id":"\ud800","method":"ping"}"#, -32700),
        (r#"{"jsonrpc":"2.0","id":7,"result":"\ud800"}"#, -32700),
        ("null", -32600),
        (r#"{"jsonrpc":"2.0"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        // What was read of an id is not the id.
        (r#"{"jsonrpc":"2.0","id":0x1,"method":"ping"}"#, -32700),
        (r#"{"jsonrpc":"2.0","id":12"#, -32700),
        (r#"{"jsonrpc":"2.0","id":12 "#, -32700),
        (r#"{"jsonrpc":"2.0","id":12 3,"method":"ping"}"#, -32700),
        (r#"{"jsonrpc":"2.0","id":1,"id":0x1}"#, -32700),
        (r#"{"jsonrpc":"2.0","id":1e-400,"method":"ping"}"#, -32600),
        (r#"{"id":1e-400,"method":"ping"}"#, -32600),
        (
            r#"{"jsonrpc":"2.0","id":1e-400,"method":"ping","params":[]}"#,
            -32600,
        ),
        (r#"{"jsonrpc":"2.0","method":7}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#, -32600),
        ("[]", -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
    ] {
        let expected = [(code, json!("(absent)"))];
        assert_eq!(answered(line.as_bytes()).await, expected, "{line}");
    }
}

#[tokio::test]
async fn json_of_another_shape_is_answered_with_its_id() {
    for line in [
        r#"{"jsonrpc":"2.0","id":7}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":7}"#,
        r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#,
        r#"{"id":7,"method":"ping"}"#,
        r#"{"id":7,"method":"ping","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}"#,
    ] {
        assert_eq!(
            answered(line.as_bytes()).await,
            [(-32600, json!(7))],
            "{line}"
        );
    }
    let many = ping_with(&format!("[{}0]", "0,".repeat(70_000)));
    assert_eq!(answered(&many).await, [(-32600, json!(7))]);
}

#[tokio::test]
async fn what_waits_for_no_answer_gets_none() {
    for line in [
        "",
        " \t\r",
        "\u{feff}",
        r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":7}"#,
        r#"{"jsonrpc":"1.0","method":"notifications/initialized"}"#,
    ] {
        assert_eq!(answered(line.as_bytes()).await, [], "{line}");
    }
}

#[tokio::test]
async fn no_more_than_32_lines_in_a_row_are_answered() {
    let mut wire = Wire::new();
    for _ in 0..100 {
        wire.say(b"{").await;
    }
    assert_eq!(wire.until_ping().await.len(), 32);
    wire.say(b"{").await;
    assert_eq!(wire.until_ping().await.len(), 1, "after a message");
}

/// No answer of the server's, sent back, has both an id and a method.
#[tokio::test]
async fn every_request_of_another_shape_is_answered() {
    for (line, code) in [
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","_meta":5}}"#,
            -32602,
        ),
        (r#"{"id":7,"method":"ping"}"#, -32600),
        (r#"{"id":7,"method":"ping","params":1e400}"#, -32700),
    ] {
        let mut wire = Wire::new();
        for _ in 0..40 {
            wire.say(line.as_bytes()).await;
        }
        let answers = wire.until_ping().await;
        let answers: Vec<_> = answers.iter().map(code_and_id).collect();
        assert_eq!(answers, vec![(code, json!(7)); 40], "{line}");
    }
}

#[tokio::test]
async fn an_id_in_flight_is_refused() {
    let mut wire = Wire::new();
    let ping = br#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let text = br#"{"jsonrpc":"2.0","id":"7","method":"ping"}"#;
    wire.say(ping).await;
    assert_eq!(id_of(&wire.passed().await), 7);
    for _ in 0..100 {
        wire.say(ping).await;
    }
    wire.say(text).await;
    assert_eq!(id_of(&wire.passed().await), "7", "another id");
    for _ in 0..100 {
        assert_eq!(code_and_id(&wire.heard().await), (-32600, json!(7)));
    }
    wire.answer(7).await;
    assert_eq!(wire.heard().await["result"], json!({}));
    wire.say(ping).await;
    assert_eq!(id_of(&wire.passed().await), 7, "it is free again");
}

#[tokio::test]
async fn a_cancelled_request_is_not_answered_and_keeps_its_id() {
    let mut wire = Wire::new();
    let ping = br#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let cancel =
        br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    wire.say(ping).await;
    wire.passed().await;
    let token = wire.connection.cancellation(&RequestId::Number(7));
    let token = token.expect("it is in flight");
    wire.say(cancel).await;
    wire.say(ping).await;
    let heard = wire.until_ping().await;
    assert!(token.is_cancelled());
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert_eq!(code_and_id(&heard[0]), (-32600, json!(7)));
    wire.answer(7).await;
    assert_eq!(wire.until_ping().await, [] as [Value; 0]);
    wire.say(ping).await;
    assert_eq!(id_of(&wire.passed().await), 7, "it is free again");
}

#[tokio::test]
async fn before_a_session_only_requests_go_on() {
    let mut wire = Wire::new();
    let other: [&[u8]; 3] = [
        br#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        br#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        br#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
    ];
    for line in other {
        wire.say(line).await;
    }
    assert_eq!(wire.until_ping().await, [] as [Value; 0]);
    wire.begin("2025-06-18").await;
    for line in other {
        wire.say(line).await;
        assert!(!matches!(wire.passed().await, JsonRpcMessage::Request(_)));
    }
}

#[tokio::test]
async fn a_batch_is_answered_by_one() {
    let mut wire = Wire::new();
    wire.begin("2025-03-26").await;
    wire.say(
        br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},7,{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"x","version":"0"}}},{"jsonrpc":"2.0","id":4,"method":"ping"}]"#,
    )
    .await;
    assert_eq!(id_of(&wire.passed().await), 1);
    assert!(matches!(
        wire.passed().await,
        JsonRpcMessage::Notification(_)
    ));
    assert_eq!(id_of(&wire.passed().await), 2);
    assert_eq!(id_of(&wire.passed().await), 4);
    wire.say(br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}"#)
        .await;
    assert_eq!(
        wire.until_ping().await,
        [] as [Value; 0],
        "all of it at once"
    );
    for id in [2, 4, 1] {
        wire.answer(id).await;
    }
    let answers = wire.heard().await;
    let answers = answers.as_array().expect("an array");
    let told = |answer: &Value| (answer.get("id").cloned(), answer["error"]["code"].as_i64());
    let told: Vec<_> = answers.iter().map(told).collect();
    assert_eq!(
        told,
        [
            (None, Some(-32600)),
            (Some(json!(1)), Some(-32600)),
            (Some(json!(3)), Some(-32600)),
            (Some(json!(2)), None),
            (Some(json!(1)), None),
        ]
    );
}

#[tokio::test]
async fn a_batch_that_wants_no_answer_gets_none() {
    let mut wire = Wire::new();
    wire.begin("2025-03-26").await;
    wire.say(br#"[{"jsonrpc":"2.0","method":"notifications/roots/list_changed"},{"jsonrpc":"2.0","id":1,"result":{}}]"#)
        .await;
    wire.passed().await;
    wire.passed().await;
    assert_eq!(wire.until_ping().await, [] as [Value; 0]);
    for line in [
        "[]".to_owned(),
        format!("[{}0]", "0,".repeat(64)),
        "[".into(),
    ] {
        wire.say(line.as_bytes()).await;
        let heard = wire.until_ping().await;
        let code = if line == "[" { -32700 } else { -32600 };
        assert_eq!(heard.len(), 1, "{line:.9}");
        assert_eq!(
            code_and_id(&heard[0]),
            (code, json!("(absent)")),
            "{line:.9}"
        );
    }
}
