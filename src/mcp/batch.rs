//! Collects the answers to the messages of one batch.

use std::sync::{Mutex, PoisonError};

/// The answers to a batch.
#[derive(Debug)]
pub(super) struct Batch(Mutex<Answers>);

#[derive(Debug)]
struct Answers {
    awaited: usize,
    made: Vec<Vec<u8>>,
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
    pub(super) fn answer(&self, answer: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
}
