//! What goes over the wire, byte for byte, and how the server begins and ends.

mod lines;
mod roots;
mod session;

use crate::process::{GUIDE, Server, binary, meta, project, result_of, roots};
use rustix::process::Signal;
use serde_json::{Value, json};

fn docs() -> tempfile::TempDir {
    project(&[GUIDE, ("docs/a.md", "# A\r\n"), ("docs/b.md", "ü")])
}

#[test]
fn a_call_is_answered_with_these_bytes() {
    let folder = docs();
    let mut server = Server::start(folder.path());
    server.line(
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_category_content","arguments":{"category":"docs"}}}"#,
    );
    let value = "Content-Type: multipart/mixed; boundary=\"guide-boundary\"\r\n\r\n\
        --guide-boundary\r\nContent-Type: text/markdown\r\n\
        Content-Location: guide://category/docs/a.md\r\nContent-Length: 5\r\n\r\n# A\r\n\r\n\
        --guide-boundary\r\nContent-Type: text/markdown; charset=utf-8\r\n\
        Content-Location: guide://category/docs/b.md\r\nContent-Length: 2\r\n\r\nü\r\n\
        --guide-boundary--\r\n";
    let text = format!(r#"{{"success":true,"value":{}}}"#, Value::from(value));
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":7,"result":{{"content":[{{"type":"text","text":{}}}],"isError":false}}}}"#,
        Value::from(text)
    );
    assert_eq!(server.receive_line(), line);
}

#[test]
fn stdout_carries_json_rpc_alone_however_much_is_logged() {
    let folder = docs();
    let mut command = binary();
    command.args(["-vvv", "--project"]).arg(folder.path()).arg("serve");
    let mut server = Server::spawn(command);
    server.initialize(json!({}));
    let result = server.call("get_content", json!({}));
    assert_eq!(result["error_type"], "invalid_argument");
    let result = server.call("get_content", json!({ "category_or_collection": "docs" }));
    assert_eq!(result["success"], true);
}

#[test]
fn the_end_of_input_ends_the_server_with_0() {
    let folder = docs();
    // The second has not been initialized.
    for mut server in [Server::start(folder.path()), Server::spawn(binary())] {
        server.hang_up();
        assert_eq!(server.ended().code(), Some(0));
    }
}

#[test]
fn a_signal_ends_the_server_with_0() {
    let folder = docs();
    for signal in [Signal::TERM, Signal::INT] {
        let mut server = Server::start(folder.path());
        server.signal(signal);
        assert_eq!(server.ended().code(), Some(0));
    }
}

#[test]
fn the_newest_revision_is_asked_for_roots_by_the_result() {
    let folder = docs();
    let elsewhere = laws::folder();
    let mut server = Server::searching(elsewhere.path());
    let mut call = json!({
        "_meta": meta(json!({ "roots": {} })),
        "name": "get_content",
        "arguments": { "category_or_collection": "docs", "pattern": "b.md" },
    });
    let result = server.request("tools/call", call.clone());
    assert_eq!(result["resultType"], "input_required");
    let question = &result["inputRequests"]["roots"];
    assert_eq!(question["method"], "roots/list");
    call["inputResponses"] = json!({ "roots": roots(folder.path()) });
    let result = server.request("tools/call", call);
    assert_eq!(result_of(&result)["value"], "ü");
}

#[test]
fn an_id_that_is_too_large_is_answered_with_the_range() {
    let folder = docs();
    let mut server = Server::start(folder.path());
    server.line(r#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}"#);
    let message = server.receive()["error"]["message"].to_string();
    let range = "an integer from -9223372036854775808 to 9223372036854775807";
    assert!(message.contains(range), "{message}");
    assert_eq!(server.request("ping", json!({})), json!({}));
}

#[test]
fn a_request_of_another_shape_is_told_what_was_expected() {
    let folder = docs();
    let mut server = Server::start(folder.path());
    let object = "expected a map";
    for (method, params, words) in [
        ("tools/call", json!([]), format!("'params': invalid type: sequence, {object}")),
        ("tools/list", json!([7]), format!("'params': invalid type: sequence, {object}")),
        (
            "tools/call",
            json!({ "name": "get_content", "_meta": 5 }),
            format!("'params._meta': invalid type: integer `5`, {object}"),
        ),
        ("ping", json!({ "_meta": "x" }), format!("'params._meta': invalid type: string \"x\", {object}")),
        ("initialize", json!({}), "'params': missing field `protocolVersion`".into()),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/prompt", "name": "docs" }, "argument": { "name": "pattern" } }),
            "'params.argument': missing field `value`".into(),
        ),
        ("resources/read", json!({}), "'params': missing field `uri`".into()),
        ("prompts/get", json!({ "name": ["x"] }), "'params.name': invalid type: sequence, expected".into()),
    ] {
        let answer = server.answer(method, params);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = answer["error"]["message"].as_str().expect("words");
        assert!(message.contains(&words), "{message}");
    }
    server.line(r#"{"jsonrpc":"2.0","id":"bare","method":"tools/call"}"#);
    let answer = server.receive();
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
}

#[test]
fn an_unknown_method_is_repeated_shown_and_not_without_end() {
    let folder = docs();
    let mut server = Server::start(folder.path());
    let method = format!("\u{202e}\u{1b}[2J{}", "m".repeat(100_000));
    let answer = server.answer(&method, json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer:.300}");
    let said = answer["error"]["message"].as_str().expect("words");
    let shown = "The method '\\u{202e}\\u{1b}[2Jm";
    assert!(said.starts_with(shown), "{said:.100}");
    assert!(said.len() < 400, "{} bytes", said.len());
}

#[test]
fn an_input_that_cannot_be_read_is_a_failure() {
    let folder = docs();
    let mut command = binary();
    command.arg("--project").arg(folder.path()).arg("serve");
    // A directory is opened, and every read of it fails.
    command.stdin(std::fs::File::open(folder.path()).expect("it is opened"));
    let ran = command.output().expect("it runs");
    assert_eq!(ran.status.code(), Some(1));
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("the input cannot be read"), "{said}");
}
