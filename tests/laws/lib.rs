//! The laws: what holds for any input, each one function over plain inputs.
//!
//! A law takes its subject as a parameter, so that a deliberately wrong one can
//! be passed in to show that the law catches it. The property tests generate
//! inputs; [`bytes`] cuts them out of a byte string, for the fuzz targets and
//! for the replays of what they found. The references (`glob`, [`walk`])
//! import nothing of the rooms that they are compared with.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "laws make the files that they need, and their machinery fails by a panic"
)]

pub mod arguments;
pub mod blocks;
mod braces;
pub mod bytes;
pub mod cells;
pub mod discover;
pub mod dispatch;
pub mod documents;
pub mod filter;
pub mod forest;
mod glob;
pub mod guidance;
pub mod hook;
pub mod hostile;
pub mod index;
pub mod init;
pub mod lines;
mod links;
pub mod loaded;
pub mod multipart;
pub mod oracles;
pub mod pattern;
pub mod places;
pub mod plan;
pub mod ranking;
pub mod resolvers;
pub mod sandbox;
pub mod schema;
pub mod search;
pub mod sections;
pub mod served;
pub mod serving;
pub mod session;
pub mod setup;
pub mod shown;
pub mod skills;
pub mod template;
pub mod tree;
pub mod uri;
pub mod walk;
pub mod wire;
pub mod yaml;

use std::path::Path;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use camino::Utf8Path;
use mcp_guide::spec::Table;
use rustix::time::{ClockId, clock_gettime};
use tempfile::TempDir;

/// A law's verdict: what was violated, in words.
pub type Verdict = Result<(), String>;

/// No single step of any law may compute for longer, however slow the machine:
/// what grows without bound takes minutes, not seconds.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// Nor may it sleep, which is not the same as to wait for a processor or a disk,
/// whenever it is looked at, so many times in a row.
const ASLEEP: usize = 30;
/// How long after another it is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// The table that is built into the program.
pub fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| Table::embedded().expect("the embedded table loads"))
}

/// Fails with `message` unless `holds`.
pub fn ensure(holds: bool, message: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(message()) }
}

/// A new folder for one case: in memory where the system has such a place, which
/// takes a tenth of the time.
pub fn folder() -> TempDir {
    folder_named(".tmp")
}

/// The same with a name that begins so.
pub fn folder_named(prefix: &str) -> TempDir {
    let folder = TempDir::with_prefix_in(prefix, "/dev/shm");
    let folder = folder.or_else(|_| TempDir::with_prefix(prefix));
    folder.expect("a temporary folder")
}

/// The path of such a folder.
pub fn utf8(folder: &TempDir) -> &Utf8Path {
    Utf8Path::from_path(folder.path()).expect("a UTF-8 path")
}

/// The time that this thread has computed: what else the machine does does not count.
pub fn computed() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().expect("a clock that started at zero")
}

/// Runs something that ends by itself, and fails if it computed too long.
pub fn timed<T>(what: &str, run: impl FnOnce() -> T) -> Result<T, String> {
    let before = computed();
    let result = run();
    let took = computed() - before;
    ensure(took < PATIENCE, || format!("{what} took {took:?}"))?;
    Ok(result)
}

/// Runs something that might never end on a thread of its own.
pub fn watched<T: Send + 'static>(what: &str, run: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let (send, receive) = channel();
    let (tell, told) = channel();
    let name = what.to_owned();
    let thread = std::thread::spawn(move || {
        let _ = tell.send(std::fs::read_link("/proc/thread-self"));
        // Nobody listens any more where it took too long.
        let _ = send.send(timed(&name, run));
    });
    let stat = told.recv().ok().and_then(Result::ok);
    let stat = stat.map(|thread| Path::new("/proc").join(thread).join("stat"));
    let mut asleep = 0;
    let received = loop {
        let received = receive.recv_timeout(LOOK);
        let Some((sleeps, took)) = stat.as_deref().and_then(state) else {
            break received.or_else(|_| receive.recv().map_err(RecvTimeoutError::from));
        };
        asleep = if sleeps { asleep + 1 } else { 0 };
        let waits = matches!(received, Err(RecvTimeoutError::Timeout));
        if !waits || asleep == ASLEEP || took >= PATIENCE {
            break received;
        }
    };
    match received {
        Ok(result) => {
            // It has ended but for its own memory, which a leak detector would
            // meet if the process ended first.
            let _ = thread.join();
            result
        }
        Err(RecvTimeoutError::Timeout) => Err(format!("{what} hangs")),
        Err(RecvTimeoutError::Disconnected) => {
            let panic = thread.join().err();
            let cause = panic
                .as_ref()
                .and_then(|panic| panic.downcast_ref::<String>().map(String::as_str))
                .or_else(|| panic.as_ref()?.downcast_ref::<&str>().copied());
            Err(format!("{what} panics: {}", cause.unwrap_or("no cause")))
        }
    }
}

/// Whether the thread with this `stat` sleeps, and how long it has computed, in
/// steps of 10 ms. `None`: it is gone.
fn state(stat: &Path) -> Option<(bool, Duration)> {
    let text = std::fs::read_to_string(stat).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let [state, .., user, system] = fields.get(..13)? else {
        return None;
    };
    let ticks = user.parse::<u64>().ok()? + system.parse::<u64>().ok()?;
    Some((*state == "S", Duration::from_millis(10 * ticks)))
}
