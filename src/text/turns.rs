//! How many may do something at once, on whatever threads they are.

use std::sync::{Condvar, Mutex, PoisonError};

/// Turns that are taken and given back.
pub(crate) struct Turns {
    free: Mutex<usize>,
    given: Condvar,
}

/// A turn; it is given back at its end.
pub(crate) struct Turn<'a>(&'a Turns);

impl Turns {
    /// So many.
    pub(crate) const fn new(count: usize) -> Self {
        Self {
            free: Mutex::new(count),
            given: Condvar::new(),
        }
    }

    /// Waits for one.
    pub(crate) fn take(&self) -> Turn<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.given.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Turn(self)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let Turns { free, given } = self.0;
        *free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        given.notify_one();
    }
}
