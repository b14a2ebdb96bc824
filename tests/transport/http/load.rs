//! Many clients at once, each on a connection of its own.

use std::io::{BufReader, Write};
use std::time::{Duration, Instant};

use super::client::{Http, call, response};
use crate::process::{GUIDE, project};

/// How many clients.
const CLIENTS: usize = 64;
/// For how many seconds; 2 where it is not set.
const SECONDS: &str = "MCP_GUIDE_LOAD";

/// No error, and no more memory than its answers need.
#[test]
fn sixty_four_clients_at_once() {
    let seconds = std::env::var(SECONDS).ok().and_then(|it| it.parse().ok());
    let last = Duration::from_secs(seconds.unwrap_or(2));
    let text = "# A\n\nSome lines of a document.\n".repeat(100);
    let folder = project(&[GUIDE, ("docs/a.md", &text), ("docs/b.md", &text)]);
    let server = Http::start(folder.path());
    let messages = ["a", "*"].map(|pattern| server.request(&call(pattern), &[]));
    let started = Instant::now();
    let mut took: Vec<Duration> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                scope.spawn(|| {
                    let mut stream = BufReader::new(server.connect());
                    let mut took = Vec::new();
                    while started.elapsed() < last {
                        for message in &messages {
                            let asked = Instant::now();
                            stream.get_mut().write_all(message).expect("it is taken");
                            let answer = response(&mut stream).expect("a response");
                            assert_eq!(answer.status, 200);
                            assert!(answer.body.len() > text.len());
                            took.push(asked.elapsed());
                        }
                    }
                    took
                })
            })
            .collect();
        let ended = clients.into_iter().map(|it| it.join().expect("no error"));
        ended.flatten().collect()
    });
    let for_ = started.elapsed();
    took.sort_unstable();
    let at = |percent: usize| took[(took.len() - 1) * percent / 100];
    let peak = server.most_resident();
    println!(
        "{} calls in {for_:?}: p50 {:?}, p99 {:?}, most {:?}; {} MiB",
        took.len(),
        at(50),
        at(99),
        at(100),
        peak >> 20
    );
    assert!(took.len() >= 2 * CLIENTS);
    assert!(peak < 128 << 20, "{peak}");
}
