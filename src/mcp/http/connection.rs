//! One connection, from its first request to its last.

use std::convert::Infallible;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::clients::Quota;
use super::router::Router;

/// How long a request's head may take, and a connection may be idle.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// How many bytes a request's head may have.
const MAX_HEAD: usize = 64 * 1024;
/// How long a new connection has to begin its first request after the end of serving.
const FIRST_REQUEST_GRACE: Duration = Duration::from_secs(1);
/// How long a client may take to read [`MIN_READ`] bytes, or the rest.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The bytes that a client must read within [`WRITE_TIMEOUT`].
const MIN_READ: usize = 16 * 1024;

/// Serves one connection to its end. After `stopping` a request in progress is answered,
/// and no other one is read.
pub(super) async fn serve(
    stream: TcpStream,
    router: Arc<Router>,
    client: Arc<Quota>,
    stopping: CancellationToken,
) {
    // Responses are written whole, or in large blocks.
    let _ = stream.set_nodelay(true);
    let began = AtomicBool::new(false);
    let service = service_fn(|request| {
        began.store(true, Ordering::Relaxed);
        let (router, client) = (Arc::clone(&router), Arc::clone(&client));
        async move { Ok::<_, Infallible>(router.respond(request, &client).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream)), service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            // hyper would wait for the head of a first request as long as ever.
            let no_request = async {
                sleep(FIRST_REQUEST_GRACE).await;
                if began.load(Ordering::Relaxed) {
                    std::future::pending::<()>().await;
                }
            };
            tokio::select! {
                ended = connection => ended,
                () = no_request => Ok(()),
            }
        }
    };
    match ended {
        // hyper has answered with a status of its own.
        Err(error) if error.is_parse() => tracing::warn!(%error, "refused"),
        Err(error) => tracing::info!(%error, "a connection ended"),
        Ok(()) => {}
    }
}

/// A stream on which writing fails with [`io::ErrorKind::TimedOut`] if the peer reads
/// fewer than 16 KiB in 30 seconds while more is waiting.
#[derive(Debug)]
struct WriteTimeout<S> {
    stream: S,
    /// When writing fails; `None` while nothing waits.
    deadline: Option<Pin<Box<Sleep>>>,
    /// How many bytes were written since it was set.
    written: usize,
}

impl<S> WriteTimeout<S> {
    fn new(stream: S) -> Self {
        Self {
            stream,
            deadline: None,
            written: 0,
        }
    }

    /// Counts what a write has written, or sets the deadline where it waits.
    fn count(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = &wrote {
            self.written += bytes;
            if self.written >= MIN_READ {
                self.deadline = None;
                self.written = 0;
            }
        }
        if wrote.is_ready() {
            return wrote;
        }
        let deadline = self.deadline.get_or_insert_with(|| {
            self.written = 0;
            Box::pin(sleep_until(Instant::now() + WRITE_TIMEOUT))
        });
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.count(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.count(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(Pin::new(&mut self.stream).poll_flush(context));
        // All that was written before has been taken.
        self.deadline = None;
        self.written = 0;
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
