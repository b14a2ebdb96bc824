//! `/metrics`, and `/ready?search`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Http, call};
use crate::process::{PATIENCE, one_document, request};

const TOKEN: &str = "a-token.of/sixteen+~characters==";

/// The value of a line of the text, which is there once.
#[track_caller]
fn value(text: &str, name: &str) -> f64 {
    let mut found = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let value = found.next().unwrap_or_else(|| panic!("{name} is not in\n{text}"));
    assert_eq!(found.next(), None, "{name}");
    value.parse().expect("a number")
}

fn metrics(server: &Http) -> String {
    let response = server.get("/metrics");
    assert_eq!(response.status, 200);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(response.header("content-type"), Some(kind));
    String::from_utf8(response.body).expect("UTF-8")
}

/// Calls, their outcomes, statuses and bytes are counted exactly, and nothing that a client wrote
/// is a label.
#[test]
fn what_was_answered_is_counted() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let before = metrics(&server);
    assert!(!before.contains("get_content"), "{before}");
    let mut bytes = 0;
    let tool = |name: &str, arguments: Value| {
        request(1, "tools/call", json!({ "name": name, "arguments": arguments }))
    };
    let asked = [
        tool("get_content", json!({ "category_or_collection": "docs" })),
        tool("get_content", json!({ "category_or_collection": "docs" })),
        tool("get_content", json!({ "category_or_collection": "nope" })),
        tool("search_content", json!({ "query": "word" })),
        tool("a_tool_of\n{nobody}", json!({})),
    ];
    for message in &asked {
        bytes += server.post(message, &[]).body.len();
    }
    let refused = server.ask("POST /mcp", &[("content-type", "text/plain")], b"");
    let text = metrics(&server);
    let calls = |labels: &str| value(&text, &format!("mcp_guide_calls_total{{{labels}}}"));
    assert_eq!(calls(r#"tool="get_content",outcome="ok""#), 2.0);
    assert_eq!(calls(r#"tool="get_content",outcome="not_found""#), 1.0);
    assert_eq!(calls(r#"tool="search_content",outcome="ok""#), 1.0);
    assert_eq!(calls(r#"tool="",outcome="refused""#), 1.0);
    assert!(!text.contains("nobody") && !text.contains("nope"), "{text}");
    let status = |status: u16| value(&text, &format!(r#"mcp_guide_responses_total{{status="{status}"}}"#));
    assert_eq!(status(refused.status), 1.0);
    // The first reading of the metrics was counted, too.
    assert_eq!(status(200), 6.0);
    let all = bytes + refused.body.len() + before.len();
    assert_eq!(value(&text, "mcp_guide_response_bytes_total"), all as f64);
    assert_eq!(value(&text, r#"mcp_guide_call_seconds_count{tool="get_content"}"#), 3.0);
    assert!(value(&text, r#"mcp_guide_call_seconds_sum{tool="get_content"}"#) > 0.0);
    assert!(value(&text, "mcp_guide_search_index_bytes") >= 0.0);
    assert!(text.ends_with("# EOF\n"), "{text}");
}

/// The metrics need what a call needs: the host, and the token.
#[test]
fn metrics_and_the_warming_of_a_search_need_the_token() {
    let folder = one_document();
    let server = Http::start_with(folder.path(), &[], &[("MCP_GUIDE_TOKEN", TOKEN)]);
    let right = format!("Bearer {TOKEN}");
    let evil = ("host", "evil.example");
    for path in ["/metrics", "/ready?search"] {
        for (headers, status) in [
            (vec![], 401),
            (vec![("authorization", "Bearer another-token-of-sixteen")], 401),
            (vec![evil, ("authorization", right.as_str())], 403),
        ] {
            assert_eq!(server.ask(&format!("GET {path}"), &headers, b"").status, status, "{path}");
        }
        let response = server.ask(&format!("POST {path}"), &[("authorization", &right)], b"");
        assert_eq!((response.status, response.header("allow")), (405, Some("GET, HEAD")), "{path}");
    }
    let response = server.ask("GET /metrics", &[("authorization", &right)], b"");
    assert_eq!(response.status, 200);
    assert_eq!(server.get("/ready").status, 200);
}

/// `/ready?search` counts the documents, so that the next search reads none, and answers 503 until
/// that is so.
#[test]
fn a_search_is_warmed() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let bytes = |server: &Http| value(&metrics(server), "mcp_guide_search_index_bytes");
    assert_eq!(server.get("/ready").status, 200);
    assert_eq!(bytes(&server), 0.0);
    // A file that was written just now may be written again.
    let started = Instant::now();
    while server.get("/ready?search").status != 200 {
        assert!(started.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(100));
    }
    let warm = bytes(&server);
    assert!(warm > 0.0);
    assert_eq!(server.post(&call("docs"), &[]).status, 200);
    assert_eq!(bytes(&server), warm);
    std::fs::write(folder.path().join("guide.yaml"), "categories: [").expect("it is written");
    while server.get("/ready?search").status != 503 {
        assert!(started.elapsed() < PATIENCE);
    }
}
