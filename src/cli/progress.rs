//! Says that a command works while it takes long.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;

/// After which time a command says that it works.
const PATIENCE: Duration = Duration::from_secs(1);

/// Runs something, with a line on standard error while it takes longer than a second at a
/// terminal.
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
        // Where no thread can be had, there is no line.
        let _ = thread::Builder::new().spawn_scoped(scope, wait);
        let done = run();
        drop(running);
        done
    })
}
