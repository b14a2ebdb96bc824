//! The runtime, with everything that it cannot do without.

use std::os::fd::AsRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::cli::system;
use tokio::runtime::{Builder, Runtime};

/// How many descriptors the server needs to begin: the runtime's own six, two streams,
/// and some for the files of one call.
const NEEDED: usize = 6 + 2 + 12;
/// How many may be open already if that cannot be found out.
const INHERITED: usize = 200;
/// Descriptors of HTTP beside those of its connections: the listener, the clients that
/// are refused, and what libraries open.
const BESIDE: usize = 1 + 64 + 15;
/// How many descriptors connections leave to calls, if so many can be had.
const CALLS: usize = 768;
/// Threads that wait for the input, for the output, and for a call's files.
const THREADS: usize = 3;
/// How long the threads have to start.
const STARTED: Duration = Duration::from_secs(2);
/// Threads are kept: another one may not be had when it is needed.
const KEPT: Duration = Duration::from_secs(u32::MAX as u64);

/// Makes a runtime of one thread, and those beside it that wait for files.
///
/// # Errors
///
/// Says what the system does not give.
pub fn runtime() -> Result<Runtime, String> {
    // The runtime panics where it cannot open its own.
    let spare: Result<Vec<_>, _> = (0..NEEDED).map(|_| system::descriptor()).collect();
    drop(spare.map_err(|error| missing_descriptors(NEEDED, &format!(": {error}")))?);
    let runtime = Builder::new_current_thread()
        .enable_all()
        .thread_keep_alive(KEPT)
        .build()
        .map_err(|error| format!("no runtime can be made: {error}"))?;
    // It panics too where it has no such thread at all and cannot make one. What
    // this one took has to be given back before.
    let _ = std::thread::Builder::new()
        .spawn(|| {})
        .map_err(|error| format!("no thread can be made: {error}"))?
        .join();
    // And where it has some, another may be refused in a way that it takes ill.
    let started = catch_unwind(AssertUnwindSafe(|| start_threads(&runtime)));
    started.unwrap_or_else(|_| Err(missing()))?;
    Ok(runtime)
}

/// Makes a runtime, and returns it with the number of connections that the limit of
/// descriptors allows, up to `most`.
///
/// # Errors
///
/// Says what the system does not give.
pub fn for_connections(most: usize) -> Result<(Runtime, usize), String> {
    let limit = system::raise_descriptors();
    let runtime = runtime()?;
    // The lowest number that is free: so many are open.
    let open = system::descriptor().map_or(INHERITED, |free| {
        usize::try_from(free.as_raw_fd()).unwrap_or(INHERITED)
    });
    let left = limit.saturating_sub(open + BESIDE);
    match (left - CALLS.min(left / 2)).min(most) {
        0 => Err(missing_descriptors(NEEDED + BESIDE, "")),
        connections => Ok((runtime, connections)),
    }
}

fn missing_descriptors(needed: usize, reason: &str) -> String {
    format!("{needed} more file descriptors are needed and cannot be had{reason}")
}

fn start_threads(runtime: &Runtime) -> Result<(), String> {
    let gate = Arc::new(Mutex::new(()));
    let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
    let (started, starts) = sync_channel(THREADS);
    for _ in 0..THREADS {
        let (gate, started) = (Arc::clone(&gate), started.clone());
        runtime.spawn_blocking(move || {
            let _ = started.send(());
            // Until all of them run, each needs a thread of its own.
            drop(gate.lock());
        });
    }
    let all = (0..THREADS).all(|_| starts.recv_timeout(STARTED).is_ok());
    drop(closed);
    match all {
        true => Ok(()),
        false => Err(missing()),
    }
}

fn missing() -> String {
    format!("{THREADS} threads are needed and cannot be had")
}
