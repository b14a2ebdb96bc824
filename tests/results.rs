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
use std::time::{Duration, Instant};

use mcp_guide::format::multipart::{Boundary, Message, Part};
use mcp_guide::mcp::delivery::Delivery;
use mcp_guide::mcp::handler::{Desk, Handler};
use mcp_guide::mcp::transport::{Connection, Lines};
use mcp_guide::{Content, Failure, Reply, Success};
use repository::dispatcher;
use rmcp::model::{CallToolResult, ContentBlock, JsonRpcMessage, RequestId};
use rmcp::service::TxJsonRpcMessage;
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};

/// What has to be escaped, what need not be, and characters of several bytes.
const ODD: &str = "\u{0}\u{1f}\"\\/\u{7f}\u{2028}äöü€😀\r\n\t\\n\\\"";

/// Texts around the lengths at which the escaper cuts them, so that every
/// character stands at every place of a cut.
fn texts() -> impl Iterator<Item = String> {
    let lengths = (0..40)
        .chain(16_300..16_400)
        .chain(32_740..32_780)
        .chain([100_000]);
    lengths.map(|length| format!("{}{}", "x".repeat(length), ODD.repeat(4)))
}

fn success(value: Content) -> Reply {
    Reply::Success(Success {
        value,
        message: Some(ODD.into()),
        instruction: None,
    })
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
async fn sent(reply: Reply) -> String {
    let id = format!(r#"{ODD}{{"text":""}}"#);
    // Less than an answer: the rest waits until something was read.
    let (mut lines, connection, mut reader) = asked(&[&id], 4096).await;
    let key = RequestId::String(id.as_str().into());
    connection.deliver(&key, Delivery::new(reply));
    assert_eq!(connection.kept(), 1);
    let send = tokio::spawn(lines.send(called("", &id)));
    let mut message = line(&mut reader).await;
    send.await.expect("no panic").expect("it is sent");
    assert_eq!(connection.kept(), 0, "what was sent is still kept");
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
        let reply = success(Content::Text(text));
        let json = reply.to_json();
        assert_eq!(parsed(&json), expected);
        assert!(sent(reply).await == json, "another text was sent");
    }
}

#[tokio::test]
async fn any_bodies_read_back_as_they_are() {
    let boundary = Boundary::new("guide-boundary", false).expect("a boundary");
    let parts = |text: &String| {
        let part = |body: &str| Part::new("text/plain", "guide://category/c/d", body.into());
        vec![part(text), part(""), part(ODD), part("--guide-boundary")]
    };
    for text in texts().step_by(7) {
        let message = Message::new(&boundary, parts(&text));
        let expected = json!({ "success": true, "value": message.to_string(), "message": ODD });
        let reply = success(Content::Multipart(message));
        let json = reply.to_json();
        assert_eq!(parsed(&json), expected);
        assert!(sent(reply).await == json, "another text was sent");
    }
}

#[tokio::test]
async fn a_failure_reads_back_as_it_is() {
    let reply = Reply::Failure(Failure {
        error: ODD.into(),
        error_type: "not_found",
        instruction: ODD.into(),
    });
    let expected = json!({
        "success": false,
        "error": ODD,
        "error_type": "not_found",
        "instruction": ODD,
    });
    assert_eq!(parsed(&reply.to_json()), expected);
    assert_eq!(sent(reply.clone()).await, reply.to_json());
}

/// Only an empty text is delivered, and only to the request that it is for.
#[tokio::test]
async fn other_messages_go_out_as_they_are() {
    let (mut lines, connection, mut reader) = asked(&["a", "b"], 1 << 16).await;
    let key = RequestId::String("a".into());
    connection.deliver(&key, Delivery::new(success(Content::Text("kept".into()))));
    for text in ["", r#""text":"""#] {
        lines.send(called(text, "b")).await.expect("it is sent");
        let message = line(&mut reader).await;
        assert_eq!(message["result"]["content"][0]["text"], text);
    }
    assert_eq!(connection.kept(), 1, "what was not sent is gone");
}

/// Calls that are cancelled at every moment, also in the one between an answer's
/// being made and its being handed on: none of their results is kept for ever.
#[tokio::test]
async fn what_was_cancelled_is_not_kept() {
    let dispatcher = Arc::new(dispatcher());
    let connection = Arc::new(Connection::default());
    let (client, server) = tokio::io::duplex(1 << 20);
    let lines = Lines::new(
        tokio::io::split(server),
        Arc::clone(&dispatcher),
        Arc::clone(&connection),
    );
    let handler = Handler::new(Arc::new(Desk::new(dispatcher)), Arc::clone(&connection));
    tokio::spawn(async move {
        let service = handler.serve(lines).await.expect("it initializes");
        service.waiting().await
    });
    let (answers, mut calls) = tokio::io::split(client);
    let mut answers = BufReader::new(answers).lines();
    let mut say = async |message: String| {
        let line = message + "\n";
        calls.write_all(line.as_bytes()).await.expect("it is read");
    };
    say(
        json!({ "jsonrpc": "2.0", "id": "first", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        }})
        .to_string(),
    )
    .await;
    answers.next_line().await.expect("an answer");
    say(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string()).await;
    let read = tokio::spawn(async move {
        let mut count = 0;
        while let Ok(Some(line)) = answers.next_line().await {
            count += 1;
            if parsed(&line)["id"] == "last" {
                break;
            }
        }
        count
    });
    for id in 0..400_u64 {
        let call = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
            "name": "list_content", "arguments": { "nothing": "known" },
        }});
        let cancel = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
        });
        // Every other one before there can be an answer.
        if id % 2 == 0 {
            say(format!("{call}\n{cancel}")).await;
        } else {
            say(call.to_string()).await;
            tokio::time::sleep(Duration::from_micros(id)).await;
            say(cancel.to_string()).await;
        }
    }
    say(json!({ "jsonrpc": "2.0", "id": "last", "method": "ping" }).to_string()).await;
    let answered = read.await.expect("no panic");
    assert!(answered < 401, "nothing was cancelled");
    // Whatever was still under way ends by itself.
    let started = Instant::now();
    while connection.kept() > 0 {
        assert!(
            started.elapsed() < Duration::from_secs(120),
            "{answered} answered, {} results are kept",
            connection.kept()
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[test]
fn roots_are_local_files_whatever_the_case_of_their_scheme_and_host() {
    let path = mcp_guide::format::uri::file_path;
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
