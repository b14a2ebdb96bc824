//! Accepts connections, serves their requests, and drains them at the end.

use std::convert::Infallible;
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::client_quotas::ClientId;
use super::router::Router;
use super::served_project::Peer;
use crate::limits::{DRAIN_TIMEOUT, HEAD_TIMEOUT, MAX_HEAD_BYTES, WRITE_TIMEOUT};
use crate::mcp::shutdown::End;

/// The minimum interval between two log messages about closed connections.
const CLOSED_LOG_INTERVAL: Duration = Duration::from_secs(10);
/// The pause after a connection could not be accepted.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// The time that a new connection has to begin its first request once the server is stopping.
const FIRST_REQUEST_GRACE: Duration = Duration::from_secs(1);

/// Serves connections until `stop` completes. Then waits for all requests in progress to be
/// answered, but only until 30 seconds have passed or `hurry` completes.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
    hurry: impl Future<Output = ()>,
) -> End {
    let router = Arc::new(router);
    let stopping = CancellationToken::new();
    let graceful = GracefulShutdown::new();
    let (mut closed, mut logged) = (0, None::<Instant>);
    // Loads the projects now, so that problems are logged at startup and not at the first request.
    let loading = Arc::clone(&router);
    tokio::spawn(async move { loading.projects.are_ready(None, false).await });
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut stop => break,
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
        let client = Peer {
            address: peer.ip(),
            quota: router.clients.get(ClientId::of_address(peer.ip())),
        };
        let (router, stopping) = (Arc::clone(&router), stopping.clone());
        let watcher = graceful.watcher();
        if let Some(permit) = client.quota.try_connect() {
            tokio::spawn(async move {
                serve_connection(stream, router, client.into(), watcher, stopping).await;
                drop(permit);
            });
            continue;
        }
        closed += 1;
        if logged.is_none_or(|logged| logged.elapsed() >= CLOSED_LOG_INTERVAL) {
            tracing::warn!(
                count = closed,
                "connections were closed: there are too many"
            );
            (closed, logged) = (0, Some(Instant::now()));
        }
    }
    drop(listener);
    stopping.cancel();
    let end = tokio::select! {
        () = graceful.shutdown() => End::Whole,
        () = sleep(DRAIN_TIMEOUT) => {
            tracing::warn!(timeout = ?DRAIN_TIMEOUT, "requests were cut: they took too long");
            End::Cut
        }
        () = hurry => {
            tracing::warn!("requests were cut: a second signal came");
            End::Cut
        }
    };
    router.stop.cancel();
    end
}

/// Serves one connection until it ends. After `stopping` is cancelled, a request in progress is
/// answered, but no further request is read.
async fn serve_connection(
    stream: TcpStream,
    router: Arc<Router>,
    client: Arc<Peer>,
    watcher: Watcher,
    stopping: CancellationToken,
) {
    // Nagle's algorithm is not needed: responses are written completely or in large blocks.
    let _ = stream.set_nodelay(true);
    let began = AtomicBool::new(false);
    let peer = stream
        .peer_addr()
        .map_or_else(|_| "?".to_owned(), |address| address.to_string());
    let span = tracing::error_span!("request", %peer);
    let service = service_fn(|request| {
        began.store(true, Ordering::Relaxed);
        let (router, client) = (Arc::clone(&router), Arc::clone(&client));
        let respond = async move { Ok::<_, Infallible>(router.respond(request, &client).await) };
        respond.instrument(span.clone())
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    // Without this future, hyper would wait for the rest of the first request's head without a time
    // limit.
    let unbegun = async {
        stopping.cancelled().await;
        sleep(FIRST_REQUEST_GRACE).await;
        if began.load(Ordering::Relaxed) {
            pending().await
        }
    };
    let ended = tokio::select! {
        ended = watcher.watch(connection) => ended,
        () = unbegun => Ok(()),
    };
    match ended {
        // hyper has already sent its own error response.
        Err(error) if error.is_parse() => tracing::warn!(peer, %error, "refused"),
        Err(error) => tracing::info!(peer, %error, "a connection ended"),
        Ok(()) => {}
    }
}
