//! Requests that are not answered yet.

use rmcp::model::JsonRpcMessage;
use serde_json::{Value, json};

use super::wire::{Wire, code_and_id, id_of};

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
