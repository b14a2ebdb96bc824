//! One client, from its first message to the end.

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::dispatch::Dispatcher;
use crate::mcp::handler::{Desk, Handler};
use crate::mcp::transport::{Connection, Lines};

/// How long after its last message a client may take to read its answers.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// How long a line that was begun may take to be ended.
const LAST_LINE: Duration = Duration::from_secs(1);

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every request was answered, and every answer written.
    Whole,
    /// Answers were not written, because the client did not read them or the
    /// server was stopped. None was written in part but the last.
    Cut,
}

/// Serves MCP on these streams until the client has sent its last message and read
/// its last answer, until it has not read for `patience` after that message, or
/// until `stop`. It never fails: what a client sends that is no message is answered or
/// passed over, and what is wrong with its streams ends it.
///
/// It needs a runtime of tokio with time, and is made for one of one thread; calls run
/// on the threads that the runtime keeps for what blocks.
pub async fn serve<R, W>(
    dispatcher: Dispatcher,
    streams: (R, W),
    patience: Duration,
    stop: impl Future<Output = ()>,
) -> End
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let dispatcher = Arc::new(dispatcher);
    let connection = Arc::new(Connection::default());
    let lines = Lines::new(streams, Arc::clone(&dispatcher), Arc::clone(&connection));
    let handler = Handler::new(Arc::new(Desk::new(dispatcher)), Arc::clone(&connection));
    let serving = async {
        match handler.serve(lines).await {
            Ok(service) => {
                let quit = service.waiting().await;
                tracing::info!(?quit, "the client is gone");
                true
            }
            Err(ServerInitializeError::ConnectionClosed(_)) => true,
            Err(error) => {
                tracing::error!(%error, "the client did not initialize");
                false
            }
        }
    };
    let unread = async {
        connection.hung_up().await;
        tokio::time::sleep(patience).await;
        tracing::error!(?patience, "the client does not read its answers");
    };
    let served = tokio::select! {
        served = serving => served,
        () = unread => true,
        () = stop => true,
    };
    match connection.finish(LAST_LINE).await && served {
        true => End::Whole,
        false => End::Cut,
    }
}
