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

/// A standard stream without the standard library's buffer and lock. A stream that was
/// opened non-blocking is waited for.
#[derive(Debug)]
pub(in crate::cli) struct Stream(BorrowedFd<'static>);

/// Returns standard input.
pub(in crate::cli) fn stdin() -> Stream {
    Stream(stdio::stdin())
}

/// Returns standard output. Unlike the standard library's, a write to one that is not
/// open for writing fails.
pub(in crate::cli) fn stdout() -> Stream {
    Stream(stdio::stdout())
}

/// Returns standard error.
pub(in crate::cli) fn stderr() -> Stream {
    Stream(stdio::stderr())
}

impl Stream {
    /// Repeats a system call each time that the stream becomes ready, until it does not
    /// fail with `EAGAIN`.
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

/// Calls `then` on a thread of its own at SIGTERM, SIGINT or SIGHUP.
///
/// # Errors
///
/// No thread, or nothing that waits for signals.
pub(in crate::cli) fn on_termination(then: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(then).map_err(io::Error::other)
}

/// Waits for SIGTERM or SIGINT, from this call on. It needs a runtime.
#[cfg(feature = "http")]
pub(in crate::cli) fn terminated() -> impl Future<Output = ()> {
    let signals = [SignalKind::terminate(), SignalKind::interrupt()].map(signal);
    async {
        let [Ok(mut terminate), Ok(mut interrupt)] = signals else {
            // They end the process by themselves.
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}

/// Raises the soft limit of open files to the hard one, at most to 65,536, and returns
/// the limit.
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
