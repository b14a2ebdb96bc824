//! Servers over HTTP: what is a line elsewhere is a POST of its own here.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::process::ChildStderr;
use ureq::Agent;
use ureq::http::{Request, Uri};

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

/// Posts each line to a server, and writes its answers as lines. Sets `told` to the
/// server's URL as soon as it is known.
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
            let url = said.split_whitespace().find(|word| word.starts_with("http://"));
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

/// Posts a message, and returns a line for each message of the answer.
async fn post(url: &Uri, line: &str, revision: Option<&str>, token: Option<&str>) -> String {
    let mut headers = Vec::new();
    let mut header = |name: &str, value: &str| headers.push((name.to_owned(), value.to_owned()));
    if let Some(token) = token {
        header("authorization", &format!("Bearer {token}"));
    }
    let message: Value = serde_json::from_str(line).unwrap_or_default();
    let of_itself = &message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
    if let Some(revision) = of_itself.as_str().or(revision) {
        header("mcp-protocol-version", revision);
        if revision >= STANDARD_HEADERS {
            let name = match &message["params"] {
                params if params["uri"].is_string() => &params["uri"],
                params => &params["name"],
            };
            for (name, value) in [("mcp-method", &message["method"]), ("mcp-name", name)] {
                if let Some(value) = value.as_str() {
                    header(name, value);
                }
            }
        }
    }
    let response = send(url, "POST", url.path(), headers, line.as_bytes().to_vec()).await;
    let text = response.body;
    let kind = response.headers.get("content-type");
    if kind.is_some_and(|kind| kind.starts_with("text/event-stream")) {
        let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
        return data.map(|data| format!("{}\n", data.trim())).collect();
    }
    // Between the values of JSON a line end is the same as a space.
    text.replace(['\n', '\r'], " ").trim().to_owned()
}

/// Sends a request on a connection of its own, once the server accepts one. A header that
/// is given replaces the usual one of its name; an empty one omits it.
pub async fn send(
    url: &Uri,
    method: &str,
    path: &str,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
) -> Response {
    let authority = url.authority().expect("a host").to_string();
    let mut request = Request::builder().method(method).uri(format!("http://{authority}{path}"));
    let usual = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
    let given = |name: &str| headers.iter().any(|(header, _)| header == name);
    let usual = usual.into_iter().filter(|(name, _)| !given(name));
    let all = headers.iter().map(|(name, value)| (&**name, &**value));
    for (name, value) in usual.chain(all).filter(|(_, value)| !value.is_empty()) {
        request = request.header(name, value);
    }
    let request = request.body(body).expect("a request");
    let sent = tokio::task::spawn_blocking(move || exchange(&request));
    let response = sent.await.expect("it does not panic");
    response.unwrap_or_else(|problem| panic!("{authority}: {problem}"))
}

/// Sends a request, again while nothing listens there.
fn exchange(request: &Request<Vec<u8>>) -> Result<Response, String> {
    let agent: Agent = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .accept("")
        .user_agent("")
        .max_idle_connections(0)
        .build()
        .into();
    let mut tries = 0;
    let mut response = loop {
        match agent.run(request.clone()) {
            Err(ureq::Error::Io(error)) if error.kind() == ErrorKind::ConnectionRefused && tries < TRIES => {
                tries += 1;
                std::thread::sleep(AGAIN);
            }
            outcome => break outcome.map_err(|error| error.to_string())?,
        }
    };
    let mut headers = BTreeMap::new();
    for (name, value) in response.headers() {
        let text = value.to_str().map_err(|_| format!("the header {name} is not ASCII"))?;
        headers.insert(name.to_string(), text.to_owned());
    }
    let status = response.status().as_u16();
    let body = response.body_mut().with_config().limit(u64::MAX);
    let body = body.read_to_string().map_err(|error| error.to_string())?;
    Ok(Response { status, headers, body })
}
