//! A progress line for commands that take long.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;

/// The time after which the progress line appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Runs `run`. At a terminal, shows a line on standard error if `run` takes longer than a second.
pub(super) fn with_progress<T>(doing: &'static str, run: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return run();
    }
    let (running, ended) = channel::<()>();
    thread::scope(|scope| {
        let wait = move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let bar = ProgressBar::new_spinner().with_message(doing);
                bar.enable_steady_tick(PATIENCE / 10);
                let _ = ended.recv();
                bar.finish_and_clear();
            }
        };
        // If no thread can be started, no line is shown.
        let _ = thread::Builder::new().spawn_scoped(scope, wait);
        let done = run();
        drop(running);
        done
    })
}
