//! Collects the answers to the messages of one batch.

use std::sync::{Mutex, PoisonError};

/// The answers to a batch.
pub(super) struct Batch {
    size: usize,
    answers: Mutex<Answers>,
}

struct Answers {
    awaited: usize,
    made: Vec<Vec<u8>>,
}

impl Batch {
    /// Creates a batch of so many messages. It awaits one answer for each, and one more
    /// from the thread that begins it.
    pub(super) fn new(size: usize) -> Self {
        let answers = Mutex::new(Answers {
            awaited: size + 1,
            made: Vec::new(),
        });
        Self { size, answers }
    }

    /// Returns how many messages it has.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Takes one of the answers that are awaited; `None` where nobody wants it. Returns
    /// all of them, as a JSON array, with the last.
    pub(super) fn answer(&self, answer: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.made.extend(answer);
        answers.awaited -= 1;
        if answers.awaited > 0 || answers.made.is_empty() {
            return None;
        }
        let mut array = b"[".to_vec();
        array.append(&mut answers.made.join(&b','));
        array.push(b']');
        Some(array)
    }

    /// Returns true if every message is answered.
    pub(super) fn is_answered(&self) -> bool {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.awaited == 0
    }
}
