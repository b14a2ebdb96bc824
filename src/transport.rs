//! JSON-RPC lines over a pair of streams, for clients of any kind.
//!
//! Lines are read as rmcp reads them. Messages are written by a serializer that
//! looks at many bytes at once, because a result is text in JSON in JSON, and
//! escaping it byte by byte would cost more than reading the documents did.
//!
//! Every answer that the client has not taken yet is held in memory. Once
//! [`MAX_UNSENT`] of them wait, no further message is received until one has
//! gone out, so a client that only writes cannot make the server grow.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::{Mutex, Notify};

/// How many messages may wait for the client to read them.
pub const MAX_UNSENT: usize = 32;
/// Room for the reader's own complaints about lines that are no messages.
const COMPLAINTS: usize = 4096;

/// JSON-RPC lines, and a bound on what waits to be sent.
pub struct Lines<R: AsyncRead, W> {
    reader: AsyncRwTransport<RoleServer, R, DuplexStream>,
    /// `None` once it is closed.
    writer: Arc<Mutex<Option<W>>>,
    gate: Arc<Gate>,
}

/// Open while few messages wait for the client to read them.
#[derive(Debug, Default)]
pub struct Gate {
    unsent: AtomicUsize,
    sent: Notify,
}

impl Gate {
    /// Waits until fewer than [`MAX_UNSENT`] messages wait.
    pub async fn open(&self) {
        loop {
            let sent = self.sent.notified();
            if self.unsent.load(Ordering::SeqCst) < MAX_UNSENT {
                return;
            }
            sent.await;
        }
    }
}

/// A message that has not gone out.
struct Unsent(Arc<Gate>);

impl Unsent {
    fn new(gate: &Arc<Gate>) -> Self {
        gate.unsent.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(gate))
    }
}

impl Drop for Unsent {
    fn drop(&mut self) {
        self.0.unsent.fetch_sub(1, Ordering::SeqCst);
        self.0.sent.notify_waiters();
    }
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// Reads lines from `reader` and writes them to `writer`; the gate tells what
    /// waits. It needs a runtime.
    pub fn new(reader: R, writer: W, gate: Arc<Gate>) -> Self {
        let (complain, complaints) = tokio::io::duplex(COMPLAINTS);
        let writer = Arc::new(Mutex::new(Some(writer)));
        tokio::spawn(pass_on(complaints, Arc::clone(&writer)));
        Self {
            reader: AsyncRwTransport::new_server(reader, complain),
            writer,
            gate,
        }
    }
}

/// Writes what the reader complains of, a whole line at a time.
async fn pass_on<W: AsyncWrite + Unpin>(complaints: DuplexStream, writer: Arc<Mutex<Option<W>>>) {
    let mut lines = BufReader::new(complaints).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if write(&writer, format!("{line}\n").as_bytes())
            .await
            .is_err()
        {
            return;
        }
    }
}

async fn write<W: AsyncWrite + Unpin>(writer: &Mutex<Option<W>>, line: &[u8]) -> io::Result<()> {
    match &mut *writer.lock().await {
        Some(writer) => {
            writer.write_all(line).await?;
            writer.flush().await
        }
        None => Err(io::ErrorKind::NotConnected.into()),
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let unsent = Unsent::new(&self.gate);
        let writer = Arc::clone(&self.writer);
        async move {
            let _unsent = unsent;
            let mut line = sonic_rs::to_vec(&item).map_err(io::Error::other)?;
            line.push(b'\n');
            // The message is not needed any more, and may be large.
            drop(item);
            write(&writer, &line).await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        self.gate.open().await;
        self.reader.receive().await
    }

    async fn close(&mut self) -> io::Result<()> {
        *self.writer.lock().await = None;
        Ok(())
    }
}
