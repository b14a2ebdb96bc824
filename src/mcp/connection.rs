//! The unanswered requests of one client, the threads that answer them, and the lines waiting to be
//! written.
//!
//! The thread that reads messages queues requests here, and a pool of threads answers them. A
//! thread is started if there are more waiting requests than idle threads. A thread with a line to
//! write also writes the lines queued after it. If another thread is already writing, that thread
//! writes all of them.

use std::collections::{HashMap, VecDeque};
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::model::{ProtocolVersion, RequestId};

use super::outgoing::Outgoing;
use super::shutdown::Shutdown;
use crate::limits::{
    MAX_CLIENT_CALLS, MAX_IN_FLIGHT, MAX_IN_FLIGHT_WHILE_ASKING, MAX_UNSENT_LINES,
};
use crate::server::method::ClientRequest;
use crate::sync::lock;

/// The maximum number of idle threads.
const MAX_IDLE: usize = 2;

/// The size of the write buffer, in bytes.
const WRITE: usize = 64 * 1024;

/// A connection, shared by its threads.
pub(super) struct Connection<W: Write> {
    state: Mutex<ConnectionState>,
    /// Notified when there is work for a thread of the pool.
    work: Condvar,
    /// Notified when a limit is no longer reached, or when no line is being written.
    changed: Condvar,
    writer: Mutex<BufWriter<W>>,
    /// Notified when the connection may have ended.
    stop: Arc<Shutdown>,
}

#[derive(Default)]
struct ConnectionState {
    /// The unanswered requests by id, each with a flag that says whether the client has cancelled
    /// it.
    in_flight: HashMap<RequestId, Arc<AtomicBool>>,
    /// The requests waiting for a thread.
    waiting: VecDeque<Job>,
    /// The lines waiting to be written.
    lines: VecDeque<Outgoing>,
    /// The number of lines that have not yet been completely written, including queued lines.
    unsent: usize,
    /// Whether a thread is writing.
    writing: bool,
    /// The number of threads in the pool.
    threads: usize,
    /// The number of threads waiting for work.
    idle: usize,
    /// The number of requests waiting for the client to answer a question.
    asking: usize,
    /// The time at which the input ended, or at which the last line since then was written.
    ended: Option<Instant>,
    /// Whether the connection is stopped. No further line is started.
    stopped: bool,
    /// Whether a line was lost or only partly written.
    lost: bool,
}

impl ConnectionState {
    /// Returns the number of waiting requests that may start, or 0 if too many lines are unsent.
    fn runnable(&self) -> usize {
        if self.unsent < MAX_UNSENT_LINES {
            self.waiting.len()
        } else {
            0
        }
    }

    /// Reserves a thread if there are more waiting requests than idle threads. Returns whether the
    /// caller must start that thread. A notified thread counts as idle until it takes a request.
    fn reserve_thread(&mut self) -> bool {
        let starts = self.runnable() > self.idle && self.threads < MAX_CLIENT_CALLS;
        self.threads += usize::from(starts);
        starts
    }
}

impl<W: Write> Connection<W> {
    pub(super) fn new(writer: W, stop: Arc<Shutdown>) -> Self {
        Self {
            state: Mutex::default(),
            work: Condvar::new(),
            changed: Condvar::new(),
            writer: Mutex::new(BufWriter::with_capacity(WRITE, writer)),
            stop,
        }
    }

    /// Returns the next request for the calling thread, and whether the caller must start another
    /// thread. The request counts as running until [`end`](Self::end).
    ///
    /// Blocks until there is a request. If `is_reader` is true, does not block: the calling thread
    /// reads messages, and runs requests only because no other thread could be started. Returns
    /// `None` if the calling thread should stop running requests.
    pub(super) fn next(&self, is_reader: bool) -> Option<(Job, bool)> {
        let mut state = self.state();
        while !state.stopped {
            if state.runnable() > 0 {
                let job = state.waiting.pop_front()?;
                let starts = !is_reader && state.reserve_thread();
                return Some((job, starts));
            }
            let exhausted = state.ended.is_some() && state.waiting.is_empty();
            if is_reader || exhausted || state.idle >= MAX_IDLE {
                break;
            }
            state.idle += 1;
            let woken = self.work.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
        state.threads -= usize::from(!is_reader);
        None
    }

    /// Reserves a thread if one is needed. Returns whether the caller must start it.
    pub(super) fn needs_thread(&self) -> bool {
        self.state().reserve_thread()
    }

    /// Records that a thread could not be started. Returns whether the pool is now empty.
    pub(super) fn not_started(&self) -> bool {
        let mut state = self.state();
        state.threads -= 1;
        state.threads == 0
    }

    /// Blocks until another message may be read. Returns false if the connection is stopped and no
    /// further message should be read.
    pub(super) fn wait_to_read(&self) -> bool {
        let waited = self.changed.wait_while(self.state(), |state| {
            let most = match state.asking {
                0 => MAX_IN_FLIGHT,
                _ => MAX_IN_FLIGHT_WHILE_ASKING,
            };
            let full = state.unsent >= MAX_UNSENT_LINES || state.in_flight.len() >= most;
            full && !state.stopped
        });
        !waited.unwrap_or_else(PoisonError::into_inner).stopped
    }

    /// Records the end of the client's input. `is_whole` is false if the input could not be read to
    /// its end.
    pub(super) fn end_input(&self, is_whole: bool) {
        let mut state = self.state();
        state.lost |= !is_whole;
        state.ended = Some(Instant::now());
        drop(state);
        self.work.notify_all();
        self.stop.notify();
    }

    pub(super) fn is_in_flight(&self, id: &RequestId) -> bool {
        self.state().in_flight.contains_key(id)
    }

    /// Queues a request. The caller must ensure that no request with the same id is in flight.
    /// Returns whether the caller must start a thread.
    pub(super) fn submit(&self, job: Job) -> bool {
        let mut state = self.state();
        let in_flight = (job.request.id.clone(), Arc::clone(&job.cancelled));
        state.in_flight.extend([in_flight]);
        state.waiting.push_back(job);
        let starts = state.reserve_thread();
        drop(state);
        if !starts {
            self.work.notify_one();
        }
        starts
    }

    /// Queues a line. Returns true if no thread is writing. The caller must then have a thread call
    /// [`write_lines`](Self::write_lines).
    pub(super) fn enqueue(&self, line: Outgoing) -> bool {
        self.push(self.state(), line)
    }

    fn push(&self, mut state: MutexGuard<'_, ConnectionState>, line: Outgoing) -> bool {
        state.unsent += 1;
        state.lines.push_back(line);
        !std::mem::replace(&mut state.writing, true)
    }

    /// Marks a request as cancelled by its client. A request that is still waiting for a thread
    /// ends without an answer.
    pub(super) fn cancel(&self, id: &RequestId) {
        let mut state = self.state();
        if let Some(cancelled) = state.in_flight.get(id) {
            cancelled.store(true, Ordering::Relaxed);
        }
        if let Some(at) = state.waiting.iter().position(|job| job.request.id == *id) {
            state.waiting.remove(at);
            drop(state);
            self.end(id, Outgoing::Json(Vec::new()));
        }
    }

    /// Ends a request and sends its answer. If the client has cancelled the request, nothing is
    /// sent.
    pub(super) fn end(&self, id: &RequestId, answer: Outgoing) {
        let mut state = self.state();
        let Some(cancelled) = state.in_flight.remove(id) else {
            return;
        };
        if state.in_flight.len() + 1 >= MAX_IN_FLIGHT {
            self.changed.notify_all();
        }
        if cancelled.load(Ordering::Relaxed) {
            drop(state);
            self.may_have_ended();
        } else {
            // The lock is kept until the answer is queued. Otherwise, the connection could seem to
            // have ended in between.
            self.send_from(state, answer)
        }
    }

    /// Writes a line, or queues it if another thread is writing.
    pub(super) fn send(&self, line: Outgoing) {
        self.send_from(self.state(), line);
    }

    fn send_from(&self, state: MutexGuard<'_, ConnectionState>, line: Outgoing) {
        if self.push(state, line) {
            self.write_lines();
        }
    }

    /// Writes the queued lines in order. The lock is released while a line is written.
    pub(super) fn write_lines(&self) {
        let mut state = self.state();
        while let Some(line) = state.lines.pop_front().filter(|_| !state.stopped) {
            drop(state);
            let written = {
                let mut writer = lock(&self.writer);
                line.write(&mut *writer)
                    .and_then(|()| writer.write_all(b"\n"))
                    .and_then(|()| writer.flush())
            };
            drop(line);
            state = self.state();
            state.unsent -= 1;
            state.ended = state.ended.map(|_| Instant::now());
            if let Err(error) = written {
                tracing::warn!(%error, "an answer cannot be written");
                (state.lost, state.stopped) = (true, true);
            }
            if state.unsent + 1 == MAX_UNSENT_LINES || state.stopped {
                self.changed.notify_all();
                self.work.notify_all();
            }
        }
        state.lost |= state.stopped && state.unsent > 0;
        state.writing = false;
        drop(state);
        self.may_have_ended();
    }

    fn may_have_ended(&self) {
        let state = self.state();
        let is_ending = state.ended.is_some() || state.stopped;
        drop(state);
        if is_ending {
            self.changed.notify_all();
            self.stop.notify();
        }
    }

    /// Runs `ask`, which asks the client a question. While it runs, more requests than usual are
    /// read, because the answer may arrive after them.
    pub(super) fn asking<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.state().asking += 1;
        self.changed.notify_all();
        let answer = ask();
        self.state().asking -= 1;
        answer
    }

    /// Returns how long the client still has to read its answers. The client has `timeout` after
    /// the end of its input, or after the last line that was written since then. Before the end of
    /// the input, returns [`Duration::MAX`].
    ///
    /// Returns zero if the input has ended and every answer is written. Also returns zero if the
    /// connection was stopped and no line is being written.
    pub(super) fn time_left(&self, timeout: Duration) -> Duration {
        let state = self.state();
        let is_answered = state.in_flight.is_empty() && state.unsent == 0;
        match state.ended {
            _ if state.stopped && !state.writing => Duration::ZERO,
            Some(_) if is_answered => Duration::ZERO,
            Some(ended) => timeout.saturating_sub(ended.elapsed()),
            None => Duration::MAX,
        }
    }

    /// Stops the connection: starts no further line, and waits up to `timeout` for the line that is
    /// being written. Returns true if every answer was written.
    pub(super) fn stop(&self, timeout: Duration) -> bool {
        let mut state = self.state();
        state.stopped = true;
        self.work.notify_all();
        self.changed.notify_all();
        let waited = self
            .changed
            .wait_timeout_while(state, timeout, |state| state.writing);
        (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.writing {
            tracing::warn!(?timeout, "a line was cut: the client does not read");
        }
        let mut in_flight = state.in_flight.values();
        !state.writing
            && !state.lost
            && state.unsent == 0
            && in_flight.all(|cancelled| cancelled.load(Ordering::Relaxed))
    }

    fn state(&self) -> MutexGuard<'_, ConnectionState> {
        lock(&self.state)
    }
}

/// A request waiting for a thread.
pub(super) struct Job {
    pub(super) request: ClientRequest,
    pub(super) revision: Option<ProtocolVersion>,
    pub(super) offers_roots: bool,
    /// Whether the client has cancelled the request.
    pub(super) cancelled: Arc<AtomicBool>,
}
