//! A directory of 100,000 files.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use serde_json::json;

use crate::process::{Running, Server, binary, project};

const FILES: usize = 100_000;

/// The tree is made once for all tests of this file that run at once, and removed with
/// the last.
fn tree() -> Arc<tempfile::TempDir> {
    static TREE: Mutex<Weak<tempfile::TempDir>> = Mutex::new(Weak::new());
    let mut tree = TREE.lock().expect("no panic holds it");
    tree.upgrade().unwrap_or_else(|| {
        let guide = "categories: {docs: {dir: docs, patterns: ['*.md']}}\n";
        let unbounded = format!("{guide}limits: {{response_bytes: {}}}\n", 1 << 24);
        let folder = project(&[("guide.yaml", guide), ("unbounded.yaml", &unbounded)]);
        std::fs::create_dir(folder.path().join("docs")).expect("a folder");
        for number in 0..FILES {
            std::fs::write(folder.path().join(format!("docs/{number:05}.md")), "x").expect("a file");
        }
        let folder = Arc::new(folder);
        *tree = Arc::downgrade(&folder);
        folder
    })
}

#[test]
fn a_directory_of_100_000_files_is_listed_and_read() {
    let tree = tree();
    let mut server = Server::start(&tree.path().join("unbounded.yaml"));
    let listed = server.call("list_content", json!({ "category_or_collection": "docs" }));
    let rows = listed["value"].as_str().expect("a listing").lines().count();
    assert_eq!(rows, FILES + 2);
    let result = server.call("get_category_content", json!({ "category": "docs", "pattern": "99999.md" }));
    assert_eq!(result["value"], "x");
    let result = server.call("get_category_content", json!({ "category": "docs" }));
    let parts = result["value"].as_str().expect("a message").matches("Content-Length: 1\r\n").count();
    assert_eq!(parts, FILES);
}

/// The program at rest has its own pages, and an export less than half as much beside them.
#[test]
fn an_export_of_100_000_files_takes_about_the_memory_of_a_server_at_rest() {
    let tree = tree();
    let rest = Server::start(tree.path()).child.most_resident();
    let mut export = binary();
    export.arg("--project").arg(tree.path()).arg("export").stdout(Stdio::piped());
    let mut export = Running(export.spawn().expect("the program"));
    let lines = BufReader::new(export.stdout.take().expect("a pipe")).lines();
    let (mut count, mut most) = (0, 0);
    for line in lines {
        assert!(line.expect("UTF-8").contains(&format!("docs/{count:05}.md")));
        count += 1;
        // What waits in the pipe keeps the process from its end.
        if count % 1_000 == 0 && count < FILES {
            most = export.most_resident();
        }
    }
    assert_eq!((count, export.ended().code()), (FILES, Some(0)));
    assert!(2 * most <= 3 * rest, "{most} bytes beside {rest}");
}

#[test]
fn cancellation_ends_a_walk_of_100_000_files_soon() {
    let tree = tree();
    let mut server = Server::start(tree.path());
    let list = json!({ "name": "list_content", "arguments": { "category_or_collection": "docs" } });
    let before = server.ticks();
    server.request("tools/call", list.clone());
    let whole = server.ticks() - before;
    for _ in 0..3 {
        let id = server.ask("tools/call", list.clone());
        std::thread::sleep(Duration::from_millis(30));
        let cancelled = server.ticks();
        server.send(&json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
        }));
        let ping = server.answer("ping", json!({}));
        assert_eq!(ping["result"], json!({}), "the cancelled call was answered first");
        assert!(server.silent(Duration::from_millis(500)), "a cancelled call is not answered");
        let used = server.ticks() - cancelled;
        println!("{used} ticks after the cancellation, {whole} of a whole walk");
        assert!(4 * used < whole, "the walk went on: {used} ticks, of {whole}");
    }
}
