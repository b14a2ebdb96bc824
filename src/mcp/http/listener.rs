//! Connections, from the first to the last.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::patient::Patient;
use super::site::Site;
use crate::mcp::serve::End;
use crate::text::http::HttpRefusal;

/// How many connections there may be at once.
pub const MAX_CONNECTIONS: usize = 4096;
/// How many of those that are too many are told so at once; the others are closed.
pub(super) const MAX_TOLD: usize = 64;
/// How long a request's head may take, and a connection may be without a request.
const HEAD: Duration = Duration::from_secs(30);
/// How many bytes a request's head may have.
const MAX_HEAD: usize = 64 * 1024;
/// How long a client may take to read that it is one too many.
const TOLD: Duration = Duration::from_secs(1);
/// How long nothing is accepted after the system could not.
const AGAIN: Duration = Duration::from_millis(100);
/// How long what is in flight has to come to its end.
const DRAIN: Duration = Duration::from_secs(30);
/// How long a connection has after the end to begin its first request.
const BEGIN: Duration = Duration::from_secs(1);
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1024;

/// An address that is listened on.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    /// The address, with the port that was taken.
    pub address: SocketAddr,
}

impl Listening {
    /// Listens on an address; port 0 stands for any that is free. It needs a runtime.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn on(address: SocketAddr) -> io::Result<Self> {
        let socket = match address {
            SocketAddr::V4(_) => tokio::net::TcpSocket::new_v4(),
            SocketAddr::V6(_) => tokio::net::TcpSocket::new_v6(),
        }?;
        // Connections of a server before this one may not have ended yet.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        let listener = socket.listen(BACKLOG)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }
}

/// Serves a site on so many connections at once, until `stop`; then until every
/// request that was begun is answered, but no longer than 30 seconds, or until
/// `hurry`. It needs a runtime, and is made for one of one thread.
pub async fn serve(
    listening: Listening,
    site: Site,
    connections: usize,
    stop: impl Future<Output = ()>,
    hurry: impl Future<Output = ()>,
) -> End {
    let site = Arc::new(site);
    let door = Arc::new(Door::new(&site, connections));
    let stopping = CancellationToken::new();
    let mut open = JoinSet::new();
    let preparing = Arc::clone(&site);
    tokio::spawn(async move { preparing.prepare().await });
    let mut stop = pin!(stop);
    let listener = listening.listener;
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut stop => break,
            Some(_) = open.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "no connection can be accepted");
                sleep(AGAIN).await;
                continue;
            }
        };
        let Ok(room) = Arc::clone(&door.room).try_acquire_owned() else {
            door.turn_away(stream);
            continue;
        };
        door.opened();
        let (site, stopping) = (Arc::clone(&site), stopping.clone());
        open.spawn(async move {
            connection(stream, &site, &stopping).await;
            drop(room);
        });
    }
    drop(listener);
    stopping.cancel();
    let drained = async { while open.join_next().await.is_some() {} };
    let end = tokio::select! {
        () = drained => End::Whole,
        () = sleep(DRAIN) => End::Cut,
        () = hurry => End::Cut,
    };
    site.stop();
    end
}

/// How many may come in.
struct Door {
    room: Arc<Semaphore>,
    /// Who is told that there is none.
    told: Arc<Semaphore>,
    refusal: Arc<Vec<u8>>,
    /// How many were turned away since there was room.
    away: AtomicUsize,
}

impl Door {
    fn new(site: &Site, connections: usize) -> Self {
        let words = site.words(&HttpRefusal::Busy);
        let mut refusal = format!(
            "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nretry-after: 1\r\nconnection: close\r\n\r\n",
            words.len()
        )
        .into_bytes();
        refusal.extend(words);
        Self {
            room: Arc::new(Semaphore::new(connections)),
            told: Arc::new(Semaphore::new(MAX_TOLD)),
            refusal: Arc::new(refusal),
            away: AtomicUsize::new(0),
        }
    }

    /// A connection has found room.
    fn opened(&self) {
        let count = self.away.swap(0, Ordering::Relaxed);
        if count > 0 {
            tracing::warn!(count, "connections were turned away");
        }
    }

    /// Tells a client that it is one too many, and lets it read that.
    fn turn_away(&self, mut stream: TcpStream) {
        if self.away.fetch_add(1, Ordering::Relaxed) == 0 {
            tracing::warn!("no room for more connections");
        }
        let Ok(room) = Arc::clone(&self.told).try_acquire_owned() else {
            return;
        };
        let refusal = Arc::clone(&self.refusal);
        tokio::spawn(async move {
            let _room = room;
            let told = async {
                stream.write_all(&refusal).await?;
                stream.shutdown().await?;
                // What it has sent is read: else the system would take back what it
                // was told.
                let mut rest = [0; 4096];
                while stream.read(&mut rest).await? > 0 {}
                io::Result::Ok(())
            };
            let _ = timeout(TOLD, told).await;
        });
    }
}

/// Serves one connection to its end.
async fn connection(stream: TcpStream, site: &Arc<Site>, stopping: &CancellationToken) {
    // Answers are written whole, or in blocks.
    let _ = stream.set_nodelay(true);
    let began = AtomicBool::new(false);
    let service = service_fn(|request| {
        began.store(true, Ordering::Relaxed);
        let site = Arc::clone(site);
        async move { Ok::<_, std::convert::Infallible>(site.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(Patient::new(stream)), service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let begins = async {
                sleep(BEGIN).await;
                if began.load(Ordering::Relaxed) {
                    std::future::pending::<()>().await;
                }
            };
            tokio::select! {
                ended = connection => ended,
                () = begins => Ok(()),
            }
        }
    };
    match ended {
        // It was told so by its status.
        Err(error) if error.is_parse() => tracing::warn!(%error, "refused"),
        Err(error) => tracing::info!(%error, "a connection ended"),
        Ok(()) => {}
    }
}
