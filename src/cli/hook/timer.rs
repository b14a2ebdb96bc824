//! Ends the process when its hook takes too long, whatever else waits.

use std::process::exit;
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::log;
use crate::sync::lock;

/// How long a hook may take. It ends by itself then, and gives nothing.
pub const TIMEOUT: Duration = Duration::from_millis(200);
/// How long the log is waited for when the time is over.
const LOG_TIMEOUT: Duration = Duration::from_millis(50);

/// A thread that ends the process with exit code 0 when the time of a step is over.
#[derive(Debug)]
pub struct Timer {
    /// How long its first step may take.
    pub limit: Duration,
    shared: Arc<Shared>,
}

/// What the threads share.
#[derive(Debug)]
struct Shared {
    step: Mutex<Step>,
    changed: Condvar,
}

/// What the process does, and until when.
#[derive(Debug)]
struct Step {
    until: Instant,
    limit: Duration,
    purpose: &'static str,
    is_over: bool,
}

impl Timer {
    /// Starts the thread, and the first step of a client's hook. Where no thread can be had, the
    /// client's own limit ends the hook.
    pub fn start(client: &str, limit: Duration) -> Self {
        let shared = Arc::new(Shared {
            step: Mutex::new(Step::new(limit, "")),
            changed: Condvar::new(),
        });
        let (timed, client) = (Arc::clone(&shared), client.to_owned());
        let _ = thread::Builder::new().spawn(move || {
            let reason = timed.wait();
            let (done, is_done) = channel();
            // The folder of the log may be what does not answer.
            let _ = thread::Builder::new().spawn(move || {
                log(&client, &reason);
                done.send(())
            });
            let _ = is_done.recv_timeout(LOG_TIMEOUT);
            exit(0);
        });
        Self { limit, shared }
    }

    /// Begins another step, with a limit and a purpose that the log names. It does not return if
    /// the time of the last step is over: the process is ending.
    pub fn next(&self, limit: Duration, purpose: &'static str) {
        let mut step = lock(&self.shared.step);
        while step.is_over {
            drop(step);
            thread::park();
            step = lock(&self.shared.step);
        }
        *step = Step::new(limit, purpose);
        self.shared.changed.notify_one();
    }
}

impl Shared {
    /// Waits until the time of a step is over, and returns what the log says.
    fn wait(&self) -> String {
        let mut step = lock(&self.step);
        loop {
            let left = step.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                step.is_over = true;
                let limit = step.limit.as_millis();
                return format!("it took longer than {limit} ms{}", step.purpose);
            }
            let waited = self.changed.wait_timeout(step, left);
            step = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Step {
    fn new(limit: Duration, purpose: &'static str) -> Self {
        Self {
            until: Instant::now() + limit,
            limit,
            purpose,
            is_over: false,
        }
    }
}
