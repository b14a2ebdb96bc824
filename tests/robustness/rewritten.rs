//! A `guide.yaml` that is written or replaced while calls read it.

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mcp_guide::project::session::{DEBOUNCE, Roots, Session, Source};
use serde_json::json;

use super::projects::{root, unnamed};
use crate::process::{Done, GUIDE, PATIENCE, Server, project};

/// How long this thread has computed or waited for a processor.
fn awake() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("times");
    let times = times.split(' ').take(2).map(|time| time.parse::<u64>().expect("nanoseconds"));
    Duration::from_nanos(times.sum())
}

/// For how long a call to bind a project sleeps, however busy the machine is: the median of five,
/// while another thread repeats `write` with the time since the call began and a number that is
/// another each time.
fn median_sleep(session: &Session, roots: &Roots, write: impl Fn(Duration, u64) + Sync) -> Duration {
    let (done, begun) = (AtomicBool::new(false), Mutex::new(Instant::now()));
    std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            for number in 0.. {
                if done.load(Ordering::Relaxed) {
                    break;
                }
                let elapsed = begun.lock().expect("no panic").elapsed();
                write(elapsed, number);
                std::thread::sleep(Duration::from_millis(3));
            }
        });
        let mut times: Vec<Duration> = (0..5)
            .map(|_| {
                let (started, before) = (Instant::now(), awake());
                *begun.lock().expect("no panic") = started;
                let _ = session.bind(roots);
                started.elapsed().saturating_sub(awake() - before)
            })
            .collect();
        println!("{times:?}");
        times.sort();
        times[2]
    })
}

/// Between the 0.2 s that a call waits and twice as much.
const ONE_WAIT: Duration = Duration::from_millis(330);

#[test]
fn a_call_waits_once_however_often_a_link_is_switched() {
    const VERSIONS: u64 = 5;
    let folder = project(&[]);
    let path = |name: String| folder.path().join(name);
    for version in 0..VERSIONS {
        std::fs::create_dir(path(version.to_string())).expect("a folder");
    }
    let current = path("current".into());
    let switch = |elapsed: Duration, number: u64| {
        for version in 0..VERSIONS {
            let broken = format!("categories: [{number}");
            std::fs::write(path(format!("{version}/guide.yaml")), broken).expect("room");
        }
        // Another one after each time that a call may wait.
        let version = (elapsed.as_millis() as u64 / 150) % VERSIONS;
        let next = path("next".into());
        std::os::unix::fs::symlink(version.to_string(), &next).expect("a link");
        std::fs::rename(&next, &current).expect("a name");
    };
    switch(Duration::ZERO, 0);
    let current = camino::Utf8PathBuf::from_path_buf(current.clone()).expect("UTF-8");
    let session = Session::new(Source::Named(current));
    let median = median_sleep(&session, &Roots::None, switch);
    assert!(median < ONE_WAIT, "{median:?}");
}

#[test]
fn a_call_waits_once_for_a_broken_file_that_pauses() {
    let folder = project(&[]);
    let file = folder.path().join("guide.yaml");
    let write = |elapsed: Duration, number: u64| {
        // It pauses long enough to be read shortly before the call gives up.
        if !(150..190).contains(&elapsed.as_millis()) {
            std::fs::write(&file, format!("categories: [{number}")).expect("room");
        }
    };
    write(Duration::ZERO, 0);
    let (session, roots) = (unnamed(), root(folder.path()));
    let median = median_sleep(&session, &roots, write);
    assert!(median < ONE_WAIT, "{median:?}");
}

/// 40 categories, so that a file that breaks off is a project of fewer.
fn forty() -> String {
    let mut guide = String::from("categories:\n");
    for number in 0..40 {
        guide.push_str(&format!("  c{number}:\n    dir: docs\n    patterns: ['*.md']\n"));
    }
    guide
}

/// Calls while another thread rewrites the file of forty categories, and after that
/// rests a little; each answer has to be of one version of it, unless the writer
/// itself was kept waiting for so long that nobody could know of its next piece.
fn rewritten(write: impl Fn(&Path, &str, &mut dyn FnMut()) + Sync) {
    // Less than what makes a file whole, in microseconds.
    const KEPT_WAITING: u128 = DEBOUNCE.as_micros() * 3 / 4;
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
    // How long the writer was kept waiting at most; and since when it is now.
    let (longest, since) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
    let started = Instant::now();
    let now = || started.elapsed().as_micros() as u64;
    let noted = std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                since.store(now(), Ordering::SeqCst);
                write(&file, &guide, &mut || {
                    std::thread::sleep(Duration::from_micros(500));
                    let waited = now() - since.load(Ordering::SeqCst);
                    longest.fetch_max(waited, Ordering::SeqCst);
                    since.store(now(), Ordering::SeqCst);
                });
                // It is whole: this is no wait.
                since.store(u64::MAX, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(30));
            }
        });
        let mut noted = 0;
        for _ in 0..CALLS {
            let result = server.call("list_content", json!({}));
            let value = result["value"].as_str().unwrap_or_else(|| panic!("{result}"));
            assert!(!value.contains("parents"), "the project above answered");
            let rows = |first: &str| value.lines().filter(|line| line.starts_with(first)).count();
            let (of_one, of_other) = (rows("| c"), rows("| d"));
            let waiting = now().saturating_sub(since.load(Ordering::SeqCst));
            let longest = u128::from(longest.load(Ordering::SeqCst).max(waiting));
            assert!(
                [(40, 0), (0, 40)].contains(&(of_one, of_other)) || longest > KEPT_WAITING,
                "{of_one} categories of one version and {of_other} of the other"
            );
            noted += usize::from(result["message"].is_string());
        }
        noted
    });
    println!("{noted} of {CALLS} answers were of the last good version, and say so");
}

#[test]
fn a_guide_yaml_that_is_written_in_pieces_is_never_taken_for_whole() {
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
fn a_guide_yaml_that_is_overwritten_in_place_is_read_as_one_version() {
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

#[test]
fn a_guide_yaml_whose_writer_is_slow_is_waited_for() {
    let folder = project(&[GUIDE]);
    let file = folder.path().join("guide.yaml");
    let (session, roots) = (unnamed(), root(folder.path()));
    session.bind(&roots).expect("it loads");
    let (started, mut waited) = (Instant::now(), 0);
    // A busy machine may keep the writer from it.
    while waited < 3 {
        assert!(started.elapsed() < PATIENCE, "{waited} were waited for");
        std::fs::write(&file, "categories: {docs: {").expect("room");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(60));
                std::fs::write(&file, GUIDE.1).expect("room");
            });
            let bound = session.bind(&roots).expect("it is known");
            waited += usize::from(bound.stale.is_none());
        });
    }
}
