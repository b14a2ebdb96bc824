//! The answers to a batch, until all of them are there.

use std::sync::{Arc, Mutex, PoisonError};

use super::connection::Connection;
use super::outgoing::Outgoing;

/// A batch of which not every request is answered.
#[derive(Debug)]
pub(super) struct Batch {
    connection: Arc<Connection>,
    /// How many messages it holds.
    size: usize,
    answers: Mutex<Answers>,
}

#[derive(Debug)]
struct Answers {
    /// How many are to come.
    awaited: usize,
    made: Vec<Outgoing>,
}

impl Batch {
    /// A batch of so many messages. It awaits one answer by itself, so that it is
    /// not complete before all of its messages were looked at.
    pub(super) fn new(connection: &Arc<Connection>, size: usize) -> Self {
        connection.batch_begins(size);
        Self {
            connection: Arc::clone(connection),
            size,
            answers: Mutex::new(Answers {
                awaited: 1,
                made: Vec::new(),
            }),
        }
    }

    /// One more answer is to come.
    pub(super) fn awaits(&self) {
        self.answers(|answers| answers.awaited += 1);
    }

    /// One answer less is to come: it is this one, or there is none. Returns all
    /// of them when it was the last.
    pub(super) fn answer(&self, answer: Option<Outgoing>) -> Option<Vec<Outgoing>> {
        self.answers(|answers| {
            answers.made.extend(answer);
            answers.awaited -= 1;
            (answers.awaited == 0).then(|| std::mem::take(&mut answers.made))
        })
    }

    fn answers<T>(&self, change: impl FnOnce(&mut Answers) -> T) -> T {
        // Nothing that is done under the lock can leave it unsound.
        change(&mut self.answers.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.connection.batch_ends(self.size);
    }
}
