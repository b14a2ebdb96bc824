//! Ends the process if its hook takes too long, even if it is blocked.

use std::process::exit;
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::log;
use crate::sync::lock;

/// The default time limit of a hook. A hook that exceeds it ends and gives nothing.
pub const TIMEOUT: Duration = Duration::from_millis(200);
/// The time to wait for the log once the hook's time is over.
const LOG_TIMEOUT: Duration = Duration::from_millis(50);

/// A thread that ends the process with exit code 0 when the time of a step is over.
#[derive(Debug)]
pub struct Timer {
    /// The time limit of the first step.
    pub limit: Duration,
    shared: Arc<Shared>,
}

/// The state that the threads share.
#[derive(Debug)]
struct Shared {
    step: Mutex<Step>,
    changed: Condvar,
}

/// The current step of the process, and its deadline.
#[derive(Debug)]
struct Step {
    until: Instant,
    limit: Duration,
    purpose: &'static str,
    is_over: bool,
}

impl Timer {
    /// Starts the thread and the first step of a client's hook. If no thread can be started, the
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
            // The folder of the log may be the one that does not respond.
            let _ = thread::Builder::new().spawn(move || {
                log(&client, &reason);
                done.send(())
            });
            let _ = is_done.recv_timeout(LOG_TIMEOUT);
            exit(0);
        });
        Self { limit, shared }
    }

    /// Begins the next step, with its own time limit and with a purpose for the log. Does not
    /// return if the time of the last step is over, because the process is ending.
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
    /// Waits until the time of a step is over, and returns the reason for the log.
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
