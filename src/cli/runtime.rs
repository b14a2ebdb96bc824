//! The runtime, with everything that it cannot do without.

#[cfg(feature = "http")]
use std::os::fd::AsRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::cli::system;
use crate::documents::descriptors::{CALL, LEAST, REMEMBERED};
use crate::mcp::handler::MAX_CALLS;
use tokio::runtime::{Builder, Runtime};

/// Descriptors that are opened before the first message: the runtime's own six,
/// and two streams.
const BEFORE: usize = 6 + 2;
/// How many more are asked for: what would serve more calls serves them as well.
const MOST: usize = BEFORE + REMEMBERED + MAX_CALLS * CALL;
/// How many may be open already where they are not counted one by one.
const INHERITED: usize = 200;
/// Descriptors of HTTP beside those of its connections: of who listens, of those who
/// are told that there is no room, of what libraries open.
#[cfg(feature = "http")]
const BESIDE: usize = 1 + 64 + 15;
/// Threads that wait for the input, for the output, and for a call's files.
const THREADS: usize = 3;
/// How long the threads have to start.
const STARTED: Duration = Duration::from_secs(2);
/// Threads are kept: another one may not be had when it is needed.
const KEPT: Duration = Duration::from_secs(u32::MAX as u64);

/// Makes a runtime of one thread, and those beside it that wait for files. Also
/// returns how many descriptors are left for calls.
///
/// # Errors
///
/// Says what the system does not give.
pub fn runtime() -> Result<(Runtime, usize), String> {
    // The runtime panics where it cannot open its own.
    let descriptors = descriptors()?;
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
    Ok((runtime, descriptors))
}

/// Whether as many descriptors can be had as are ever asked for. Asked before there
/// is a second thread, it costs nothing; later the system waits some milliseconds
/// before its table of them grows.
pub fn has_many() -> bool {
    system::can_have(MOST + INHERITED)
}

/// The same beside as many connections as can be had, up to so many; how many these
/// are is returned last. The process's limit of descriptors is raised as far as it
/// may be.
///
/// # Errors
///
/// Says what the system does not give.
#[cfg(feature = "http")]
pub fn for_connections(most: usize) -> Result<(Runtime, usize, usize), String> {
    let limit = system::most_descriptors();
    let (runtime, descriptors) = runtime()?;
    // The lowest number that is free: so many are open.
    let open = system::descriptor().map_or(INHERITED, |free| {
        usize::try_from(free.as_raw_fd()).unwrap_or(INHERITED)
    });
    let left = limit.saturating_sub(open + BEFORE + BESIDE);
    let calls = descriptors.min(left / 2).max(LEAST);
    match left.saturating_sub(calls).min(most) {
        0 => Err(format!(
            "{} more file descriptors are needed and cannot be had",
            BEFORE + BESIDE + LEAST + 1
        )),
        connections => Ok((runtime, calls, connections)),
    }
}

/// How many descriptors can be had for calls: by what the system gives, whatever
/// its limit is and whatever is open already.
fn descriptors() -> Result<usize, String> {
    if has_many() {
        return Ok(MOST - BEFORE);
    }
    let mut spare = Vec::new();
    while spare.len() < MOST {
        match system::descriptor() {
            Ok(one) => spare.push(one),
            Err(error) if spare.len() < BEFORE + LEAST => {
                let needed = BEFORE + LEAST;
                return Err(format!(
                    "{needed} more file descriptors are needed and cannot be had: {error}"
                ));
            }
            Err(_) => break,
        }
    }
    Ok(spare.len() - BEFORE)
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
