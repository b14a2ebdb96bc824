//! A fault that nobody foresaw: a panic amid an operation is a failure, and the
//! server lives on.
//!
//! It is injected where any operation passes: the log, to which the sandbox says
//! what it opens.

use std::fmt::Debug;
use std::io::{BufRead, BufReader, Write};
use std::sync::{Arc, Once};

use mcp_guide::project::session::{Session, Source};
use mcp_guide::table::Table;
use mcp_guide::{Caller, End, Server, Shutdown};
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::process::{PATIENCE, hello, request};

/// The document that nobody gets to open.
const TRAP: &str = "trap.md";

/// A log that panics when the trap is opened.
struct Trapped;

struct Look(bool);

impl Visit for Look {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // What is recorded as it is shown (`%`) comes in this way alone.
        self.0 |= field.name() == "path" && format!("{value:?}").contains(TRAP);
    }
}

impl Subscriber for Trapped {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut look = Look(false);
        event.record(&mut look);
        assert!(!look.0, "nobody foresaw that {TRAP} is opened");
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

fn server() -> (Server, TempDir) {
    static TRAPPED: Once = Once::new();
    TRAPPED.call_once(|| {
        tracing::subscriber::set_global_default(Trapped).expect("no other log in this process");
    });
    let folder = TempDir::new().expect("a folder");
    for (name, text) in [
        ("guide.yaml", "categories:\n  docs:\n    dir: .\n    patterns: [\"*.md\"]\n"),
        ("doc.md", "fine"),
        (TRAP, "never read"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("it is written");
    }
    let path = camino::Utf8Path::from_path(folder.path()).expect("UTF-8");
    let session = Session::new(Source::Named(path.to_owned()));
    let table = Table::embedded().expect("it is sound");
    (Server::new(table, session), folder)
}

fn arguments(pattern: &str) -> Map<String, Value> {
    let arguments = json!({ "category": "docs", "pattern": pattern });
    arguments.as_object().expect("an object").clone()
}

#[test]
fn a_panic_is_a_failure_of_type_unknown() {
    let (server, _folder) = server();
    let call = |pattern: &str| {
        let reply = server.call(Caller::WITHOUT_ROOTS, "get_category_content", &arguments(pattern));
        let json = reply.expect("a reply").to_string();
        serde_json::from_str::<Value>(&json).expect("JSON")
    };
    for _ in 0..2 {
        assert_eq!(
            call(TRAP),
            json!({
                "success": false,
                "error": "Unexpected error while running get_category_content; the server's log has the details",
                "error_type": "unknown",
                "instruction": "Present this error to the user and take no further action. Do NOT retry.",
            })
        );
        assert_eq!(call("doc.md"), json!({ "success": true, "value": "fine" }));
    }
}

#[test]
fn the_server_lives_on_after_a_panic() {
    let (server, _folder) = server();
    let (input, mut asks) = std::io::pipe().expect("a pipe");
    let (answers, output) = std::io::pipe().expect("a pipe");
    let server = std::thread::spawn(move || {
        mcp_guide::serve(server, (input, output), PATIENCE, &Arc::new(Shutdown::default()))
    });
    let mut answers = BufReader::new(answers).lines();
    let mut answer = |request: Value| {
        writeln!(asks, "{request}").expect("the server reads");
        let line = answers.next().expect("an answer").expect("UTF-8");
        serde_json::from_str::<Value>(&line).expect("JSON")
    };
    answer(request(0, "initialize", hello("2025-06-18", json!({}))));
    for id in 1..7 {
        let (pattern, fails) = [("doc.md", false), (TRAP, true)][id % 2];
        let params = json!({ "name": "get_category_content", "arguments": arguments(pattern) });
        let answer = answer(request(id, "tools/call", params));
        assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(id), &json!(fails)), "{pattern}");
    }
    drop(asks);
    assert_eq!(server.join().expect("it does not panic"), End::Whole);
}
