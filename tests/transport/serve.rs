//! One client from its first message to the end: batches, and answers that are
//! read late or never.

use std::time::{Duration, Instant};

use crate::dispatcher;
use crate::process::{hello, request};
use laws::serving::serve;
use mcp_guide::{Dispatcher, End, Session, Source};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

/// More calls in batches than may run at once, none of which is answered before
/// the others of its batch: they end all the same.
#[tokio::test]
async fn batches_never_wait_for_each_other() {
    let (client, server) = tokio::io::duplex(1 << 16);
    let serving = tokio::spawn(serve(
        dispatcher(),
        tokio::io::split(server),
        Duration::from_secs(120),
        std::future::pending(),
    ));
    let (hear, mut say) = tokio::io::split(client);
    let mut hear = BufReader::new(hear).lines();
    let write = tokio::spawn(async move {
        let mut line = initialize("2025-03-26");
        for batch in 0..8 {
            let calls: Vec<Value> = (0..60).map(|id| call(100 * batch + id)).collect();
            line.push_str(&Value::from(calls).to_string());
            line.push('\n');
        }
        say.write_all(line.as_bytes()).await.expect("it is read");
        say
    });
    hear.next_line().await.expect("a line");
    for _ in 0..8 {
        let line = tokio::time::timeout(Duration::from_secs(120), hear.next_line()).await;
        let line = line.expect("in time").expect("a line").expect("a line");
        let answers: Vec<Value> = serde_json::from_str(&line).expect("an array");
        assert_eq!(answers.len(), 60);
        assert!(answers.iter().all(|answer| answer.get("result").is_some()));
    }
    let mut say = write.await.expect("no panic");
    say.shutdown().await.expect("it ends");
    assert_eq!(serving.await.expect("no panic"), End::Whole);
}

/// A project that does not answer is passed over as though there were none.
#[test]
fn what_is_told_without_a_project_needs_none() {
    let nowhere = Session::new(Source::Search { from: None });
    let without = Dispatcher::new(dispatcher().table, nowhere);
    let told = without.instructions();
    assert!(told.contains(&without.table.server.no_names), "{told}");
    assert_eq!(dispatcher().instructions_without_names(), told);
    assert_ne!(dispatcher().instructions(), told);
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

/// Sends calls and hangs up; what came out, and how it ended.
async fn hung_up(patience: Duration, reads_after: Option<Duration>) -> (String, End, Duration) {
    let (client, server) = tokio::io::duplex(1 << 14);
    let (mut hear, mut say) = tokio::io::split(client);
    // Halves of one stream end together; what is said goes by a stream of its own.
    let (reader, mut calls) = tokio::io::duplex(1 << 16);
    let (_, writer) = tokio::io::split(server);
    say.flush().await.expect("nothing");
    let started = Instant::now();
    let serving = tokio::spawn(serve(
        dispatcher(),
        (reader, writer),
        patience,
        std::future::pending(),
    ));
    let mut line = initialize("2025-06-18");
    for id in 1..=10 {
        line.push_str(&format!("{}\n", call(id)));
    }
    calls.write_all(line.as_bytes()).await.expect("it is read");
    drop(calls);
    let mut heard = Vec::new();
    if let Some(wait) = reads_after {
        tokio::time::sleep(wait).await;
        // The other half is held by us: the answers end when as many came.
        while heard.iter().filter(|byte| **byte == b'\n').count() < 11 {
            let read = hear.read_buf(&mut heard);
            let read = tokio::time::timeout(Duration::from_secs(120), read).await;
            assert!(read.expect("in time").expect("bytes") > 0);
        }
    }
    let end = serving.await.expect("no panic");
    (
        String::from_utf8(heard).expect("UTF-8"),
        end,
        started.elapsed(),
    )
}

#[tokio::test]
async fn answers_are_waited_for_after_the_end_of_input() {
    let late = Duration::from_secs(6);
    let (heard, end, _) = hung_up(Duration::from_secs(30), Some(late)).await;
    assert_eq!(end, End::Whole);
    let ids: std::collections::BTreeSet<u64> = heard
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a whole line"))
        .map(|answer| answer["id"].as_u64().expect("an id"))
        .collect();
    assert_eq!(ids, (0..=10).collect());
}

/// The time-out begins again with each line that a client reads.
#[tokio::test]
async fn a_client_that_reads_slowly_gets_every_answer() {
    let (client, server) = tokio::io::duplex(1 << 12);
    let (hear, _say) = tokio::io::split(client);
    let (reader, mut calls) = tokio::io::duplex(1 << 16);
    let (_, writer) = tokio::io::split(server);
    let serving = tokio::spawn(serve(
        dispatcher(),
        (reader, writer),
        Duration::from_secs(2),
        std::future::pending(),
    ));
    let mut line = initialize("2025-06-18");
    for id in 1..=20 {
        line.push_str(&format!("{}\n", call(id)));
    }
    calls.write_all(line.as_bytes()).await.expect("it is read");
    drop(calls);
    let started = Instant::now();
    let mut hear = BufReader::new(hear).lines();
    for _ in 0..=20 {
        hear.next_line().await.expect("a line").expect("an answer");
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    assert!(started.elapsed() > Duration::from_secs(4));
    assert_eq!(serving.await.expect("no panic"), End::Whole);
}

#[tokio::test]
async fn answers_that_nobody_reads_are_given_up() {
    let (_, end, took) = hung_up(Duration::from_millis(300), None).await;
    assert_eq!(end, End::Cut);
    assert!(took >= Duration::from_millis(300), "{took:?}");
}
