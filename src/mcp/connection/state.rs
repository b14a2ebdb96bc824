//! The requests of one client that are not answered, the lines that wait to be written,
//! and how many threads that takes.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rmcp::model::RequestId;

use crate::limits::{MAX_CLIENT_CALLS, MAX_UNSENT_LINES};
use crate::mcp::outgoing::Outgoing;
use crate::mcp::stdio::Job;

/// The state of a connection.
#[derive(Default)]
pub(super) struct ConnectionState {
    /// The requests that are not answered, and whether each was given up.
    pub(super) in_flight: HashMap<RequestId, Arc<AtomicBool>>,
    /// Requests that wait for a thread.
    pub(super) waiting: VecDeque<(RequestId, Job)>,
    /// How many requests run, or their threads write.
    pub(super) running: usize,
    /// Lines that wait for the one that is being written.
    pub(super) lines: VecDeque<Outgoing>,
    /// How many lines are not written whole.
    pub(super) unsent: usize,
    /// Whether a thread writes.
    pub(super) writing: bool,
    /// Whether a thread reads messages.
    pub(super) reading: bool,
    /// How many threads wait for something to do, and were not woken.
    pub(super) idle: usize,
    /// How many of those were woken, and have not looked what there is to do.
    pub(super) woken: usize,
    /// How many other threads are about to look.
    pub(super) expected: usize,
    /// How many requests wait for the client to answer a question.
    pub(super) asking: usize,
    /// When the client sent its last message, or the last line after that was written.
    pub(super) ended: Option<Instant>,
    /// Whether no further line is begun.
    pub(super) stopped: bool,
    /// Whether a line was not written, or not whole.
    pub(super) lost: bool,
}

impl ConnectionState {
    /// Appends a line to those that wait. Returns true if the calling thread is to write
    /// them.
    pub(super) fn queue(&mut self, line: Outgoing) -> bool {
        self.unsent += 1;
        self.lines.push_back(line);
        !std::mem::replace(&mut self.writing, true)
    }

    /// Returns how many of the requests that wait may be begun.
    pub(super) fn runnable(&self) -> usize {
        match self.unsent < MAX_UNSENT_LINES {
            true => self.waiting.len().min(MAX_CLIENT_CALLS - self.running),
            false => 0,
        }
    }

    pub(super) fn needs_reader(&self) -> bool {
        !self.reading && self.ended.is_none()
    }

    /// Returns true if nothing waits, and nothing more comes.
    pub(super) fn is_exhausted(&self) -> bool {
        self.ended.is_some() && self.waiting.is_empty()
    }

    /// Returns how many threads have to be woken or started.
    pub(super) fn missing_threads(&self) -> usize {
        if self.stopped {
            return 0;
        }
        let needed = self.runnable() + usize::from(self.needs_reader());
        needed.saturating_sub(self.woken + self.expected)
    }
}
