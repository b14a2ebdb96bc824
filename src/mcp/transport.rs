//! JSON-RPC lines over a pair of streams, for clients of any kind.
//!
//! A line that is no message is answered, a request whose id is in flight is
//! refused, and a request that its client gives up ends here: it is cancelled, and
//! its answer goes nowhere. So each request that goes on to rmcp is answered once,
//! under an id that no other request has.
//!
//! The result of a call, which may hold many megabytes of documents, is not
//! written down before it is sent: a mark stands for it in the message, the
//! [`Connection`] keeps it, and it is escaped piece by piece while the client reads.
//!
//! Every answer that the client has not taken yet is held in memory. Once
//! [`MAX_UNSENT`] of them wait, no further message is received until one has
//! gone out, so a client that only writes cannot make the server grow.

mod batch;
mod connection;
mod envelope;
mod message;
mod reader;
mod writer;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{
    ClientNotification, ClientRequest, JsonRpcMessage, ProtocolVersion, RequestId, ServerResult,
};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::io::{StdioReader, StdioWriter, stdio_pipes};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Mutex;

use crate::dispatch::Dispatcher;
use crate::format::jsonrpc::Refusal;
use batch::Batch;
use connection::Unsent;
pub use connection::{Connection, Kept, MAX_UNSENT};
use message::Incoming;
use reader::{MAX_LINE, Read, Reader};
use writer::{Outgoing, Writer};

/// How many lines in a row may be answered that are neither messages nor requests
/// of another shape: a client that sends back what it gets must not go on for ever.
const MAX_REFUSED: usize = 32;

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
pub struct Lines<R, W> {
    reader: Reader<R>,
    writer: Arc<Mutex<Writer<W>>>,
    connection: Arc<Connection>,
    /// Whose table has the words.
    dispatcher: Arc<Dispatcher>,
    /// Messages of a batch that was begun.
    begun: VecDeque<RxJsonRpcMessage<RoleServer>>,
    /// A batch that waits for room.
    batch: Option<Vec<Incoming>>,
    /// Lines in a row that were no messages.
    refused: usize,
    /// Whether requests are handled side by side. Before, rmcp ends at the first
    /// message that is no request.
    session: bool,
    /// Whether the protocol's revision has batches.
    batches: bool,
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// Reads lines from `reader` and writes them to `writer`, with the results that
    /// a [`Server`](crate::mcp::handler::Server) puts into the connection, and refuses
    /// messages in the words of the dispatcher's table.
    pub fn new(
        reader: R,
        writer: W,
        dispatcher: Arc<Dispatcher>,
        connection: Arc<Connection>,
    ) -> Self {
        Self {
            reader: Reader::new(reader),
            writer: Arc::new(Mutex::new(Writer::new(writer))),
            connection,
            dispatcher,
            begun: VecDeque::new(),
            batch: None,
            refused: 0,
            session: false,
            batches: false,
        }
    }

    /// Takes note of what a line was. Returns a message that rmcp has to handle.
    fn take(&mut self, incoming: Incoming) -> Option<RxJsonRpcMessage<RoleServer>> {
        match incoming {
            Incoming::Nothing => None,
            Incoming::Message(message) => {
                self.refused = 0;
                self.message(*message, None)
            }
            // No answer of the server's comes back as a request.
            Incoming::Request(id, refusal) => {
                self.refused = 0;
                self.refuse(Some(id), &refusal, None);
                None
            }
            Incoming::Refused(id, refusal) => {
                self.refused += 1;
                match self.refused {
                    ..=MAX_REFUSED => self.refuse(id, &refusal, None),
                    _ if self.refused == MAX_REFUSED + 1 => {
                        tracing::warn!("no more answers to lines that are no messages");
                    }
                    _ => {}
                }
                None
            }
            Incoming::Batch(messages) => {
                self.batch = Some(messages);
                None
            }
        }
    }

    fn message(
        &mut self,
        message: RxJsonRpcMessage<RoleServer>,
        batch: Option<&Arc<Batch>>,
    ) -> Option<RxJsonRpcMessage<RoleServer>> {
        match &message {
            JsonRpcMessage::Request(request) => {
                if !self.connection.begin(&request.id, batch) {
                    // The id is another one's, which does not end by the refusal.
                    let refusal = Refusal::InFlight(request.id.clone());
                    self.refuse(Some(request.id.clone()), &refusal, batch);
                    return None;
                }
                let refusal = match &request.request {
                    ClientRequest::InitializeRequest(_) if batch.is_some() => {
                        Some(Refusal::InitializeInBatch)
                    }
                    // Before a session rmcp would complain of something else.
                    ClientRequest::CustomRequest(custom) if !self.session => {
                        Refusal::of_request(&custom.method, custom.params.as_ref())
                    }
                    _ => None,
                };
                if let Some(refusal) = refusal {
                    let error = self.error(Some(request.id.clone()), &refusal);
                    self.spawn(error);
                    return None;
                }
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                {
                    if let Some(id) = &cancelled.params.request_id {
                        self.connection.cancel(id);
                    }
                    return None;
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        let is_request = matches!(message, JsonRpcMessage::Request(_));
        (is_request || self.session).then_some(message)
    }

    /// Begins a batch that has room.
    fn begin(&mut self, messages: Vec<Incoming>) {
        let batch = Arc::new(Batch::new(&self.connection, messages.len()));
        let mut refused = 0;
        for message in messages {
            match message {
                Incoming::Message(message) => {
                    let message = self.message(*message, Some(&batch));
                    self.begun.extend(message);
                    continue;
                }
                Incoming::Request(id, refusal) => {
                    self.refuse(Some(id), &refusal, Some(&batch));
                    continue;
                }
                Incoming::Refused(id, refusal) => self.refuse(id, &refusal, Some(&batch)),
                Incoming::Nothing | Incoming::Batch(_) => {}
            }
            refused += 1;
        }
        self.refused = if refused == batch.size() {
            self.refused + 1
        } else {
            0
        };
        let answers = batch.answer(None);
        let line = self.collected(&batch, answers);
        tokio::spawn(write(line, Arc::clone(&self.writer)));
    }

    fn error(&self, id: Option<RequestId>, refusal: &Refusal) -> TxJsonRpcMessage<RoleServer> {
        JsonRpcMessage::error(self.dispatcher.refuse(refusal), id)
    }

    /// Answers what is not in flight.
    fn refuse(&self, id: Option<RequestId>, refusal: &Refusal, batch: Option<&Arc<Batch>>) {
        tracing::debug!(?id, ?refusal, "refused");
        let outgoing = Outgoing {
            json: serde_json::to_vec(&self.error(id, refusal)).unwrap_or_default(),
            result: None,
        };
        let line = match batch {
            Some(batch) => {
                batch.awaits();
                self.collected(batch, batch.answer(Some(outgoing)))
            }
            None => Some(self.line(vec![outgoing], None)),
        };
        tokio::spawn(write(line, Arc::clone(&self.writer)));
    }

    /// Sends without anybody who waits for it.
    fn spawn(&mut self, message: TxJsonRpcMessage<RoleServer>) {
        tokio::spawn(self.send(message));
    }

    /// What is to be written of a batch to which this was all.
    fn collected(&self, batch: &Arc<Batch>, answers: Option<Vec<Outgoing>>) -> Option<Line> {
        let answers = answers.filter(|answers| !answers.is_empty())?;
        Some(self.line(answers, Some(Arc::clone(batch))))
    }

    fn line(&self, messages: Vec<Outgoing>, batch: Option<Arc<Batch>>) -> Line {
        Line {
            unsent: Unsent::new(&self.connection),
            messages,
            batch,
        }
    }
}

/// A line that waits to be written.
struct Line {
    unsent: Unsent,
    messages: Vec<Outgoing>,
    batch: Option<Arc<Batch>>,
}

async fn write<W: AsyncWrite + Unpin>(
    line: Option<Line>,
    writer: Arc<Mutex<Writer<W>>>,
) -> io::Result<()> {
    let Some(line) = line else {
        return Ok(());
    };
    let mut writer = writer.lock().await;
    let mut begun = line
        .unsent
        .begin()
        .ok_or(io::ErrorKind::ConnectionAborted)?;
    let written = writer.line(&line.messages, line.batch.is_some()).await;
    begun.whole = written.is_ok();
    written
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
        if let JsonRpcMessage::Response(response) = &item {
            match &response.result {
                ServerResult::InitializeResult(result) => {
                    self.session = true;
                    self.batches = result.protocol_version == ProtocolVersion::V_2025_03_26;
                }
                // What may be answered before.
                ServerResult::EmptyResult(_) | ServerResult::DiscoverResult(_) => {}
                _ => self.session = true,
            }
        }
        // Counted before its request ends, or nothing would be under way in between.
        let unsent = Unsent::new(&self.connection);
        let ended = self.connection.end(&item);
        let json = serde_json::to_vec(&item);
        let outgoing = match (&json, ended.cancelled) {
            (Ok(_), false) => Some(Outgoing {
                json: json.unwrap_or_default(),
                result: ended.result,
            }),
            _ => None,
        };
        let line = match ended.batch {
            Some(batch) => self.collected(&batch, batch.answer(outgoing)),
            None => outgoing.map(|outgoing| self.line(vec![outgoing], None)),
        };
        drop(unsent);
        write(line, Arc::clone(&self.writer))
    }

    /// The end of the input is reported when every request is answered and every
    /// answer sent.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        // Before a session rmcp receives nothing until the last request is answered.
        self.session |= self.connection.is_busy();
        loop {
            self.connection.open().await;
            if let Some(message) = self.begun.pop_front() {
                return Some(message);
            }
            if let Some(messages) = &self.batch {
                self.connection.room_for(messages.len()).await;
                if let Some(messages) = self.batch.take() {
                    self.begin(messages);
                }
                continue;
            }
            let read = self.reader.read().await.unwrap_or_else(|error| {
                tracing::warn!(%error, "the input cannot be read");
                Read::End
            });
            let incoming = match read {
                Read::Line => message::read(&self.reader.take(), self.batches),
                Read::Prefix => message::refused(&self.reader.take(), Refusal::TooLong(MAX_LINE)),
                Read::End => {
                    self.connection.hang_up();
                    self.connection.drained().await;
                    return None;
                }
            };
            if let Some(message) = self.take(incoming) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer.lock().await.close();
        Ok(())
    }
}
