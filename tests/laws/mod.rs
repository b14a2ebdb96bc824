//! The laws: what holds for any input, each one function over plain inputs.
//!
//! A law takes its subject as a parameter, so that a deliberately wrong one can
//! be passed in to show that the law catches it. The property tests generate
//! inputs; [`bytes`] cuts them out of a byte string, for the fuzz targets and
//! for the replays of what they found. The references ([`glob`], [`walk`])
//! import nothing of the rooms that they are compared with.
#![allow(dead_code, reason = "each test and fuzz target uses some of the laws")]
#![allow(unexpected_cfgs, reason = "cargo-fuzz sets `fuzzing`")]

pub mod arguments;
pub mod braces;
pub mod budget;
pub mod bytes;
#[cfg(not(fuzzing))]
pub mod cells;
pub mod discover;
pub mod dispatch;
pub mod forest;
pub mod glob;
#[cfg(not(fuzzing))]
pub mod init;
pub mod lines;
pub mod links;
#[cfg(not(fuzzing))]
pub mod locations;
pub mod multipart;
pub mod pattern;
pub mod places;
pub mod plan;
pub mod sandbox;
pub mod session;
pub mod shown;
pub mod tree;
pub mod uri;
pub mod walk;
pub mod wire;
pub mod yaml;

use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use mcp_guide::operation::Operations;
use mcp_guide::spec::Table;

/// A law's verdict: what was violated, in words.
pub type Verdict = Result<(), String>;

/// No single step of any law may take longer, however slow the machine: what
/// grows without bound takes minutes, not seconds.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The table that is built into the program.
pub fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| Table::embedded(&Operations::native()).expect("the embedded table loads"))
}

/// Fails with `message` unless `holds`.
pub fn ensure(holds: bool, message: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(message()) }
}

/// Runs something that ends by itself, and fails if that took too long.
pub fn timed<T>(what: &str, run: impl FnOnce() -> T) -> Result<T, String> {
    let started = Instant::now();
    let result = run();
    let took = started.elapsed();
    ensure(took < PATIENCE, || format!("{what} took {took:?}"))?;
    Ok(result)
}

/// Runs something that might never end on a thread of its own.
pub fn watched<T: Send + 'static>(
    what: &str,
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
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
