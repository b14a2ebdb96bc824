//! Requests that are not answered yet: calls that wait for the client's roots. They wait in this process, since the
//! program itself waits for so long only as it promises.

mod given_up;
mod wire;

use std::time::Duration;

use mcp_guide::limits::{MAX_IN_FLIGHT, MAX_IN_FLIGHT_WHILE_ASKING, ROOTS_TIMEOUT};
use mcp_guide::{Server, Session, Source};
use serde_json::{Value, json};

use wire::Wire;

use crate::process::{PATIENCE, code_and_id};
use crate::server;

/// A call of a tool, which waits for roots.
pub const CALL: &str =
    r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_content","arguments":{}}}"#;

/// A client whose calls wait for its roots until it answers the question, which is returned, too.
pub async fn waiting(ids: &[i64]) -> (Wire, Value) {
    waiting_for(PATIENCE, ids).await
}

/// The same for so long at most.
async fn waiting_for(timeout: Duration, ids: &[i64]) -> (Wire, Value) {
    let session = Session::new(Source::Search { from: None });
    let mut server = Server::new(server().table, session);
    server.roots_timeout = timeout;
    let mut wire = Wire::to(server);
    wire.begin_with("2025-06-18", &json!({ "roots": {} })).await;
    let calls = ids.iter().map(|id| CALL.replace(":7,", &format!(":{id},")));
    wire.say(calls.collect::<Vec<_>>().join("\n").as_bytes()).await;
    let question = wire.heard().await;
    assert_eq!(question["method"], "roots/list", "{question}");
    (wire, question)
}

/// The client's answer that it has no roots to name.
pub fn without_roots(question: &Value) -> Vec<u8> {
    let error = json!({ "code": -32603, "message": "none" });
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "error": error });
    answer.to_string().into_bytes()
}

#[tokio::test]
async fn an_id_in_flight_is_refused() {
    let (mut wire, question) = waiting(&[7]).await;
    // More than may be in flight: those that are refused are not counted.
    wire.say([CALL; 1_100].join("\n").as_bytes()).await;
    for _ in 0..1_100 {
        assert_eq!(code_and_id(&wire.heard().await), (-32600, json!(7)));
    }
    let text = r#"{"jsonrpc":"2.0","id":"7","method":"ping"}"#;
    wire.say(text.as_bytes()).await;
    assert_eq!(wire.heard().await["id"], "7", "another id");
    wire.say(&without_roots(&question)).await;
    let answer = wire.heard().await;
    assert_eq!(answer["id"], 7);
    assert_eq!(answer["result"]["isError"], true);
    wire.say(CALL.as_bytes()).await;
    let answer = wire.heard().await;
    assert_eq!(answer["result"]["isError"], true, "it is free again");
}

/// A request waits for nothing but its own files: others are answered meanwhile.
#[tokio::test]
async fn a_call_that_waits_holds_up_no_other() {
    let ids: Vec<i64> = (1..=64).collect();
    let (mut wire, _) = waiting(&ids).await;
    assert_eq!(wire.until_ping().await, [] as [Value; 0]);
}

/// While the client is asked for its roots so many requests wait: then nothing is read until one
/// is answered.
#[tokio::test]
async fn requests_that_wait_are_bounded() {
    let ids: Vec<i64> = (1..=MAX_IN_FLIGHT_WHILE_ASKING as i64).collect();
    let (mut wire, _) = waiting_for(ROOTS_TIMEOUT, &ids).await;
    let answers = wire.until_ping().await;
    assert!(!answers.is_empty(), "the ping was read with so many requests in flight");
    let (mut wire, _) = waiting(&ids[1..]).await;
    let answers = wire.until_ping().await;
    assert!(answers.is_empty(), "one more may wait: {answers:?}");
}

/// The answer comes behind more requests than are otherwise in flight.
#[tokio::test]
async fn roots_are_read_behind_many_requests() {
    let ids: Vec<i64> = (1..=MAX_IN_FLIGHT as i64 + 200).collect();
    let (mut wire, question) = waiting(&ids).await;
    wire.say(&without_roots(&question)).await;
    for _ in ids {
        let answer = wire.heard().await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
    }
}
