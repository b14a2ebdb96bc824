//! What is refused, with which status and words.

use serde_json::{Value, json};

use super::client::{Http, call};
use crate::process::one_document;

const NEWEST: &str = "2026-07-28";

/// A message of revision 2026-07-28, whole.
fn newest(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientInfo": { "name": "http", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

fn newest_call() -> Value {
    newest("tools/call", call("a")["params"].clone())
}

/// One refusal: the request's line, headers and body; the status, the code of the
/// error and words of its message.
struct Row {
    name: &'static str,
    line: &'static str,
    headers: &'static [(&'static str, &'static str)],
    body: Vec<u8>,
    status: u16,
    code: i64,
    words: &'static str,
}

#[track_caller]
fn row(
    name: &'static str,
    headers: &'static [(&'static str, &'static str)],
    body: &Value,
    (status, code, words): (u16, i64, &'static str),
) -> Row {
    Row {
        name,
        line: "POST /mcp",
        headers,
        body: body.to_string().into_bytes(),
        status,
        code,
        words,
    }
}

fn rows() -> Vec<Row> {
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let bytes = |name, body: &[u8], due| Row {
        body: body.to_vec(),
        ..row(name, &[], &Value::Null, due)
    };
    let line = |name, line, due| Row {
        line,
        ..row(name, &[], &ping, due)
    };
    let host = (403, -32600, "is not an allowed host");
    let origin = (403, -32600, "may not use this server");
    let headers = (400, -32020, "The headers do not say");
    vec![
        row("a foreign host", &[("host", "evil.example")], &ping, host),
        row("another port", &[("host", "localhost:1")], &ping, host),
        row("no port", &[("host", "localhost")], &ping, host),
        row(
            "a user before the host",
            &[("host", "localhost@evil.example")],
            &ping,
            host,
        ),
        row(
            "a foreign origin",
            &[("origin", "http://evil.example")],
            &ping,
            origin,
        ),
        row(
            "the origin of no page",
            &[("origin", "null")],
            &ping,
            origin,
        ),
        row(
            "another server's origin",
            &[("origin", "http://localhost:1")],
            &ping,
            origin,
        ),
        row(
            "an origin that is none",
            &[("origin", "localhost")],
            &ping,
            origin,
        ),
        line("a path", "POST /", (404, -32600, "There is nothing at '/'")),
        line("a stream", "GET /mcp", (405, -32600, "'GET' is not served")),
        line(
            "the end of a session",
            "DELETE /mcp",
            (405, -32600, "'DELETE'"),
        ),
        line(
            "a question of a browser's",
            "OPTIONS /mcp",
            (405, -32600, "'OPTIONS'"),
        ),
        line(
            "a message to /health",
            "POST /health",
            (405, -32600, "'POST'"),
        ),
        row(
            "no Accept",
            &[("accept", "")],
            &ping,
            (406, -32600, "Accept"),
        ),
        row(
            "half an Accept",
            &[("accept", "application/json")],
            &ping,
            (406, -32600, "Accept"),
        ),
        row(
            "a form",
            &[("content-type", "text/plain")],
            &ping,
            (415, -32600, "Content-Type"),
        ),
        bytes("no JSON", b"{oops", (400, -32700, "not JSON")),
        bytes("nothing", b" ", (400, -32600, "empty")),
        row(
            "no message",
            &[],
            &json!({ "id": 1 }),
            (400, -32600, "JSON-RPC 2.0"),
        ),
        row(
            "an answer",
            &[],
            &json!({ "jsonrpc": "2.0", "id": 1, "result": {} }),
            (400, -32600, "takes no answers"),
        ),
        row(
            "many values",
            &[],
            &json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": { "a": vec![0; 70_000] } }),
            (400, -32600, "65536 values"),
        ),
        row(
            "a revision that nobody knows",
            &[("mcp-protocol-version", "1999-01-01")],
            &ping,
            (400, -32022, "'1999-01-01' is not spoken"),
        ),
        row(
            "a batch of a revision that has none",
            &[("mcp-protocol-version", "2025-06-18")],
            &json!([ping, ping]),
            (400, -32600, "Batches are served for"),
        ),
        row(
            "an empty batch",
            &[],
            &json!([]),
            (400, -32600, "must hold a message"),
        ),
        row(
            "a long batch",
            &[],
            &json!(vec![ping.clone(); 65]),
            (400, -32600, "at most 64"),
        ),
        row("no headers beside _meta", &[], &newest_call(), headers),
        row(
            "another revision than in _meta",
            &[("mcp-protocol-version", "2025-11-25")],
            &newest_call(),
            headers,
        ),
        row(
            "no Mcp-Method",
            &[
                ("mcp-protocol-version", NEWEST),
                ("mcp-name", "get_category_content"),
            ],
            &newest_call(),
            headers,
        ),
        row(
            "another Mcp-Method",
            &[
                ("mcp-protocol-version", NEWEST),
                ("mcp-method", "tools/list"),
                ("mcp-name", "get_category_content"),
            ],
            &newest_call(),
            headers,
        ),
        row(
            "no Mcp-Name",
            &[
                ("mcp-protocol-version", NEWEST),
                ("mcp-method", "tools/call"),
            ],
            &newest_call(),
            headers,
        ),
        row(
            "another Mcp-Name",
            &[
                ("mcp-protocol-version", NEWEST),
                ("mcp-method", "tools/call"),
                ("mcp-name", "list_content"),
            ],
            &newest_call(),
            headers,
        ),
        row(
            "no _meta",
            &[
                ("mcp-protocol-version", NEWEST),
                ("mcp-method", "tools/list"),
            ],
            &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }),
            (400, -32602, "'params._meta' must hold"),
        ),
        row(
            "a method that is not served",
            &[
                ("mcp-protocol-version", NEWEST),
                ("mcp-method", "logging/setLevel"),
            ],
            &newest("logging/setLevel", json!({ "level": "info" })),
            (404, -32601, "'logging/setLevel' is not served"),
        ),
        row(
            "initialize, which the newest revision has not",
            &[
                ("mcp-protocol-version", NEWEST),
                ("mcp-method", "initialize"),
            ],
            &newest("initialize", json!({})),
            (404, -32601, "'initialize' is not served"),
        ),
        row(
            "initialize without what it holds in a revision before",
            &[],
            &json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} }),
            (200, -32602, "The params of 'initialize' are not valid"),
        ),
        row(
            "the same of a revision before",
            &[],
            &json!({ "jsonrpc": "2.0", "id": 1, "method": "logging/setLevel" }),
            (200, -32601, "'logging/setLevel' is not served"),
        ),
        row(
            "no such tool",
            &[],
            &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "x" } }),
            (200, -32602, "'x'"),
        ),
    ]
}

#[test]
fn every_refusal_has_its_status_and_words() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let mut failed = Vec::new();
    for row in rows() {
        let response = server.ask(row.line, row.headers, &row.body);
        let error = &response.json()["error"];
        let words = error["message"].as_str().unwrap_or_default();
        let due = (row.status, Value::from(row.code), true);
        if (
            response.status,
            error["code"].clone(),
            words.contains(row.words),
        ) != due
        {
            failed.push(format!(
                "{}: {} {}",
                row.name,
                response.status,
                response.json()
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let revision = server.post(
        &json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }),
        &[("mcp-protocol-version", "1999-01-01")],
    );
    let data = revision.json()["error"]["data"].clone();
    assert_eq!(data["requested"], "1999-01-01");
    assert!(data["supported"].to_string().contains(NEWEST), "{data}");
    let stream = server.get("/mcp");
    assert_eq!(stream.header("allow"), Some("POST"));
    // What is right is answered after all that.
    assert_eq!(server.call("a")["value"], "a");
}

#[test]
fn what_the_newest_revision_asks_for_is_enough() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let headers = [
        ("mcp-protocol-version", NEWEST),
        ("mcp-method", "tools/call"),
        ("mcp-name", "get_category_content"),
    ];
    let response = server.post(&newest_call(), &headers);
    assert_eq!(response.status, 200, "{}", response.json());
    let result = crate::process::result_of(&response.json()["result"]);
    assert_eq!(result["value"], "a");
    let unknown = json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2099-01-01",
        "io.modelcontextprotocol/clientInfo": { "name": "http", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    let unknown = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": unknown });
    // A header that differs is told before a revision that nobody knows.
    let headers = [
        ("mcp-protocol-version", NEWEST),
        ("mcp-method", "tools/list"),
    ];
    let response = server.post(&unknown, &headers);
    let code = response.json()["error"]["code"].clone();
    assert_eq!((response.status, code), (400, json!(-32020)));
    let headers = [
        ("mcp-protocol-version", "2099-01-01"),
        ("mcp-method", "tools/list"),
    ];
    let response = server.post(&unknown, &headers);
    let error = response.json()["error"].clone();
    assert_eq!(
        (response.status, error["code"].as_i64()),
        (400, Some(-32022)),
        "{error}"
    );
    assert!(
        error["message"]
            .to_string()
            .contains("'2099-01-01' is not spoken"),
        "{error}"
    );
}

/// Also one in which a line ends, or what a terminal would obey.
#[test]
fn a_refusal_is_logged_once() {
    let folder = one_document();
    let server = Http::start(folder.path());
    for nth in 0..5 {
        let host = format!("evil-{nth}.example");
        let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
        assert_eq!(server.post(&ping, &[("host", &host)]).status, 403);
    }
    let escape = server.raw(b"POST /\x1b[2J HTTP/1.1\r\nhost: a\r\n\r\n");
    assert!(escape.status >= 400, "{escape:?}");
    let all = |log: &[String]| log.iter().any(|line| line.contains("evil-4"));
    let log = server.log(all);
    for nth in 0..5 {
        let host = format!("evil-{nth}.example");
        let count = log.iter().filter(|line| line.contains(&host)).count();
        assert_eq!(count, 1, "{log:?}");
    }
    assert!(!log.concat().contains('\u{1b}'), "{log:?}");
}
