//! What the process has of the system that it runs on: its signals, its descriptors, and
//! its own streams as the system keeps them. Where systems differ in these, they do here.

use std::io::{self, Write};
use std::os::fd::OwnedFd;

use crate::mcp::transport::stdio;
use rmcp::transport::io::{StdioReader, StdioWriter};
use tokio::signal::unix::{SignalKind, signal};

/// How much the system is asked to keep between the server and a client that
/// reads a pipe, in bytes. In the 64 KiB that it keeps of its own accord, a large
/// answer would be handed over in many small turns.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 18;

/// Waits for a signal that asks the process to end, of those that come from now on. It
/// needs a runtime.
pub(super) fn terminated() -> impl Future<Output = ()> {
    let signals = [SignalKind::terminate(), SignalKind::interrupt()].map(told);
    async {
        let [terminate, interrupt] = signals;
        tokio::select! {
            () = terminate => {}
            () = interrupt => {}
        }
    }
}

/// The same of one signal. One that cannot be waited for ends the process by itself.
fn told(kind: SignalKind) -> impl Future<Output = ()> {
    let signal = signal(kind);
    async move {
        match signal {
            Ok(mut signal) => drop(signal.recv().await),
            Err(error) => {
                tracing::warn!(?kind, %error, "a signal cannot be waited for");
                std::future::pending().await
            }
        }
    }
}

/// The process's standard input and output, to be served on. It needs a runtime.
pub(super) fn streams() -> (StdioReader, StdioWriter) {
    #[cfg(target_os = "linux")]
    {
        // What is no pipe has no such size, and a smaller one serves as well.
        let size = rustix::pipe::fcntl_setpipe_size(rustix::stdio::stdout(), PIPE);
        tracing::debug!(?size, "standard output");
    }
    stdio()
}

/// Standard output without the standard library's buffer, which takes one that is
/// not open for writing for one that takes all.
pub(super) struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One more descriptor, of the lowest number that is free.
///
/// # Errors
///
/// No more can be had.
pub(super) fn descriptor() -> io::Result<OwnedFd> {
    Ok(rustix::io::dup(rustix::stdio::stdin())?)
}

/// Whether a descriptor of this number can be had, and so all below it.
pub(super) fn can_have(number: usize) -> bool {
    let number = i32::try_from(number).unwrap_or(i32::MAX);
    rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), number).is_ok()
}

/// How many descriptors the process may have, once that is raised as far as it may be.
#[cfg(feature = "http")]
pub(super) fn most_descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    let limit = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => maximum,
        Err(_) => current,
    };
    limit.map_or(usize::MAX, |limit| {
        usize::try_from(limit).unwrap_or(usize::MAX)
    })
}
