//! What searches keep: how long, how much, and that a file is read again that may have
//! changed without a trace.

use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant, SystemTime};

use camino::Utf8PathBuf;
use mcp_guide::{Caller, SearchIndex, Server, Session, Source, Threads};
use serde_json::{Value, json};

use crate::process::PATIENCE;

fn server(folder: &Path, index_bytes: u64) -> Server {
    let guide = json!({
        "categories": { "docs": { "dir": ".", "patterns": ["*.txt"] } },
        "limits": { "index_bytes": index_bytes },
    });
    fs::write(folder.join("guide.yaml"), guide.to_string()).expect("a file");
    let path = Utf8PathBuf::from_path_buf(folder.into()).expect("a UTF-8 path");
    Server::new(laws::table().clone(), Session::new(Source::Named(path)))
}

/// The table of what a search finds.
fn search(server: &Server, query: &str) -> String {
    search_until(server, query, &|| false)
}

fn search_until(server: &Server, query: &str, cancelled: &dyn Fn() -> bool) -> String {
    let arguments = json!({ "query": query });
    let arguments = arguments.as_object().expect("an object");
    let caller = Caller { gave_up: cancelled, ..Caller::WITHOUT_ROOTS };
    let reply = server.call(caller, "search_content", arguments);
    let reply: Value = serde_json::from_str(&reply.expect("a reply").to_string()).expect("JSON");
    reply["value"].as_str().expect("a string").to_owned()
}

#[test]
fn it_is_given_back_when_there_was_no_search_for_some_time() {
    let folder = laws::folder();
    fs::write(folder.path().join("a.txt"), "needle").expect("a file");
    let mut server = server(folder.path(), 1 << 20);
    server.index = SearchIndex::new(Duration::from_millis(50), Duration::ZERO, Threads::default());
    for _ in 0..2 {
        assert!(search(&server, "needle").contains("a.txt"));
        let begin = Instant::now();
        while server.index.bytes() > 0 {
            assert!(begin.elapsed() < PATIENCE, "it is kept");
            sleep(Duration::from_millis(5));
        }
    }
    // Until then it is kept.
    server.index = SearchIndex::new(Duration::from_secs(600), Duration::ZERO, Threads::default());
    search(&server, "needle");
    sleep(Duration::from_millis(100));
    assert!(server.index.bytes() > 0);
}

#[test]
fn it_has_no_more_than_the_limit() {
    let folder = laws::folder();
    for number in 0..50 {
        let text: String = (0..100).map(|at| format!("w{number}x{at} ")).collect();
        fs::write(folder.path().join(format!("{number}.txt")), text + "needle").expect("a file");
    }
    let mut answers = Vec::new();
    for (limit, fits) in [(1 << 20, true), (1 << 16, false), (0, false)] {
        let mut server = server(folder.path(), limit);
        server.index = SearchIndex::new(Duration::from_secs(600), Duration::ZERO, Threads::default());
        for query in ["needle", "needel w7x7"] {
            answers.push(search(&server, query));
            let bytes = server.index.bytes();
            assert!(bytes as u64 <= limit, "{bytes} of {limit}");
            assert_eq!(bytes > 0, fits, "{limit}");
        }
    }
    assert!(answers[0].contains("7.txt"), "{}", answers[0]);
    assert!(answers.chunks(2).all(|pair| pair == &answers[..2]), "{answers:?}");
}

/// In document order, whichever thread was first.
#[test]
fn it_is_the_same_on_any_number_of_threads() {
    let folder = laws::folder();
    for number in 0..300 {
        let text = match number % 7 {
            0 => "needle\0".to_owned(),
            length => format!("word{number} needle w{} ", number % 11).repeat(1 + 40 * length),
        };
        fs::write(folder.path().join(format!("{number:03}.txt")), text).expect("a file");
    }
    let answers = [1, 2, 3, 16].map(|threads| {
        let mut server = server(folder.path(), 1 << 24);
        let threads = Threads { most: Some(threads), documents: 1 };
        server.index = SearchIndex::new(Duration::from_secs(600), Duration::ZERO, threads);
        ["needel w7", "\"word5 needle\" \"none\" w3", "word11 word211"].map(|query| search(&server, query))
    });
    assert!(answers[0][1].starts_with("guide://category/docs/005.txt"), "{}", answers[0][1]);
    assert!(answers[0][0].contains("cannot be read: 43"), "{}", answers[0][0]);
    assert!(answers.iter().all(|of| *of == answers[0]), "{answers:#?}");
}

/// Wherever a search waits, others are answered, and each as if it were alone.
#[test]
fn a_search_that_waits_holds_up_no_other() {
    let folder = laws::folder();
    for number in 0..10 {
        let text: String = (0..100).map(|at| format!("w{number}x{at} ")).collect();
        fs::write(folder.path().join(format!("{number}.txt")), text + "needle").expect("a file");
    }
    let queries = ["needel w7x7", "needle", "w3x3 \"needle\""];
    let due = queries.map(|query| search(&server(folder.path(), 0), query));
    for (limit, settled) in [(1 << 20, 0), (1 << 20, 600), (1 << 14, 0), (0, 0)] {
        let mut rounds = 0;
        loop {
            let mut server = server(folder.path(), limit);
            server.index =
                SearchIndex::new(Duration::from_secs(600), Duration::from_secs(settled), Threads::default());
            let server = &server;
            let ((waits, is_waiting), (go_on, goes_on)) = (channel(), channel::<()>());
            let did_wait = scope(|scope| {
                let waiting = scope.spawn(move || {
                    let looks = AtomicUsize::new(0);
                    search_until(server, queries[0], &|| {
                        if looks.fetch_add(1, Ordering::Relaxed) == rounds {
                            waits.send(()).expect("somebody listens");
                            goes_on.recv().expect("it goes on");
                        }
                        false
                    })
                });
                let did_wait = is_waiting.recv().is_ok();
                let (answers, answered) = channel();
                scope.spawn(move || {
                    for query in queries {
                        let _ = answers.send(search(server, query));
                    }
                });
                let came: Vec<_> = due.iter().map(|_| answered.recv_timeout(PATIENCE)).collect();
                let _ = go_on.send(());
                let due = due.iter().cloned().map(Ok).collect::<Vec<_>>();
                assert_eq!(came, due, "{limit} bytes, while another waits at {rounds}");
                assert_eq!(
                    waiting.join().map_err(|_| ()),
                    Ok(due[0].clone().expect("an answer")),
                    "{rounds}"
                );
                did_wait
            });
            let bytes = server.index.bytes();
            assert!(bytes as u64 <= limit, "{bytes} of {limit}");
            if !did_wait {
                break;
            }
            rounds += 1;
        }
        assert!(rounds > 30, "{rounds}");
    }
}

#[test]
fn a_file_that_has_only_just_changed_is_read_again() {
    let folder = laws::folder();
    let path = folder.path().join("a.txt");
    let server = server(folder.path(), 1 << 20);
    let modified = SystemTime::now() - Duration::from_secs(60);
    for round in 0..20 {
        let (text, other) = if round % 2 == 0 { ("alpha", "gamma") } else { ("gamma", "alpha") };
        fs::write(&path, text).expect("a file");
        let file = File::options().append(true).open(&path).expect("a file");
        file.set_modified(modified).expect("its own time");
        assert!(search(&server, text).contains("a.txt"), "round {round}");
        assert!(!search(&server, other).contains("a.txt"), "round {round}");
    }
}
