//! Time and allocations.
#![allow(
    unsafe_code,
    reason = "an allocator that counts is the only way to see what a call allocates"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The system's allocator, counting what is asked of it.
struct Counting;

static COUNTING: AtomicBool = AtomicBool::new(false);
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

/// Nothing is counted, and no thread waits for another's counter, while time is
/// measured.
fn count(bytes: usize) {
    if COUNTING.load(Relaxed) {
        BYTES.fetch_add(bytes, Relaxed);
        TIMES.fetch_add(1, Relaxed);
    }
}

/// What was asked of the allocator.
#[derive(Clone, Copy)]
pub struct Allocated {
    /// Bytes, of a reallocation those that were added.
    pub bytes: usize,
    /// Allocations and reallocations.
    pub times: usize,
}

/// What `task` asks of the allocator, on all threads.
pub fn allocated(task: &mut dyn FnMut() -> String) -> Allocated {
    let (bytes, times) = (BYTES.load(Relaxed), TIMES.load(Relaxed));
    COUNTING.store(true, Relaxed);
    let made = task();
    COUNTING.store(false, Relaxed);
    drop(made);
    Allocated {
        bytes: BYTES.load(Relaxed) - bytes,
        times: TIMES.load(Relaxed) - times,
    }
}

/// What a task costs, in microseconds.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    /// Processor time of the whole process, in user and kernel mode: of every
    /// thread, so that none hides what it costs.
    pub processor: f64,
    /// As a clock on the wall has it.
    pub wall: f64,
}

/// How often everything is run at least.
const MIN_ROUNDS: usize = 15;
/// How long it is run at least, each task.
const MIN_TIME: Duration = Duration::from_secs(1);
/// From which time on [`MIN_ROUNDS`] are enough, and then [`FEW_ROUNDS`].
const MAX_TIME: Duration = Duration::from_secs(40);
const FEW_ROUNDS: usize = 5;

/// Runs the tasks in turn, beginning with another one each round, so that load
/// from elsewhere meets all of them alike. Returns each one's medians. What a task
/// returns is dropped outside the measured time.
pub fn medians<const N: usize>(tasks: [&mut dyn FnMut() -> String; N]) -> [Cost; N] {
    let clocks = median(
        &(0..999)
            .map(|_| cost(&mut String::new).0)
            .collect::<Vec<_>>(),
    );
    let mut costs: [Vec<Cost>; N] = std::array::from_fn(|_| Vec::new());
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
            costs[task].push(cost);
            drop(made);
        }
    }
    costs.map(|costs| {
        let Cost { processor, wall } = median(&costs);
        Cost {
            processor: processor - clocks.processor,
            wall: wall - clocks.wall,
        }
    })
}

/// What a task costs, reading the clocks included.
///
/// The processor time is the process's own: what else runs on the machine takes
/// turns with the task, and is not the task's. Nothing that is measured waits for a
/// device.
fn cost(task: &mut dyn FnMut() -> String) -> (Cost, String) {
    let now = || {
        let now = clock_gettime(ClockId::ProcessCPUTime);
        now.tv_sec as f64 * 1e6 + now.tv_nsec as f64 / 1e3
    };
    let started = Instant::now();
    let before = now();
    let made = task();
    let processor = now() - before;
    let wall = started.elapsed().as_secs_f64() * 1e6;
    (Cost { processor, wall }, made)
}

fn median(costs: &[Cost]) -> Cost {
    let of = |figure: fn(&Cost) -> f64| {
        let mut sorted: Vec<f64> = costs.iter().map(figure).collect();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        if sorted.len().is_multiple_of(2) {
            f64::midpoint(sorted[middle - 1], sorted[middle])
        } else {
            sorted[middle]
        }
    };
    Cost {
        processor: of(|cost| cost.processor),
        wall: of(|cost| cost.wall),
    }
}
