//! A result on its way out: as JSON, and as text in the message that carries it.

#![allow(
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test says by a panic what did not hold"
)]

mod repository;

use std::io::Cursor;
use std::sync::Arc;

use mcp_guide::mcp::transport::outgoing::Outgoing;
use mcp_guide::mcp::transport::{Connection, Lines};
use mcp_guide::{Failure, Reply, Shape, Success};
use repository::dispatcher;
use rmcp::RoleServer;
use rmcp::model::{CallToolResult, ContentBlock, JsonRpcMessage, RequestId};
use rmcp::service::TxJsonRpcMessage;
use rmcp::transport::Transport;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader, DuplexStream};

/// What has to be escaped, what need not be, and characters of several bytes.
const ODD: &str = "\u{0}\u{1f}\"\\/\u{7f}\u{2028}äöü€😀\r\n\t\\n\\\"";

/// Texts of many lengths.
fn texts() -> impl Iterator<Item = String> {
    let lengths = [0, 1, 7, 16_300, 65_535, 131_072, 1_100_000];
    let lengths = lengths.into_iter();
    lengths.map(|length| format!("{}{}", "x".repeat(length), ODD.repeat(4)))
}

/// A success that says something.
fn success(value: &str) -> Reply {
    Reply {
        result: Ok(Success {
            value: value.to_owned(),
            message: Some(ODD.into()),
            instruction: None,
            shape: Shape::Text,
        }),
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text:.200}"))
}

/// A transport that was asked so many times, its connection, and its lines.
async fn asked(
    ids: &[&str],
    room: usize,
) -> (
    Lines<Cursor<String>, DuplexStream>,
    Arc<Connection>,
    BufReader<DuplexStream>,
) {
    let ping = |id| {
        format!(
            "{}\n",
            json!({ "jsonrpc": "2.0", "id": id, "method": "ping" })
        )
    };
    let said = Cursor::new(ids.iter().map(ping).collect());
    let (writer, reader) = tokio::io::duplex(room);
    let connection = Arc::new(Connection::default());
    let dispatcher = Arc::new(dispatcher());
    let mut lines = Lines::new((said, writer), dispatcher, Arc::clone(&connection));
    for _ in ids {
        lines.receive().await.expect("it goes on");
    }
    (lines, connection, BufReader::new(reader))
}

/// The result of a call, as a handler hands it on.
fn called(text: &str, id: &str) -> TxJsonRpcMessage<RoleServer> {
    let result = CallToolResult::success(vec![ContentBlock::text(text)]);
    JsonRpcMessage::response(result.into(), RequestId::String(id.into()))
}

async fn line(reader: &mut BufReader<DuplexStream>) -> Value {
    let mut line = String::new();
    reader.read_line(&mut line).await.expect("a line");
    parsed(&line)
}

/// The text that a client finds in a message that went out over lines.
async fn sent(reply: &Reply) -> String {
    let id = format!(r#"{ODD}{{"text":""}}"#);
    // Less than an answer: the rest waits until something was read.
    let (mut lines, _, mut reader) = asked(&[&id], 4096).await;
    let json = reply.to_json().expect("there is memory");
    let send = tokio::spawn(lines.send(called(&json, &id)));
    let mut message = line(&mut reader).await;
    send.await.expect("no panic").expect("it is sent");
    assert_eq!(message["id"], id);
    match message["result"]["content"][0]["text"].take() {
        Value::String(text) => text,
        other => panic!("{other} is no text"),
    }
}

#[tokio::test]
async fn any_text_reads_back_as_it_is() {
    for text in texts() {
        let expected = json!({ "success": true, "value": text, "message": ODD });
        let reply = success(&text);
        let json = reply.to_string();
        assert_eq!(parsed(&json), expected);
        assert!(sent(&reply).await == json, "another text was sent");
    }
}

#[tokio::test]
async fn a_failure_reads_back_as_it_is() {
    let failure = Failure {
        error: ODD.into(),
        error_type: "not_found",
        instruction: ODD.into(),
    };
    let reply = Reply {
        result: Err(failure),
    };
    let expected = json!({
        "success": false,
        "error": ODD,
        "error_type": "not_found",
        "instruction": ODD,
    });
    let json = reply.to_string();
    assert_eq!(parsed(&json), expected);
    assert_eq!(sent(&reply).await, json);
}

/// What is sent is what the message says, whatever texts it holds.
#[tokio::test]
async fn messages_go_out_as_they_are() {
    let (mut lines, _, mut reader) = asked(&["a", "b"], 1 << 16).await;
    for (text, id) in [("", "a"), (r#""text":"""#, "b")] {
        lines.send(called(text, id)).await.expect("it is sent");
        let message = line(&mut reader).await;
        assert_eq!(message["result"]["content"][0]["text"], text);
    }
}

/// A request whose answer cannot be serialized is answered, and not as a success.
#[test]
fn an_answer_that_cannot_be_serialized_is_an_internal_error() {
    struct Unserializable;
    impl Serialize for Unserializable {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("no memory"))
        }
    }
    let dispatcher = dispatcher();
    for id in [None, Some(RequestId::Number(7))] {
        let answer = Outgoing::new(&Unserializable, id.as_ref(), || dispatcher.internal_error());
        let answer: Value = serde_json::from_slice(answer.json()).expect("an answer");
        assert_eq!(answer["id"], json!(id.is_some().then_some(7)));
        assert_eq!(answer["error"]["code"], -32603);
        assert_eq!(answer["error"]["data"]["error_type"], "unknown");
        assert_eq!(answer.get("result"), None);
    }
}

#[test]
fn roots_are_local_files_whatever_the_case_of_their_scheme_and_host() {
    let path = mcp_guide::text::uri::file_path;
    for uri in [
        "file:///a%20b/c",
        "FILE:///a%20b/c",
        "file://localhost/a%20b/c",
        "File://LocalHost/a%20b/c?query#fragment",
    ] {
        assert_eq!(path(uri).as_deref(), Some("/a b/c".into()), "{uri}");
    }
    for uri in [
        "file://localhostile/a",
        "file://elsewhere/a",
        "file://localhost",
        "file:a",
        "http:///a",
        "file:///a%00b",
        "file:///a%ff",
    ] {
        assert_eq!(path(uri), None, "{uri}");
    }
}
