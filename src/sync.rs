//! Locks that survive the panic of a thread, and work that several threads share.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};

/// Locks a mutex, even if a thread panicked while it held the lock. The guarded value is consistent
/// between any two statements.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` for each number below `count` on up to `threads` threads, including the calling
/// thread. Uses fewer threads if no more can be started. Returns the results in order.
///
/// `begin` creates the state of each thread. Only the calling thread calls `check`, before each
/// number for which it calls `work`.
///
/// # Errors
///
/// Returns the error of `check`. After an error, no thread calls `work` for further numbers.
pub(crate) fn share<S, T: Send, E>(
    threads: usize,
    count: usize,
    check: impl Fn() -> Result<(), E>,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < count);
    let run = || {
        let mut own = begin();
        let taken = std::iter::from_fn(take);
        taken.map(|at| (at, work(&mut own, at))).collect::<Vec<_>>()
    };
    let mut all = thread::scope(|scope| {
        let others = (1..threads).map_while(|_| Builder::new().spawn_scoped(scope, run).ok());
        let others: Vec<_> = others.collect();
        let (mut own, mut all) = (begin(), Vec::new());
        while let Some(at) = take() {
            check().inspect_err(|_| next.store(count, Ordering::Relaxed))?;
            all.push((at, work(&mut own, at)));
        }
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        Ok(all)
    })?;
    all.sort_unstable_by_key(|(at, _)| *at);
    Ok(all.into_iter().map(|(_, result)| result).collect())
}
