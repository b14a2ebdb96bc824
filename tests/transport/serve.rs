//! One client from its first message to the end: many calls, and answers that are read
//! slowly or never.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::process::{PATIENCE, hello, request};
use crate::server;
use laws::serving::serve;

use mcp_guide::{End, Server, Session, Shutdown, Source};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::task::JoinHandle;

/// More calls than may run at once: each is answered once, in any order.
#[tokio::test]
async fn calls_over_the_limit_are_all_answered() {
    let (client, far) = tokio::io::duplex(1 << 16);
    let serving = tokio::spawn(serve(server(), tokio::io::split(far), PATIENCE, std::future::pending()));
    let (hear, mut say) = tokio::io::split(client);
    let mut hear = BufReader::new(hear).lines();
    let write = tokio::spawn(async move {
        let mut lines = initialize("2025-06-18");
        for id in 1..=512 {
            lines.push_str(&format!("{}\n", call(id)));
        }
        say.write_all(lines.as_bytes()).await.expect("it is read");
        say
    });
    let mut ids = BTreeSet::new();
    for _ in 0..=512 {
        let line = tokio::time::timeout(PATIENCE, hear.next_line()).await;
        let line = line.expect("in time").expect("a line").expect("a line");
        let answer: Value = serde_json::from_str(&line).expect("an answer");
        assert!(answer.get("result").is_some(), "{answer}");
        assert!(ids.insert(answer["id"].as_u64()), "{answer} is answered twice");
    }
    assert!(ids.into_iter().eq((0..=512).map(Some)));
    let mut say = write.await.expect("no panic");
    say.shutdown().await.expect("it ends");
    assert_eq!(serving.await.expect("no panic"), End::Whole);
}

/// A project that does not answer is passed over as though there were none.
#[test]
fn what_is_told_without_a_project_needs_none() {
    let nowhere = Session::new(Source::Search { from: None });
    let without = Server::new(server().table, nowhere);
    let told = without.instructions(&|| false);
    assert!(told.contains(&without.table.server.no_names), "{told}");
    assert_eq!(server().instructions_without_names(), told);
    assert_ne!(server().instructions(&|| false), told);
}

fn initialize(revision: &str) -> String {
    let initialize = request(0, "initialize", hello(revision, json!({})));
    format!("{initialize}\n")
}

fn call(id: u64) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
        "name": "get_content",
        "arguments": { "category_or_collection": "source", "pattern": "*.rs" },
    }})
}

/// Sends so many calls and ends the input of a server that writes to this stream.
async fn calls(writer: DuplexStream, patience: Duration, count: u64) -> JoinHandle<End> {
    let (reader, mut calls) = tokio::io::duplex(1 << 16);
    let streams = (reader, writer);
    let serving = tokio::spawn(serve(server(), streams, patience, std::future::pending()));
    let mut line = initialize("2025-06-18");
    for id in 1..=count {
        line.push_str(&format!("{}\n", call(id)));
    }
    calls.write_all(line.as_bytes()).await.expect("it is read");
    serving
}

/// The time-out begins again with each line that a client reads.
#[tokio::test]
async fn a_client_that_reads_slowly_gets_every_answer() {
    for patience in [2, 8, 32].map(Duration::from_secs) {
        let (hear, far) = tokio::io::duplex(1 << 12);
        let serving = calls(far, patience, 20).await;
        let started = Instant::now();
        let mut hear = BufReader::new(hear).lines();
        let (mut read, mut longest) = (started, Duration::ZERO);
        for _ in 0..=20 {
            if hear.next_line().await.expect("a line").is_none() {
                break;
            }
            longest = longest.max(read.elapsed());
            read = Instant::now();
            tokio::time::sleep(patience * 3 / 20).await;
        }
        let end = serving.await.expect("no panic");
        // A client that was itself kept from reading tells nothing.
        if longest < patience / 2 {
            assert_eq!(end, End::Whole, "after {:?}", started.elapsed());
            assert!(started.elapsed() > 2 * patience);
            return;
        }
    }
    panic!("this process cannot read every 5 s");
}

#[tokio::test]
async fn answers_that_nobody_reads_are_given_up() {
    let patience = Duration::from_millis(300);
    let (_hear, far) = tokio::io::duplex(1 << 12);
    let started = Instant::now();
    let serving = calls(far, patience, 10).await;
    assert_eq!(serving.await.expect("no panic"), End::Cut);
    assert!(started.elapsed() >= patience, "{:?}", started.elapsed());
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
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
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
