//! Accepts connections, limits their number, and drains them in the end.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::clients::{Quota, QuotaPermit};
use super::connection;
use super::router::Router;
use crate::mcp::shutdown::End;
use crate::text::http::HttpError;

/// How many connections there may be at once.
pub const MAX_CONNECTIONS: usize = 4096;
/// How many connections that are refused are answered at once; others are closed.
const MAX_REJECTIONS: usize = 64;
/// How long a client may take to read that its connection is refused.
const REJECT_TIMEOUT: Duration = Duration::from_secs(1);
/// The least interval between two lines of the log about refused connections.
const REJECT_LOG_INTERVAL: Duration = Duration::from_secs(10);
/// How long nothing is accepted after the system has failed to.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// How long requests in progress may take after the end of serving.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1024;

/// A socket that is listening.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    /// The address, with the port that was chosen.
    pub address: SocketAddr,
}

impl Listening {
    /// Listens on an address; port 0 chooses a free one. It needs a runtime.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn on(address: SocketAddr) -> io::Result<Self> {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        }?;
        // Connections of a former server may not have ended yet.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        let listener = socket.listen(BACKLOG)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    /// Accepts the next connection. After an error of the system it is tried again.
    async fn accept(&self) -> (TcpStream, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok(accepted) => return accepted,
                Err(error) => {
                    tracing::warn!(%error, "no connection can be accepted");
                    sleep(RETRY_DELAY).await;
                }
            }
        }
    }
}

/// Serves connections until `stop`. Then it waits until all requests that were begun are
/// answered, but no longer than 30 seconds, or until `hurry`. It is made for a runtime of
/// one thread.
pub async fn serve(
    listening: Listening,
    router: Router,
    stop: impl Future<Output = ()>,
    hurry: impl Future<Output = ()>,
) -> End {
    let router = Arc::new(router);
    let mut limit = ConnectionLimit::new(&router);
    let stopping = CancellationToken::new();
    let mut connections = JoinSet::new();
    let preparing = Arc::clone(&router);
    tokio::spawn(async move { preparing.prepare().await });
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            biased;
            () = &mut stop => break,
            Some(_) = connections.join_next() => continue,
            accepted = listening.accept() => accepted,
        };
        let client = router.client_at(peer.ip());
        let Some(permits) = limit.try_acquire(&client) else {
            limit.reject(stream);
            continue;
        };
        let served = connection::serve(stream, Arc::clone(&router), client, stopping.clone());
        connections.spawn(async move {
            served.await;
            drop(permits);
        });
    }
    drop(listening);
    stopping.cancel();
    let drained = async { while connections.join_next().await.is_some() {} };
    let end = tokio::select! {
        () = drained => End::Whole,
        () = sleep(DRAIN_TIMEOUT) => End::Cut,
        () = hurry => End::Cut,
    };
    router.stop();
    end
}

/// The limit of all connections, and what connections over it are answered.
struct ConnectionLimit {
    permits: Arc<Semaphore>,
    rejections: Arc<Semaphore>,
    response: Arc<Vec<u8>>,
    /// How many were refused since the last line of the log about them, and when it was.
    rejected: usize,
    logged: Option<Instant>,
}

impl ConnectionLimit {
    fn new(router: &Router) -> Self {
        let body = router.error_body(&HttpError::Busy);
        let mut response = format!(
            "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nretry-after: 1\r\nconnection: close\r\n\r\n",
            body.len()
        )
        .into_bytes();
        response.extend(body);
        Self {
            permits: Arc::new(Semaphore::new(router.connections)),
            rejections: Arc::new(Semaphore::new(MAX_REJECTIONS)),
            response: Arc::new(response),
            rejected: 0,
            logged: None,
        }
    }

    /// Takes a connection of this client; `None` if it, or all, have as many as they may.
    fn try_acquire(&self, client: &Arc<Quota>) -> Option<(OwnedSemaphorePermit, QuotaPermit)> {
        let of_client = client.try_connect()?;
        let of_all = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        Some((of_all, of_client))
    }

    /// Answers a connection with 503, and lets the client read it.
    fn reject(&mut self, mut stream: TcpStream) {
        self.rejected += 1;
        let recent = |logged: Instant| logged.elapsed() < REJECT_LOG_INTERVAL;
        if !self.logged.is_some_and(recent) {
            let count = std::mem::take(&mut self.rejected);
            tracing::warn!(count, "connections were refused: there are too many");
            self.logged = Some(Instant::now());
        }
        let Ok(permit) = Arc::clone(&self.rejections).try_acquire_owned() else {
            return;
        };
        let response = Arc::clone(&self.response);
        tokio::spawn(async move {
            let _permit = permit;
            let answered = async {
                stream.write_all(&response).await?;
                stream.shutdown().await?;
                // Unread input would make the system reset the connection, and the
                // client lose the response.
                let mut rest = [0; 4096];
                while stream.read(&mut rest).await? > 0 {}
                io::Result::Ok(())
            };
            let _ = timeout(REJECT_TIMEOUT, answered).await;
        });
    }
}
