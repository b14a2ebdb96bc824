//! Lines that are no messages.

use serde_json::{Value, json};

use crate::process::{Server, binary, code_and_id};

/// What comes before the answer to a ping that is sent now.
#[track_caller]
fn until_ping(server: &mut Server) -> Vec<Value> {
    server.line(r#"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#);
    let mut heard = Vec::new();
    loop {
        let line = server.receive();
        if line["id"] == "ping" {
            assert_eq!(line["result"], json!({}), "{line}");
            return heard;
        }
        heard.push(line);
    }
}

/// What a line is answered with before a session: a code and an id, `(absent)` for none.
#[track_caller]
fn answered(server: &mut Server, line: &(impl AsRef<[u8]> + ?Sized)) -> Vec<(i64, Value)> {
    server.line(line);
    until_ping(server).iter().map(code_and_id).collect()
}

fn ping_with(params: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"ping","params":{{"_meta":{{"a":{params}}}}}}}"#)
        .into_bytes()
}

#[test]
fn what_cannot_be_read_is_answered_with_its_id() {
    let mut server = Server::spawn(binary());
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let mut bytes = ping_with("\"?\"");
    let at = bytes.iter().position(|byte| *byte == b'?').expect("it");
    bytes[at] = 0xff;
    #[rustfmt::skip] // One case, one line.
    let lines = [
        ("a lone surrogate", ping_with(r#""\ud800""#)),
        ("nested 130 deep", ping_with(&nested(130))),
        ("nested 60,000 deep", ping_with(&nested(60_000))),
        ("a number too large", ping_with("1e400")),
        ("a control character", ping_with("\"\u{1}\"")),
        ("not UTF-8", bytes),
        ("cut", br#"{"id":7,"jsonrpc":"2.0","method":"#.to_vec()),
        ("too long", ping_with(&format!("{:?}", "x".repeat(17 << 20)))),
        ("an odd key", br#"{"\ud800":1,"jsonrpc":"2.0","method":"ping","id":7}"#.to_vec()),
    ];
    for (name, line) in lines {
        assert_eq!(answered(&mut server, &line), [(-32700, json!(7))], "{name}");
    }
}

#[test]
fn what_has_no_readable_id_is_answered_without_one() {
    let mut server = Server::spawn(binary());
    for (line, code) in [
        ("{", -32700),
        ("\u{0}", -32700),
        ("ping", -32700),
        (r#"{"jsonrpc":"2.0","id":"\ud800","method":"ping"}"#, -32700),
        ("null", -32600),
        (r#"{"jsonrpc":"2.0"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        // What was read of an id is not the id.
        (r#"{"jsonrpc":"2.0","id":0x1,"method":"ping"}"#, -32700),
        (r#"{"jsonrpc":"2.0","id":12"#, -32700),
        (r#"{"jsonrpc":"2.0","id":12 "#, -32700),
        (r#"{"jsonrpc":"2.0","id":12 3,"method":"ping"}"#, -32700),
        (r#"{"jsonrpc":"2.0","id":1,"id":0x1}"#, -32700),
        (r#"{"jsonrpc":"2.0","id":1e-400,"method":"ping"}"#, -32600),
        (r#"{"id":1e-400,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1e-400,"method":"ping","params":[]}"#, -32600),
        (r#"{"jsonrpc":"2.0","method":7}"#, -32600),
        ("[]", -32600),
        // As it cannot be told from the one before.
        (r#"{"jsonrpc":"2.0","id":-0,"method":"ping"}"#, -32600),
        (r#"[{"jsonrpc":"2.0","id":1e-400,"method":"ping"}]"#, -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#, -32600),
    ] {
        let expected = [(code, json!("(absent)"))];
        assert_eq!(answered(&mut server, line), expected, "{line}");
    }
}

#[test]
fn json_of_another_shape_is_answered_with_its_id() {
    let mut server = Server::spawn(binary());
    for line in [
        r#"{"jsonrpc":"2.0","id":7}"#, r#"{"jsonrpc":"2.0","id":7,"method":7}"#,
        r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#, r#"{"id":7,"method":"ping"}"#,
        r#"{"id":7,"method":"ping","result":{}}"#, r#"{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}"#,
    ] {
        let answers = answered(&mut server, line);
        assert_eq!(answers, [(-32600, json!(7))], "{line}");
    }
    let many = ping_with(&format!("[{}0]", "0,".repeat(70_000)));
    assert_eq!(answered(&mut server, &many), [(-32600, json!(7))]);
}

/// What is counted is a line's bytes without its end, and the values of its JSON, not
/// what its texts hold.
#[test]
fn what_is_at_its_limit_goes_on() {
    let mut server = Server::spawn(binary());
    const BYTES: usize = 16 << 20;
    const VALUES: usize = 65_536;
    let bytes = BYTES - ping_with("\"\"").len();
    let text = |text: &str, count: usize| ping_with(&format!("\"{}\"", text.repeat(count)));
    // The message itself, its four fields, `_meta` and the list.
    let zeros = |count: usize| ping_with(&format!("[{}0]", "0,".repeat(count - 1)));
    for (name, line) in [
        ("as long as may be", text("x", bytes)),
        ("as many values as may be", zeros(VALUES - 7)),
        ("a text of many commas", text(",[{", VALUES)),
        ("a text of quotes and commas", text("\\\",", VALUES)),
    ] {
        server.line(&line);
        let answer = server.receive();
        assert_eq!(answer["id"], 7, "{name}");
        assert_eq!(answer["result"], json!({}), "{name}");
    }
    assert_eq!(answered(&mut server, &text("x", bytes + 1)), [(-32700, json!(7))]);
    assert_eq!(answered(&mut server, &zeros(VALUES - 6)), [(-32600, json!(7))]);
}

#[test]
fn what_waits_for_no_answer_gets_none() {
    let mut server = Server::spawn(binary());
    for line in [
        "", " \t\r", "\u{feff}", r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":7}"#,
        r#"{"jsonrpc":"1.0","method":"notifications/initialized"}"#,
    ] {
        assert_eq!(answered(&mut server, line), [], "{line}");
    }
}

#[test]
fn every_line_that_is_no_message_is_answered_but_not_its_answer() {
    let mut server = Server::spawn(binary());
    for _ in 0..40 {
        server.line("{");
    }
    let answers = until_ping(&mut server);
    assert_eq!(answers.len(), 40);
    for answer in answers {
        server.send(&answer);
    }
    assert_eq!(until_ping(&mut server), [] as [Value; 0]);
}

/// No answer of the server's, sent back, has both an id and a method.
#[test]
fn every_request_of_another_shape_is_answered() {
    let mut server = Server::spawn(binary());
    for (line, code) in [
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","_meta":5}}"#, -32602),
        (r#"{"id":7,"method":"ping"}"#, -32600),
        (r#"{"id":7,"method":"ping","params":1e400}"#, -32700),
    ] {
        for _ in 0..40 {
            server.line(line);
        }
        let answers = until_ping(&mut server);
        let answers: Vec<_> = answers.iter().map(code_and_id).collect();
        assert_eq!(answers, vec![(code, json!(7)); 40], "{line}");
    }
}

#[test]
fn before_a_session_nothing_else_is_answered() {
    let mut server = Server::spawn(binary());
    let other: [&str; 7] = [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
        // Answers of other shapes, such as the server's own, sent back.
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":7,"result":"\ud800"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
    ];
    for line in other {
        server.line(line);
    }
    assert_eq!(until_ping(&mut server), [] as [Value; 0]);
    server.initialize(json!({}));
}
