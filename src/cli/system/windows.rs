//! Streams, signals and descriptors on Windows.

use crate::limits::MAX_DESCRIPTORS;
use std::io;
pub(in crate::cli) use std::io::{stderr, stdin, stdout};

use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

/// Calls `then` on a separate thread at one of the events for which [`terminated`] waits. They are
/// caught as soon as this function is called. The handler of the ctrlc crate, which is used on Unix,
/// returns at once. With that handler, Windows would end a process that loses its console.
///
/// # Errors
///
/// Returns an error if the thread or the event handler cannot be created.
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

/// Waits for Ctrl-C, Ctrl-Break, or the end of the console or of the session. These events are
/// caught as soon as this function is called. The system ends the process some seconds after the
/// console or the session ends. Requires a Tokio runtime.
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
            // By default, the events end the process.
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

/// Returns the maximum number of open files. The system itself has no limit.
pub(in crate::cli) fn raise_descriptors() -> usize {
    usize::try_from(MAX_DESCRIPTORS).unwrap_or(usize::MAX)
}
