//! Requests that their client gives up.

use std::sync::Arc;

use mcp_guide::mcp::delivery::Delivery;
use mcp_guide::{Failure, Form, Reply};
use rmcp::model::RequestId;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::wire::{Wire, code_and_id, id_of};

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

/// Whether the answer was made before or after, and though none is sent: rmcp hands
/// none on where it ends in between.
#[tokio::test]
async fn what_would_be_delivered_is_dropped_without_a_send() {
    const CALLS: usize = 1_000;
    let mut wire = Wire::new();
    let turns = Arc::new(Semaphore::new(CALLS));
    let reply = || {
        let failure = Failure {
            error: "an error".into(),
            error_type: "not_found",
            instruction: "an instruction".into(),
        };
        Reply::failure(Form::Text, failure)
    };
    for number in 0..CALLS {
        let turn = Arc::clone(&turns).try_acquire_owned();
        let delivery = Delivery::new(reply()).holding(Some(turn.expect("a turn is free")));
        let call = json!({ "jsonrpc": "2.0", "id": number, "method": "ping" });
        let cancel = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": number },
        });
        wire.say(call.to_string().as_bytes()).await;
        assert_eq!(id_of(&wire.passed().await), number);
        let id = RequestId::Number(i64::try_from(number).expect("a small number"));
        let mut made = Some(delivery);
        if number % 2 == 0
            && let Some(delivery) = made.take()
        {
            wire.connection.deliver(&id, delivery);
            assert_eq!(wire.connection.kept(), 1);
        }
        wire.say(cancel.to_string().as_bytes()).await;
        assert_eq!(wire.until_ping().await, [] as [Value; 0]);
        if let Some(delivery) = made {
            wire.connection.deliver(&id, delivery);
        }
        assert_eq!(wire.connection.kept(), 0);
    }
    assert_eq!(turns.available_permits(), CALLS, "a turn is still held");
}
