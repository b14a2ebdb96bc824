//! The log on standard error, which never costs an answer: lines wait in a
//! bounded queue for a thread of their own, and what finds no room is dropped
//! and counted.

use std::io::{self, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli::output::{AGAIN, whole};
use crate::text::shown::Shown;

/// How many lines may wait to be written.
pub const MAX_LINES: usize = 512;
/// How much of a line is kept, in bytes.
const MAX_LINE: usize = 16 * 1024;

/// Where the log's lines go. No write to it ever waits or fails.
#[derive(Debug, Clone)]
pub struct Log {
    entries: SyncSender<LogEntry>,
    dropped: Arc<AtomicU64>,
}

#[derive(Debug)]
enum LogEntry {
    Line(Vec<u8>),
    /// Everything before it was written.
    Done(SyncSender<()>),
}

/// What the log is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A command that does its work and ends.
    Command,
    /// A server on standard input and output.
    Stdio,
    /// A server over HTTP.
    Http,
}

/// Sends what the program and its libraries have to say to standard error, and
/// panics with it: 0 stands for warnings, 1 for more, 2 and 3 for everything.
/// With 0 a command that `serve` is not says what it warns of in its own words.
/// Where no thread can be made there is no log.
pub fn start(verbose: u8, of: Of) -> Option<Log> {
    let (level, library) = match verbose {
        0 if of == Of::Command => (LevelFilter::ERROR, LevelFilter::ERROR),
        // What the library warns of has been answered already: calls that are
        // cancelled or unknown, requests before the handshake.
        0 => (LevelFilter::WARN, LevelFilter::ERROR),
        1 => (LevelFilter::INFO, LevelFilter::INFO),
        2 => (LevelFilter::DEBUG, LevelFilter::DEBUG),
        _ => (LevelFilter::TRACE, LevelFilter::TRACE),
    };
    // Over HTTP it takes a client that goes before its answer is there for an error.
    let answers = match (verbose, of) {
        (0, Of::Http) => LevelFilter::OFF,
        _ => library,
    };
    // The usual hook writes by itself, and waits for whoever does not read.
    panic::set_hook(Box::new(|panicked| tracing::error!(%panicked, "a fault")));
    let log = Log::new(io::stderr()).ok()?;
    let layer = fmt::layer()
        .with_writer(log.clone())
        .with_ansi(false)
        .log_internal_errors(false);
    let filter = Targets::new()
        .with_default(level)
        .with_target("rmcp", library)
        .with_target("rmcp::service", answers);
    let started = tracing_subscriber::registry()
        .with(layer)
        .with(filter)
        .try_init();
    started.is_ok().then_some(log)
}

impl Log {
    /// A log that is written to `out` by a thread of its own, which ends when
    /// nothing more can be written.
    ///
    /// # Errors
    ///
    /// When no thread can be made.
    pub fn new(out: impl Write + Send + 'static) -> io::Result<Self> {
        let (entries, waiting) = sync_channel(MAX_LINES);
        let dropped = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&dropped);
        thread::Builder::new()
            .name("log".into())
            .spawn(move || write(&waiting, &count, out))?;
        Ok(Self { entries, dropped })
    }

    /// Waits until everything is written, but no longer than this.
    pub fn finish(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        let (done, finished) = sync_channel(1);
        let mut entry = LogEntry::Done(done);
        while let Err(TrySendError::Full(again)) = self.entries.try_send(entry) {
            if Instant::now() >= deadline {
                return;
            }
            entry = again;
            thread::sleep(AGAIN.min(patience));
        }
        let _ = finished.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    }
}

impl Write for &Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // Each event comes whole. What a library says of ids and names may hide.
        let said = String::from_utf8_lossy(&line[..line.len().min(MAX_LINE)]);
        let said = Shown(said.strip_suffix('\n').unwrap_or(&said));
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

/// Writes what waits, until it cannot.
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
