//! Batches, which revision 2025-03-26 alone has.

use rmcp::model::JsonRpcMessage;
use serde_json::{Value, json};

use super::wire::{Wire, code_and_id, id_of};

#[tokio::test]
async fn a_batch_is_answered_by_one() {
    let mut wire = Wire::new();
    wire.begin("2025-03-26").await;
    wire.say(
        br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},7,{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"x","version":"0"}}},{"jsonrpc":"2.0","id":4,"method":"ping"}]"#,
    )
    .await;
    assert_eq!(id_of(&wire.passed().await), 1);
    assert!(matches!(
        wire.passed().await,
        JsonRpcMessage::Notification(_)
    ));
    assert_eq!(id_of(&wire.passed().await), 2);
    assert_eq!(id_of(&wire.passed().await), 4);
    wire.say(br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}"#)
        .await;
    assert_eq!(
        wire.until_ping().await,
        [] as [Value; 0],
        "all of it at once"
    );
    for id in [2, 4, 1] {
        wire.answer(id).await;
    }
    let answers = wire.heard().await;
    let answers = answers.as_array().expect("an array");
    let told = |answer: &Value| (answer.get("id").cloned(), answer["error"]["code"].as_i64());
    let told: Vec<_> = answers.iter().map(told).collect();
    assert_eq!(
        told,
        [
            (None, Some(-32600)),
            (Some(json!(1)), Some(-32600)),
            (Some(json!(3)), Some(-32600)),
            (Some(json!(2)), None),
            (Some(json!(1)), None),
        ]
    );
}

#[tokio::test]
async fn a_batch_that_wants_no_answer_gets_none() {
    let mut wire = Wire::new();
    wire.begin("2025-03-26").await;
    wire.say(br#"[{"jsonrpc":"2.0","method":"notifications/roots/list_changed"},{"jsonrpc":"2.0","id":1,"result":{}}]"#)
        .await;
    wire.passed().await;
    wire.passed().await;
    assert_eq!(wire.until_ping().await, [] as [Value; 0]);
    for line in [
        "[]".to_owned(),
        format!("[{}0]", "0,".repeat(64)),
        "[".into(),
    ] {
        wire.say(line.as_bytes()).await;
        let heard = wire.until_ping().await;
        let code = if line == "[" { -32700 } else { -32600 };
        assert_eq!(heard.len(), 1, "{line:.9}");
        assert_eq!(
            code_and_id(&heard[0]),
            (code, json!("(absent)")),
            "{line:.9}"
        );
    }
}
