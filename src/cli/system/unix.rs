//! Streams, signals and descriptors on Unix.

use crate::limits::MAX_DESCRIPTORS;
use std::io::{self, Read, Write};
use std::os::fd::BorrowedFd;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::stdio;
#[cfg(feature = "http")]
use tokio::signal::unix::{SignalKind, signal};

/// A standard stream without the buffer and lock of the standard library. If the stream was opened as
/// non-blocking, each call waits until the stream is ready.
#[derive(Debug)]
pub(in crate::cli) struct Stream(BorrowedFd<'static>);

/// Returns standard input.
pub(in crate::cli) fn stdin() -> Stream {
    Stream(stdio::stdin())
}

/// Returns standard output. Unlike in the standard library, a write fails if the stream is not open for
/// writing.
pub(in crate::cli) fn stdout() -> Stream {
    Stream(stdio::stdout())
}

/// Returns standard error.
pub(in crate::cli) fn stderr() -> Stream {
    Stream(stdio::stderr())
}

impl Stream {
    /// Calls `call` until it does not fail with `EAGAIN`. After each of these failures, waits until the
    /// stream is ready.
    fn wait<T>(
        &self,
        ready: PollFlags,
        mut call: impl FnMut(BorrowedFd<'_>) -> Result<T, Errno>,
    ) -> io::Result<T> {
        loop {
            match call(self.0) {
                Err(Errno::AGAIN) => match poll(&mut [PollFd::new(&self.0, ready)], None) {
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                },
                done => return Ok(done?),
            }
        }
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.wait(PollFlags::IN, |stream| {
            rustix::io::read(stream, &mut *bytes)
        })
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait(PollFlags::OUT, |stream| rustix::io::write(stream, bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Calls `then` on a separate thread at SIGTERM, SIGINT or SIGHUP.
///
/// # Errors
///
/// Returns an error if the thread or the signal handler cannot be created.
pub(in crate::cli) fn on_termination(then: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(then).map_err(io::Error::other)
}

/// Waits for SIGTERM or SIGINT. Signals are caught as soon as this function is called, even before the
/// first poll. Requires a Tokio runtime.
#[cfg(feature = "http")]
pub(in crate::cli) fn terminated() -> impl Future<Output = ()> {
    let signals = [SignalKind::terminate(), SignalKind::interrupt()].map(signal);
    async {
        let [Ok(mut terminate), Ok(mut interrupt)] = signals else {
            // By default, the signals end the process.
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}

/// Raises the soft limit of open files to the hard limit, but at most to 65,536. Returns the resulting
/// limit.
pub(in crate::cli) fn raise_descriptors() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let most = maximum.unwrap_or(u64::MAX).min(MAX_DESCRIPTORS);
    let raised = Rlimit {
        current: Some(most),
        maximum,
    };
    let limit = match current {
        Some(current) if current < most && setrlimit(Resource::Nofile, raised).is_ok() => most,
        current => current.unwrap_or(u64::MAX),
    };
    usize::try_from(limit).unwrap_or(usize::MAX)
}
