//! A server, and requests to it byte by byte.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use crate::process::{GUIDE, PATIENCE, Running, binary, get_docs, project, result_of};

/// What every message needs.
pub const HEADERS: &[(&str, &str)] =
    &[("content-type", "application/json"), ("accept", "application/json, text/event-stream")];

/// A server over HTTP.
pub struct Http {
    child: Running,
    /// Its address and port.
    pub address: String,
    log: Arc<Mutex<Vec<String>>>,
}

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Response {
    #[track_caller]
    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

impl Http {
    /// Serves a project on this machine's loopback.
    #[track_caller]
    pub fn start(project: &Path) -> Self {
        Self::start_with(project, &[], &[])
    }

    /// The same with these arguments and variables.
    #[track_caller]
    pub fn start_with(project: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = binary();
        command.arg("--project").arg(project);
        command.args(["serve", "--http", "127.0.0.1:0"]).args(arguments);
        command.envs(variables.iter().copied());
        Self::spawn(command)
    }

    #[track_caller]
    pub fn spawn(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
        let mut said = Vec::new();
        let address = loop {
            let line = lines.next().unwrap_or_else(|| panic!("{said:?}")).expect("a line");
            if let Some((_, url)) = line.split_once("http://") {
                break url.trim_end_matches("/NAME").trim_end_matches("/mcp").to_owned();
            }
            said.push(line);
        };
        let log = Arc::new(Mutex::new(said));
        let kept = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                kept.lock().expect("no panic holds it").push(line);
            }
        });
        Self { child: Running(child), address, log }
    }

    /// What it has logged, once this holds of it.
    #[track_caller]
    pub fn log(&self, holds: impl Fn(&[String]) -> bool) -> Vec<String> {
        let started = Instant::now();
        loop {
            let log = self.log.lock().expect("no panic holds it").clone();
            if holds(&log) {
                return log;
            }
            assert!(started.elapsed() < PATIENCE, "{log:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// A server that logs how connections end has given up no client that does not read.
    #[track_caller]
    pub fn has_given_up_nobody(&self) {
        // What was logged before this refusal stands before it.
        self.ask("POST /mcp", &[("host", "elsewhere")], b"");
        let log = self.log(|log| log.iter().any(|line| line.contains("host: elsewhere")));
        assert!(!log.iter().any(|line| line.contains("error writing a body")), "{log:?}");
    }

    #[track_caller]
    pub fn connect(&self) -> TcpStream {
        self.connect_from(Ipv4Addr::LOCALHOST)
    }

    /// Connects from an address of the loopback: another client than the one at 127.0.0.1.
    #[track_caller]
    pub fn connect_from(&self, address: Ipv4Addr) -> TcpStream {
        thread_local! {
            static RUNTIME: Runtime = Builder::new_current_thread()
                .enable_io()
                .build()
                .expect("a runtime");
        }
        let connected = async {
            let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
            let from = SocketAddr::from((address, 0));
            socket.bind(from).expect("an address of the loopback");
            let to = self.address.parse().expect("an address");
            let stream = socket.connect(to).await.expect("it listens");
            stream.into_std().expect("a socket")
        };
        let stream = RUNTIME.with(|runtime| runtime.block_on(connected));
        stream.set_nonblocking(false).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream.set_write_timeout(Some(PATIENCE)).expect("a socket");
        stream
    }

    /// Sends bytes on a connection of their own; the response.
    #[track_caller]
    pub fn raw(&self, bytes: &[u8]) -> Response {
        let mut stream = self.connect();
        // It may be refused before it was read.
        let _ = stream.write_all(bytes);
        response(&mut BufReader::new(stream)).expect("a response")
    }

    /// A request on a connection of its own. A header given here takes the place of
    /// the usual one of its name; an empty one leaves it out.
    #[track_caller]
    pub fn ask(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let mut request = self.head(line, headers, body.len());
        request.extend_from_slice(body);
        self.raw(&request)
    }

    pub fn head(&self, line: &str, headers: &[(&str, &str)], length: usize) -> Vec<u8> {
        let length = length.to_string();
        let usual = [("host", self.address.as_str()), ("content-length", length.as_str())];
        let replaced = |name: &str| headers.iter().any(|(given, _)| *given == name);
        let usual = usual.iter().chain(HEADERS).filter(|(name, _)| !replaced(name));
        let mut head = format!("{line} HTTP/1.1\r\n");
        for (name, value) in usual.chain(headers).filter(|(_, value)| !value.is_empty()) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        head.into_bytes()
    }

    /// A message as it is posted.
    pub fn request(&self, message: &Value, headers: &[(&str, &str)]) -> Vec<u8> {
        let body = message.to_string().into_bytes();
        let mut request = self.head("POST /mcp", headers, body.len());
        request.extend(body);
        request
    }

    /// Posts a message on a connection of its own, whose answer is still to be read.
    #[track_caller]
    pub fn posted(&self, message: &Value) -> TcpStream {
        sent(self.connect(), &self.request(message, &[]))
    }

    /// Posts a message.
    #[track_caller]
    pub fn post(&self, message: &Value, headers: &[(&str, &str)]) -> Response {
        self.ask("POST /mcp", headers, message.to_string().as_bytes())
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Response {
        self.ask(&format!("GET {path}"), &[("content-length", "")], b"")
    }

    /// Calls the one category; the Result.
    #[track_caller]
    pub fn call(&self, pattern: &str) -> Value {
        let response = self.post(&call(pattern), &[]);
        assert_eq!(response.status, 200, "{:?}", response.json());
        result_of(&response.json()["result"])
    }
}

impl Deref for Http {
    type Target = Running;

    fn deref(&self) -> &Running {
        &self.child
    }
}

impl DerefMut for Http {
    fn deref_mut(&mut self) -> &mut Running {
        &mut self.child
    }
}

/// A project with a document of one letter, and `big.md`: more than the system keeps
/// of an answer that nobody reads. The folder, and its text.
#[track_caller]
pub fn large() -> (TempDir, String) {
    let text = "x".repeat(8_000_000);
    (large_of(&text), text)
}

/// Makes a project with a document of one letter, and `big.md` with this text.
#[track_caller]
pub fn large_of(text: &str) -> TempDir {
    let limits = "limits: { file_bytes: 8388608, response_bytes: 8388608 }\n";
    let guide = format!("{}{limits}", GUIDE.1);
    project(&[(GUIDE.0, &guide), ("docs/a.md", "a"), ("docs/big.md", text)])
}

/// Sends a request whose answer is still to be read.
#[track_caller]
pub fn sent(mut stream: TcpStream, request: &[u8]) -> TcpStream {
    stream.write_all(request).expect("it is taken");
    stream
}

/// A call of the one category.
pub fn call(pattern: &str) -> Value {
    let mut call = get_docs(1);
    call["params"]["arguments"]["pattern"] = json!(pattern);
    call
}

/// Reads a response; `None` where the connection ends before.
pub fn response(stream: &mut impl BufRead) -> Option<Response> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let status: u16 = line.split(' ').nth(1)?.parse().ok()?;
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        match line.trim_end().split_once(':') {
            None => break,
            Some((name, value)) => {
                headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
            }
        }
    }
    if status == 100 {
        return response(stream);
    }
    let mut body = Vec::new();
    match headers.get("content-length") {
        Some(length) => {
            body.resize(length.parse().ok()?, 0);
            stream.read_exact(&mut body).ok()?;
        }
        None if headers.contains_key("transfer-encoding") => loop {
            let mut line = String::new();
            stream.read_line(&mut line).ok()?;
            let length = usize::from_str_radix(line.trim(), 16).ok()?;
            let mut chunk = vec![0; length + 2];
            stream.read_exact(&mut chunk).ok()?;
            if length == 0 {
                break;
            }
            body.extend_from_slice(&chunk[..length]);
        },
        None => drop(stream.read_to_end(&mut body)),
    }
    Some(Response { status, headers, body })
}
