//! Tells the threads of one client's connection what to do, and writes its lines.
//!
//! Every thread asks [`Connection::next`] what to do. Whoever holds the lock and leaves
//! something to do wakes or starts a thread for it, in [`Connection::update`]: so a
//! request waits only while all slots are taken, and somebody always reads.

mod state;

use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::model::RequestId;

use super::outgoing::Outgoing;
use super::stdio::Job;
use crate::limits::{MAX_IN_FLIGHT, MAX_IN_FLIGHT_WHILE_ASKING, MAX_UNSENT_LINES};
use state::ConnectionState;

/// How many threads are kept without work.
const MAX_IDLE: usize = 2;

/// How many bytes are written at once.
const WRITE: usize = 64 * 1024;

/// The state of a connection, which its threads share.
pub(super) struct Connection<W: Write> {
    state: Mutex<ConnectionState>,
    /// Notified where an idle thread has something to do.
    work: Condvar,
    /// Notified where a limit is no longer reached, or no line is being written.
    changed: Condvar,
    writer: Mutex<BufWriter<W>>,
    /// Starts a thread. Returns false if none can be had.
    spawn: Box<dyn Fn() -> bool + Send + Sync>,
    /// Called where the connection may have ended.
    on_end: Box<dyn Fn() + Send + Sync>,
}

/// What a thread does next.
#[expect(clippy::large_enum_variant, reason = "it is moved, and not kept")]
pub(super) enum Task {
    /// It reads messages, until [`Connection::hand_over`] or [`Connection::end_input`].
    Read,
    /// It runs a request, until [`Connection::end`].
    Run(Job),
    /// It ends.
    End,
}

/// What a thread did before.
#[derive(Clone, Copy)]
pub(super) enum Done {
    /// It was started, or read a message, and has been expected since.
    Expected,
    /// It wrote what a message led to.
    Wrote,
    /// It ran a request.
    Ran,
}

impl<W: Write> Connection<W> {
    /// Creates a connection without a thread: see [`Connection::start`].
    pub(super) fn new(
        writer: W,
        spawn: impl Fn() -> bool + Send + Sync + 'static,
        on_end: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self {
            state: Mutex::new(ConnectionState::default()),
            work: Condvar::new(),
            changed: Condvar::new(),
            writer: Mutex::new(BufWriter::with_capacity(WRITE, writer)),
            spawn: Box::new(spawn),
            on_end: Box::new(on_end),
        }
    }

    /// Starts the first thread. Returns false if none can be had.
    pub(super) fn start(&self) -> bool {
        self.update(|_| ())
    }

    /// Waits until there is something to do for the calling thread, which did `done`.
    pub(super) fn next(&self, done: Done) -> Task {
        let mut state = self.state();
        match done {
            Done::Expected => state.expected -= 1,
            Done::Wrote => {}
            Done::Ran => state.running -= 1,
        }
        let task = loop {
            if state.stopped {
                break Task::End;
            }
            if state.runnable() > 0
                && let Some((_, job)) = state.waiting.pop_front()
            {
                state.running += 1;
                break Task::Run(job);
            }
            if state.needs_reader() {
                state.reading = true;
                break Task::Read;
            }
            if state.is_exhausted() || state.idle >= MAX_IDLE {
                break Task::End;
            }
            state.idle += 1;
            let waited = self.work.wait_while(state, |state| {
                state.woken == 0 && !state.stopped && !state.is_exhausted()
            });
            state = waited.unwrap_or_else(PoisonError::into_inner);
            match state.woken {
                0 => state.idle -= 1,
                _ => state.woken -= 1,
            }
        };
        self.release(state);
        task
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

    /// Lets another thread read the next message, and writes this line.
    pub(super) fn hand_over(&self, line: Option<Outgoing>) -> Done {
        let mut state = self.state();
        state.reading = false;
        let Some(line) = line else {
            state.expected += 1;
            self.release(state);
            return Done::Expected;
        };
        // It comes before what the next message leads to.
        let writes = state.queue(line);
        self.release(state);
        if writes {
            self.write_lines();
        }
        Done::Wrote
    }

    /// Takes note that the client sends nothing more.
    pub(super) fn end_input(&self) -> Done {
        self.update(|state| {
            state.ended = Some(Instant::now());
            state.reading = false;
            state.expected += 1;
        });
        self.work.notify_all();
        (self.on_end)();
        Done::Expected
    }

    /// Takes note of a request, none of whose id is in flight. Returns the flag that says
    /// whether its client gave it up.
    pub(super) fn begin(&self, id: &RequestId) -> Arc<AtomicBool> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let in_flight = (id.clone(), Arc::clone(&cancelled));
        self.state().in_flight.extend([in_flight]);
        cancelled
    }

    pub(super) fn is_in_flight(&self, id: &RequestId) -> bool {
        self.state().in_flight.contains_key(id)
    }

    /// Lets a request wait for a thread. The thread that reads calls it, and then hands
    /// over.
    pub(super) fn submit(&self, id: RequestId, job: Job) {
        self.state().waiting.push_back((id, job));
    }

    /// Marks a request as given up by its client. One that waits for a thread ends.
    pub(super) fn cancel(&self, id: &RequestId) {
        let mut state = self.state();
        if let Some(cancelled) = state.in_flight.get(id) {
            cancelled.store(true, Ordering::Relaxed);
        }
        if let Some(at) = state.waiting.iter().position(|(waiting, _)| waiting == id) {
            state.waiting.remove(at);
            self.answer(state, id, Outgoing::Json(Vec::new()));
        }
    }

    /// Ends a request that ran, with its answer.
    pub(super) fn end(&self, id: &RequestId, answer: Outgoing) -> Done {
        self.answer(self.state(), id, answer);
        Done::Ran
    }

    /// Sends the answer to a request, unless it was given up: then nobody gets it.
    fn answer(&self, mut state: MutexGuard<'_, ConnectionState>, id: &RequestId, answer: Outgoing) {
        let Some(cancelled) = state.in_flight.remove(id) else {
            return;
        };
        let length = state.in_flight.len() + 1;
        if length == MAX_IN_FLIGHT || length == MAX_IN_FLIGHT_WHILE_ASKING {
            self.changed.notify_all();
        }
        match cancelled.load(Ordering::Relaxed) {
            true => self.after_lines(state),
            false => self.send_line(state, answer),
        }
    }

    /// Writes a line, or lets the thread that writes do so.
    pub(super) fn send(&self, line: Outgoing) {
        self.send_line(self.state(), line);
    }

    fn send_line(&self, mut state: MutexGuard<'_, ConnectionState>, line: Outgoing) {
        let writes = state.queue(line);
        drop(state);
        if writes {
            self.write_lines();
        }
    }

    /// Writes the lines that wait, in order. The lock is free while one is written.
    fn write_lines(&self) {
        let mut state = self.state();
        while let Some(line) = state.lines.pop_front().filter(|_| !state.stopped) {
            drop(state);
            let written = {
                let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
                line.write(&mut *writer)
                    .and_then(|()| writer.write_all(b"\n"))
                    .and_then(|()| writer.flush())
            };
            drop(line);
            self.update(|state| {
                state.unsent -= 1;
                state.ended = state.ended.map(|_| Instant::now());
                if let Err(error) = written {
                    tracing::warn!(%error, "an answer cannot be written");
                    state.lost = true;
                    state.stopped = true;
                    self.work.notify_all();
                }
                if state.unsent + 1 == MAX_UNSENT_LINES || state.stopped {
                    self.changed.notify_all();
                }
            });
            state = self.state();
        }
        state.lost |= state.stopped && state.unsent > 0;
        state.writing = false;
        self.after_lines(state);
    }

    fn after_lines(&self, state: MutexGuard<'_, ConnectionState>) {
        let is_ending = state.ended.is_some() || state.stopped;
        drop(state);
        if is_ending {
            self.changed.notify_all();
            (self.on_end)();
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

    /// Takes note that the input cannot be read.
    pub(super) fn fail(&self) {
        self.state().lost = true;
    }

    /// Returns how long ago the client sent its last message, or the last line after that
    /// was written. `None` while messages may come.
    pub(super) fn ended(&self) -> Option<Duration> {
        self.state().ended.map(|ended| ended.elapsed())
    }

    /// Returns true if no request comes any more and every answer is written, or if the
    /// connection was stopped and no line is being written.
    pub(super) fn is_done(&self) -> bool {
        let state = self.state();
        let answered = state.in_flight.is_empty() && state.unsent == 0;
        (state.ended.is_some() && answered) || (state.stopped && !state.writing)
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
        let mut in_flight = state.in_flight.values();
        !state.writing
            && !state.lost
            && state.unsent == 0
            && in_flight.all(|cancelled| cancelled.load(Ordering::Relaxed))
    }

    /// Changes the state, and sees to it that there are threads for what is to be done.
    /// Returns false if some of them cannot be had.
    fn update(&self, change: impl FnOnce(&mut ConnectionState)) -> bool {
        let mut state = self.state();
        change(&mut state);
        self.release(state)
    }

    /// Wakes or starts the threads that are missing. Returns false if some cannot be had.
    fn release(&self, mut state: MutexGuard<'_, ConnectionState>) -> bool {
        let missing = state.missing_threads();
        let woken = missing.min(state.idle);
        state.idle -= woken;
        state.woken += woken;
        state.expected += missing - woken;
        drop(state);
        (0..woken).for_each(|_| self.work.notify_one());
        let started = (woken..missing).take_while(|_| (self.spawn)()).count();
        let failed = missing - woken - started;
        if failed > 0 {
            // The threads that exist do the work, one after another.
            self.state().expected -= failed;
        }
        failed == 0
    }

    fn state(&self) -> MutexGuard<'_, ConnectionState> {
        // Nothing that is done under the lock can leave it unsound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
