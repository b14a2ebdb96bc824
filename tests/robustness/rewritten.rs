//! A `guide.yaml` that is written or replaced while calls read it.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;

use super::projects::{root, unnamed};
use crate::process::{Done, Server, project};

/// 40 categories, so that a file that breaks off is a project of fewer.
fn forty() -> String {
    let mut guide = String::from("categories:\n");
    for number in 0..40 {
        guide.push_str(&format!("  c{number}:\n    dir: docs\n    patterns: ['*.md']\n"));
    }
    guide
}

/// Calls while another thread rewrites the file of forty categories. Each answer is of what was there:
/// at most forty of its categories, and never of the project above.
fn rewritten(write: impl Fn(&Path, &str, &mut dyn FnMut()) + Sync) {
    const CALLS: usize = 100;
    let folder = project(&[
        ("guide.yaml", "categories: {parents: {dir: ., patterns: ['*']}}\n"),
        ("inner/guide.yaml", &forty()),
        ("inner/docs/a.md", "a"),
    ]);
    let inner = folder.path().join("inner");
    let mut server = Server::searching(&inner);
    server.initialize(json!({}));
    server.call("list_content", json!({}));
    let (file, guide, done) = (inner.join("guide.yaml"), forty(), AtomicBool::new(false));
    let (noted, whole) = std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                write(&file, &guide, &mut || std::thread::sleep(Duration::from_micros(500)));
                std::thread::sleep(Duration::from_millis(30));
            }
        });
        let (mut noted, mut whole) = (0, 0);
        for _ in 0..CALLS {
            let result = server.call("list_content", json!({}));
            let value = result["value"].as_str().unwrap_or_else(|| panic!("{result}"));
            assert!(!value.contains("parents"), "the project above answered");
            let rows = |first: &str| value.lines().filter(|line| line.starts_with(first)).count();
            let rows = rows("| c") + rows("| d");
            assert!((1..=40).contains(&rows), "{rows} categories");
            noted += usize::from(result["message"].is_string());
            whole += usize::from(rows == 40);
        }
        (noted, whole)
    });
    assert!(whole > 0, "no answer is of a whole file");
    println!("{noted} of {CALLS} answers were of the last good version, and say so; {whole} of a whole one");
}

#[test]
fn a_guide_yaml_that_is_written_in_pieces_is_read_as_it_is() {
    rewritten(|file, guide, pause| {
        let mut file = std::fs::File::create(file).expect("a file");
        for (number, category) in guide.split("  c").enumerate() {
            let first = if number == 0 { "" } else { "  c" };
            write!(file, "{first}{category}").expect("room");
            pause();
        }
    });
}

#[test]
fn a_guide_yaml_that_is_removed_and_made_anew_does_not_give_way_to_the_one_above() {
    rewritten(|file, guide, pause| {
        std::fs::remove_file(file).expect("it is there");
        pause();
        std::fs::write(file, guide).expect("room");
    });
}

#[test]
fn a_guide_yaml_that_is_overwritten_in_place_is_read_as_it_is() {
    use std::os::unix::fs::FileExt;
    let (other, turn) = (forty().replace("  c", "  d"), AtomicBool::new(false));
    rewritten(|path, guide, pause| {
        let text = if turn.fetch_xor(true, Ordering::Relaxed) { guide } else { &other };
        let file = std::fs::OpenOptions::new().write(true).open(path).expect("a file");
        for (number, piece) in text.as_bytes().chunks(256).enumerate() {
            file.write_all_at(piece, 256 * number as u64).expect("room");
            pause();
        }
    });
}

#[test]
fn a_broken_guide_yaml_is_parsed_once() {
    let mut guide = forty();
    while guide.len() < 300_000 {
        let number = guide.len();
        guide.push_str(&format!("  n{number}: {{dir: docs, patterns: ['*.md']}}\n"));
    }
    guide.push_str("  broken: {dir: docs, patterns: []}\n");
    let folder = project(&[("guide.yaml", &guide)]);
    let (session, roots) = (unnamed(), root(folder.path()));
    let before = laws::computed();
    session.bind(&roots).expect_err("it is broken");
    let first = laws::computed() - before;
    let before = laws::computed();
    for _ in 0..20 {
        session.bind(&roots).expect_err("it is broken");
    }
    let others = laws::computed() - before;
    println!("{first:?} for the first call, {others:?} for twenty more");
    assert!(others < first, "{others:?} for twenty calls, {first:?} for the first");
}
