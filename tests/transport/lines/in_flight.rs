//! Requests that are not answered yet: calls that wait for the client's roots.

use mcp_guide::limits::MAX_IN_FLIGHT_WHILE_ASKING;
use mcp_guide::{Server, Session, Source};
use serde_json::{Value, json};

use super::wire::{Wire, code_and_id};
use crate::dispatcher;

/// A call of a tool, which waits two seconds for roots that nobody names.
pub const CALL: &str =
    r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_content","arguments":{}}}"#;

/// A client whose calls wait for its roots; the server has asked for them.
pub async fn waiting(ids: &[i64]) -> Wire {
    let session = Session::new(Source::Search { from: None });
    let mut wire = Wire::to(Server::new(dispatcher().table, session));
    wire.begin_with("2025-06-18", &json!({ "roots": {} })).await;
    for id in ids {
        let call = CALL.replace(":7,", &format!(":{id},"));
        wire.say(call.as_bytes()).await;
    }
    assert_eq!(wire.heard().await["method"], "roots/list");
    wire
}

#[tokio::test]
async fn an_id_in_flight_is_refused() {
    let mut wire = waiting(&[7]).await;
    // More than may be in flight: those that are refused are not counted.
    wire.say([CALL; 1_100].join("\n").as_bytes()).await;
    for _ in 0..1_100 {
        assert_eq!(code_and_id(&wire.heard().await), (-32600, json!(7)));
    }
    let text = r#"{"jsonrpc":"2.0","id":"7","method":"ping"}"#;
    wire.say(text.as_bytes()).await;
    assert_eq!(wire.heard().await["id"], "7", "another id");
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
    let mut wire = waiting(&ids).await;
    assert_eq!(wire.until_ping().await, [] as [Value; 0]);
}

/// While the client is asked for its roots so many requests wait: then nothing is read until one
/// is answered.
#[tokio::test]
async fn requests_that_wait_are_bounded() {
    let ids: Vec<i64> = (1..=MAX_IN_FLIGHT_WHILE_ASKING as i64).collect();
    let mut wire = waiting(&ids).await;
    let answers = wire.until_ping().await;
    assert!(!answers.is_empty(), "the ping was read with so many requests in flight");
    let mut wire = waiting(&ids[1..]).await;
    let answers = wire.until_ping().await;
    assert!(answers.is_empty(), "one more may wait: {answers:?}");
}

#[tokio::test]
async fn before_a_session_nothing_else_is_answered() {
    let mut wire = Wire::new();
    let other: [&[u8]; 7] = [
        br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        br#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        br#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        br#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
        // Answers of other shapes, such as the server's own, sent back.
        br#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}"#,
        br#"{"jsonrpc":"2.0","id":7,"result":"\ud800"}"#,
        br#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
    ];
    for line in other {
        wire.say(line).await;
    }
    assert_eq!(wire.until_ping().await, [] as [Value; 0]);
    wire.begin("2025-06-18").await;
}
