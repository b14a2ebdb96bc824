//! The laws: what holds for any input, each one function over plain inputs.
//!
//! A law takes its subject as a parameter, so that a deliberately wrong one can
//! be passed in to show that the law catches it. The property tests generate
//! inputs; [`bytes`] cuts them out of a byte string, for the fuzz targets and
//! for the replays of what they found. The references (`glob`, [`walk`])
//! import nothing of the rooms that they are compared with.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_names,
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
pub mod exported;
pub mod filter;
pub mod forest;
mod glob;
pub mod header;
pub mod hook;
pub mod hostile;
pub mod index;
pub mod init;
pub mod lines;
mod links;
pub mod multipart;
pub mod names;
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
pub mod settings;
pub mod setup;
pub mod shown;
pub mod template;
pub mod tree;
pub mod uri;
pub mod walk;
pub mod wire;
pub mod worktree;
pub mod wrapped;
pub mod yaml;

use std::ffi::{OsStr, OsString};
use std::hint::black_box;
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use camino::Utf8Path;
use mcp_guide::table::Table;
use rustix::time::{ClockId, clock_gettime};
use tempfile::TempDir;

/// A law's verdict: what was violated, in words.
pub type Verdict = Result<(), String>;

/// No single step of any law may take longer, however slow the machine: what grows without bound
/// takes longer, and so does what waits for something that never comes.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The table that is built into the program, which is read once.
pub fn table() -> &'static Arc<Table> {
    static TABLE: LazyLock<Arc<Table>> =
        LazyLock::new(|| Arc::new(Table::embedded().expect("the embedded table loads")));
    &TABLE
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

/// Returns a command that a test starts: without what the user's environment tells the program, and
/// with a home in which nothing can be written, and so neither in what is below it by default. A test
/// of what is written there names one of its own by HOME. A hook has time to answer, however busy
/// the machine is.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    let variables = std::env::vars_os().map(|(variable, _)| variable);
    let of_user = |variable: &OsString| {
        let variable = variable.to_string_lossy();
        let is_of_client = matches!(
            &*variable,
            "AI_AGENT" | "CODEX_HOME" | "CLAUDE_CONFIG_DIR" | "COPILOT_HOME" | "GEMINI_CLI_HOME"
        );
        let is_start = variable.ends_with("_PROJECT_DIR") || is_of_client;
        variable.starts_with("XDG_") || variable.starts_with("MCP_GUIDE_") || is_start
    };
    for variable in variables.filter(of_user) {
        command.env_remove(variable);
    }
    command.env("HOME", "/dev/null/home").env("MCP_GUIDE_HOOK_TIMEOUT", "120000");
    command
}

/// The path of a temporary folder.
pub fn utf8(folder: &TempDir) -> &Utf8Path {
    Utf8Path::from_path(folder.path()).expect("a UTF-8 path")
}

/// The time that this thread has computed: what else the machine does does not count.
pub fn computed() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().expect("a clock that started at zero")
}

/// How long a million small steps take this thread now, the least of three times: what the time of
/// something else is compared with.
pub fn yardstick() -> Duration {
    let steps = || {
        let before = computed();
        let sum = (0..1_000_000_u64).fold(0, |sum: u64, step| black_box(sum.wrapping_mul(31) ^ step));
        black_box(sum);
        computed() - before
    };
    (0..3).map(|_| steps()).min().unwrap_or_default()
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
    let thread = std::thread::spawn(move || {
        // Nobody listens any more where it took too long.
        let _ = send.send(run());
    });
    match receive.recv_timeout(PATIENCE) {
        Ok(result) => {
            // It has ended but for its own memory, which a leak detector would
            // meet if the process ended first.
            let _ = thread.join();
            Ok(result)
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
