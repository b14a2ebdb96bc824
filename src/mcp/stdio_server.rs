//! The server for one client on two streams.
//!
//! One thread reads messages in order and writes nothing, so a client that reads slowly can still
//! send. A pool of threads runs the requests, so a request that is waiting for a file system does
//! not block others.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use rmcp::model::RequestId;
use serde::Deserialize;

use crate::limits::{LINE_TIMEOUT, MAX_LINE_BYTES};
use crate::mcp::client_roots::ClientRoots;
use crate::mcp::client_session::ClientSession;
use crate::mcp::connection::{Connection, Job};
use crate::mcp::incoming::{self, Incoming};
use crate::mcp::line_reader::{Line, LineReader};
use crate::mcp::outgoing::Outgoing;
use crate::mcp::shutdown::{End, Shutdown};
use crate::project::session::Roots;
use crate::server::method::{ClientRequest, Method};
use crate::server::refusal::Refusal;
use crate::server::request_result::is_newest;
use crate::server::{Caller, Server};

/// Serves MCP on two streams until the client has sent its last message and read its last answer.
/// Serving also ends if `stop` ends the connection, or if the client reads nothing for the duration
/// `timeout` after its last message.
///
/// Invalid messages are answered or skipped. The connection ends if a stream returns an error, or
/// if the first thread cannot be started.
pub fn serve<R, W>(
    server: Server,
    (reader, writer): (R, W),
    timeout: Duration,
    stop: &Arc<Shutdown>,
) -> End
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let session = Arc::new(StdioServer {
        roots: ClientRoots::new(server.roots_timeout),
        server: Arc::new(server),
        connection: Connection::new(writer, Arc::clone(stop)),
        next_id: AtomicI64::new(0),
    });
    let reads = Arc::clone(&session);
    if !spawn(move || reads.read(LineReader::new(reader))) {
        return End::Cut;
    }
    stop.wait(|| session.connection.time_left(timeout));
    if session.connection.stop(LINE_TIMEOUT) {
        End::Whole
    } else {
        End::Cut
    }
}

struct StdioServer<W: Write> {
    server: Arc<Server>,
    connection: Connection<W>,
    roots: ClientRoots,
    /// The id of the next request to the client.
    next_id: AtomicI64,
}

/// Starts a thread. Returns false if the thread cannot be started.
fn spawn(run: impl FnOnce() + Send + 'static) -> bool {
    let spawned = std::thread::Builder::new().spawn(run);
    if let Err(error) = &spawned {
        tracing::warn!(%error, "no further thread can be started");
    }
    spawned.is_ok()
}

impl<W: Write + Send + 'static> StdioServer<W> {
    /// Reads messages until the input ends.
    fn read(self: &Arc<Self>, mut lines: LineReader<impl Read>) {
        let mut client = ClientSession::default();
        let mut is_whole = true;
        while self.connection.wait_to_read() {
            let incoming = match lines.read() {
                Ok(Line::Whole(line)) => incoming::parse(line),
                Ok(Line::TooLong(start)) => {
                    incoming::unreadable(start, Refusal::TooLong(MAX_LINE_BYTES))
                }
                Ok(Line::End) => break,
                Err(error) => {
                    tracing::warn!(%error, "the input cannot be read");
                    is_whole = false;
                    break;
                }
            };
            self.take(&mut client, incoming);
        }
        self.connection.end_input(is_whole);
    }

    /// Starts a thread of the pool. If the pool is empty and no thread can be started, the calling
    /// thread runs the queued requests.
    fn start(self: &Arc<Self>) {
        let session = Arc::clone(self);
        if !spawn(move || session.work(false)) && self.connection.not_started() {
            self.work(true);
        }
    }

    /// Runs queued requests until the pool no longer needs this thread. The reading thread stops
    /// when no request is queued.
    fn work(self: &Arc<Self>, is_reader: bool) {
        while let Some((job, starts_another)) = self.connection.next(is_reader) {
            if starts_another {
                self.start();
            }
            self.run(job);
        }
    }

    /// Runs a request and sends its answer.
    fn run(&self, job: Job) {
        let id = job.request.id.clone();
        let newest = is_newest(job.revision.as_ref());
        let roots = || match (job.offers_roots, newest) {
            (false, _) => Some(Roots::None),
            (true, false) => Some(self.ask_roots()),
            (true, true) => None,
        };
        let gave_up = || job.cancelled.load(Ordering::Relaxed);
        let caller = Caller {
            roots: &roots,
            gave_up: &gave_up,
        };
        let answer = (self.server).answer(job.request, job.revision.as_ref(), caller);
        let answer = Outgoing::answer(id.clone(), answer);
        self.connection.end(&id, answer);
    }

    /// Returns the client's roots. Asks the client if they are not known.
    fn ask_roots(&self) -> Roots {
        let next_id = || self.next_id.fetch_add(1, Ordering::Relaxed);
        let send = |line| self.connection.send(Outgoing::Json(line));
        self.connection.asking(|| self.roots.get(next_id, send))
    }

    fn take(self: &Arc<Self>, client: &mut ClientSession, incoming: Incoming) {
        match incoming {
            Incoming::Request(request) => self.request(client, *request),
            Incoming::Bad(id, refusal) => self.enqueue(self.refuse(id, &refusal)),
            Incoming::Notification { method, params } => match method.as_str() {
                "notifications/cancelled" => {
                    let id = params.get("requestId").map(RequestId::deserialize);
                    if let Some(Ok(id)) = id {
                        self.connection.cancel(&id);
                    }
                }
                "notifications/roots/list_changed" if client.initialized.is_some() => {
                    self.roots.clear();
                }
                _ => {}
            },
            Incoming::Response(id, result) => self.roots.answer(&id, &result),
            Incoming::Nothing => {}
        }
    }

    fn request(self: &Arc<Self>, client: &mut ClientSession, request: ClientRequest) {
        let id = request.id.clone();
        if self.connection.is_in_flight(&id) {
            return self.enqueue(self.refuse(Some(id.clone()), &Refusal::InFlight(id)));
        }
        if let Err(refusal) = client.check(&request) {
            return self.enqueue(self.refuse(Some(id), &refusal));
        }
        // `initialize` and `ping` are answered on the reading thread, so that no other answer
        // precedes the answer to `initialize`.
        if matches!(request.method, Method::Initialize(_) | Method::Ping) {
            let answer = self.server.answer(request, None, Caller::WITHOUT_ROOTS);
            return self.enqueue(Outgoing::answer(id, answer));
        }
        if self.connection.submit(client.job(request)) {
            self.start();
        }
    }

    /// Has another thread write a line. If no thread can be started, the calling thread writes it.
    fn enqueue(self: &Arc<Self>, line: Outgoing) {
        let session = Arc::clone(self);
        if self.connection.enqueue(line) && !spawn(move || session.write()) {
            self.write();
        }
    }

    /// Writes the queued lines. Starts a thread if requests were waiting for the lines.
    fn write(self: &Arc<Self>) {
        self.connection.write_lines();
        if self.connection.needs_thread() {
            self.start();
        }
    }

    fn refuse(&self, id: Option<RequestId>, refusal: &Refusal) -> Outgoing {
        tracing::debug!(?id, ?refusal, "refused");
        let error = self.server.refuse(refusal);
        Outgoing::error(id, error)
    }
}
