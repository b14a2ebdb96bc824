//! Results as JSON.

use crate::dispatcher;
use mcp_guide::mcp::server::Server;
use mcp_guide::{Failure, Reply, ReplyValue, Success};
use rmcp::model::RequestId;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// What has to be escaped, what need not be, and characters of several bytes.
const ODD: &str = "\u{0}\u{1f}\"\\/\u{7f}\u{2028}äöü€😀\r\n\t\\n\\\"";

/// Texts of many lengths.
fn texts() -> impl Iterator<Item = String> {
    let lengths = [0, 1, 7, 16_300, 65_535, 131_072, 1_100_000];
    let lengths = lengths.into_iter();
    lengths.map(|length| format!("{}{}", "x".repeat(length), ODD.repeat(4)))
}

/// A success that says something.
fn success(value: &str) -> Reply {
    Reply {
        result: Ok(Success {
            value: ReplyValue::Text(value.to_owned()),
            message: Some(ODD.into()),
            instruction: None,
        }),
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text:.200}"))
}

#[test]
fn any_text_reads_back_as_it_is() {
    for text in texts() {
        let expected = json!({ "success": true, "value": text, "message": ODD });
        let reply = success(&text);
        let json = reply.to_string();
        assert_eq!(parsed(&json), expected);
    }
}

#[test]
fn a_failure_reads_back_as_it_is() {
    let failure = Failure {
        error: ODD.into(),
        error_type: "not_found",
        instruction: ODD.into(),
    };
    let reply = Reply {
        result: Err(failure),
    };
    let expected = json!({
        "success": false,
        "error": ODD,
        "error_type": "not_found",
        "instruction": ODD,
    });
    let json = reply.to_string();
    assert_eq!(parsed(&json), expected);
}

/// A request whose answer cannot be serialized is answered, and not as a success.
#[test]
fn an_answer_that_cannot_be_serialized_is_an_internal_error() {
    struct Unserializable;
    impl Serialize for Unserializable {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("no memory"))
        }
    }
    let server = Server::new(dispatcher());
    for id in [None, Some(RequestId::Number(7))] {
        let answer = server.to_json(&Unserializable, id.as_ref());
        let answer: Value = serde_json::from_slice(&answer).expect("an answer");
        assert_eq!(answer["id"], json!(id.is_some().then_some(7)));
        assert_eq!(answer["error"]["code"], -32603);
        assert_eq!(answer["error"]["data"]["error_type"], "unknown");
        assert_eq!(answer.get("result"), None);
    }
}

#[test]
fn roots_are_local_files_whatever_the_case_of_their_scheme_and_host() {
    let path = mcp_guide::text::uri::file_path;
    for uri in [
        "file:///a%20b/c",
        "FILE:///a%20b/c",
        "file://localhost/a%20b/c",
        "File://LocalHost/a%20b/c?query#fragment",
    ] {
        assert_eq!(path(uri).as_deref(), Some("/a b/c".into()), "{uri}");
    }
    // It looks like a drive, and is a folder.
    assert_eq!(path("file:///c:/docs").as_deref(), Some("/c:/docs".into()));
    for uri in [
        "file://localhostile/a",
        "file://elsewhere/a",
        "file://localhost",
        "file:a",
        "http:///a",
        "file:///a%00b",
        "file:///a%ff",
    ] {
        assert_eq!(path(uri), None, "{uri}");
    }
}
