//! The folder of a project that was found is swapped, and each folder on the way
//! to it: two above it, and those between it and where the search began.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;
use mcp_guide::project::session::{Roots, Session, Source};
use mcp_guide::table::Table;
use mcp_guide::{Caller, Server};
use serde_json::{Map, json};

use super::{PATIENCE, SECRET, exchange, write};
use crate::process::Done;
use laws::filter::{Without, without_openat2};

/// How long each folder is swapped at least.
const SWAPPING: Duration = Duration::from_millis(400);
/// How many calls have to be answered with the document meanwhile.
const ANSWERS: usize = 200;
/// The folders, each in the one before; the project lies in the third.
const FOLDERS: [&str; 5] = ["top", "middle", "project", "between", "deep"];
/// The project's place in [`FOLDERS`].
const PROJECT: usize = 2;

/// The path of the first so many folders.
fn path(folder: &Path, count: usize) -> std::path::PathBuf {
    FOLDERS[..count].iter().fold(folder.to_owned(), |path, name| path.join(name))
}

/// A project, and beside each folder a link out to where the rest of the path leads
/// to a document that nobody may read.
fn tree(folder: &Path) {
    let project = path(folder, PROJECT + 1);
    write(
        &project.join("guide.yaml"),
        "categories: {docs: {dir: ., patterns: [doc.md]}, below: {dir: between, patterns: [doc.md]}}\n",
    );
    write(&project.join("doc.md"), "inside");
    write(&project.join("between/doc.md"), "inside");
    std::fs::create_dir_all(path(folder, FOLDERS.len())).expect("folders");
    for level in 0..FOLDERS.len() {
        let outside = folder.join(format!("outside-{level}"));
        let mut place = outside.clone();
        for name in &FOLDERS[level + 1..] {
            write(&place.join("doc.md"), SECRET);
            place.push(name);
        }
        write(&place.join("doc.md"), SECRET);
        symlink(&outside, path(folder, level).join("link")).expect("a link");
    }
}

/// Reads as one must not: it remembers the project by its path. How often it read
/// from outside.
fn naive(project: &Path, working_directory: &Path) -> usize {
    // The search by paths still leads here.
    let leads = working_directory.starts_with(project);
    let leak = |name: &str| {
        leads && std::fs::read_to_string(project.join(name)).is_ok_and(|content| content == SECRET)
    };
    usize::from(leak("doc.md")) + usize::from(leak("between/doc.md"))
}

fn server(from: Option<&Path>) -> Server {
    let table = Table::embedded().expect("it loads");
    let from = from.map(|path| Utf8PathBuf::from_path_buf(path.to_owned()).expect("UTF-8"));
    Server::new(table, Session::new(Source::Search { from }))
}

/// Calls the tool for a category; whether the document came.
#[track_caller]
fn answered(server: &Server, roots: &Roots, category: &str, level: &str) -> bool {
    let arguments: Map<_, _> = [("category".to_owned(), json!(category))].into_iter().collect();
    let roots = || Some(roots.clone());
    let caller = Caller { roots: &roots, ..Caller::WITHOUT_ROOTS };
    let reply = server.call(caller, "get_category_content", &arguments).expect("a reply");
    let text = reply.to_string();
    assert!(!text.contains(SECRET), "from outside, while {level} is swapped: {text}");
    !reply.is_failure()
}

/// Swaps one folder for its link while calls are answered and the naive reader
/// reads; how many answers held the document, and how often the naive one leaked.
fn swapped(folder: &Path, level: usize, server: &Server, roots: &Roots) -> (usize, usize) {
    let parent = path(folder, level);
    let (one, other) = (parent.join(FOLDERS[level]), parent.join("link"));
    let (project, working_directory) = (path(folder, PROJECT + 1), path(folder, FOLDERS.len()));
    let name = FOLDERS[level];
    let (done, leaks) = (AtomicBool::new(false), AtomicUsize::new(0));
    let started = Instant::now();
    std::thread::scope(|scope| {
        let swapping = scope.spawn(|| {
            let mut swaps = 0_usize;
            while !done.load(Ordering::Relaxed) || swaps % 2 == 1 {
                exchange(&one, &other);
                swaps += 1;
                if swaps.is_multiple_of(65) {
                    // So that calls also meet the folder, and the link, at rest.
                    std::thread::sleep(Duration::from_micros(500));
                }
            }
        });
        let leaking = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let leaked = naive(&project, &working_directory);
                leaks.fetch_add(leaked, Ordering::Relaxed);
            }
        });
        let mut answers = 0;
        {
            let _done = Done(&done);
            // On a machine with other work, until the naive reader was caught.
            let goes_on = |answers| {
                let is_caught = leaks.load(Ordering::Relaxed) > 0 || level == FOLDERS.len() - 1;
                started.elapsed() < SWAPPING || answers < ANSWERS || !is_caught
            };
            while started.elapsed() < PATIENCE && goes_on(answers) {
                for category in ["docs", "below"] {
                    answers += usize::from(answered(server, roots, category, name));
                }
            }
        }
        swapping.join().expect("it swaps");
        leaking.join().expect("it reads");
        (answers, leaks.load(Ordering::Relaxed))
    })
}

fn race(by: &str, levels: &[usize], from: Option<&Path>, roots: &Roots, folder: &Path) {
    let server = server(from);
    assert!(answered(&server, roots, "docs", "nothing"));
    for &level in levels {
        let (answers, leaks) = swapped(folder, level, &server, roots);
        println!("{by}, {} swapped: {answers} answers, {leaks} leaks of the naive reader", FOLDERS[level]);
        assert!(answers >= ANSWERS, "only {answers} answers");
        // Nothing is read through the innermost folder, whoever reads.
        assert!(
            leaks > 0 || level == FOLDERS.len() - 1,
            "the reader that goes by paths was never caught: no race was run"
        );
    }
}

fn upward() {
    let folder = laws::folder();
    tree(folder.path());
    let from = path(folder.path(), FOLDERS.len());
    race("upward", &[0, 1, 2, 3, 4], Some(&from), &Roots::None, folder.path());
}

fn by_roots() {
    let folder = laws::folder();
    tree(folder.path());
    let root = path(folder.path(), PROJECT + 1);
    let roots = Roots::Offered(vec![format!("file://{}", root.display())]);
    race("by roots", &[0, 1, 2], None, &roots, folder.path());
    // From a root below the project, upward.
    let root = path(folder.path(), FOLDERS.len());
    let roots = Roots::Offered(vec![format!("file://{}", root.display())]);
    let levels = [0, 1, 2, 3, 4];
    race("above roots", &levels, None, &roots, folder.path());
}

#[test]
fn no_swap_of_a_folder_above_leads_out_of_a_project_found_upward() {
    upward();
}

#[test]
fn no_swap_of_a_folder_above_leads_out_of_a_project_found_by_roots() {
    by_roots();
}

#[test]
fn no_swap_of_a_folder_above_leads_out_without_openat2() {
    without_openat2(Without::Forbidden, || {
        upward();
        by_roots();
    });
}
