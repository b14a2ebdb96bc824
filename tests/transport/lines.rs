//! Lines that are no messages, and ids that are in flight.

mod given_up;
mod in_flight;
mod wire;

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcp_guide::{End, Shutdown};
use serde_json::{Value, json};
use wire::{Wire, code_and_id};

use crate::process::PATIENCE;
use crate::server;

/// What a line is answered with: a code and an id, `(absent)` for none.
async fn answered(line: &[u8]) -> Vec<(i64, Value)> {
    let mut wire = Wire::new();
    wire.say(line).await;
    wire.until_ping().await.iter().map(code_and_id).collect()
}

fn ping_with(params: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"ping","params":{{"_meta":{{"a":{params}}}}}}}"#)
        .into_bytes()
}

#[tokio::test]
async fn what_cannot_be_read_is_answered_with_its_id() {
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
        assert_eq!(answered(&line).await, [(-32700, json!(7))], "{name}");
    }
}

#[tokio::test]
async fn what_has_no_readable_id_is_answered_without_one() {
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
        assert_eq!(answered(line.as_bytes()).await, expected, "{line}");
    }
}

#[tokio::test]
async fn json_of_another_shape_is_answered_with_its_id() {
    for line in [
        r#"{"jsonrpc":"2.0","id":7}"#, r#"{"jsonrpc":"2.0","id":7,"method":7}"#,
        r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#, r#"{"id":7,"method":"ping"}"#,
        r#"{"id":7,"method":"ping","result":{}}"#, r#"{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}"#,
    ] {
        let answers = answered(line.as_bytes()).await;
        assert_eq!(answers, [(-32600, json!(7))], "{line}");
    }
    let many = ping_with(&format!("[{}0]", "0,".repeat(70_000)));
    assert_eq!(answered(&many).await, [(-32600, json!(7))]);
}

/// What is counted is a line's bytes without its end, and the values of its JSON, not
/// what its texts hold.
#[tokio::test]
async fn what_is_at_its_limit_goes_on() {
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
        let mut wire = Wire::new();
        wire.say(&line).await;
        let answer = wire.heard().await;
        assert_eq!(answer["id"], 7, "{name}");
        assert_eq!(answer["result"], json!({}), "{name}");
    }
    assert_eq!(answered(&text("x", bytes + 1)).await, [(-32700, json!(7))]);
    assert_eq!(answered(&zeros(VALUES - 6)).await, [(-32600, json!(7))]);
}

#[tokio::test]
async fn what_waits_for_no_answer_gets_none() {
    for line in [
        "", " \t\r", "\u{feff}", r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":7}"#,
        r#"{"jsonrpc":"1.0","method":"notifications/initialized"}"#,
    ] {
        assert_eq!(answered(line.as_bytes()).await, [], "{line}");
    }
}

#[tokio::test]
async fn every_line_that_is_no_message_is_answered_but_not_its_answer() {
    let mut wire = Wire::new();
    for _ in 0..40 {
        wire.say(b"{").await;
    }
    let answers = wire.until_ping().await;
    assert_eq!(answers.len(), 40);
    for answer in answers {
        wire.say(answer.to_string().as_bytes()).await;
    }
    assert_eq!(wire.until_ping().await, [] as [Value; 0]);
}

/// No answer of the server's, sent back, has both an id and a method.
#[tokio::test]
async fn every_request_of_another_shape_is_answered() {
    for (line, code) in [
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","_meta":5}}"#, -32602),
        (r#"{"id":7,"method":"ping"}"#, -32600),
        (r#"{"id":7,"method":"ping","params":1e400}"#, -32700),
    ] {
        let mut wire = Wire::new();
        for _ in 0..40 {
            wire.say(line.as_bytes()).await;
        }
        let answers = wire.until_ping().await;
        let answers: Vec<_> = answers.iter().map(code_and_id).collect();
        assert_eq!(answers, vec![(code, json!(7)); 40], "{line}");
    }
}

/// A stream that can be read after its end, as a terminal. Each item is one read.
struct Reads(std::vec::IntoIter<&'static str>);

impl Read for Reads {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let text = self.0.next().unwrap_or_default();
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(text.len())
    }
}

/// What was written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_end_of_input_within_a_line_is_the_end() {
    let reads = vec![
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n",
    ];
    let written = Written::default();
    let streams = (Reads(reads.into_iter()), written.clone());
    let stop = Arc::new(Shutdown::default());
    let end = mcp_guide::serve(server(), streams, PATIENCE, &stop);
    assert_eq!(end, End::Whole);
    let written = written.0.lock().unwrap_or_else(PoisonError::into_inner);
    let written = String::from_utf8_lossy(&written);
    assert_eq!(written, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
}

/// A stream that takes nothing.
struct Stuck;

impl Write for Stuck {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        std::thread::sleep(Duration::from_secs(600));
        Ok(0)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Also where the first answer of all is not read.
#[test]
fn the_end_of_input_is_seen_while_nothing_is_read() {
    let reads = vec!["{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"];
    let (ended, end) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let streams = (Reads(reads.into_iter()), Stuck);
        let stop = Arc::new(Shutdown::default());
        let timeout = Duration::from_millis(50);
        ended.send(mcp_guide::serve(server(), streams, timeout, &stop))
    });
    assert_eq!(end.recv_timeout(PATIENCE), Ok(End::Cut));
}
