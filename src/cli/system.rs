//! What the process has of the system: its streams, its signals and its descriptors.

#[cfg_attr(unix, path = "system/unix.rs")]
#[cfg_attr(windows, path = "system/windows.rs")]
mod of;

use std::io;
use std::thread;

use tokio::runtime;

pub(super) use of::{Stream, raise_descriptors, streams, terminated};

/// Calls `then` on a thread of its own once the system asks the process to end, or its terminal
/// is closed.
///
/// # Errors
///
/// No thread, or nothing that waits for signals.
pub(super) fn on_termination(then: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let entered = runtime.enter();
    let terminated = terminated(true);
    drop(entered);
    let waits = move || {
        runtime.block_on(terminated);
        then();
    };
    thread::Builder::new().spawn(waits).map(drop)
}
