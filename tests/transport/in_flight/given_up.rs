//! Requests that their client gives up.

use serde_json::json;

use super::{CALL, waiting, without_roots};
use crate::process::code_and_id;

fn cancel(id: i64) -> String {
    json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } })
        .to_string()
}

#[tokio::test]
async fn a_cancelled_request_is_not_answered_and_keeps_its_id() {
    let (mut wire, question) = waiting(&[7]).await;
    wire.say(cancel(7).as_bytes()).await;
    wire.say(CALL.as_bytes()).await;
    let heard = wire.until_ping().await;
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert_eq!(code_and_id(&heard[0]), (-32600, json!(7)));
    // It would be answered now.
    wire.say(&without_roots(&question)).await;
    let ping = json!({ "jsonrpc": "2.0", "id": 7, "method": "ping" }).to_string();
    loop {
        wire.say(ping.as_bytes()).await;
        let heard = wire.heard().await;
        if heard.get("error").is_none() {
            assert_eq!(heard["result"], json!({}), "it is free again, for another answer");
            break;
        }
        assert_eq!(code_and_id(&heard), (-32600, json!(7)));
    }
}

/// Of more calls than run at once the last waits for a thread.
#[tokio::test]
async fn a_request_that_waits_for_a_thread_ends_at_once() {
    let ids: Vec<i64> = (1..=65).collect();
    let (mut wire, _) = waiting(&ids).await;
    let ping = json!({ "jsonrpc": "2.0", "id": 65, "method": "ping" }).to_string();
    wire.say(ping.as_bytes()).await;
    assert_eq!(code_and_id(&wire.heard().await), (-32600, json!(65)));
    wire.say(cancel(65).as_bytes()).await;
    wire.say(ping.as_bytes()).await;
    assert_eq!(wire.heard().await["result"], json!({}), "its id is free");
}
