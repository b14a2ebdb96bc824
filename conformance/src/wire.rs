//! The way between the client and a server, on which every line is looked at.

use std::collections::VecDeque;
use std::process::Stdio;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tempfile::NamedTempFile;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use ureq::http::Uri;

use crate::http::{self, At};
use crate::system;
use crate::watch::Watch;

/// More than any message of the features holds.
const BUFFER: usize = 1 << 20;

/// A server has this long to end once its input has ended; then it is killed.
const TO_END: Duration = Duration::from_secs(5);
/// How many lines of a log are told, and how much of one, in characters.
const LOG_LINES: usize = 5;
const LOG_LINE: usize = 400;

/// The client's end of a watched way.
#[derive(Debug)]
pub struct Wire {
    /// What the client reads and writes; there once.
    pub client: Option<DuplexStream>,
    pub watch: Arc<Watch>,
    /// Where the server is, once it is known, if it speaks HTTP.
    pub url: Arc<OnceLock<Uri>>,
    reading: JoinHandle<()>,
    process: Option<Process>,
    /// The last lines that the server wrote to standard error.
    log: Arc<Mutex<VecDeque<String>>>,
}

/// A server of its own process.
#[derive(Debug)]
struct Process {
    child: Child,
    /// Whether it ends by a signal, and not by the end of its input.
    told: bool,
    _table: Option<NamedTempFile>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // With what it has started. Not once it was waited for: then the number
        // may be another's.
        system::end(self.child.id(), true);
    }
}

impl Wire {
    /// To a server in this process.
    pub fn to(server: DuplexStream, watch: Watch) -> Self {
        let (answers, requests) = tokio::io::split(server);
        Self::between(answers, requests, watch)
    }

    /// To a command, whose log is kept out of the run's own output. The file of
    /// its table is there as long as it runs.
    pub fn start(mut command: Command, table: Option<NamedTempFile>, watch: Watch) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = spawn(&mut command);
        let requests = child.stdin.take().expect("its stdin is piped");
        let answers = child.stdout.take().expect("its stdout is piped");
        let wire = Self::between(answers, requests, watch);
        if let Some(log) = child.stderr.take() {
            tokio::spawn(keep(log, Arc::clone(&wire.log)));
        }
        wire.with(child, false, table)
    }

    /// Returns how a server of its own process ended, and the last lines of its log.
    pub async fn last_words(&mut self) -> String {
        let Some(process) = &mut self.process else {
            return String::new();
        };
        let ended = tokio::time::timeout(TO_END, process.child.wait()).await;
        let status = match ended {
            Ok(Ok(status)) => format!(" ({status})"),
            _ => String::new(),
        };
        // The rest of its log is read after its end.
        tokio::time::sleep(Duration::from_millis(50)).await;
        let log = self.log.lock().unwrap_or_else(|error| error.into_inner());
        if log.is_empty() {
            status
        } else {
            let lines: Vec<&str> = log.iter().map(String::as_str).collect();
            format!("{status}; its last lines of standard error:\n{}", lines.join("\n"))
        }
    }

    /// To a command whose standard input and output are each one end of a pair of
    /// sockets, as Node makes them.
    #[cfg(unix)]
    pub fn start_on_sockets(mut command: Command, table: Option<NamedTempFile>, watch: Watch) -> Self {
        let pair = || {
            let (near, far) = std::os::unix::net::UnixStream::pair().expect("a pair of sockets");
            near.set_nonblocking(true).expect("it can be set");
            let near = tokio::net::UnixStream::from_std(near).expect("it is a socket");
            (near, Stdio::from(std::os::fd::OwnedFd::from(far)))
        };
        let ((requests, stdin), (answers, stdout)) = (pair(), pair());
        command.stdin(stdin).stdout(stdout);
        let mut child = spawn(&mut command);
        // It keeps the server's ends open.
        drop(command);
        let wire = Self::between(answers, requests, watch);
        if let Some(log) = child.stderr.take() {
            tokio::spawn(keep(log, Arc::clone(&wire.log)));
        }
        wire.with(child, false, table)
    }

    fn with(mut self, child: Child, told: bool, table: Option<NamedTempFile>) -> Self {
        self.process = Some(Process { child, told, _table: table });
        self
    }

    /// To a command that serves HTTP there.
    pub fn over_http(
        mut command: Command,
        table: Option<NamedTempFile>,
        watch: Watch,
        at: At,
        token: Option<String>,
    ) -> Self {
        let mut child = system::group(&mut command)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let (near, far) = tokio::io::duplex(BUFFER);
        let url = Arc::default();
        let log = child.stderr.take();
        tokio::spawn(http::pass(far, at, log, token, Arc::clone(&url)));
        let mut wire = Self::to(near, watch);
        wire.url = url;
        wire.with(child, true, table)
    }

    fn between<R, W>(answers: R, requests: W, watch: Watch) -> Self
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let watch = Arc::new(watch);
        let (client, far) = tokio::io::duplex(BUFFER);
        let (from_client, to_client) = tokio::io::split(far);
        let sent = Arc::clone(&watch);
        tokio::spawn(pass(from_client, requests, move |line| sent.sends(line)));
        let received = Arc::clone(&watch);
        let reading = tokio::spawn(pass(answers, to_client, move |line| {
            received.receives(line);
        }));
        let (url, log) = (Arc::default(), Arc::default());
        Self { client: Some(client), watch, url, reading, process: None, log }
    }

    /// Waits until the server has said its last, after the client has gone.
    pub async fn ended(mut self) {
        if tokio::time::timeout(TO_END, &mut self.reading).await.is_ok()
            && let Some(process) = &mut self.process
        {
            system::end(process.child.id().filter(|_| process.told), false);
            let _ = tokio::time::timeout(TO_END, process.child.wait()).await;
        }
    }
}

/// Starts a server.
fn spawn(command: &mut Command) -> Child {
    system::group(command).stderr(Stdio::piped()).kill_on_drop(true).spawn().expect("the server starts")
}

/// Reads a log to its end, and keeps its last lines.
async fn keep(log: impl AsyncRead + Unpin, last: Arc<Mutex<VecDeque<String>>>) {
    let mut log = BufReader::new(log);
    let mut line = Vec::new();
    while log.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
        let text = String::from_utf8_lossy(&line);
        let text: String = text.trim_end().chars().take(LOG_LINE).collect();
        let mut last = last.lock().unwrap_or_else(|error| error.into_inner());
        last.push_back(text);
        if last.len() > LOG_LINES {
            last.pop_front();
        }
        line.clear();
    }
}

/// Passes lines on, to the end. What nobody reads any more is looked at as well.
async fn pass<R, W>(from: R, mut to: W, look: impl Fn(&[u8]))
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
        look(&line);
        if to.write_all(&line).await.is_ok() {
            let _ = to.flush().await;
        }
        line.clear();
    }
    let _ = to.shutdown().await;
}
