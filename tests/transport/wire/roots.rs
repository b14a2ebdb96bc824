//! What clients answer when they are asked for their roots.

use std::os::unix::fs::symlink;
use std::time::{Duration, Instant};

use mcp_guide::Roots;
use serde_json::{Value, json};

use super::docs;

use crate::process::{PATIENCE, Server, hello, meta, project, result_of, roots};

/// What a call says of a project that is looked for with this answer to
/// `roots/list`, in which `GOOD` stands for the URI of one.
#[track_caller]
fn with_roots(answer: &str, newest: bool) -> Value {
    let folder = docs();
    let elsewhere = laws::folder();
    let mut server = Server::searching(elsewhere.path());
    let uri = format!("file://{}", folder.path().display());
    let mut answer: Value = serde_json::from_str(&answer.replace("GOOD", &uri)).expect("JSON");
    let mut call = json!({
        "name": "get_category_content", "arguments": { "category": "docs", "pattern": "b.md" },
    });
    if newest {
        call["_meta"] = meta(json!({ "roots": {} }));
        call["inputResponses"] = json!({ "roots": answer["result"] });
        return result_of(&server.request("tools/call", call));
    }
    server.initialize(json!({ "roots": {} }));
    server.ask("tools/call", call);
    let question = server.receive();
    assert_eq!(question["method"], "roots/list");
    answer["jsonrpc"] = json!("2.0");
    answer["id"] = question["id"].clone();
    server.send(&answer);
    result_of(&server.receive()["result"])
}

#[test]
fn a_root_of_another_shape_costs_no_other() {
    for roots in [
        r#"[{ "uri": "GOOD" }, { "uri": "file:///x", "name": 7 }]"#,
        r#"[{ "name": "z" }, { "uri": "GOOD" }]"#, r#"[5, null, { "uri": "GOOD", "_meta": 7 }]"#,
    ] {
        for newest in [false, true] {
            let result = with_roots(&format!(r#"{{"result":{{"roots":{roots}}}}}"#), newest);
            assert_eq!(result["value"], "ü", "{roots}: {result}");
        }
    }
}

#[test]
fn what_came_of_the_roots_is_told_as_it_is() {
    let failed = "it answered with an error or no list";
    for (answer, said) in [
        (r#"{"error":{"code":-32601,"message":"no"}}"#, failed),
        (r#"{"result":{}}"#, failed),
        (r#"{"result":{"roots":{"uri":"GOOD"}}}"#, failed),
        (r#"{"result":7}"#, failed),
        (r#"{"result":{"roots":[]}}"#, "none of 0 has a guide.yaml, nor has a directory above one"),
        (
            r#"{"result":{"roots":[5,{"uri":"file:///x","name":7}]}}"#,
            "none of 2 has a guide.yaml, nor has a directory above one",
        ),
    ] {
        for newest in [false, true] {
            if newest && answer.contains("error") {
                continue;
            }
            let result = with_roots(answer, newest);
            assert_eq!(
                result["error"],
                format!(
                    "No active project session: no guide.yaml and no repository was found; mcp-guide init writes a guide.yaml. Tried: --project (not \
                     given); MCP_GUIDE_PROJECT (not set); the client's roots ({said}); the \
                     working directory and every directory above it (no guide.yaml)"
                ),
                "{answer}"
            );
        }
    }
}

#[test]
fn roots_that_never_come_are_waited_for_two_seconds() {
    let elsewhere = laws::folder();
    let mut server = Server::searching(elsewhere.path());
    server.initialize(json!({ "roots": {} }));
    let started = Instant::now();
    let id = server.ask("tools/call", json!({ "name": "list_content", "arguments": {} }));
    let question = server.receive();
    assert_eq!(question["method"], "roots/list");
    let answer = server.receive();
    assert_eq!(answer["id"], id);
    let waited = started.elapsed();
    assert!(waited > Duration::from_millis(1900) && waited < PATIENCE, "{waited:?}");
    let result = result_of(&answer["result"]);
    assert_eq!(result["error_type"], "no_session");
    let error = result["error"].as_str().expect("words");
    assert!(error.contains("no answer within 2 s"), "{result}");

    // What comes late serves the next call.
    let folder = docs();
    answer_roots(&mut server, &question, &folder);
    std::thread::sleep(Duration::from_millis(200));
    let result = server.call("list_content", json!({}));
    assert_eq!(result["success"], true, "{result}");
}

/// Starts a server outside of any project, in a session of this revision with roots.
fn outside(revision: &str) -> (tempfile::TempDir, Server) {
    let elsewhere = laws::folder();
    let mut server = Server::searching(elsewhere.path());
    server.request("initialize", hello(revision, json!({ "roots": {} })));
    (elsewhere, server)
}

/// Answers `roots/list` with a folder.
fn answer_roots(server: &mut Server, question: &Value, folder: &tempfile::TempDir) {
    assert_eq!(question["method"], "roots/list", "{question}");
    let roots = roots(folder.path());
    server.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": roots }));
}

const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#;

#[test]
fn roots_that_change_while_they_are_asked_for_are_asked_for_again() {
    let folder = docs();
    let (elsewhere, mut server) = outside("2025-06-18");
    server.ask("tools/call", json!({ "name": "list_content", "arguments": {} }));
    let former = server.receive();
    server.line(CHANGED);
    let question = server.receive();
    answer_roots(&mut server, &former, &elsewhere);
    answer_roots(&mut server, &question, &folder);
    let result = result_of(&server.receive()["result"]);
    assert_eq!(result["success"], true, "{result}");
    // They are known now.
    let result = server.call("list_content", json!({}));
    assert_eq!(result["success"], true, "{result}");
}

#[test]
fn a_call_waits_no_longer_where_roots_change_again_and_again() {
    let (_elsewhere, mut server) = outside("2025-06-18");
    let begun = Instant::now();
    server.ask("tools/call", json!({ "name": "list_content", "arguments": {} }));
    let mut message = server.receive();
    while message["method"] == "roots/list" {
        assert!(begun.elapsed() < PATIENCE, "it still waits");
        std::thread::sleep(Duration::from_millis(500));
        server.line(CHANGED);
        message = server.receive();
    }
    let result = result_of(&message["result"]);
    assert_eq!(result["error_type"], "no_session", "{message}");
    // That timer ended it.
    let error = result["error"].as_str().expect("words");
    assert!(error.contains("no answer within 2 s"), "{error}");
}

/// From 2026-07-28 on what names a project is asked for its roots first, and what
/// cannot ask says only what needs no project.
#[test]
fn resources_and_prompts_ask_for_roots_where_they_can() {
    let elsewhere = laws::folder();
    let folder = docs();
    let mut server = Server::searching(elsewhere.path());
    let meta = meta(json!({ "roots": {} }));
    let uri = "guide://category/docs";
    for (method, mut params, came) in [
        ("resources/read", json!({ "uri": uri }), "/contents/0/uri"),
        ("prompts/get", json!({ "name": "docs" }), "/messages/0/content/resource/uri"),
    ] {
        params["_meta"] = meta.clone();
        let result = server.request(method, params.clone());
        let question = &result["inputRequests"]["roots"]["method"];
        assert_eq!(question, "roots/list", "{result}");
        params["inputResponses"] = json!({ "roots": roots(folder.path()) });
        let result = server.request(method, params);
        let document = result.pointer(came).and_then(|uri| uri.as_str());
        let found = document.is_some_and(|document| document.starts_with(uri));
        assert!(found, "{result}");
    }
    let alone = json!({ "_meta": meta });
    let listed = server.request("resources/list", alone.clone());
    assert_eq!(listed["resources"][0]["uri"], "guide://help", "{listed}");
    assert_eq!(listed["resources"].as_array().map(Vec::len), Some(1));
    assert_eq!(server.request("prompts/list", alone)["prompts"], json!([]));
    let help = json!({ "uri": "guide://help", "_meta": meta });
    let help = server.request("resources/read", help);
    assert_eq!(help["contents"][0]["mimeType"], "text/markdown", "{help}");
}

/// A client may name its folder by a link, and files by that or by where it leads.
#[test]
fn files_are_found_through_a_root_that_is_a_link() {
    let guide = "categories: {rules: {dir: ., patterns: [AGENTS.md]}}";
    let folder = project(&[("guide.yaml", guide), ("AGENTS.md", "Rule."), ("src/a.ts", "")]);
    let elsewhere = laws::folder();
    let link = elsewhere.path().join("link");
    symlink(folder.path(), &link).expect("a link");
    for named in [link.join("src/a.ts"), folder.path().join("src/a.ts"), "src/a.ts".into()] {
        let mut server = Server::searching(elsewhere.path());
        server.initialize(json!({ "roots": {} }));
        let path = named.to_str().expect("UTF-8");
        server.ask("tools/call", json!({ "name": "get_guidance", "arguments": { "path": path } }));
        let question = server.receive();
        let root = json!({ "uri": format!("file://{}", link.display()) });
        let roots = json!({ "jsonrpc": "2.0", "id": question["id"], "result": { "roots": [root] } });
        server.send(&roots);
        let result = result_of(&server.receive()["result"]);
        let value = result["value"].as_str().unwrap_or_default();
        assert!(value.contains("Rule."), "{path}: {result}");
    }
}

#[test]
fn roots_are_local_files_whatever_the_case_of_their_scheme_and_host() {
    let path = |uri: &str| Roots::Offered(vec![uri.to_owned()]).paths().next();
    for uri in [
        "file:///a%20b/c", "FILE:///a%20b/c", "file://localhost/a%20b/c",
        "File://LocalHost/a%20b/c?query#fragment",
    ] {
        assert_eq!(path(uri).as_deref(), Some("/a b/c".into()), "{uri}");
    }
    // It looks like a drive, and is a folder.
    assert_eq!(path("file:///c:/docs").as_deref(), Some("/c:/docs".into()));
    for uri in [
        "file://localhostile/a", "file://elsewhere/a", "file://localhost", "file:a", "http:///a",
        "file:///a%00b", "file:///a%ff",
    ] {
        assert_eq!(path(uri), None, "{uri}");
    }
}
