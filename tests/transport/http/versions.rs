//! What a call sees of a project that changes meanwhile.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::client::Http;
use crate::process::{Done, GUIDE, PATIENCE};

/// How long it changes at least: until more than three versions were seen.
const LASTS: Duration = Duration::from_millis(2000);
/// How long versions stay in turn: shorter and longer than a file that was just
/// written is waited for.
const STAY: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(200)];
const DOCUMENTS: usize = 6;

fn text(version: usize) -> String {
    format!("version {version}\n").repeat(200)
}

/// Writes a version and lets a link lead to it, as whoever keeps worktrees does.
fn switch(folder: &Path, version: usize) {
    let name = format!("version-{version}");
    let docs = folder.join(&name).join("docs");
    fs::create_dir_all(&docs).expect("a folder");
    fs::write(folder.join(&name).join(GUIDE.0), GUIDE.1).expect("it is written");
    for document in 0..DOCUMENTS {
        fs::write(docs.join(format!("{document}.md")), text(version)).expect("it is written");
    }
    let next = folder.join("next");
    symlink(name, &next).expect("a link");
    fs::rename(next, folder.join("current")).expect("it is replaced");
}

/// The Result of a call, and how often the project may have changed meanwhile.
struct Seen {
    result: Value,
    changes: usize,
}

/// The versions in each document of a result, in their order.
fn versions(seen: &Seen) -> Vec<BTreeSet<&str>> {
    let value = seen.result["value"].as_str().unwrap_or_default();
    let parts = value.split("--guide-boundary\r\n").skip(1);
    parts
        .map(|part| {
            let lines = part.lines();
            lines.filter_map(|line| line.strip_prefix("version ")).collect()
        })
        .collect()
}

/// Calls while the project changes, each time to the next version.
fn seen(project: &Path, change: impl Fn(usize) + Sync) -> Vec<Seen> {
    change(1);
    let server = Http::start(project);
    let (ended, made) = (AtomicBool::new(false), AtomicUsize::new(1));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for stay in STAY.iter().cycle() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                std::thread::sleep(*stay);
                change(made.fetch_add(1, Ordering::SeqCst) + 1);
            }
        });
        let _ended = Done(&ended);
        let started = Instant::now();
        let (mut results, mut known) = (Vec::new(), BTreeSet::new());
        while started.elapsed() < LASTS || known.len() <= 3 {
            assert!(started.elapsed() < PATIENCE, "{known:?} of {made:?}");
            let before = made.load(Ordering::SeqCst);
            let result = server.call("*");
            // One may have been under way.
            let changes = 1 + made.load(Ordering::SeqCst) - before;
            let seen = Seen { result, changes };
            known.extend(versions(&seen).into_iter().flatten().map(str::to_owned));
            results.push(seen);
        }
        results
    })
}

#[test]
fn a_link_is_followed_once_a_call() {
    let folder = laws::folder();
    let results = seen(&folder.path().join("current"), |version| {
        switch(folder.path(), version);
    });
    for seen in &results {
        let versions = versions(seen);
        assert_eq!(versions.len(), DOCUMENTS, "{}", seen.result);
        let all: BTreeSet<_> = versions.into_iter().flatten().collect();
        assert_eq!(all.len(), 1, "{all:?}");
    }
}

/// Also where nothing is kept of the version before: what is left of it may be less,
/// but there is a project.
#[test]
fn a_project_that_is_switched_away_from_is_looked_for_anew() {
    let folder = laws::folder();
    let results = seen(&folder.path().join("current"), |version| {
        switch(folder.path(), version);
        let _ = fs::remove_dir_all(folder.path().join(format!("version-{}", version - 1)));
    });
    for seen in &results {
        // It looks three times, each time for one that may be gone.
        if seen.changes < 3 {
            assert_ne!(seen.result["error_type"], "no_session", "{}", seen.result);
        }
        let all: BTreeSet<_> = versions(seen).into_iter().flatten().collect();
        assert!(all.len() <= 1, "{all:?}");
    }
}

/// Documents of before and after may stand beside each other.
#[test]
fn a_document_that_is_replaced_is_whole() {
    let folder = laws::folder();
    let current = folder.path().join("current");
    let results = seen(&current, |version| {
        if version == 1 {
            return switch(folder.path(), version);
        }
        for document in 0..DOCUMENTS {
            let next = folder.path().join("next.md");
            fs::write(&next, text(version)).expect("it is written");
            fs::rename(next, current.join(format!("docs/{document}.md"))).expect("it is replaced");
        }
    });
    for seen in &results {
        let versions = versions(seen);
        assert_eq!(versions.len(), DOCUMENTS, "{}", seen.result);
        assert!(versions.iter().all(|of| of.len() == 1), "{versions:?}");
    }
}
