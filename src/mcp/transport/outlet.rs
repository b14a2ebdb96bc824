//! The one way out of a connection.

use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::JsonRpcMessage;
use rmcp::service::TxJsonRpcMessage;
use tokio::io::AsyncWrite;
use tokio::sync::Mutex;

use super::batch::Batch;
use super::connection::{Connection, Unsent};
use super::outgoing::Outgoing;
use super::writer::LineWriter;
use crate::dispatch::Dispatcher;

/// Sends answers, each as a line or in its batch's.
pub(super) struct Outlet<W> {
    writer: Arc<Mutex<LineWriter<W>>>,
    connection: Arc<Connection>,
    dispatcher: Arc<Dispatcher>,
}

/// A line that waits to be written.
struct Line {
    unsent: Unsent,
    messages: Vec<Outgoing>,
    /// Whose room is held until the line is written.
    batch: Option<Arc<Batch>>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Outlet<W> {
    pub(super) fn new(stream: W, connection: Arc<Connection>, dispatcher: Arc<Dispatcher>) -> Self {
        Self {
            writer: Arc::new(Mutex::new(LineWriter::new(stream))),
            connection,
            dispatcher,
        }
    }

    /// Sends a message.
    ///
    /// It counts as unsent from now on, and its request has ended: so there is
    /// something under way at any time until it has gone out.
    pub(super) fn send(
        &self,
        message: &TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + use<W> {
        let unsent = Unsent::new(&self.connection);
        let ended = self.connection.end(message);
        let outgoing = match ended.cancelled {
            true => None,
            false => Some(self.outgoing(message).holding(ended.permit)),
        };
        let sent = self.answer(outgoing, ended.batch.as_ref());
        drop(unsent);
        sent
    }

    /// Sends an answer that ends no request.
    pub(super) fn refuse(&self, answer: &TxJsonRpcMessage<RoleServer>, batch: Option<&Arc<Batch>>) {
        if let Some(batch) = batch {
            batch.awaits();
        }
        tokio::spawn(self.answer(Some(self.outgoing(answer)), batch));
    }

    fn outgoing(&self, message: &TxJsonRpcMessage<RoleServer>) -> Outgoing {
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        Outgoing::new(message, id, || self.dispatcher.internal_error())
    }

    /// Sends one of the answers that were awaited, alone or when its batch is
    /// complete; `None`, where nobody wants it, counts for its batch all the same.
    pub(super) fn answer(
        &self,
        outgoing: Option<Outgoing>,
        batch: Option<&Arc<Batch>>,
    ) -> impl Future<Output = io::Result<()>> + Send + use<W> {
        let messages = match batch {
            Some(batch) => batch.answer(outgoing).unwrap_or_default(),
            None => outgoing.into_iter().collect(),
        };
        let line = (!messages.is_empty()).then(|| Line {
            unsent: Unsent::new(&self.connection),
            messages,
            batch: batch.cloned(),
        });
        let writer = Arc::clone(&self.writer);
        async move {
            match line {
                Some(line) => line.write(&writer).await,
                None => Ok(()),
            }
        }
    }

    pub(super) async fn close(&self) {
        self.writer.lock().await.close();
    }
}

impl Line {
    async fn write<W: AsyncWrite + Unpin>(self, writer: &Mutex<LineWriter<W>>) -> io::Result<()> {
        let mut writer = writer.lock().await;
        let begun = self.unsent.begin();
        let mut begun = begun.ok_or(io::ErrorKind::ConnectionAborted)?;
        let written = writer.line(&self.messages, self.batch.is_some()).await;
        begun.whole = written.is_ok();
        written
    }
}
