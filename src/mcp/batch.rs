//! Collects the answers to the messages of one batch.

use std::sync::{Mutex, PoisonError};

use crate::mcp::outgoing::Outgoing;

/// The answers to a batch.
pub(super) struct Batch(Mutex<Answers>);

struct Answers {
    awaited: usize,
    made: Vec<Outgoing>,
}

impl Batch {
    /// Creates a batch of so many messages. It awaits one answer for each, and one more
    /// from the thread that begins it.
    pub(super) fn new(size: usize) -> Self {
        Self(Mutex::new(Answers {
            awaited: size + 1,
            made: Vec::new(),
        }))
    }

    /// Takes one of the answers that are awaited; `None` where nobody wants it. Returns
    /// all of them, as a JSON array, with the last.
    pub(super) fn answer(&self, answer: Option<Outgoing>) -> Option<Outgoing> {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        answers.made.extend(answer);
        answers.awaited -= 1;
        if answers.awaited > 0 || answers.made.is_empty() {
            return None;
        }
        Some(Outgoing::Batch(std::mem::take(&mut answers.made)))
    }
}
