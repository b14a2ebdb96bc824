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

/// Requests with these ids.
fn pings(ids: std::ops::Range<i64>) -> String {
    let ping = |id| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    let pings: Vec<_> = ids.map(ping).collect();
    format!("[{}]", pings.join(","))
}

/// One that is answered leaves its room to the next, beside a request of its own.
#[tokio::test]
async fn a_full_batch_follows_another() {
    let mut wire = Wire::new();
    wire.begin("2025-03-26").await;
    for round in 0..3 {
        let ids = round * 100..round * 100 + 64;
        wire.say(pings(ids.clone()).as_bytes()).await;
        for id in ids.clone() {
            assert_eq!(id_of(&wire.passed().await), id);
        }
        assert_eq!(wire.until_ping().await, [] as [Value; 0]);
        for id in ids.clone().rev() {
            wire.answer(id).await;
        }
        let answers = wire.heard().await;
        let answers = answers.as_array().expect("an array");
        let answered: Vec<_> = answers
            .iter()
            .filter_map(|one| one["id"].as_i64())
            .collect();
        assert_eq!(answered, ids.rev().collect::<Vec<_>>());
    }
}

/// Two that do not fit in at once: the second begins when the first is answered.
#[tokio::test]
async fn a_batch_waits_for_room() {
    let mut wire = Wire::new();
    wire.begin("2025-03-26").await;
    wire.say(pings(0..40).as_bytes()).await;
    wire.say(pings(100..125).as_bytes()).await;
    for id in 0..40 {
        assert_eq!(id_of(&wire.passed().await), id);
    }
    assert!(wire.nothing_passes().await, "65 in all");
    for id in 0..40 {
        wire.answer(id).await;
    }
    assert_eq!(wire.heard().await.as_array().map(Vec::len), Some(40));
    for id in 100..125 {
        assert_eq!(id_of(&wire.passed().await), id);
    }
}

/// A batch that holds neither a message nor a request is a line like any other that
/// does not; its answer is one, however much it holds.
#[tokio::test]
async fn batches_that_say_nothing_count_as_lines() {
    let mut wire = Wire::new();
    wire.begin("2025-03-26").await;
    for _ in 0..20 {
        wire.say(b"[7,8]").await;
        wire.say(b"{").await;
    }
    assert_eq!(wire.until_ping().await.len(), 32);
    for _ in 0..40 {
        wire.say(b"[7,8,9]").await;
    }
    let answers = wire.until_ping().await;
    assert_eq!(answers.len(), 32, "after a message");
    let all_of_it = |answer: &Value| answer.as_array().is_some_and(|all| all.len() == 3);
    assert!(answers.iter().all(all_of_it));
    for line in ["[7]", "{"] {
        let lines = [line].repeat(31);
        wire.say(lines.join("\n").as_bytes()).await;
        wire.say(pings(1..2).replace(']', ",7]").as_bytes()).await;
        wire.say(lines.join("\n").as_bytes()).await;
        assert_eq!(id_of(&wire.passed().await), 1);
        assert_eq!(wire.until_ping().await.len(), 62, "a message among others");
        wire.answer(1).await;
        assert_eq!(wire.heard().await.as_array().map(Vec::len), Some(2));
    }
}
