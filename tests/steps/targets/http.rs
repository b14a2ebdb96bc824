//! Servers over HTTP: what is a line elsewhere is a POST of its own here.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
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

/// What came of a request.
#[derive(Debug, Clone, Default)]
pub struct Response {
    pub status: u16,
    /// By their names in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: String,
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
    if let Some(token) = &setup.token {
        command.env("MCP_GUIDE_TOKEN", token);
    }
    Wire::over_http(command, table, watch, At::Told, setup.token.clone())
}

/// Why a scenario cannot be put to it: a client's folders are another machine's.
pub fn excludes(found: bool) -> Option<String> {
    found.then(|| "it names no project, and over HTTP none is looked for".to_owned())
}

/// Posts each line to a server, and gives back what it answers as lines. Where that is
/// is told once it is known.
pub async fn pass(
    lines: DuplexStream,
    at: At,
    stderr: Option<ChildStderr>,
    token: Option<String>,
    told: Arc<OnceLock<Uri>>,
) {
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
    let url = told.get_or_init(|| url);
    let mut revision = None;
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = post(url, &line, revision.as_deref(), token.as_deref()).await;
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
async fn post(url: &Uri, line: &str, revision: Option<&str>, token: Option<&str>) -> String {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let mut headers: Vec<(&str, &str)> = Vec::new();
    headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    let message: Value = serde_json::from_str(line).unwrap_or_default();
    let of_itself = &message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
    if let Some(revision) = of_itself.as_str().or(revision) {
        headers.push(("mcp-protocol-version", revision));
        if revision >= STANDARD_HEADERS {
            let name = match &message["params"] {
                params if params["uri"].is_string() => &params["uri"],
                params => &params["name"],
            };
            for (header, value) in [("mcp-method", &message["method"]), ("mcp-name", name)] {
                headers.extend(value.as_str().map(|value| (header, value)));
            }
        }
    }
    let response = send(url, "POST", url.path(), &headers, line.as_bytes()).await;
    let text = response.body;
    let kind = response.headers.get("content-type");
    if kind.is_some_and(|kind| kind.starts_with("text/event-stream")) {
        let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
        return data.map(|data| format!("{}\n", data.trim())).collect();
    }
    // Between the values of JSON a line end is as good as a blank.
    text.replace(['\n', '\r'], " ").trim().to_owned()
}

/// Sends a request on a connection of its own. A header that is given takes the place of
/// the usual one of its name; an empty one leaves it out.
pub async fn send(
    url: &Uri,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Response {
    let authority = url.authority().expect("a host").as_str();
    let stream = connected(authority).await;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .expect("HTTP is spoken");
    tokio::spawn(connection);
    let usual = [
        ("host", authority),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    let given = |name: &str| headers.iter().any(|(header, _)| *header == name);
    let usual = usual.iter().filter(|(name, _)| !given(name));
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in usual.chain(headers).filter(|(_, value)| !value.is_empty()) {
        request = request.header(*name, *value);
    }
    let body = Full::new(Bytes::copy_from_slice(body));
    let request = request.body(body).expect("a request");
    let response = sender.send_request(request).await.expect("an answer");
    let (head, body) = response.into_parts();
    let body = body.collect().await.expect("a whole answer").to_bytes();
    let headers = head.headers.iter();
    let text = |value: &[u8]| String::from_utf8(value.to_vec()).expect("UTF-8");
    Response {
        status: head.status.as_u16(),
        headers: headers
            .map(|(name, value)| (name.to_string(), text(value.as_bytes())))
            .collect(),
        body: text(&body),
    }
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
