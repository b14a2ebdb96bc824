//! The log on standard error. It never delays an answer: a thread writes lines from a bounded queue.
//! The first event starts the thread. Lines that do not fit or cannot be written are dropped and
//! counted.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use tracing::level_filters::LevelFilter;

use crate::cli::system::stderr;
use crate::sync::lock;
use crate::text::escaped::Escaped;

/// The length of the queue, in lines.
pub const MAX_LINES: usize = 512;
/// The maximum length of a line, in bytes. Longer lines are cut.
const MAX_LINE: usize = 16 * 1024;
/// The interval at which [`Log::finish`] checks whether everything is written.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The sender of the log's lines. Writing to it never waits or fails.
pub struct Log {
    lines: SyncSender<Vec<u8>>,
    counts: Arc<LineCounts>,
    /// The input of the thread. `None` once the thread has begun.
    waiting: Arc<Mutex<Option<Waiting>>>,
}

/// The receiver of the lines, and their destination.
struct Waiting(Receiver<Vec<u8>>, Box<dyn Write + Send>);

/// The numbers of lines that are queued, and that were dropped since the last report.
#[derive(Debug, Default)]
struct LineCounts {
    queued: AtomicUsize,
    dropped: AtomicUsize,
}

/// Starts logging to standard error, including panics. The level is `quiet` if `verbose` is 0;
/// otherwise it is INFO, DEBUG or TRACE. Returns `None` if the process already has a log.
pub fn start(verbose: u8, quiet: LevelFilter) -> Option<Arc<Log>> {
    let level = match verbose {
        0 => quiet,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    // The default hook writes directly, and blocks if the reader does not read.
    panic::set_hook(Box::new(|panicked| {
        let backtrace = Backtrace::capture();
        let is_captured = backtrace.status() == BacktraceStatus::Captured;
        let backtrace = is_captured.then(|| tracing::field::display(backtrace));
        tracing::error!(%panicked, backtrace, "an error in the program");
    }));
    let log = Arc::new(Log::new(stderr()));
    let started = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(Arc::clone(&log))
        .with_ansi(false)
        .log_internal_errors(false)
        .try_init();
    started.is_ok().then_some(log)
}

impl Log {
    /// Creates a log whose thread writes to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        let (lines, waiting) = sync_channel(MAX_LINES);
        Self {
            lines,
            counts: Arc::default(),
            waiting: Arc::new(Mutex::new(Some(Waiting(waiting, Box::new(out))))),
        }
    }

    /// Starts the thread, unless it is running. If no thread can be started, the next line tries again.
    fn start(&self) {
        if lock(&self.waiting).is_none() {
            return;
        }
        let (waiting, counts) = (Arc::clone(&self.waiting), Arc::clone(&self.counts));
        let thread = thread::Builder::new().name("log".into());
        // A second thread that is started at the same time finds nothing to do.
        let _ = thread.spawn(move || {
            let taken = lock(&waiting).take();
            taken.map(|Waiting(lines, out)| write(&lines, &counts, out))
        });
    }

    /// Waits until everything is written, but at most for `timeout`. Without a thread, writes the lines
    /// itself.
    pub fn finish(&self, timeout: Duration) {
        let mut waiting = lock(&self.waiting);
        if let Some(Waiting(lines, out)) = &mut *waiting {
            return write(lines.try_iter(), &self.counts, out);
        }
        drop(waiting);
        let deadline = Instant::now() + timeout;
        while self.counts.queued.load(Ordering::Acquire) > 0 && Instant::now() < deadline {
            thread::sleep(POLL_INTERVAL);
        }
    }
}

impl Write for &Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // Each event is one write. IDs and names in it may contain hidden characters.
        let text = String::from_utf8_lossy(&line[..line.len().min(MAX_LINE)]);
        let text = Escaped(text.strip_suffix('\n').unwrap_or(&text));
        let cut = if line.len() > MAX_LINE { "…" } else { "" };
        self.start();
        self.counts.queued.fetch_add(1, Ordering::Release);
        if self
            .lines
            .try_send(format!("{text}{cut}\n").into_bytes())
            .is_err()
        {
            self.counts.queued.fetch_sub(1, Ordering::Release);
            self.counts.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the queued lines. Before a line, reports how many lines were dropped.
fn write(lines: impl IntoIterator<Item = Vec<u8>>, counts: &LineCounts, mut out: impl Write) {
    for line in lines {
        let dropped = counts.dropped.swap(0, Ordering::Relaxed);
        let mut text = match dropped {
            0 => Vec::new(),
            lost => format!("{lost} lines of the log were dropped\n").into_bytes(),
        };
        text.extend(line);
        if out.write_all(&text).is_err() {
            counts.dropped.fetch_add(dropped + 1, Ordering::Relaxed);
        }
        counts.queued.fetch_sub(1, Ordering::Release);
    }
}
