//! What is refused beside what features/http.feature has: with which status and words.

use std::io::{BufReader, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::client::{Http, response};
use crate::process::{meta, one_document, request};

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
    let refused = |headers: Headers, body: &Value, due: (u16, i64), words: &str| {
        let response = server.post(body, headers);
        let error = &response.json()["error"];
        let came = (response.status, error["code"].as_i64());
        assert_eq!(came, (due.0, Some(due.1)), "{body:.200}: {error}");
        let message = error["message"].as_str().unwrap_or_default();
        assert!(message.contains(words), "{body:.200}: {message}");
    };
    let plain = |method: &str, params: Value| request(1, method, params);
    let values = plain("ping", json!({ "a": vec![0; 70_000] }));
    refused(&[], &values, (400, -32600), "65536 values");
    let list = plain("tools/list", json!({}));
    let said = "'params._meta' must hold";
    refused(&named("tools/list"), &list, (400, -32602), said);
    for method in ["logging/setLevel", "initialize"] {
        let said = format!("'{method}' is not served");
        let message = newest(method, json!({}));
        refused(&named(method), &message, (404, -32601), &said);
    }
    for (method, params, code, said) in [
        ("initialize", json!({}), -32602, "params of 'initialize'"),
        ("logging/setLevel", json!({}), -32601, "is not served"),
        ("tools/call", json!({ "name": "x" }), -32602, "'x'"),
    ] {
        refused(&[], &plain(method, params), (200, code), said);
    }
    // A question of a browser's.
    assert_eq!(server.ask("OPTIONS /mcp", &[], b"").status, 405);
    // What is right is answered after all that.
    assert_eq!(server.call("a")["value"], "a");
}

/// The connection goes on when the rest of the body has come.
#[test]
fn who_posts_elsewhere_is_told_so_before_the_body_has_come() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let mut stream = server.connect();
    let body = vec![b' '; 300_000];
    let answered = |stream: &TcpStream| {
        let read = stream.try_clone().expect("a socket");
        response(&mut BufReader::new(read)).expect("a response").status
    };
    stream.write_all(&server.head("POST /nowhere", &[], body.len())).expect("it is taken");
    assert_eq!(answered(&stream), 404);
    stream.write_all(&body).expect("it is taken");
    stream.write_all(&server.request(&request(1, "ping", json!({})), &[])).expect("it is taken");
    assert_eq!(answered(&stream), 200);
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

/// With `-v` each request has a line; without it those that are refused do. Both say who asked.
#[test]
fn requests_are_logged_with_their_peer() {
    let folder = one_document();
    let server = Http::start_with(folder.path(), &["-v"], &[]);
    server.get("/health");
    server.get("/nothing");
    let is_answered = |line: &&String, path: &str, status: &str| {
        let words = ["request{peer=127.0.0.1:", "answered method=GET", path, status, "ms="];
        words.iter().all(|word| line.contains(word))
    };
    server.log(|lines| {
        let has = |path, status| lines.iter().any(|line| is_answered(&line, path, status));
        has(r#"path="/health""#, "status=200") && has(r#"path="/nothing""#, "status=404")
    });
    let server = Http::start(folder.path());
    server.get("/health");
    server.get("/nothing");
    let is_refused = |line: &String| line.contains("request{peer=127.0.0.1:") && line.contains("refused");
    let log = server.log(|lines| lines.iter().any(is_refused));
    assert!(!log.iter().any(|line| line.contains("answered")), "{log:?}");
}
