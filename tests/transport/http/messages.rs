//! What is answered.

use std::io::{BufReader, Read};

use serde_json::json;

use super::client::{Http, call, large, large_of, response};
use crate::process::{hello, one_document, request, result_of};

/// Each message stands for itself: there is no session, and any server of the same
/// project can answer the next one.
#[test]
fn any_server_answers_any_request() {
    let folder = one_document();
    let servers = [Http::start(folder.path()), Http::start(folder.path())];
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
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

/// Whole, over a connection that goes on.
#[test]
fn a_large_answer_comes_whole() {
    let text = "\"quoted\"\n".repeat(400_000);
    let folder = large_of(&text);
    let server = Http::start(folder.path());
    assert!(server.call("big")["value"] == *text);
    assert_eq!(server.call("a")["value"], "a");
}
