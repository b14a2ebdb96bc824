//! What is refused beside what features/http.feature has: with which status and words.

use serde_json::{Value, json};

use super::client::{Http, call};
use crate::process::{meta, one_document, request, result_of};

const NEWEST: &str = "2026-07-28";

/// Returns a message of revision 2026-07-28.
fn newest(method: &str, mut params: Value) -> Value {
    params["_meta"] = meta(json!({}));
    request(1, method, params)
}

type Headers<'a> = &'a [(&'a str, &'a str)];

/// Returns the headers of a message of revision 2026-07-28, without `Mcp-Name`.
fn named(method: &str) -> [(&str, &str); 2] {
    [("mcp-protocol-version", NEWEST), ("mcp-method", method)]
}

#[test]
fn every_refusal_has_its_status_and_words() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let plain = |method: &str, params: Value| request(1, method, params);
    let ping = plain("ping", json!({}));
    let (foreign, no_page) = ("is not an allowed host", "may not use this server");
    let rows: [(Headers, Value, u16, i64, &str); 11] = [
        (
            &[("host", "localhost@evil.example")],
            ping.clone(),
            403,
            -32600,
            foreign,
        ),
        (
            &[("origin", "localhost")],
            ping.clone(),
            403,
            -32600,
            no_page,
        ),
        (
            &[("accept", "application/json")],
            ping.clone(),
            406,
            -32600,
            "Accept",
        ),
        (
            &[],
            plain("ping", json!({ "a": vec![0; 70_000] })),
            400,
            -32600,
            "65536 values",
        ),
        (
            &[],
            json!(vec![ping.clone(); 65]),
            400,
            -32600,
            "at most 64",
        ),
        (
            &named("tools/list"),
            plain("tools/list", json!({})),
            400,
            -32602,
            "'params._meta' must hold",
        ),
        (
            &named("logging/setLevel"),
            newest("logging/setLevel", json!({ "level": "info" })),
            404,
            -32601,
            "'logging/setLevel' is not served",
        ),
        (
            &named("initialize"),
            newest("initialize", json!({})),
            404,
            -32601,
            "'initialize' is not served",
        ),
        (
            &[],
            plain("initialize", json!({})),
            200,
            -32602,
            "The params of 'initialize' are not valid",
        ),
        (
            &[],
            plain("logging/setLevel", json!({})),
            200,
            -32601,
            "'logging/setLevel' is not served",
        ),
        (
            &[],
            plain("tools/call", json!({ "name": "x" })),
            200,
            -32602,
            "'x'",
        ),
    ];
    for (headers, body, status, code, words) in rows {
        let response = server.post(&body, headers);
        let error = &response.json()["error"];
        let came = (response.status, error["code"].as_i64());
        assert_eq!(came, (status, Some(code)), "{body:.200}: {error}");
        let message = error["message"].as_str().unwrap_or_default();
        assert!(message.contains(words), "{body:.200}: {message}");
    }
    // A question of a browser's.
    assert_eq!(server.ask("OPTIONS /mcp", &[], b"").status, 405);
    // What is right is answered after all that.
    assert_eq!(server.call("a")["value"], "a");
}

#[test]
fn a_header_that_differs_is_refused_before_an_unknown_revision() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let [_, method] = named("tools/list");
    let mut unknown = newest("tools/list", json!({}));
    unknown["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
    for (revision, code, words) in [
        (NEWEST, -32020, "The headers do not say"),
        ("2099-01-01", -32022, "'2099-01-01' is not spoken"),
    ] {
        let headers = [("mcp-protocol-version", revision), method];
        let response = server.post(&unknown, &headers);
        let error = &response.json()["error"];
        assert_eq!((response.status, &error["code"]), (400, &json!(code)));
        assert!(error["message"].to_string().contains(words), "{error}");
    }
    let [revision, method] = named("tools/call");
    let headers = [revision, method, ("mcp-name", "get_category_content")];
    let whole = newest("tools/call", call("a")["params"].clone());
    let response = server.post(&whole, &headers);
    assert_eq!(result_of(&response.json()["result"])["value"], "a");
}

/// Also one in which a line ends, or what a terminal would obey.
#[test]
fn a_refusal_is_logged_once() {
    let folder = one_document();
    let server = Http::start(folder.path());
    for nth in 0..5 {
        let host = format!("evil-{nth}.example");
        let ping = request(1, "ping", json!({}));
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
