//! Locks that go on after a thread has panicked.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also if a thread that held it has panicked: what it guards is whole between any
/// two statements.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
