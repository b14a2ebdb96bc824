//! Servers over HTTP: what is a line elsewhere is a POST of its own here.

use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::net::TcpStream;
use tokio::process::ChildStderr;

use super::Setup;
use super::watch::Watch;
use super::wire::Wire;

/// The revision from which on a request says what it is in its headers.
const STANDARD_HEADERS: &str = "2026-07-28";
/// How long is waited for a server before it is tried again.
const AGAIN: Duration = Duration::from_millis(20);
/// How often.
const TRIES: usize = 1000;

/// Where a server is.
#[derive(Debug)]
pub enum At {
    /// Where the first line that it writes on standard error says.
    Told,
    /// At this URL.
    Url(Uri),
}

/// Starts the built binary.
pub fn start(setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
    let (mut command, table) = super::stdio::command(setup, table);
    command
        .args(["--http", "127.0.0.1:0"])
        .env_remove("MCP_GUIDE_TOKEN");
    if !setup.named && setup.environment.is_none() {
        // A scenario without a project: over HTTP one is named, there or not.
        command.arg("--project").arg(&setup.folder);
    }
    Wire::over_http(command, table, watch, At::Told)
}

/// Why a scenario cannot be put to it: a client's folders are another machine's.
pub fn excludes(found: bool) -> Option<String> {
    found.then(|| "it names no project, and over HTTP none is looked for".to_owned())
}

/// Posts each line to a server, and gives back what it answers as lines.
pub async fn pass(lines: DuplexStream, at: At, stderr: Option<ChildStderr>) {
    let (lines, mut answers) = tokio::io::split(lines);
    let mut lines = BufReader::new(lines).lines();
    let mut log = stderr.map(|stderr| BufReader::new(stderr).lines());
    let url = match (at, &mut log) {
        (At::Url(url), _) => url,
        (At::Told, Some(log)) => {
            let said = log.next_line().await.ok().flatten().unwrap_or_default();
            let url = said
                .split_whitespace()
                .find(|word| word.starts_with("http://"));
            let url = url.unwrap_or_else(|| panic!("the server does not say where it is: {said}"));
            url.parse().expect("a URL")
        }
        (At::Told, None) => panic!("nothing is read of the server"),
    };
    if let Some(mut log) = log {
        tokio::spawn(async move { while let Ok(Some(_)) = log.next_line().await {} });
    }
    let mut revision = None;
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = post(&url, &line, revision.as_deref()).await;
        for answer in answer.lines().filter(|line| !line.is_empty()) {
            let message: Value = serde_json::from_str(answer).unwrap_or_default();
            if let Some(spoken) = message["result"]["protocolVersion"].as_str() {
                revision = Some(spoken.to_owned());
            }
            let answer = format!("{answer}\n");
            if answers.write_all(answer.as_bytes()).await.is_err() {
                return;
            }
        }
    }
    let _ = answers.shutdown().await;
}

/// What a server answers to a message, a line for each of its own.
async fn post(url: &Uri, line: &str, revision: Option<&str>) -> String {
    let authority = url.authority().expect("a host").as_str();
    let stream = connected(authority).await;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .expect("HTTP is spoken");
    tokio::spawn(connection);
    let mut request = Request::post(url.path())
        .header("host", authority)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    let message: Value = serde_json::from_str(line).unwrap_or_default();
    let of_itself = &message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
    if let Some(revision) = of_itself.as_str().or(revision) {
        request = request.header("mcp-protocol-version", revision);
        if revision >= STANDARD_HEADERS {
            for (header, value) in [
                ("mcp-method", &message["method"]),
                ("mcp-name", &message["params"]["name"]),
                ("mcp-name", &message["params"]["uri"]),
            ] {
                if let Some(value) = value.as_str() {
                    request = request.header(header, value);
                }
            }
        }
    }
    let body = Full::new(Bytes::from(line.to_owned()));
    let request = request.body(body).expect("a request");
    let response = sender.send_request(request).await.expect("an answer");
    let (head, body) = response.into_parts();
    let body = body.collect().await.expect("a whole answer").to_bytes();
    let text = String::from_utf8(body.to_vec()).expect("UTF-8");
    let kind = head.headers.get("content-type");
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("text/event-stream") {
        let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
        return data.map(|data| format!("{}\n", data.trim())).collect();
    }
    // Between the values of JSON a line end is as good as a blank.
    text.replace(['\n', '\r'], " ").trim().to_owned()
}

/// A connection, once the server is there.
async fn connected(authority: &str) -> TcpStream {
    for _ in 0..TRIES {
        match TcpStream::connect(authority).await {
            Ok(stream) => return stream,
            Err(_) => tokio::time::sleep(AGAIN).await,
        }
    }
    panic!("no server at {authority}");
}
