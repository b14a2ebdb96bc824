//! Time and allocations.
#![allow(
    unsafe_code,
    reason = "an allocator that counts is the only way to see what a call allocates"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The system's allocator, counting what is asked of it.
struct Counting;

static BYTES: AtomicUsize = AtomicUsize::new(0);
static TIMES: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every method hands its arguments to `System` unchanged, under the same
// contract, and returns what `System` returned. The counters allocate nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps `GlobalAlloc::alloc`'s contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps `GlobalAlloc::alloc_zeroed`'s contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.saturating_sub(layout.size()));
        // SAFETY: the caller keeps `GlobalAlloc::realloc`'s contract.
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps `GlobalAlloc::dealloc`'s contract.
        unsafe { System.dealloc(old, layout) }
    }
}

/// Loads and stores instead of atomic additions: one thread is measured, and a
/// locked addition would be measured with it.
fn count(bytes: usize) {
    BYTES.store(BYTES.load(Relaxed) + bytes, Relaxed);
    TIMES.store(TIMES.load(Relaxed) + 1, Relaxed);
}

/// What was asked of the allocator.
#[derive(Clone, Copy)]
pub struct Allocated {
    /// Bytes, of a reallocation those that were added.
    pub bytes: usize,
    /// Allocations and reallocations.
    pub times: usize,
}

/// What `task` asks of the allocator.
pub fn allocated(task: &mut dyn FnMut() -> String) -> Allocated {
    let (bytes, times) = (BYTES.load(Relaxed), TIMES.load(Relaxed));
    drop(task());
    Allocated {
        bytes: BYTES.load(Relaxed) - bytes,
        times: TIMES.load(Relaxed) - times,
    }
}

/// How often everything is run at least.
const MIN_ROUNDS: usize = 15;
/// How long it is run at least, each task.
const MIN_TIME: Duration = Duration::from_secs(1);
/// From which time on [`MIN_ROUNDS`] are enough, and then [`FEW_ROUNDS`].
const MAX_TIME: Duration = Duration::from_secs(40);
const FEW_ROUNDS: usize = 5;

/// Runs the tasks in turn, beginning with another one each round, so that load
/// from elsewhere meets all of them alike. Returns each one's median in
/// microseconds. What a task returns is dropped outside the measured time.
pub fn medians<const N: usize>(tasks: [&mut dyn FnMut() -> String; N]) -> [f64; N] {
    let clock = median((0..999).map(|_| cost(&mut String::new).0).collect());
    let mut costs: [Vec<f64>; N] = std::array::from_fn(|_| Vec::new());
    let least = MIN_TIME * N as u32;
    let started = Instant::now();
    for round in 0.. {
        let elapsed = started.elapsed();
        if (round >= MIN_ROUNDS && elapsed >= least) || (round >= FEW_ROUNDS && elapsed >= MAX_TIME)
        {
            break;
        }
        for turn in 0..N {
            let task = (round + turn) % N;
            let (cost, made) = cost(tasks[task]);
            costs[task].push(cost - clock);
            drop(made);
        }
    }
    costs.map(median)
}

/// What a task costs in microseconds, reading the clock included.
///
/// The clock is the thread's own, in user and kernel mode: what else runs on the
/// machine takes turns with the task, and is not the task's. Nothing that is
/// measured waits for a device or for another thread.
fn cost(task: &mut dyn FnMut() -> String) -> (f64, String) {
    let now = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        now.tv_sec as f64 * 1e6 + now.tv_nsec as f64 / 1e3
    };
    let before = now();
    let made = task();
    (now() - before, made)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let middle = times.len() / 2;
    if times.len().is_multiple_of(2) {
        f64::midpoint(times[middle - 1], times[middle])
    } else {
        times[middle]
    }
}
