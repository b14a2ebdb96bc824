//! Batches, which only revision 2025-03-26 has.

use serde_json::{Value, json};

use super::wire::{Wire, code_and_id};

#[tokio::test]
async fn a_batch_is_answered_by_one() {
    let mut wire = Wire::new();
    wire.begin("2025-03-26").await;
    wire.say(
        br#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"},7,["2.0",5,"ping"],{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"x","version":"0"}}},{"jsonrpc":"2.0","id":4,"method":"no/such"}]"#,
    )
    .await;
    let answers = wire.heard().await;
    let answers = answers.as_array().expect("an array");
    let told = |answer: &Value| {
        let id = answer.get("id").map(Value::to_string);
        (id.unwrap_or_default(), answer["error"]["code"].as_i64())
    };
    let mut told: Vec<_> = answers.iter().map(told).collect();
    told.sort();
    let expected = [
        (String::new(), Some(-32600)),
        (String::new(), Some(-32600)),
        ("1".into(), None),
        ("2".into(), None),
        ("3".into(), Some(-32600)),
        ("4".into(), Some(-32601)),
    ];
    assert_eq!(told, expected);
    assert_eq!(wire.until_ping().await, [] as [Value; 0], "once");
}

#[tokio::test]
async fn a_batch_that_wants_no_answer_gets_none() {
    let mut wire = Wire::new();
    wire.begin("2025-03-26").await;
    wire.say(br#"[{"jsonrpc":"2.0","method":"notifications/roots/list_changed"},{"jsonrpc":"2.0","id":1,"result":{}}]"#)
        .await;
    assert_eq!(wire.until_ping().await, [] as [Value; 0]);
    for line in ["[]".to_owned(), format!("[{}0]", "0,".repeat(64)), "[".into()] {
        wire.say(line.as_bytes()).await;
        let heard = wire.until_ping().await;
        let code = if line == "[" { -32700 } else { -32600 };
        assert_eq!(heard.len(), 1, "{line:.9}");
        let due = (code, json!("(absent)"));
        assert_eq!(code_and_id(&heard[0]), due, "{line:.9}");
    }
}

/// Requests of a method with these ids.
fn requests(method: &str, ids: std::ops::Range<i64>) -> String {
    let request = |id| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#);
    let requests: Vec<_> = ids.map(request).collect();
    format!("[{}]", requests.join(","))
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
        wire.say(requests("ping", 1..2).replace(']', ",7]").as_bytes()).await;
        wire.say(lines.join("\n").as_bytes()).await;
        assert_eq!(wire.until_ping().await.len(), 63, "a message among others");
    }
}
