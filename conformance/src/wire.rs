//! The way between the client and a server, on which every line is looked at.

use std::process::Stdio;
use std::sync::{Arc, OnceLock};
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
        Self::between(answers, requests, watch).with(child, false, table)
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
        let child = spawn(&mut command);
        // It keeps the server's ends open.
        drop(command);
        Self::between(answers, requests, watch).with(child, false, table)
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
        Self { client: Some(client), watch, url: Arc::default(), reading, process: None }
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

/// Starts a server whose log is not read.
fn spawn(command: &mut Command) -> Child {
    system::group(command).stderr(Stdio::null()).kill_on_drop(true).spawn().expect("the server starts")
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
