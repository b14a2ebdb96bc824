//! What the process has of the system that it runs on: its signals, its descriptors, and
//! its own streams as the system keeps them. Where systems differ in these, they do here.

use std::io::{self, Read, Write};
#[cfg(feature = "http")]
use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
#[cfg(feature = "http")]
use tokio::signal::unix::{SignalKind, signal};

/// How much the system is asked to keep between the server and a client that
/// reads a pipe, in bytes. In the 64 KiB that it keeps of its own accord, a large
/// answer would be handed over in many small turns.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 18;

#[cfg(feature = "http")]
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

#[cfg(feature = "http")]
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

/// Returns standard input and output, to be served on.
pub(super) fn streams() -> (Stdin, Stdout) {
    #[cfg(target_os = "linux")]
    {
        // What is no pipe has no such size, and a smaller one serves as well.
        let size = rustix::pipe::fcntl_setpipe_size(rustix::stdio::stdout(), PIPE);
        tracing::debug!(?size, "standard output");
    }
    (Stdin, Stdout)
}

/// Standard input without the standard library's buffer and lock.
pub(super) struct Stdin;

impl Read for Stdin {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let stdin = rustix::stdio::stdin();
        loop {
            match rustix::io::read(stdin, &mut *bytes) {
                Err(Errno::AGAIN) => wait(PollFd::from_borrowed_fd(stdin, PollFlags::IN))?,
                read => return Ok(read?),
            }
        }
    }
}

/// Standard output without the standard library's buffer, which takes one that is
/// not open for writing for one that takes all.
pub(super) struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stdout = rustix::stdio::stdout();
        loop {
            match rustix::io::write(stdout, bytes) {
                Err(Errno::AGAIN) => wait(PollFd::from_borrowed_fd(stdout, PollFlags::OUT))?,
                written => return Ok(written?),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits for a stream that whoever opened it has made non-blocking.
fn wait(stream: PollFd<'_>) -> io::Result<()> {
    match poll(&mut [stream], None) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The most descriptors that the process asks for.
const MAX_DESCRIPTORS: u64 = 65_536;
/// A number below which all descriptors of an ordinary server are.
const GROWN: i32 = 1023;

/// Raises the soft limit of open files to the hard one, at most to 65,536, and returns
/// the limit. It also makes the system's table of descriptors grow: while there is one
/// thread that costs nothing, and later some milliseconds.
pub(super) fn raise_descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

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
    drop(rustix::io::fcntl_dupfd_cloexec(
        rustix::stdio::stdin(),
        GROWN,
    ));
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// Returns the lowest descriptor that is free.
///
/// # Errors
///
/// There is none.
#[cfg(feature = "http")]
pub(super) fn descriptor() -> io::Result<OwnedFd> {
    Ok(rustix::io::dup(rustix::stdio::stdin())?)
}
