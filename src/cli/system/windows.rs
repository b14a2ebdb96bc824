//! Streams, signals and descriptors on Windows.

use crate::limits::MAX_DESCRIPTORS;
use std::io;
pub(in crate::cli) use std::io::{stderr, stdin, stdout};

use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

/// Calls `then` on a thread of its own, at an event from this call on. The handler of ctrlc, which
/// Unix has, returns at once: Windows then ends the process that loses its console.
///
/// # Errors
///
/// No thread, or nothing that waits for events.
pub(in crate::cli) fn on_termination(then: impl Fn() + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let stopped = {
        let _entered = runtime.enter();
        terminated()
    };
    let waits = move || {
        runtime.block_on(stopped);
        then();
    };
    std::thread::Builder::new().spawn(waits).map(drop)
}

/// Waits for Ctrl-C, Ctrl-Break, the end of the console or of the session, from this call on.
/// The system ends the process some seconds after the last two. It needs a runtime.
pub(in crate::cli) fn terminated() -> impl Future<Output = ()> {
    let signals = (
        ctrl_c(),
        ctrl_break(),
        ctrl_close(),
        ctrl_logoff(),
        ctrl_shutdown(),
    );
    async {
        let (Ok(mut c), Ok(mut broken), Ok(mut closed), Ok(mut logoff), Ok(mut shutdown)) = signals
        else {
            // They end the process by themselves.
            return std::future::pending().await;
        };
        tokio::select! {
            _ = c.recv() => {}
            _ = broken.recv() => {}
            _ = closed.recv() => {}
            _ = logoff.recv() => {}
            _ = shutdown.recv() => {}
        }
    }
}

/// Returns how many files may be open: the system has no such limit.
pub(in crate::cli) fn raise_descriptors() -> usize {
    usize::try_from(MAX_DESCRIPTORS).unwrap_or(usize::MAX)
}
