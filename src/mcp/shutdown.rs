//! Ends a connection from another thread, or waits for its end.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::sync::lock;

/// The way in which a connection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every request was answered, and every answer was written.
    Whole,
    /// Some answers were not written, because the client did not read them or the server was
    /// stopped. Only the last line may be incomplete.
    Cut,
}

/// A handle that ends a connection from another thread.
#[derive(Debug, Default)]
pub struct Shutdown {
    stopped: Mutex<bool>,
    changed: Condvar,
}

impl Shutdown {
    /// Ends the connection. A line that is being written is completed if possible, and no further
    /// line is started.
    pub fn stop(&self) {
        *lock(&self.stopped) = true;
        self.changed.notify_all();
    }

    /// Notifies [`Self::wait`] that the connection may have ended.
    pub(super) fn notify(&self) {
        drop(lock(&self.stopped));
        self.changed.notify_all();
    }

    /// Blocks until the connection is stopped or `time_left` returns zero. Calls `time_left` again
    /// whenever the connection may have ended.
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
