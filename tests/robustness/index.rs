//! What searches keep: how long, how much, and that a file is read again that may have
//! changed without a trace.

use std::fs::{self, File};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use camino::Utf8PathBuf;
use mcp_guide::{CallContext, Dispatcher, Roots, SearchIndex, Session, Source};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(120);

fn dispatcher(folder: &Path, index_bytes: u64) -> Dispatcher {
    let guide = json!({
        "categories": { "docs": { "dir": ".", "patterns": ["*.txt"] } },
        "limits": { "index_bytes": index_bytes },
    });
    fs::write(folder.join("guide.yaml"), guide.to_string()).expect("a file");
    let path = Utf8PathBuf::from_path_buf(folder.into()).expect("a UTF-8 path");
    Dispatcher::new(laws::table().clone(), Session::new(Source::Named(path)))
}

/// The table of what a search finds.
fn search(dispatcher: &Dispatcher, query: &str) -> String {
    let context = CallContext { roots: &Roots::None, cancelled: &|| false };
    let arguments = json!({ "query": query });
    let arguments = arguments.as_object().expect("an object");
    let reply = dispatcher.call(&context, "search_content", arguments);
    let reply: Value = serde_json::from_str(&reply.expect("a reply").to_string()).expect("JSON");
    reply["value"].as_str().expect("a string").to_owned()
}

#[test]
fn it_is_given_back_when_there_was_no_search_for_some_time() {
    let folder = laws::folder();
    fs::write(folder.path().join("a.txt"), "needle").expect("a file");
    let mut dispatcher = dispatcher(folder.path(), 1 << 20);
    dispatcher.index = SearchIndex::new(Duration::from_millis(50), Duration::ZERO);
    for _ in 0..2 {
        assert!(search(&dispatcher, "needle").contains("a.txt"));
        let begin = Instant::now();
        while dispatcher.index.bytes() > 0 {
            assert!(begin.elapsed() < PATIENCE, "it is kept");
            sleep(Duration::from_millis(5));
        }
    }
    // Until then it is kept.
    dispatcher.index = SearchIndex::new(Duration::from_secs(600), Duration::ZERO);
    search(&dispatcher, "needle");
    sleep(Duration::from_millis(100));
    assert!(dispatcher.index.bytes() > 0);
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
        let mut dispatcher = dispatcher(folder.path(), limit);
        dispatcher.index = SearchIndex::new(Duration::from_secs(600), Duration::ZERO);
        for query in ["needle", "needel w7x7"] {
            answers.push(search(&dispatcher, query));
            let bytes = dispatcher.index.bytes();
            assert!(bytes as u64 <= limit, "{bytes} of {limit}");
            assert_eq!(bytes > 0, fits, "{limit}");
        }
    }
    assert!(answers[0].contains("7.txt"), "{}", answers[0]);
    assert!(answers.chunks(2).all(|pair| pair == &answers[..2]), "{answers:?}");
}

#[test]
fn a_file_that_has_only_just_changed_is_read_again() {
    let folder = laws::folder();
    let path = folder.path().join("a.txt");
    let dispatcher = dispatcher(folder.path(), 1 << 20);
    let modified = SystemTime::now() - Duration::from_secs(60);
    for round in 0..20 {
        let (text, other) = if round % 2 == 0 { ("alpha", "gamma") } else { ("gamma", "alpha") };
        fs::write(&path, text).expect("a file");
        let file = File::options().append(true).open(&path).expect("a file");
        file.set_modified(modified).expect("its own time");
        assert!(search(&dispatcher, text).contains("a.txt"), "round {round}");
        assert!(!search(&dispatcher, other).contains("a.txt"), "round {round}");
    }
}
