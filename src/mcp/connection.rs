//! The requests of one client that are not answered, the lines that wait to be written,
//! and which thread does what.

use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::RequestId;

use super::batch::Batch;
use super::message::MAX_BATCH;
use super::server::MAX_CALLS;

/// How many lines may wait for the client to read them. While so many wait, no message
/// is read and no request is begun.
pub const MAX_UNSENT: usize = 32;
/// How many requests may be in flight before no more messages are read.
pub const MAX_IN_FLIGHT: usize = 1024;
/// How many threads are kept without work.
const MAX_IDLE: usize = 2;

/// The state of a connection, which its threads share. `J` is a request that waits for a
/// thread.
pub(super) struct Connection<W, J> {
    state: Mutex<ConnectionState<J>>,
    /// Notified where a waiting thread may have something to do.
    changed: Condvar,
    writer: Mutex<W>,
    /// Called where the connection may have ended.
    on_end: Box<dyn Fn() + Send + Sync>,
}

struct ConnectionState<J> {
    in_flight: HashMap<RequestId, InFlight>,
    /// Requests that wait for a thread.
    waiting: VecDeque<(RequestId, J)>,
    /// How many requests run.
    running: usize,
    /// How many messages there are in batches that are not answered.
    batched: usize,
    /// Lines that wait for the one that is being written.
    lines: VecDeque<Vec<u8>>,
    /// How many lines are not written whole.
    unsent: usize,
    /// Whether a thread writes.
    writing: bool,
    /// Whether a thread reads messages.
    reading: bool,
    /// How many threads wait for something to do.
    idle: usize,
    /// How many of those were notified, and have not woken up.
    woken: usize,
    /// Whether the client sends nothing more.
    ended: bool,
    /// Whether no further line is begun.
    stopped: bool,
    /// Whether a line was not written, or not whole.
    lost: bool,
}

struct InFlight {
    cancelled: Arc<AtomicBool>,
    batch: Option<Arc<Batch>>,
}

/// What a thread does next.
pub(super) enum Next<J> {
    /// It reads messages.
    Read,
    /// It runs a request.
    Run(J),
    /// It ends.
    End,
}

impl<W: Write, J> Connection<W, J> {
    pub(super) fn new(writer: W, on_end: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            state: Mutex::new(ConnectionState {
                in_flight: HashMap::new(),
                waiting: VecDeque::new(),
                running: 0,
                batched: 0,
                lines: VecDeque::new(),
                unsent: 0,
                writing: false,
                reading: false,
                idle: 0,
                woken: 0,
                ended: false,
                stopped: false,
                lost: false,
            }),
            changed: Condvar::new(),
            writer: Mutex::new(writer),
            on_end: Box::new(on_end),
        }
    }

    /// Waits until there is something to do for the calling thread.
    pub(super) fn next(&self) -> Next<J> {
        let mut state = self.state();
        loop {
            if state.stopped {
                return Next::End;
            }
            if let Some(job) = state.start_waiting() {
                return Next::Run(job);
            }
            if !state.reading && !state.ended {
                state.reading = true;
                return Next::Read;
            }
            if (state.ended && state.waiting.is_empty()) || state.idle >= MAX_IDLE {
                return Next::End;
            }
            state.idle += 1;
            state = self.wait(state);
            state.idle -= 1;
            state.woken = state.woken.saturating_sub(1);
        }
    }

    /// Waits until another message may be read. Returns false where nothing more is read.
    pub(super) fn wait_to_read(&self) -> bool {
        let mut state = self.state();
        while !state.stopped
            && (state.unsent >= MAX_UNSENT || state.in_flight.len() >= MAX_IN_FLIGHT)
        {
            state = self.wait(state);
        }
        !state.stopped
    }

    /// Lets another thread read the next message. Returns false if there is none. So many
    /// lines count as unsent from now on, or the connection could end before they are.
    pub(super) fn hand_over(&self, lines: usize) -> bool {
        let mut state = self.state();
        state.unsent += lines;
        state.reading = false;
        self.wake_one(&mut state)
    }

    /// Takes note of a request. Returns the flag that says whether its client gave it
    /// up, or `None` where a request of this id is in flight.
    pub(super) fn begin(
        &self,
        id: &RequestId,
        batch: Option<&Arc<Batch>>,
    ) -> Option<Arc<AtomicBool>> {
        let mut state = self.state();
        if state.in_flight.contains_key(id) {
            return None;
        }
        let cancelled = Arc::new(AtomicBool::new(false));
        let request = InFlight {
            cancelled: Arc::clone(&cancelled),
            batch: batch.cloned(),
        };
        state.in_flight.insert(id.clone(), request);
        Some(cancelled)
    }

    pub(super) fn is_in_flight(&self, id: &RequestId) -> bool {
        self.state().in_flight.contains_key(id)
    }

    /// Returns a request to be run by the calling thread, if one more may run. Otherwise
    /// it waits for a thread.
    pub(super) fn start(&self, id: &RequestId, job: J) -> Option<J> {
        let mut state = self.state();
        if state.waiting.is_empty() && state.may_run() {
            state.running += 1;
            return Some(job);
        }
        state.waiting.push_back((id.clone(), job));
        None
    }

    /// Lets a request wait for a thread. Returns true if none is there for it.
    pub(super) fn submit(&self, id: &RequestId, job: J) -> bool {
        let mut state = self.state();
        state.waiting.push_back((id.clone(), job));
        !self.wake_one(&mut state) && state.running + state.waiting.len() <= MAX_CALLS
    }

    /// Marks a request as given up by its client. One that waits for a thread ends.
    pub(super) fn cancel(&self, id: &RequestId) {
        let mut state = self.state();
        if let Some(request) = state.in_flight.get(id) {
            request.cancelled.store(true, Ordering::Relaxed);
        }
        let waiting = state.waiting.iter().position(|(waiting, _)| waiting == id);
        if let Some(at) = waiting {
            state.waiting.remove(at);
            // `end` counts it as one that ran.
            state.running += 1;
            drop(state);
            self.end(id, Vec::new());
        }
    }

    /// Ends a request that ran, with its answer. Nobody gets the answer to a request that
    /// was given up.
    pub(super) fn end(&self, id: &RequestId, answer: Vec<u8>) {
        let mut state = self.state();
        state.running -= 1;
        let Some(request) = state.in_flight.remove(id) else {
            return;
        };
        if state.in_flight.len() + 1 == MAX_IN_FLIGHT {
            self.wake_all(&mut state);
        }
        let answer = Some(answer).filter(|_| !request.cancelled.load(Ordering::Relaxed));
        match request.batch {
            Some(batch) => self.answer_in(state, &batch, answer),
            None => self.send_all(state, answer),
        }
    }

    /// Begins a batch of so many messages, once the batches that are not answered leave
    /// place for it: together they hold no more than [`MAX_BATCH`]. The caller answers
    /// once for each message, and once for itself.
    pub(super) fn begin_batch(&self, size: usize) -> Arc<Batch> {
        let mut state = self.state();
        while !state.stopped && state.batched + size > MAX_BATCH {
            state = self.wait(state);
        }
        state.batched += size;
        Arc::new(Batch::new(size))
    }

    /// Answers a message of a batch that is no request in flight.
    pub(super) fn answer_batch(&self, batch: &Batch, answer: Option<Vec<u8>>) {
        self.answer_in(self.state(), batch, answer);
    }

    fn answer_in<'a>(
        &'a self,
        mut state: MutexGuard<'a, ConnectionState<J>>,
        batch: &Batch,
        answer: Option<Vec<u8>>,
    ) {
        let line = batch.answer(answer);
        if batch.is_answered() {
            state.batched -= batch.size();
            self.wake_all(&mut state);
        }
        self.send_all(state, line);
    }

    /// Writes a line that counts as unsent already.
    pub(super) fn send_counted(&self, line: Vec<u8>) {
        let mut state = self.state();
        state.unsent -= 1;
        self.send_all(state, Some(line));
    }

    /// Writes a line, or lets the thread that writes do so.
    pub(super) fn send(&self, line: Vec<u8>) {
        self.send_all(self.state(), Some(line));
    }

    fn send_all<'a>(
        &'a self,
        mut state: MutexGuard<'a, ConnectionState<J>>,
        line: Option<Vec<u8>>,
    ) {
        let Some(mut line) = line else {
            let ended = state.ended;
            drop(state);
            if ended {
                (self.on_end)();
            }
            return;
        };
        line.push(b'\n');
        state.unsent += 1;
        state.lines.push_back(line);
        if state.writing {
            return;
        }
        state.writing = true;
        while let Some(line) = state.lines.pop_front().filter(|_| !state.stopped) {
            drop(state);
            let written = {
                let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
                writer.write_all(&line).and_then(|()| writer.flush())
            };
            drop(line);
            state = self.state();
            state.unsent -= 1;
            if let Err(error) = written {
                tracing::warn!(%error, "an answer cannot be written");
                state.lost = true;
                state.stopped = true;
            }
            if state.unsent + 1 == MAX_UNSENT {
                self.wake_all(&mut state);
            }
        }
        state.lost |= state.stopped && state.unsent > 0;
        state.writing = false;
        let ended = state.ended || state.stopped;
        if ended {
            self.wake_all(&mut state);
        }
        drop(state);
        if ended {
            (self.on_end)();
        }
    }

    /// Takes note that the client sends nothing more.
    pub(super) fn end_input(&self) {
        self.state().ended = true;
        self.changed.notify_all();
        (self.on_end)();
    }

    pub(super) fn has_ended(&self) -> bool {
        self.state().ended
    }

    /// Tells whether every request is answered and every answer written, and none comes.
    pub(super) fn is_done(&self) -> bool {
        let state = self.state();
        let idle = state.in_flight.is_empty() && state.unsent == 0;
        (state.ended && idle) || (state.stopped && !state.writing)
    }

    /// Begins no further line, and waits as long as `timeout` for the one that is being
    /// written. Returns true if every answer was written.
    pub(super) fn stop(&self, timeout: Duration) -> bool {
        let mut state = self.state();
        state.stopped = true;
        self.changed.notify_all();
        let waited = self
            .changed
            .wait_timeout_while(state, timeout, |state| state.writing);
        (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let mut requests = state.in_flight.values();
        !state.writing
            && !state.lost
            && state.unsent == 0
            && requests.all(|request| request.cancelled.load(Ordering::Relaxed))
    }

    /// Wakes an idle thread. Returns false if there is none that was not woken before.
    fn wake_one(&self, state: &mut ConnectionState<J>) -> bool {
        let is_idle = state.idle > state.woken;
        state.woken += usize::from(is_idle);
        self.changed.notify_one();
        is_idle
    }

    fn wake_all(&self, state: &mut ConnectionState<J>) {
        state.woken = state.idle;
        self.changed.notify_all();
    }

    fn wait<'a>(
        &self,
        state: MutexGuard<'a, ConnectionState<J>>,
    ) -> MutexGuard<'a, ConnectionState<J>> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, ConnectionState<J>> {
        // Nothing that is done under the lock can leave it unsound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> ConnectionState<J> {
    fn may_run(&self) -> bool {
        self.running < MAX_CALLS && self.unsent < MAX_UNSENT
    }

    /// Takes a request that waits, if one more may run.
    fn start_waiting(&mut self) -> Option<J> {
        if !self.may_run() {
            return None;
        }
        let (_, job) = self.waiting.pop_front()?;
        self.running += 1;
        Some(job)
    }
}
