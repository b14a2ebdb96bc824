//! Messages that are too much.

use serde_json::{Value, json};

use crate::process::{GUIDE, Server, project};

fn docs() -> tempfile::TempDir {
    project(&[GUIDE, ("docs/a.md", "a")])
}

#[track_caller]
fn lives(server: &mut Server) {
    let result = server.call(
        "get_category_content",
        json!({ "category": "docs", "pattern": "a.md" }),
    );
    assert_eq!(result["value"], "a");
}

#[test]
fn arguments_of_64_kib_are_answered_shortly() {
    let folder = docs();
    let mut server = Server::start(folder.path());
    let long = "x".repeat(64 << 10);
    for (arguments, kind) in [
        (json!({ "category": long }), "invalid_argument"),
        (
            json!({ "category": "docs", "pattern": long }),
            "invalid_pattern",
        ),
        (
            json!({ "category": "docs", long.clone(): "x" }),
            "invalid_argument",
        ),
    ] {
        let result = server.call("get_category_content", arguments);
        assert_eq!(result["error_type"], kind);
        let error = result["error"].as_str().expect("words");
        assert!(error.len() < 2000, "{} bytes of error", error.len());
    }
    lives(&mut server);
}

#[test]
fn many_unknown_arguments_are_answered_shortly() {
    let folder = docs();
    let mut server = Server::start(folder.path());
    let arguments: serde_json::Map<String, Value> =
        (0..5000).map(|n| (format!("a{n}"), json!(n))).collect();
    let result = server.call("get_category_content", arguments.into());
    assert_eq!(result["error_type"], "invalid_argument");
    assert!(result["error"].as_str().expect("words").len() < 10_000);
}

#[test]
fn deeply_nested_arguments_leave_the_server_alive() {
    let folder = docs();
    let mut server = Server::start(folder.path());
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let argument: Value = serde_json::from_str(&nested(100)).expect("JSON");
    let result = server.call("get_category_content", json!({ "category": argument }));
    assert_eq!(result["error_type"], "invalid_argument");
    // Deeper than any parser follows: no message, and no end of the server.
    for (depth, code) in [(200, -32700), (100_000, -32600)] {
        server.line(&format!(
            r#"{{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{{"name":"get_content","arguments":{{"a":{}}}}}}}"#,
            nested(depth)
        ));
        let answer = server.receive();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&json!("deep"), &json!(code))
        );
    }
    lives(&mut server);
}
