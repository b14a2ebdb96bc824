//! How a session begins, and what no session has.

use serde_json::{Value, json};

use super::docs;
use crate::process::{Server, hello, meta, result_of};

/// A server that finds the project of its working directory, or is named one.
fn unbegun(folder: &tempfile::TempDir, named: bool) -> Server {
    if named { Server::unbegun(folder.path()) } else { Server::searching(folder.path()) }
}

/// The code and the words of an error.
#[track_caller]
fn refused(answer: &Value) -> (i64, String) {
    let error = &answer["error"];
    let words = error["message"].as_str().expect("an error");
    (error["code"].as_i64().expect("a code"), words.to_owned())
}

/// What calls will use, or nothing.
#[test]
fn what_is_said_first_is_what_calls_use() {
    for (named, roots, names) in
        [(true, true, true), (true, false, true), (false, false, true), (false, true, false)]
    {
        let folder = docs();
        let capabilities = if roots { json!({ "roots": {} }) } else { json!({}) };
        let mut server = unbegun(&folder, named);
        let params = json!({ "_meta": meta(capabilities.clone()) });
        let discovered = server.request("server/discover", params);
        let begun = server.request("initialize", hello("2025-06-18", capabilities));
        for said in [&discovered, &begun] {
            let said = said["instructions"].as_str().expect("instructions");
            let listed = said.contains("- Category 'docs'");
            assert_eq!(listed, names, "{named} {roots}: {said}");
            assert_eq!(said.contains("List what exists first"), !names, "{said}");
        }
    }
}

#[test]
fn a_session_begins_once() {
    let folder = docs();
    let words = "The session has begun: 'initialize' is sent once, as its first request";
    let again = hello("2025-03-26", json!({ "roots": {} }));

    let mut server = unbegun(&folder, false);
    server.request("initialize", hello("2025-06-18", json!({})));
    for _ in 0..2 {
        let answer = server.answer("initialize", again.clone());
        assert_eq!(refused(&answer), (-32600, words.to_owned()));
        // It is not asked for roots.
        let result = server.call("get_category_content", json!({ "category": "docs", "pattern": "b.md" }));
        assert_eq!(result["value"], "\u{fc}");
    }

    let mut server = unbegun(&folder, false);
    let params = json!({ "_meta": meta(json!({})) });
    server.request("tools/list", params.clone());
    let answer = server.answer("initialize", again);
    assert_eq!(refused(&answer), (-32600, words.to_owned()));
    server.request("tools/list", params);
}

#[test]
fn what_comes_before_a_session_is_told_how_to_begin_one() {
    let folder = docs();
    let mut server = unbegun(&folder, true);
    let call = json!({ "name": "get_content", "arguments": { "category_or_collection": "docs", "pattern": "b.md" } });
    let both = "'io.modelcontextprotocol/protocolVersion', 'io.modelcontextprotocol/clientCapabilities'";
    let one = "'io.modelcontextprotocol/clientCapabilities'";
    let mut half = call.clone();
    half["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    for (method, params, fields) in [
        ("tools/list", json!({}), both),
        ("tools/call", call.clone(), both),
        ("server/discover", json!({}), both),
        ("tools/call", half.clone(), one),
    ] {
        assert_eq!(server.request("ping", json!({})), json!({}));
        let said = format!(
            "The params of '{method}' are not valid: 'params._meta' must hold {fields}, unless the \
             session began with 'initialize' and a revision before 2026-07-28"
        );
        assert_eq!(refused(&server.answer(method, params)), (-32602, said));
    }
    let mut other = call.clone();
    other["_meta"] = meta(json!({}));
    other["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2027-01-01");
    let answer = server.answer("tools/call", other.clone());
    let said = "The protocol revision '2027-01-01' is not spoken";
    assert_eq!(refused(&answer), (-32022, said.to_owned()));
    assert!(answer["error"]["data"]["supported"].is_array(), "{answer}");

    // All of it may still begin one, either way.
    server.initialize(json!({}));
    let result = server.request("tools/call", call.clone());
    assert_eq!(result_of(&result)["value"], "\u{fc}");
    assert_eq!(refused(&server.answer("tools/call", half)).0, -32602);

    let mut server = unbegun(&folder, true);
    let mut whole = call.clone();
    whole["_meta"] = meta(json!({}));
    let result = server.request("tools/call", whole);
    assert_eq!(result_of(&result)["value"], "\u{fc}");
    assert_eq!(refused(&server.answer("tools/call", call)).0, -32602);
    let ping = refused(&server.answer("ping", json!({})));
    assert!(ping.1.contains("'params._meta' must hold"), "{ping:?}");
    for method in ["ping", "initialize"] {
        let answer = server.answer(method, json!({ "_meta": meta(json!({})) }));
        let due = (-32601, format!("The method '{method}' is not served"));
        assert_eq!(refused(&answer), due);
    }
}

/// Before a session, in one, and in one without `initialize`.
#[test]
fn what_the_server_did_not_declare_is_not_served() {
    let folder = docs();
    let uri = json!({ "uri": "guide://category/docs/a.md" });
    let methods = [
        ("resources/subscribe", uri.clone()),
        ("resources/unsubscribe", uri),
        ("logging/setLevel", json!({ "level": "info" })),
        ("logging/setLevel", json!({ "level": 7 })),
        ("subscriptions/listen", json!({ "notifications": {} })),
        ("tasks/get", json!({ "taskId": "x" })),
        ("tasks/cancel", json!({ "taskId": "x" })),
        ("tasks/list", json!({})),
        ("", json!({})),
    ];
    let mut server = unbegun(&folder, true);
    let ask = |meta: Option<Value>, server: &mut Server| {
        for (method, params) in &methods {
            let mut params = params.clone();
            if let Some(meta) = &meta {
                params["_meta"] = meta.clone();
            }
            let said = format!("The method '{method}' is not served");
            assert_eq!(refused(&server.answer(method, params)), (-32601, said));
        }
    };
    ask(None, &mut server);
    server.initialize(json!({}));
    ask(None, &mut server);
    let mut server = unbegun(&folder, true);
    let whole = meta(json!({}));
    server.request("tools/list", json!({ "_meta": whole }));
    ask(Some(whole), &mut server);
}
