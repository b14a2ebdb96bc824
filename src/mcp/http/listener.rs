//! Accepts connections, serves each to its last request, and drains them in the end.

use std::convert::Infallible;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::clients::{ClientId, ClientQuota};
use super::router::Router;
use crate::limits::{
    DRAIN_TIMEOUT, HEAD_TIMEOUT, MAX_HEAD, MAX_REJECTIONS, MIN_READ, WRITE_TIMEOUT,
};
use crate::mcp::shutdown::End;

/// How long a connection that is refused has for its request and the response.
const REJECT_TIMEOUT: Duration = Duration::from_secs(1);
/// The least interval between two lines of the log about refused connections.
const REJECT_LOG_INTERVAL: Duration = Duration::from_secs(10);
/// How long nothing is accepted after the system has failed to.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1024;
/// How long a new connection has to begin its first request after the end of serving.
const FIRST_REQUEST_GRACE: Duration = Duration::from_secs(1);

/// Listens on an address, and returns it with its port; port 0 chooses a free one. It
/// needs a runtime.
///
/// # Errors
///
/// The system's.
pub fn listen(address: SocketAddr) -> io::Result<(SocketAddr, TcpListener)> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // Connections of a former server may not have ended yet.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    let listener = socket.listen(BACKLOG)?;
    Ok((listener.local_addr()?, listener))
}

/// Serves connections until `stop`. Then it waits until all requests that were begun are
/// answered, but no longer than 30 seconds, or until `hurry`.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
    hurry: impl Future<Output = ()>,
) -> End {
    let router = Arc::new(router);
    let stopping = CancellationToken::new();
    let mut connections = JoinSet::new();
    let rejections = Arc::new(Semaphore::new(MAX_REJECTIONS));
    let (mut rejected, mut logged) = (0, None::<Instant>);
    // A problem of the project is logged at the start, and not with the first request.
    let loading = Arc::clone(&router);
    tokio::spawn(async move { loading.is_ready().await });
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut stop => break,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "no connection can be accepted");
                sleep(RETRY_DELAY).await;
                continue;
            }
        };
        let client = router.clients.get(ClientId::of_address(peer.ip()));
        let (router, stopping) = (Arc::clone(&router), stopping.clone());
        if let Some(permit) = client.try_connect() {
            connections.spawn(async move {
                serve_connection(stream, router, Some(client), stopping).await;
                drop(permit);
            });
            continue;
        }
        rejected += 1;
        if logged.is_none_or(|logged| logged.elapsed() >= REJECT_LOG_INTERVAL) {
            tracing::warn!(
                count = rejected,
                "connections were refused: there are too many"
            );
            (rejected, logged) = (0, Some(Instant::now()));
        }
        if let Ok(permit) = Arc::clone(&rejections).try_acquire_owned() {
            let served = serve_connection(stream, router, None, stopping);
            tokio::spawn(async move {
                let _ = timeout(REJECT_TIMEOUT, served).await;
                drop(permit);
            });
        }
    }
    drop(listener);
    stopping.cancel();
    let drained = async { while connections.join_next().await.is_some() {} };
    let end = tokio::select! {
        () = drained => End::Whole,
        () = sleep(DRAIN_TIMEOUT) => End::Cut,
        () = hurry => End::Cut,
    };
    router.stop.cancel();
    end
}

/// Serves one connection to its end; without a client, which is one too many, to its first
/// response. After `stopping` a request in progress is answered, and no other one is read.
async fn serve_connection(
    stream: TcpStream,
    router: Arc<Router>,
    client: Option<Arc<ClientQuota>>,
    stopping: CancellationToken,
) {
    // Responses are written whole, or in large blocks.
    let _ = stream.set_nodelay(true);
    let began = AtomicBool::new(false);
    let service = service_fn(|request| {
        began.store(true, Ordering::Relaxed);
        let (router, client) = (Arc::clone(&router), client.clone());
        async move { Ok::<_, Infallible>(router.respond(request, client.as_ref()).await) }
    });
    let stream = TokioIo::new(WriteTimeout {
        stream,
        deadline: None,
        written: 0,
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD)
        .serve_connection(stream, service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            // hyper would wait for the rest of a first head as long as ever.
            match timeout(FIRST_REQUEST_GRACE, connection.as_mut()).await {
                Ok(ended) => ended,
                Err(_) if began.load(Ordering::Relaxed) => connection.await,
                Err(_) => Ok(()),
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
struct WriteTimeout {
    stream: TcpStream,
    /// When writing fails; `None` while nothing waits.
    deadline: Option<Pin<Box<Sleep>>>,
    /// How many bytes were written since it was set.
    written: usize,
}

impl AsyncRead for WriteTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WriteTimeout {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(wrote) = Pin::new(&mut self.stream).poll_write_vectored(context, slices)
        {
            self.written += wrote.as_ref().unwrap_or(&0);
            if self.written >= MIN_READ {
                self.deadline = None;
            }
            return Poll::Ready(wrote);
        }
        if self.deadline.is_none() {
            self.written = 0;
        }
        let new = || Box::pin(sleep(WRITE_TIMEOUT));
        let deadline = self.deadline.get_or_insert_with(new);
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // All that was written before has been taken.
        self.deadline = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
