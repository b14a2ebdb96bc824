//! A file and a directory of a category are swapped.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use camino::Utf8Path;
use mcp_guide::documents::discover::{CategoryWalk, Listings, discover};
use mcp_guide::documents::document::Document;
use mcp_guide::documents::sandbox::Tree;
use mcp_guide::documents::served::Served;
use rule_files::pattern::Pattern;

use super::{PATIENCE, SECRET, exchange, write};
use crate::process::Done;
use laws::filter::{Without, without_openat2};

/// How long it goes on at least.
const SWAPPING: Duration = Duration::from_secs(2);
/// How many documents have to be retrieved meanwhile.
const DOCUMENTS: usize = 10_000;

/// A category in which `swap.md` and `dir` have a link that leads out beside them.
fn tree(folder: &Path) {
    write(&folder.join("outside/secret.md"), SECRET);
    write(&folder.join("docs/swap.md"), "inside");
    write(&folder.join("docs/dir/secret.md"), "inside");
    for number in 0..20 {
        write(&folder.join(format!("docs/dir/deep/{number}.md")), "inside");
    }
    symlink("../outside/secret.md", folder.join("docs/swap.link")).expect("a link");
    symlink("../outside", folder.join("docs/dir.link")).expect("a link");
}

fn swap(folder: &Path, one: &str, other: &str) {
    let docs = folder.join("docs");
    exchange(&docs.join(one), &docs.join(other));
}

/// Retrieves as the engine does, in one call; how many documents came.
fn retrieve(sandbox: &Arc<Tree>, pattern: &Pattern, listings: &Listings) -> usize {
    let walk = CategoryWalk {
        patterns: &[pattern],
        served: Served::default(),
        category: "docs".into(),
        collection: None,
        page: None,
        listings: Some(listings),
        by_path: false,
    };
    let found = discover(sandbox, &walk, &|| false).expect("nobody cancels").files;
    let mut read = 0;
    for file in found {
        if let Ok(body) = Document::new(&file, 1 << 20).text() {
            assert_eq!(body.text, "inside", "from outside, by {pattern} at {}", file.path);
            read += 1;
        }
    }
    read
}

/// Reads as one must not: the path is compared, and then opened. How often it
/// read from outside.
fn naive(docs: &Path) -> usize {
    let root = docs.canonicalize().expect("the root");
    let leak = |name: &str| {
        let path = docs.join(name);
        let inside = path.canonicalize().is_ok_and(|real| real.starts_with(&root));
        inside && std::fs::read_to_string(&path).is_ok_and(|content| content == SECRET)
    };
    usize::from(leak("swap.md")) + usize::from(leak("dir/secret.md"))
}

#[test]
fn no_swap_lets_a_byte_from_outside_in() {
    race();
}

#[test]
fn no_swap_lets_a_byte_from_outside_in_without_openat2() {
    without_openat2(Without::Forbidden, race);
}

fn race() {
    let folder = laws::folder();
    tree(folder.path());
    let docs = folder.path().join("docs");
    let patterns: Vec<Pattern> = ["**/*.md", "swap.md", "dir/secret.md", "dir/*.md", "dir/**", "*/deep/*"]
        .iter()
        .map(|text| Pattern::parse(text).expect("a pattern"))
        .collect();
    let sandbox = Tree::ambient(Utf8Path::from_path(&docs).expect("UTF-8")).expect("the root");
    let sandbox = Arc::new(sandbox);
    let done = AtomicBool::new(false);
    let started = Instant::now();
    let (documents, leaks, swaps) = std::thread::scope(|scope| {
        let swapping = scope.spawn(|| {
            let mut swaps = 0_usize;
            while !done.load(Ordering::Relaxed) {
                swap(folder.path(), "swap.md", "swap.link");
                swap(folder.path(), "dir", "dir.link");
                swaps += 2;
            }
            swaps
        });
        let leaking = scope.spawn(|| {
            let mut leaks = 0_usize;
            while !done.load(Ordering::Relaxed) {
                leaks += naive(&docs);
                if leaks > 0 && started.elapsed() > SWAPPING {
                    break;
                }
            }
            leaks
        });
        let mut documents = 0_usize;
        let set_done = Done(&done);
        while started.elapsed() < PATIENCE
            && (started.elapsed() < SWAPPING || documents < DOCUMENTS || !leaking.is_finished())
        {
            let listings = Listings::default();
            for pattern in &patterns {
                documents += retrieve(&sandbox, pattern, &listings);
            }
        }
        drop(set_done);
        let leaks = leaking.join().expect("it reads");
        (documents, leaks, swapping.join().expect("it swaps"))
    });
    println!("{documents} documents, {swaps} swaps, and {leaks} leaks of the reader that compares first");
    assert!(documents >= DOCUMENTS, "only {documents} documents");
    assert!(leaks > 0, "the reader that compares and then opens was never caught: no race was run");
}
