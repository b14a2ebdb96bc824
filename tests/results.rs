//! A result on its way out: as JSON, and as text in the message that carries it.

#![allow(
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test says by a panic what did not hold"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use mcp_guide::Dispatcher;
use mcp_guide::format::multipart::{Boundary, Message, Part};
use mcp_guide::mcp::handler::Server;
use mcp_guide::mcp::transport::{Connection, Lines};
use mcp_guide::project::session::{Session, Source};
use mcp_guide::spec::Table;
use mcp_guide::{Content, Failure, Reply, Success};
use rmcp::model::{CallToolResult, ContentBlock, JsonRpcMessage, RequestId};
use rmcp::service::TxJsonRpcMessage;
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, empty};

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

/// This repository's own project.
fn dispatcher() -> Arc<Dispatcher> {
    let table = Table::embedded().expect("it is sound");
    let session = Session::new(Source::Named(env!("CARGO_MANIFEST_DIR").into()));
    Arc::new(Dispatcher::new(table, session))
}

/// The text that a client finds in a message that went out over lines.
async fn sent(reply: Reply) -> String {
    let connection = Arc::new(Connection::default());
    // Less than an answer: the rest waits until something was read.
    let (writer, reader) = tokio::io::duplex(4096);
    let mut lines = Lines::new(empty(), writer, dispatcher(), Arc::clone(&connection));
    let mark = connection.put(reply, None);
    let result = CallToolResult::success(vec![ContentBlock::text(mark.clone())]);
    let id = RequestId::String(format!("{ODD}{mark:.20}").into());
    let message: TxJsonRpcMessage<RoleServer> = JsonRpcMessage::response(result.into(), id);
    let send = tokio::spawn(lines.send(message));
    let mut line = String::new();
    let read = BufReader::new(reader).read_line(&mut line).await;
    read.expect("a line");
    send.await.expect("no panic").expect("it is sent");
    assert!(!connection.holds(&mark), "what was sent is still kept");
    let mut message = parsed(&line);
    assert!(message["id"].as_str().is_some_and(|id| id.starts_with(ODD)));
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

/// A text that no result stands for goes out as it is, also one like a mark.
#[tokio::test]
async fn other_messages_go_out_as_they_are() {
    let connection = Arc::new(Connection::default());
    let mark = connection.put(success(Content::Text("kept".into())), None);
    let (writer, reader) = tokio::io::duplex(1 << 16);
    let mut lines = Lines::new(empty(), writer, dispatcher(), Arc::clone(&connection));
    let text = format!("{mark}0");
    let result = CallToolResult::success(vec![ContentBlock::text(text.clone())]);
    let message = JsonRpcMessage::response(result.into(), RequestId::Number(1));
    lines.send(message).await.expect("it is sent");
    let mut line = String::new();
    let read = BufReader::new(reader).read_line(&mut line).await;
    read.expect("a line");
    assert_eq!(parsed(&line)["result"]["content"][0]["text"], text);
    assert!(connection.holds(&mark), "what was not sent is gone");
}

/// Calls that are cancelled at every moment, also in the one between an answer's
/// being made and its being handed on: none of their results is kept for ever.
#[tokio::test]
async fn what_was_cancelled_is_not_kept() {
    let dispatcher = dispatcher();
    let connection = Arc::new(Connection::default());
    let (client, server) = tokio::io::duplex(1 << 20);
    let (reader, writer) = tokio::io::split(server);
    let lines = Lines::new(
        reader,
        writer,
        Arc::clone(&dispatcher),
        Arc::clone(&connection),
    );
    let server = Server::new(dispatcher).over(Arc::clone(&connection));
    tokio::spawn(async move {
        let service = server.serve(lines).await.expect("it initializes");
        service.waiting().await
    });
    let (answers, mut calls) = tokio::io::split(client);
    let mut answers = BufReader::new(answers).lines();
    let mut say = async |message: Value| {
        let line = format!("{message}\n");
        calls.write_all(line.as_bytes()).await.expect("it is read");
    };
    say(
        json!({ "jsonrpc": "2.0", "id": "first", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        }}),
    )
    .await;
    answers.next_line().await.expect("an answer");
    say(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
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
        say(
            json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
                "name": "list_content", "arguments": { "nothing": "known" },
            }}),
        )
        .await;
        tokio::time::sleep(Duration::from_micros(id)).await;
        say(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } })).await;
    }
    say(json!({ "jsonrpc": "2.0", "id": "last", "method": "ping" })).await;
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
