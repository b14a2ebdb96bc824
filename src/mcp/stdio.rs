//! One client on two streams, from its first message to the end.
//!
//! Threads take turns: one reads messages. It handles what needs no files by itself;
//! for a call it lets another thread read on, runs the call, and writes the answer. So
//! a call costs no hand-over on its way, and a call that waits for a file system holds
//! up nothing but itself. Notifications are handled by the thread that reads, in the order
//! in which they come.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use rmcp::model::{ErrorData, ProtocolVersion, RequestId, ServerResult};
use serde::Deserialize;

use crate::limits::{LINE_TIMEOUT, MAX_LINE_BYTES};
use crate::mcp::connection::{Connection, Done, Task};
use crate::mcp::lines::{Line, LineReader};
use crate::mcp::message::{self, Incoming, Notification};
use crate::mcp::outgoing::Outgoing;
use crate::mcp::roots::ClientRoots;
use crate::mcp::session::ClientSession;
use crate::mcp::shutdown::{End, Shutdown};
use crate::project::session::Roots;
use crate::server::method::{ClientRequest, Method};
use crate::server::protocol::is_newest;
use crate::server::refusal::Refusal;
use crate::server::requests::RequestResult;
use crate::server::{Caller, NeedsRoots, Server};

/// Serves MCP on these streams until the client has sent its last message and read its
/// last answer, until it has not read for `timeout` after that message, or until `stop`.
/// What a client sends that is no message is answered or skipped; an error of a stream
/// ends the connection, as does a lack of threads at the start.
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
    let on_end = Arc::clone(stop);
    let session = Arc::new_cyclic(|session: &Weak<StdioServer<R, W>>| {
        let session = Weak::clone(session);
        let spawn = move || session.upgrade().is_some_and(|session| session.spawn());
        StdioServer {
            server: Arc::new(server),
            connection: Connection::new(writer, spawn, move || on_end.notify()),
            input: Mutex::new(Input {
                lines: LineReader::new(reader),
                client: ClientSession::default(),
            }),
            roots: ClientRoots::default(),
            next_id: AtomicI64::new(0),
        }
    });
    if !session.connection.start() {
        return End::Cut;
    }
    stop.wait(
        || session.connection.is_done(),
        || {
            let ended = session.connection.ended()?;
            Some(timeout.saturating_sub(ended))
        },
    );
    match session.connection.stop(LINE_TIMEOUT) {
        true => End::Whole,
        false => End::Cut,
    }
}

struct StdioServer<R, W: Write> {
    server: Arc<Server>,
    connection: Connection<W>,
    /// Locked by the thread that reads.
    input: Mutex<Input<R>>,
    roots: ClientRoots,
    /// The id of the next request to the client.
    next_id: AtomicI64,
}

/// What the thread that reads holds.
struct Input<R> {
    lines: LineReader<R>,
    client: ClientSession,
}

/// A request that is run by a thread of its own.
pub(super) struct Job {
    request: ClientRequest,
    revision: Option<ProtocolVersion>,
    offers_roots: bool,
    cancelled: Arc<AtomicBool>,
}

/// The client, as a request sees it.
struct Asked<'a, R, W: Write> {
    server: &'a StdioServer<R, W>,
    newest: bool,
    offers_roots: bool,
    cancelled: &'a AtomicBool,
}

impl<R, W> Caller for Asked<'_, R, W>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    fn roots(&self) -> Result<Roots, NeedsRoots> {
        match (self.offers_roots, self.newest) {
            (false, _) => Ok(Roots::None),
            (true, false) => Ok(self.server.ask_roots()),
            (true, true) => Err(NeedsRoots),
        }
    }

    fn gave_up(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// What an incoming message leads to.
enum Step {
    Nothing,
    Answer(Outgoing),
    /// A request waits for a thread.
    Submitted,
}

impl<R, W> StdioServer<R, W>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    /// Starts a thread. Returns false where none can be had.
    fn spawn(self: &Arc<Self>) -> bool {
        let session = Arc::clone(self);
        let spawned = std::thread::Builder::new().spawn(move || session.work());
        if let Err(error) = &spawned {
            tracing::warn!(%error, "no further thread can be started");
        }
        spawned.is_ok()
    }

    /// Does what the connection says is next, until that is nothing.
    fn work(&self) {
        let mut done = Done::Expected;
        loop {
            done = match self.connection.next(done) {
                Task::Read => self.read(),
                Task::Run(job) => self.run(job),
                Task::End => return,
            }
        }
    }

    /// Reads messages until one leads to something to be done, and hands over.
    fn read(&self) -> Done {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if !self.connection.wait_to_read() {
                return self.connection.hand_over(None);
            }
            let incoming = match input.lines.read() {
                Ok(Line::Whole(line)) => message::parse(line),
                Ok(Line::TooLong(start)) => {
                    message::unreadable(start, Refusal::TooLong(MAX_LINE_BYTES))
                }
                end => {
                    if let Err(error) = end {
                        tracing::warn!(%error, "the input cannot be read");
                        self.connection.fail();
                    }
                    drop(input);
                    return self.connection.end_input();
                }
            };
            let answer = match self.take(&mut input.client, incoming) {
                Step::Nothing => continue,
                Step::Answer(answer) => Some(answer),
                Step::Submitted => None,
            };
            drop(input);
            // A call may take long, and a client may be slow to read its answer.
            return self.connection.hand_over(answer);
        }
    }

    /// Runs a request, and sends its answer.
    fn run(&self, job: Job) -> Done {
        let id = job.request.id.clone();
        let client = Asked {
            server: self,
            newest: is_newest(job.revision.as_ref()),
            offers_roots: job.offers_roots,
            cancelled: &job.cancelled,
        };
        let answer = self
            .server
            .answer(job.request, job.revision.as_ref(), &client);
        let answer = self.answer(id.clone(), answer);
        self.connection.end(&id, answer)
    }

    /// Returns the roots of the client, which is asked for them if they are not known.
    fn ask_roots(&self) -> Roots {
        let next_id = || self.next_id.fetch_add(1, Ordering::Relaxed);
        let send = |line| self.connection.send(Outgoing::Json(line));
        self.connection.asking(|| self.roots.get(next_id, send))
    }

    fn take(&self, client: &mut ClientSession, incoming: Incoming) -> Step {
        if let Incoming::Bad(id, refusal) = incoming {
            return match client.answers_one_more() {
                true => Step::Answer(self.refuse(id, &refusal)),
                false => Step::Nothing,
            };
        }
        if !matches!(incoming, Incoming::Nothing) {
            client.refused = 0;
        }
        match incoming {
            Incoming::Request(request) => return self.request(client, *request),
            Incoming::BadRequest(id, refusal) => {
                return Step::Answer(self.refuse(Some(id), &refusal));
            }
            Incoming::Notification(Notification { method, params }) => match method.as_str() {
                "notifications/cancelled" => {
                    let id = params.get("requestId").map(RequestId::deserialize);
                    if let Some(Ok(id)) = id {
                        self.connection.cancel(&id);
                    }
                }
                "notifications/roots/list_changed" if client.is_initialized() => {
                    self.roots.clear();
                }
                _ => {}
            },
            Incoming::Response(response) => self.roots.answer(&response.id, &response.result),
            Incoming::Nothing | Incoming::Bad(..) => {}
        }
        Step::Nothing
    }

    fn request(&self, client: &mut ClientSession, request: ClientRequest) -> Step {
        let id = request.id.clone();
        if self.connection.is_in_flight(&id) {
            return Step::Answer(self.refuse(Some(id.clone()), &Refusal::InFlight(id)));
        }
        if let Method::Initialize(params) = request.method {
            let of = (request.name, &request.meta);
            let result = client.initialize(of, *params, &self.server);
            let result = result.map_err(|refusal| self.server.refuse(&refusal));
            return Step::Answer(self.answer(id, result.map(RequestResult::Other)));
        }
        if let Err(error) = client.check(&request, &self.server) {
            return Step::Answer(self.answer(id, Err(*error)));
        }
        if matches!(request.method, Method::Ping) {
            let result = RequestResult::Other(ServerResult::empty(()));
            return Step::Answer(self.answer(id, Ok(result)));
        }
        let cancelled = self.connection.begin(&id);
        let job = Job {
            revision: client.revision(&request),
            offers_roots: client.offers_roots(&request),
            request,
            cancelled,
        };
        self.connection.submit(id, job);
        Step::Submitted
    }

    fn answer(&self, id: RequestId, answer: Result<RequestResult, ErrorData>) -> Outgoing {
        Outgoing::answer(id, answer, &self.server)
    }

    fn refuse(&self, id: Option<RequestId>, refusal: &Refusal) -> Outgoing {
        tracing::debug!(?id, ?refusal, "refused");
        let error = self.server.refuse(refusal);
        Outgoing::error(id, error, &self.server)
    }
}
