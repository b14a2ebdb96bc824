//! Requests that their client gives up.

use std::sync::Arc;

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
async fn the_permit_of_a_cancelled_call_is_free_without_a_send() {
    const CALLS: usize = 1_000;
    let mut wire = Wire::new();
    let permits = Arc::new(Semaphore::new(CALLS));
    for number in 0..CALLS {
        let permit = Arc::clone(&permits).try_acquire_owned();
        let mut permit = Some(permit.expect("a permit is free"));
        let call = json!({ "jsonrpc": "2.0", "id": number, "method": "ping" });
        let cancel = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": number },
        });
        wire.say(call.to_string().as_bytes()).await;
        assert_eq!(id_of(&wire.passed().await), number);
        let id = RequestId::Number(i64::try_from(number).expect("a small number"));
        if number % 2 == 0 {
            wire.connection.hold(&id, permit.take());
            assert_eq!(permits.available_permits(), CALLS - 1);
        }
        wire.say(cancel.to_string().as_bytes()).await;
        assert_eq!(wire.until_ping().await, [] as [Value; 0]);
        wire.connection.hold(&id, permit);
        assert_eq!(permits.available_permits(), CALLS, "a permit is still held");
    }
}
