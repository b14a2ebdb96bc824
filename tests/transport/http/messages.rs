//! What is answered.

use std::io::{BufReader, Read};

use serde_json::{Value, json};

use super::client::{Http, call, large, large_of, response};
use crate::process::{hello, one_document, request, result_of};

/// Each message stands for itself: there is no session, and any server of the same
/// project can answer the next one.
#[test]
fn any_server_answers_any_request() {
    let folder = one_document();
    let servers = [Http::start(folder.path()), Http::start(folder.path())];
    for revision in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let initialize = request(0, "initialize", hello(revision, json!({ "roots": {} })));
        let response = servers[0].post(&initialize, &[]);
        assert_eq!(response.status, 200);
        assert_eq!(response.header("mcp-session-id"), None);
        let result = response.json()["result"].clone();
        assert_eq!(result["protocolVersion"], revision);
        // The roots that it offers are folders of its own machine.
        let instructions = result["instructions"].to_string();
        assert!(instructions.contains("'docs'"), "{result}");
        let headers = [("mcp-protocol-version", revision)];
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let response = servers[1].post(&initialized, &headers);
        assert_eq!((response.status, response.body.len()), (202, 0));
        let response = servers[1].post(&call("a"), &headers);
        assert_eq!(response.header("content-type"), Some("application/json"));
        let result = result_of(&response.json()["result"]);
        assert_eq!(result["value"], "a");
    }
}

#[test]
fn a_batch_is_answered_as_one() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let message = |id: u64, method: &str| json!({ "jsonrpc": "2.0", "id": id, "method": method });
    let mut of_two = call("a");
    of_two["id"] = 2.into();
    // Of a request that was never made: nobody waits for what would be said of it.
    let answer = json!({ "jsonrpc": "2.0", "id": 9, "result": {} });
    let batch = json!([
        message(1, "ping"),
        of_two,
        message(3, "nothing/of/this"),
        { "jsonrpc": "2.0", "method": "notifications/initialized" },
        answer,
        { "jsonrpc": "2.0", "id": 4, "method": "initialize", "params": hello("2025-03-26", json!({}))},
        7,
    ]);
    for headers in [&[][..], &[("mcp-protocol-version", "2025-03-26")]] {
        let response = server.post(&batch, headers);
        assert_eq!(response.status, 200);
        let answers = response.json();
        let answers = answers.as_array().expect("a batch");
        let shape = |answer: &Value| (answer["id"].clone(), answer["error"]["code"].clone());
        let came: Vec<_> = answers.iter().map(shape).collect();
        let due = [
            (json!(1), Value::Null),
            (json!(2), Value::Null),
            (json!(3), json!(-32601)),
            (json!(4), json!(-32600)),
            (Value::Null, json!(-32600)),
        ];
        assert_eq!(came, due);
        let result = result_of(&answers[1]["result"]);
        assert_eq!(result["value"], "a");
    }
    let silent = json!([{ "jsonrpc": "2.0", "method": "notifications/initialized" }, answer]);
    assert_eq!(server.post(&silent, &[]).status, 202);
}

/// A notification is a request of its own, which has no call to cancel: only who hangs up
/// cancels one.
#[test]
fn a_cancellation_is_accepted_and_cancels_nothing() {
    let (folder, text) = large();
    let server = Http::start(folder.path());
    let mut called = server.posted(&call("big"));
    let mut first = [0; 1];
    called.read_exact(&mut first).expect("it is answered");
    let cancelled = json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 },
    });
    assert_eq!(server.post(&cancelled, &[]).status, 202);
    let whole = first.as_slice().chain(called);
    let answer = response(&mut BufReader::new(whole)).expect("a whole answer");
    let result = result_of(&answer.json()["result"]);
    assert!(result["value"] == *text);
}

/// The answers of a batch are held until all are made: large ones are so many only.
#[test]
fn a_batch_of_large_answers_is_bounded() {
    let (folder, _) = large();
    let server = Http::start(folder.path());
    let batch: Vec<Value> = (0..64)
        .map(|id| {
            let mut call = call("big");
            call["id"] = json!(id);
            call
        })
        .collect();
    let response = server.post(&json!(batch), &[]);
    assert_eq!(response.status, 200);
    let answers = response.json();
    let answers = answers.as_array().expect("a batch");
    let answered = |answer: &&Value| answer.get("result").is_some();
    assert_eq!(answers.len(), 64);
    assert_eq!(answers.iter().filter(answered).count(), 3);
    for answer in answers.iter().filter(|answer| !answered(answer)) {
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        let words = answer["error"]["message"].to_string();
        assert!(words.contains("no room"), "{words}");
    }
    assert!(server.most_resident() < 256 << 20);
}

/// Whole, over a connection that goes on.
#[test]
fn a_large_answer_comes_whole() {
    let text = "\"quoted\"\n".repeat(400_000);
    let folder = large_of(&text);
    let server = Http::start(folder.path());
    assert!(server.call("big")["value"] == *text);
    let mut first = call("big");
    first["id"] = json!("first");
    let response = server.post(&json!([first, call("a"), call("big")]), &[]);
    let answers = response.json();
    assert_eq!(answers[0]["id"], "first");
    let value = |at: usize| result_of(&answers[at]["result"])["value"].clone();
    assert!(value(0) == *text && value(2) == *text);
    assert_eq!(value(1), "a");
}
