//! The requests of one client that are not answered, the threads that answer them, and the lines
//! that wait to be written.
//!
//! The thread that reads messages leaves requests here. A pool of threads takes them: one is
//! started where more waits than threads are idle. Whoever has a line writes it, and those that
//! wait behind it, unless another thread is writing: then that does.

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

/// How many threads are kept without work.
const MAX_IDLE: usize = 2;

/// How many bytes are written at once.
const WRITE: usize = 64 * 1024;

/// The state of a connection, which its threads share.
pub(super) struct Connection<W: Write> {
    state: Mutex<ConnectionState>,
    /// Notified where there is something to do for a thread of the pool.
    work: Condvar,
    /// Notified where a limit is no longer reached, or no line is being written.
    changed: Condvar,
    writer: Mutex<BufWriter<W>>,
    /// Told where the connection may have ended.
    stop: Arc<Shutdown>,
}

#[derive(Default)]
struct ConnectionState {
    /// The requests that are not answered, and whether each was given up.
    in_flight: HashMap<RequestId, Arc<AtomicBool>>,
    /// Requests that wait for a thread.
    waiting: VecDeque<Job>,
    /// Lines that wait to be written.
    lines: VecDeque<Outgoing>,
    /// How many lines are not written whole.
    unsent: usize,
    /// Whether a thread writes.
    writing: bool,
    /// How many threads the pool has.
    threads: usize,
    /// How many of them wait for something to do.
    idle: usize,
    /// How many requests wait for the client to answer a question.
    asking: usize,
    /// When the client sent its last message, or the last line after that was written.
    ended: Option<Instant>,
    /// Whether no further line is begun.
    stopped: bool,
    /// Whether a line was not written, or not whole.
    lost: bool,
}

impl ConnectionState {
    /// Returns how many requests may be begun.
    fn runnable(&self) -> usize {
        match self.unsent < MAX_UNSENT_LINES {
            true => self.waiting.len(),
            false => 0,
        }
    }

    /// Returns whether the caller must start a thread now, and counts it: more requests wait than
    /// threads are idle. A thread that was notified counts as idle until it takes something.
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

    /// Returns what the calling thread of the pool runs next, until [`end`](Self::end), and
    /// whether another thread has to be started. Waits for it, unless it is the reading thread,
    /// because no other could be started; `None` ends the thread.
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

    /// Returns whether a thread has to be started.
    pub(super) fn needs_thread(&self) -> bool {
        self.state().reserve_thread()
    }

    /// Takes note that a thread was not started. Returns whether the pool has none.
    pub(super) fn not_started(&self) -> bool {
        let mut state = self.state();
        state.threads -= 1;
        state.threads == 0
    }

    /// Waits until another message may be read. Returns false where nothing more is read.
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

    /// Takes note that the client sends nothing more, or that its input cannot be read.
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

    /// Lets a request, none of whose id is in flight, wait for a thread. Returns whether one has
    /// to be started.
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

    /// Lets a line wait to be written. Returns whether no thread writes, so that the caller has to
    /// have another one [`write_lines`](Self::write_lines).
    pub(super) fn enqueue(&self, line: Outgoing) -> bool {
        self.push(self.state(), line)
    }

    fn push(&self, mut state: MutexGuard<'_, ConnectionState>, line: Outgoing) -> bool {
        state.unsent += 1;
        state.lines.push_back(line);
        !std::mem::replace(&mut state.writing, true)
    }

    /// Marks a request as given up by its client. One that waits for a thread ends.
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

    /// Ends a request, and sends its answer, unless it was given up: then nobody gets it.
    pub(super) fn end(&self, id: &RequestId, answer: Outgoing) {
        let mut state = self.state();
        let Some(cancelled) = state.in_flight.remove(id) else {
            return;
        };
        if state.in_flight.len() + 1 >= MAX_IN_FLIGHT {
            self.changed.notify_all();
        }
        match cancelled.load(Ordering::Relaxed) {
            true => {
                drop(state);
                self.may_have_ended();
            }
            // At no moment is it neither in flight nor unsent: that would be the end.
            false => self.send_from(state, answer),
        }
    }

    /// Writes a line, or lets the thread that writes do so.
    pub(super) fn send(&self, line: Outgoing) {
        self.send_from(self.state(), line);
    }

    fn send_from(&self, state: MutexGuard<'_, ConnectionState>, line: Outgoing) {
        if self.push(state, line) {
            self.write_lines();
        }
    }

    /// Writes the lines that wait, in order. The lock is free while one is written.
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

    /// Asks the client something: meanwhile its answer may come behind many requests.
    pub(super) fn asking<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.state().asking += 1;
        self.changed.notify_all();
        let answer = ask();
        self.state().asking -= 1;
        answer
    }

    /// Returns how long the client still has to read its answers, of `timeout` since its last
    /// message or the last line after that. There is none where no request comes any more and
    /// every answer is written, or where the connection was stopped and no line is being written.
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

    /// Begins no further line, and waits as long as `timeout` for the one that is being
    /// written. Returns true if every answer was written.
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

/// A request that waits for a thread.
pub(super) struct Job {
    pub(super) request: ClientRequest,
    pub(super) revision: Option<ProtocolVersion>,
    pub(super) offers_roots: bool,
    /// Whether its client gave it up.
    pub(super) cancelled: Arc<AtomicBool>,
}
