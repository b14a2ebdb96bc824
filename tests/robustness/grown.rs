//! Files that grow, or tell no size, while they are read.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use camino::Utf8Path;
use mcp_guide::documents::discover::{FileInfo, Origin};
use mcp_guide::documents::document::Document;
use mcp_guide::documents::document_error::DocumentError;
use mcp_guide::documents::file_error::FileError;
use mcp_guide::documents::sandbox::Tree;
use serde_json::json;

use crate::process::{Server, project};

const LIMIT: u64 = 100;

fn info(tree: Tree) -> FileInfo {
    FileInfo {
        path: Utf8Path::new("log.md").into(),
        suffix: 0,
        origin: Arc::new(Origin { category: "docs".into(), collection: None, tree: Arc::new(tree) }),
        priority: 0,
        error: None,
    }
}

/// What is read of a file of so many bytes that has others by the time it is read.
#[track_caller]
fn read(before: u64, after: u64) -> Result<usize, DocumentError> {
    let folder = project(&[("log.md", &"x".repeat(before as usize))]);
    let sandbox = Tree::ambient(Utf8Path::from_path(folder.path()).expect("UTF-8"));
    let info = info(sandbox.expect("it is there"));
    let document = Document::new(&info, LIMIT);
    assert_eq!(document.bytes(), Ok(before), "it is within the limit");
    let mut file = std::fs::File::options().append(true).open(folder.path().join("log.md")).expect("the log");
    if let Some(more) = after.checked_sub(before) {
        file.write_all(&vec![b'y'; more as usize]).expect("room");
    } else {
        file.set_len(after).expect("it is cut");
    }
    let body = document.text()?.text;
    let kept = before.min(after) as usize;
    let whole = "x".repeat(kept) + &"y".repeat(after as usize - kept);
    assert_eq!(body, whole, "{before} bytes, then {after}");
    Ok(body.len())
}

#[test]
fn a_file_that_grew_since_it_was_opened_is_held_to_its_limit() {
    // No more than one byte over the limit is read, however much there is.
    let over = Err(FileError::TooLarge { bytes: LIMIT + 1, limit: LIMIT }.into());
    for before in [0, 1, 10, LIMIT - 1, LIMIT] {
        assert_eq!(read(before, LIMIT), Ok(100), "{before} bytes at first");
        for after in [LIMIT + 1, LIMIT + 2, 10_000, 1_000_000] {
            assert_eq!(read(before, after), over, "{before} bytes, then {after}");
        }
    }
    for (before, after) in [(0, 1), (1, 2), (10, 11), (50, 10), (LIMIT, 0)] {
        let whole = usize::try_from(after).expect("a small number");
        assert_eq!(read(before, after), Ok(whole), "{before} bytes at first");
    }
}

#[test]
fn a_file_of_no_size_is_held_to_its_limits_by_what_is_read() {
    let path = Path::new("/proc/sys/kernel/ostype");
    let no_size = std::fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0);
    let content = std::fs::read_to_string(path).unwrap_or_default();
    let bytes = content.len();
    assert!(no_size && bytes > 2, "{path:?} is a text of size 0");
    let answer = |file_bytes: usize, response_bytes: usize, pattern: &str| {
        let guide = format!(
            "categories: {{docs: {{dir: /proc/sys/kernel, patterns: ['{pattern}']}}}}\n\
             limits: {{file_bytes: {file_bytes}, response_bytes: {response_bytes}}}\n"
        );
        let folder = project(&[("guide.yaml", &guide)]);
        let mut server = Server::start(folder.path());
        server.call("get_category_content", json!({ "category": "docs" }))
    };
    assert_eq!(answer(bytes, 1, "ostype")["value"], *content);
    // Numbers are read at once, or what follows the first read is missing.
    let number = std::fs::read_to_string("/proc/sys/kernel/pid_max").expect("a number");
    assert!(number.len() > 2, "{number:?}");
    assert_eq!(answer(4096, 4096, "pid_max")["value"], *number);
    let refused = answer(bytes - 1, 1, "ostype");
    assert_eq!(
        refused["error"],
        format!(
            "Could not read ostype ({bytes} bytes, over the limit of {}, which is limits.file_bytes of guide.yaml)",
            bytes - 1
        )
    );
}
