//! JSON-RPC lines, to rmcp and back.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{
    ClientNotification, ClientRequest, GetMeta, JsonRpcError, JsonRpcMessage, ProtocolVersion,
    RequestId, ServerResult,
};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncRead, AsyncWrite};

use super::batch::Batch;
use super::connection::Connection;
use super::message::{self, Incoming};
use super::outlet::Outlet;
use super::reader::{LineReader, MAX_LINE, Read};
use crate::dispatch::Dispatcher;
use crate::text::jsonrpc::Refusal;

/// How many lines in a row may be answered that are neither messages nor requests
/// of another shape: a client that sends back what it gets must not go on for ever.
const MAX_REFUSED: usize = 32;

/// JSON-RPC lines, and a bound on what waits to be sent.
pub struct Lines<R, W> {
    reader: LineReader<R>,
    outlet: Outlet<W>,
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
    /// Whether `initialize` began it.
    initialized: bool,
    /// Whether a request asked for a session without `initialize`.
    inline: bool,
    /// Whether the protocol's revision has batches.
    batches: bool,
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// Reads lines from one stream and writes them to the other, and refuses messages
    /// in the words of the dispatcher's table.
    pub fn new(
        (reader, writer): (R, W),
        dispatcher: Arc<Dispatcher>,
        connection: Arc<Connection>,
    ) -> Self {
        Self {
            reader: LineReader::new(reader),
            outlet: Outlet::new(writer, Arc::clone(&connection), Arc::clone(&dispatcher)),
            connection,
            dispatcher,
            begun: VecDeque::new(),
            batch: None,
            refused: 0,
            session: false,
            initialized: false,
            inline: false,
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
                if self.answers_one_more() {
                    self.refuse(id, &refusal, None);
                }
                None
            }
            Incoming::Batch(messages) => {
                self.batch = Some(messages);
                None
            }
            Incoming::Several(messages) => {
                for message in messages {
                    self.take(message);
                }
                None
            }
        }
    }

    /// Counts a line that is neither a message nor a request: whether it is answered.
    fn answers_one_more(&mut self) -> bool {
        self.refused += 1;
        if self.refused == MAX_REFUSED + 1 {
            tracing::warn!("no more answers to lines that are no messages");
        }
        self.refused <= MAX_REFUSED
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
                if let Some(refusal) = self.refusal(&request.request, batch.is_some()) {
                    let error = self.error(Some(request.id.clone()), &refusal);
                    tokio::spawn(self.outlet.send(&error));
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

    /// Why a request goes no further: what rmcp would answer in words of its own,
    /// or with what this server has none of.
    fn refusal(&mut self, request: &ClientRequest, batched: bool) -> Option<Refusal> {
        match request {
            ClientRequest::InitializeRequest(_) if batched => Some(Refusal::InitializeInBatch),
            ClientRequest::InitializeRequest(_) => self.session.then_some(Refusal::Begun),
            ClientRequest::PingRequest(_) if self.initialized || !self.inline => None,
            other => message::unanswered(other).or_else(|| self.unready(other)),
        }
    }

    /// Why a request cannot be answered without an `initialize` before it, or
    /// without what revision 2026-07-28 has in its place.
    fn unready(&mut self, request: &ClientRequest) -> Option<Refusal> {
        let discovers = matches!(request, ClientRequest::DiscoverRequest(_));
        let alone = message::is_newest(request.get_meta().protocol_version().as_ref());
        if self.initialized && !discovers && !alone {
            return None;
        }
        let lacking = message::lacking(request);
        self.inline |= lacking.is_none() && !discovers;
        lacking
    }

    /// Begins a batch that has room.
    fn begin(&mut self, messages: Vec<Incoming>) {
        let speaks = |one: &Incoming| matches!(one, Incoming::Message(_) | Incoming::Request(..));
        if messages.iter().any(speaks) {
            self.refused = 0;
        } else if !self.answers_one_more() {
            return;
        }
        let batch = Arc::new(Batch::new(&self.connection, messages.len()));
        for message in messages {
            match message {
                Incoming::Message(message) => {
                    let message = self.message(*message, Some(&batch));
                    self.begun.extend(message);
                }
                Incoming::Request(id, refusal) => self.refuse(Some(id), &refusal, Some(&batch)),
                Incoming::Refused(id, refusal) => self.refuse(id, &refusal, Some(&batch)),
                Incoming::Nothing | Incoming::Batch(_) | Incoming::Several(_) => {}
            }
        }
        tokio::spawn(self.outlet.answer(None, Some(&batch)));
    }

    fn error(&self, id: Option<RequestId>, refusal: &Refusal) -> TxJsonRpcMessage<RoleServer> {
        tracing::debug!(?id, ?refusal, "refused");
        JsonRpcMessage::error(self.dispatcher.refuse(refusal), id)
    }

    /// Answers what is not in flight.
    fn refuse(&self, id: Option<RequestId>, refusal: &Refusal, batch: Option<&Arc<Batch>>) {
        self.outlet.refuse(&self.error(id, refusal), batch);
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
        mut item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        if let JsonRpcMessage::Response(response) = &item {
            match &response.result {
                ServerResult::InitializeResult(result) => {
                    self.session = true;
                    self.initialized = true;
                    self.batches = result.protocol_version == ProtocolVersion::V_2025_03_26;
                }
                // What may be answered before.
                ServerResult::EmptyResult(_) | ServerResult::DiscoverResult(_) => {}
                _ => self.session = true,
            }
        }
        if let JsonRpcMessage::Error(JsonRpcError { error, .. }) = &mut item {
            message::reword(error, &self.dispatcher);
        }
        self.outlet.send(&item)
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
        self.outlet.close().await;
        Ok(())
    }
}
