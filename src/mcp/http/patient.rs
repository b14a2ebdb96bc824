//! A stream whose writing ends where its reader does not read.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// How long a reader may take for [`SHARE`], or for the rest.
const PATIENCE: Duration = Duration::from_secs(30);
/// So many bytes are a sign of life.
const SHARE: usize = 16 * 1024;

/// A stream. A write to it fails once its reader has taken fewer than 16 KiB in 30
/// seconds of all that waits.
#[derive(Debug)]
pub(super) struct Patient<S> {
    stream: S,
    /// Until when something must be taken; `None` where nothing waits.
    until: Option<Pin<Box<Sleep>>>,
    /// How much was taken since that was set.
    taken: usize,
}

impl<S> Patient<S> {
    pub(super) fn new(stream: S) -> Self {
        Self {
            stream,
            until: None,
            taken: 0,
        }
    }

    /// Takes note of what a write came to.
    fn note(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = &wrote {
            self.taken += bytes;
            if self.taken >= SHARE {
                self.until = None;
                self.taken = 0;
            }
        }
        if wrote.is_ready() {
            return wrote;
        }
        let until = self.until.get_or_insert_with(|| {
            self.taken = 0;
            Box::pin(sleep_until(Instant::now() + PATIENCE))
        });
        ready!(until.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.note(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(Pin::new(&mut self.stream).poll_flush(context));
        // Everything before it was taken.
        self.until = None;
        self.taken = 0;
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
