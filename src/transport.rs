//! JSON-RPC lines over a pair of streams, for clients of any kind.
//!
//! Lines are read as rmcp reads them. The result of a call, which may hold many
//! megabytes of documents, is not written down before it is sent: a mark stands
//! for it in the message, the [`Outbox`] keeps it, and it is escaped piece by
//! piece while the client reads.
//!
//! Every answer that the client has not taken yet is held in memory. Once
//! [`MAX_UNSENT`] of them wait, no further message is received until one has
//! gone out, so a client that only writes cannot make the server grow.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as Lock, MutexGuard, PoisonError};

use memchr::memmem;
use rmcp::RoleServer;
use rmcp::model::{ContentBlock, JsonRpcMessage, ServerResult};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::io::{StdioReader, StdioWriter, stdio_pipes};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::{Mutex, Notify};
use uuid::Uuid;

use crate::json::{self, Escaper};
use crate::reply::Reply;

/// How many messages may wait for the client to read them.
pub const MAX_UNSENT: usize = 32;
/// Room for the reader's own complaints about lines that are no messages.
const COMPLAINTS: usize = 4096;
/// How much of a result is escaped before it is written, in bytes.
const CHUNK: usize = 64 * 1024;

/// How much the system is asked to keep between the server and a client that
/// reads a pipe, in bytes. In the 64 KiB that it keeps of its own accord, a large
/// answer would be handed over in many small turns.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 18;

/// The process's standard input and output. It needs a runtime.
pub fn stdio() -> (StdioReader, StdioWriter) {
    #[cfg(target_os = "linux")]
    {
        // What is no pipe has no such size, and a smaller one serves as well.
        let size = rustix::pipe::fcntl_setpipe_size(rustix::stdio::stdout(), PIPE);
        tracing::debug!(?size, "standard output");
    }
    stdio_pipes()
}

/// JSON-RPC lines, and a bound on what waits to be sent.
pub struct Lines<R: AsyncRead, W> {
    reader: AsyncRwTransport<RoleServer, R, DuplexStream>,
    writer: Arc<Mutex<Writer<W>>>,
    outbox: Arc<Outbox>,
}

/// What has not gone out yet: the results that wait to be sent, and how many
/// messages wait for the client to read them.
#[derive(Debug)]
pub struct Outbox {
    /// What every mark begins with; no client can know it.
    name: String,
    results: Lock<Results>,
    unsent: AtomicUsize,
    sent: Notify,
}

#[derive(Debug, Default)]
struct Results {
    /// By their marks.
    waiting: HashMap<String, Reply>,
    count: u64,
}

impl Default for Outbox {
    fn default() -> Self {
        Self {
            name: Uuid::new_v4().to_string(),
            results: Lock::default(),
            unsent: AtomicUsize::new(0),
            sent: Notify::new(),
        }
    }
}

impl Outbox {
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

    /// Keeps a result until it is sent. The mark that is returned stands for its
    /// JSON, as the only text of a call's result.
    pub fn put(&self, reply: Reply) -> String {
        let mut results = self.results();
        results.count += 1;
        let mark = format!("{}-{}", self.name, results.count);
        results.waiting.insert(mark.clone(), reply);
        mark
    }

    /// Takes the result for which this mark stands, or drops it.
    pub fn take(&self, mark: &str) -> Option<Reply> {
        self.results().waiting.remove(mark)
    }

    /// Whether a result still waits for its turn to be sent.
    pub fn holds(&self, mark: &str) -> bool {
        self.results().waiting.contains_key(mark)
    }

    /// The result that is to stand in a message, with its mark.
    fn result_of(&self, message: &TxJsonRpcMessage<RoleServer>) -> Option<(String, Reply)> {
        let JsonRpcMessage::Response(response) = message else {
            return None;
        };
        let ServerResult::CallToolResult(result) = &response.result else {
            return None;
        };
        let [ContentBlock::Text(content)] = &result.content[..] else {
            return None;
        };
        Some((content.text.clone(), self.take(&content.text)?))
    }

    fn results(&self) -> MutexGuard<'_, Results> {
        // Nothing that is done under the lock can leave it unsound.
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message that has not gone out.
struct Unsent(Arc<Outbox>);

impl Unsent {
    fn new(outbox: &Arc<Outbox>) -> Self {
        outbox.unsent.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(outbox))
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
    /// Reads lines from `reader` and writes them to `writer`, with the results that
    /// a [`Server`](crate::server::Server) puts into the outbox. It needs a runtime.
    pub fn new(reader: R, writer: W, outbox: Arc<Outbox>) -> Self {
        let (complain, complaints) = tokio::io::duplex(COMPLAINTS);
        let writer = Arc::new(Mutex::new(Writer::new(writer)));
        tokio::spawn(pass_on(complaints, Arc::clone(&writer)));
        Self {
            reader: AsyncRwTransport::new_server(reader, complain),
            writer,
            outbox,
        }
    }
}

/// Writes what the reader complains of, a whole line at a time.
async fn pass_on<W: AsyncWrite + Unpin>(complaints: DuplexStream, writer: Arc<Mutex<Writer<W>>>) {
    let mut lines = BufReader::new(complaints).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let line = format!("{line}\n");
        if writer.lock().await.line(line.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// Writes lines, one at a time.
struct Writer<W> {
    /// `None` once it is closed.
    stream: Option<W>,
    escaper: Escaper,
    /// What is escaped and not written yet; its room is kept from line to line.
    chunk: Vec<u8>,
}

impl<W: AsyncWrite + Unpin> Writer<W> {
    fn new(stream: W) -> Self {
        Self {
            stream: Some(stream),
            escaper: Escaper::default(),
            chunk: Vec::new(),
        }
    }

    async fn line(&mut self, line: &[u8]) -> io::Result<()> {
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        stream.write_all(line).await?;
        stream.flush().await
    }

    /// A line in which `mark` stands for the JSON of a result.
    async fn result(&mut self, line: &[u8], mark: &str, reply: &Reply) -> io::Result<()> {
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let at = memmem::find(line, mark.as_bytes()).ok_or(io::ErrorKind::InvalidData)?;
        let (before, after) = (&line[..at], &line[at + mark.len()..]);
        let chunk = &mut self.chunk;
        chunk.clear();
        chunk.extend_from_slice(before);
        for (text, times) in reply.pieces() {
            for slice in json::slices(text) {
                // Once more than for the result itself: it is text in the message.
                self.escaper.escape(slice, times + 1, chunk);
                if chunk.len() >= CHUNK {
                    stream.write_all(chunk).await?;
                    chunk.clear();
                }
            }
        }
        chunk.extend_from_slice(after);
        stream.write_all(chunk).await?;
        stream.flush().await
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
        let unsent = Unsent::new(&self.outbox);
        let writer = Arc::clone(&self.writer);
        let result = self.outbox.result_of(&item);
        async move {
            let _unsent = unsent;
            let mut line = serde_json::to_vec(&item)?;
            line.push(b'\n');
            let mut writer = writer.lock().await;
            match result {
                Some((mark, reply)) => writer.result(&line, &mark, &reply).await,
                None => writer.line(&line).await,
            }
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        self.outbox.open().await;
        self.reader.receive().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer.lock().await.stream = None;
        Ok(())
    }
}
