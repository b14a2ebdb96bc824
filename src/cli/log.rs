//! The log on standard error. It never delays an answer: a thread writes lines from a
//! bounded queue, and lines that do not fit are dropped and counted.

use std::io::{self, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli::output::{RETRY_DELAY, whole};
use crate::text::escape::Escaped;

/// The length of the queue, in lines.
pub const MAX_LINES: usize = 512;
/// The longest line that is kept, in bytes.
const MAX_LINE: usize = 16 * 1024;

/// The sender of the log's lines. A write to it never waits or fails.
#[derive(Debug, Clone)]
pub struct Log {
    entries: SyncSender<LogEntry>,
    dropped: Arc<AtomicU64>,
}

#[derive(Debug)]
enum LogEntry {
    Line(Vec<u8>),
    /// Answered once everything before it was written.
    Done(SyncSender<()>),
}

/// What runs, which decides what is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logged {
    /// A command other than `serve`.
    Command,
    /// A server.
    Server,
}

/// Logs to standard error, panics too: warnings at verbosity 0, more at 1 to 3. At 0 a
/// command other than `serve` logs only errors, because it prints its own warnings.
/// Returns `None` when no thread can be started.
pub fn start(verbose: u8, logged: Logged) -> Option<Log> {
    let level = match verbose {
        0 if logged == Logged::Command => LevelFilter::ERROR,
        0 => LevelFilter::WARN,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    // The default hook writes directly, and waits for a reader that does not read.
    panic::set_hook(Box::new(|panicked| tracing::error!(%panicked, "a fault")));
    let log = Log::new(io::stderr()).ok()?;
    let layer = fmt::layer()
        .with_writer(log.clone())
        .with_ansi(false)
        .log_internal_errors(false);
    let started = tracing_subscriber::registry()
        .with(layer)
        .with(level)
        .try_init();
    started.is_ok().then_some(log)
}

impl Log {
    /// Starts the thread that writes to `out`. It ends at the first error.
    ///
    /// # Errors
    ///
    /// When no thread can be started.
    pub fn new(out: impl Write + Send + 'static) -> io::Result<Self> {
        let (entries, waiting) = sync_channel(MAX_LINES);
        let dropped = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&dropped);
        thread::Builder::new()
            .name("log".into())
            .spawn(move || write(&waiting, &count, out))?;
        Ok(Self { entries, dropped })
    }

    /// Waits until everything is written, at most for `timeout`.
    pub fn finish(&self, timeout: Duration) {
        let deadline = Instant::now() + timeout;
        let (done, finished) = sync_channel(1);
        let mut entry = LogEntry::Done(done);
        while let Err(TrySendError::Full(again)) = self.entries.try_send(entry) {
            if Instant::now() >= deadline {
                return;
            }
            entry = again;
            thread::sleep(RETRY_DELAY.min(timeout));
        }
        let _ = finished.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    }
}

impl Write for &Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // Each event is one write. Ids and names in it may hold hidden characters.
        let said = String::from_utf8_lossy(&line[..line.len().min(MAX_LINE)]);
        let said = Escaped(said.strip_suffix('\n').unwrap_or(&said));
        let cut = if line.len() > MAX_LINE { "…" } else { "" };
        let kept = format!("{said}{cut}\n").into_bytes();
        if self.entries.try_send(LogEntry::Line(kept)).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = &'a Log;

    fn make_writer(&'a self) -> Self::Writer {
        self
    }
}

/// Writes the queued lines until a write fails.
fn write(waiting: &Receiver<LogEntry>, dropped: &AtomicU64, mut out: impl Write) {
    for entry in waiting {
        let lost = dropped.swap(0, Ordering::Relaxed);
        let told = match lost {
            0 => Ok(()),
            lost => whole(
                &mut out,
                format!("{lost} lines of the log were dropped\n").as_bytes(),
            ),
        };
        let written = told.and_then(|()| match entry {
            LogEntry::Line(line) => whole(&mut out, &line),
            LogEntry::Done(done) => {
                let _ = done.try_send(());
                Ok(())
            }
        });
        if written.is_err() {
            return;
        }
    }
}
