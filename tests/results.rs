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

use mcp_guide::mcp::delivery::Delivery;
use mcp_guide::mcp::handler::{Desk, Handler};
use mcp_guide::mcp::transport::{Connection, Lines};
use mcp_guide::text::multipart::{Boundary, Head, Unwritten, parts};
use mcp_guide::{Failure, Form, Reply, Shape, Success};
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
        .chain(131_000..131_080)
        .chain([100_000]);
    lengths.map(|length| format!("{}{}", "x".repeat(length), ODD.repeat(4)))
}

/// A success that says something, with bodies of parts; one is alone.
fn success(form: Form<'_>, bodies: &[&str]) -> Reply {
    let boundary = Boundary::new("guide-boundary", false).expect("a boundary");
    let mut attempt = boundary.attempt();
    loop {
        let mut message = form.message(&boundary, attempt);
        let mut scribes = message.scribes(1);
        let head = Head {
            media_type: "text/plain",
            location: "guide://category/c/d".into(),
        };
        for body in bodies {
            let head = (bodies.len() > 1).then_some(&head);
            let part = scribes[0]
                .write(head, |each| each(body, true))
                .expect("room");
            match head {
                Some(_) => assert!(message.take(&part, u64::MAX)),
                None => message.take_alone(&part),
            }
        }
        let said = Success {
            message: Some(ODD.into()),
            instruction: None,
            shape: Shape::Text,
        };
        match Reply::success(form, said, "", message, scribes, " ") {
            Ok(reply) => return reply,
            Err(Unwritten::Again(next)) => attempt = next,
            Err(Unwritten::NoRoom) => panic!("there is room"),
        }
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
        let json = success(Form::Json, &[&text]).to_string();
        assert_eq!(parsed(&json), expected);
        assert_eq!(success(Form::Value, &[&text]).to_string(), text);
        let sent = sent(success(Form::Text, &[&text])).await;
        assert!(sent == json, "another text was sent");
    }
}

#[tokio::test]
async fn any_bodies_read_back_as_they_are() {
    for text in texts().step_by(7) {
        let bodies = [&*text, "", ODD, "--guide-boundary"];
        let message = success(Form::Value, &bodies).to_string();
        let expected = json!({ "success": true, "value": message, "message": ODD });
        let json = success(Form::Json, &bodies).to_string();
        assert_eq!(parsed(&json), expected);
        let read: Vec<_> = parts(&message).collect();
        assert!(
            read == bodies.map(|body| ("guide://category/c/d", body)),
            "{text:.200}"
        );
        let sent = sent(success(Form::Text, &bodies)).await;
        assert!(sent == json, "another text was sent");
    }
}

#[tokio::test]
async fn a_failure_reads_back_as_it_is() {
    let reply = |form| {
        let failure = Failure {
            error: ODD.into(),
            error_type: "not_found",
            instruction: ODD.into(),
        };
        Reply::failure(form, failure)
    };
    let expected = json!({
        "success": false,
        "error": ODD,
        "error_type": "not_found",
        "instruction": ODD,
    });
    let json = reply(Form::Json).to_string();
    assert_eq!(parsed(&json), expected);
    assert_eq!(sent(reply(Form::Text)).await, json);
    assert_eq!(reply(Form::Value).to_string(), "");
}

/// Only an empty text is delivered, and only to the request that it is for.
#[tokio::test]
async fn other_messages_go_out_as_they_are() {
    let (mut lines, connection, mut reader) = asked(&["a", "b"], 1 << 16).await;
    let key = RequestId::String("a".into());
    connection.deliver(&key, Delivery::new(success(Form::Text, &["kept"])));
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
