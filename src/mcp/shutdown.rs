//! Ends a connection from outside, or waits for its end.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::sync::lock;

/// How a connection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every request was answered, and every answer written.
    Whole,
    /// Answers were not written, because the client did not read them or the server was
    /// stopped. No line but the last was written in part.
    Cut,
}

/// Ends a connection from outside.
#[derive(Debug, Default)]
pub struct Shutdown {
    stopped: Mutex<bool>,
    changed: Condvar,
}

impl Shutdown {
    /// Ends the connection: no further line is begun.
    pub fn stop(&self) {
        *lock(&self.stopped) = true;
        self.changed.notify_all();
    }

    /// Tells [`Self::wait`] that the connection may have ended.
    pub(super) fn notify(&self) {
        drop(lock(&self.stopped));
        self.changed.notify_all();
    }

    /// Waits until it is stopped, or no time is left, which is asked again whenever the connection
    /// may have ended.
    pub(super) fn wait(&self, time_left: impl Fn() -> Duration) {
        let mut stopped = lock(&self.stopped);
        while !*stopped {
            let left = time_left();
            if left.is_zero() {
                return;
            }
            let waited = self.changed.wait_timeout(stopped, left);
            (stopped, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
