//! One scenario's folder, server and answers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cucumber::gherkin::Step;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Refusal};
use crate::expect::update::Rows;
use crate::failure::{self, Fault};
use crate::http::Response;
use crate::server::{Server, Setup};

tokio::task_local! {
    /// The server that the current scenario runs against.
    pub static SERVER: &'static dyn Server;
}

/// What a scenario builds up.
#[derive(Debug, cucumber::World)]
pub struct World {
    pub folder: TempDir,
    pub setup: Setup,
    pub given: BTreeMap<String, Vec<u8>>,
    pub client: Option<Client>,
    pub answers: Vec<Asked>,
    /// The sentence of the last `Then`.
    pub sentence: String,
    /// How many answers the last `Then` has looked at.
    pub seen: usize,
    /// For the line of each `Then`, what it should be.
    pub proposed: Vec<(usize, Option<Rows>)>,
    /// Everything that did not hold so far.
    faults: Vec<Fault>,
}

/// A call and what it came to.
#[derive(Debug)]
pub struct Asked {
    /// The method or the tool, and what went with it.
    pub call: Value,
    pub answer: Answer,
}

/// What a call came to.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A tool's result: the text of its one block, and the Result in it.
    Result { text: String, result: Value },
    /// `tools/list`, as JSON.
    Tools(Value),
    /// The result of `initialize`: what the server says of itself.
    Server(Value),
    /// What came of a request over HTTP.
    Response(Response),
    /// The result of any other method.
    Other(Value),
    /// A JSON-RPC error.
    Error { code: i64, message: String, data: Option<Value> },
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Result { text, .. } => write!(f, "the result {text}"),
            Self::Tools(tools) => write!(f, "the tools {tools}"),
            Self::Other(result) => write!(f, "the result {result}"),
            Self::Server(server) => write!(f, "what the server says of itself: {server}"),
            Self::Response(Response { status, body, .. }) => {
                write!(f, "the response {status}: {body}")
            }
            Self::Error { code, message, .. } => write!(f, "the error {code}: {message}"),
        }
    }
}

impl Default for World {
    fn default() -> Self {
        let folder = TempDir::with_prefix_in("guide", "/dev/shm");
        let folder = folder.or_else(|_| TempDir::with_prefix("guide"));
        let folder = folder.expect("a temporary folder");
        Self {
            setup: Setup::new(SERVER.get(), folder.path()),
            folder,
            given: BTreeMap::new(),
            client: None,
            answers: Vec::new(),
            sentence: String::new(),
            seen: 0,
            proposed: Vec::new(),
            faults: Vec::new(),
        }
    }
}

impl World {
    /// The place of a path in the scenario's folder.
    pub fn path(&self, relative: &str) -> PathBuf {
        let bytes = crate::cells::bytes(relative);
        self.folder.path().join(crate::system::name(bytes))
    }

    /// Writes a file, with the directories above it.
    #[track_caller]
    pub fn write(&mut self, relative: &str, mut content: Vec<u8>) {
        let project = relative.rsplit('/').next() == Some("guide.yaml");
        if project && self.setup.server.json() {
            // What is no YAML stays: the scenario is about that.
            if let Ok(value) = serde_yaml::from_slice::<Value>(&content) {
                content = value.to_string().into_bytes();
            }
        }
        let path = self.path(relative);
        make_parent(&path);
        std::fs::write(&path, &content).unwrap_or_else(|error| panic!("{relative}: {error}"));
        self.given.insert(relative.to_owned(), content);
    }

    /// The client, connected at the first call.
    pub async fn client(&mut self) -> &mut Client {
        if self.client.is_none() {
            self.client = Some(self.setup.connect().await);
        }
        self.client.as_mut().expect("it was just connected")
    }

    /// Asks for one row of a `When`.
    pub async fn call(&mut self, step: &Step, tool: &str, arguments: serde_json::Map<String, Value>) {
        let host = self.folder.path().to_string_lossy().into_owned();
        let call = match tool {
            "tools/list" if arguments.is_empty() => json!({ "method": tool }),
            "initialize" => json!({ "method": tool }),
            _ if tool.contains('/') => json!({ "method": tool, "params": arguments }),
            _ => json!({ "name": tool, "arguments": arguments }),
        };
        let client = self.client().await;
        let mut faults = Vec::new();
        let answer = match tool {
            "tools/list" if arguments.is_empty() => Answer::Tools(client.tools().await),
            "initialize" => Answer::Server(client.server()),
            _ if tool.contains('/') => match client.ask(tool, arguments).await {
                Ok(result) => Answer::Other(result),
                Err(error) => error.into(),
            },
            _ => match client.call(tool, arguments).await {
                Ok(result) => {
                    faults = faults_of(&result, &host);
                    read(&result)
                }
                Err(error) => error.into(),
            },
        };
        self.answers.push(Asked { call, answer });
        let at = self.answers.len() - 1;
        for fault in faults {
            self.fault(step, Some(at), fault);
        }
    }

    /// Sends one row of a `When` over HTTP: method and path, headers, and a body.
    pub async fn request(&mut self, line: &str, headers: &[(String, String)], body: &[u8]) {
        let (method, path) = line.split_once(' ').expect("a method and a path");
        let call = json!({ "request": line, "headers": headers });
        let response = self.client().await.post(method, path, headers, body);
        let answer = Answer::Response(response.await);
        self.answers.push(Asked { call, answer });
    }

    /// Keeps what does not hold; the scenario goes on, and fails at its end.
    pub fn fault(&mut self, step: &Step, at: Option<usize>, what: String) {
        let call = at.map(|at| (at + 1, self.answers[at].call.clone()));
        self.faults.push(Fault::new(step, call, what));
    }

    /// Ends the scenario and its server.
    ///
    /// # Panics
    ///
    /// Where something did not hold, or a line of the server was wrong, with all
    /// of it.
    pub async fn end(&mut self) {
        let faults = std::mem::take(&mut self.faults);
        let mut told = Vec::new();
        if !faults.is_empty() {
            told.push(failure::told(&faults));
        }
        if let Some(client) = self.client.take() {
            let documents = self.given.values().map(Vec::as_slice);
            told.extend(client.ended(documents).await);
        }
        assert!(told.is_empty(), "{}", told.join("\n"));
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        let Refusal { code, message, data } = refusal;
        Self::Error { code, message, data }
    }
}

/// Returns the Result in the result of a call.
#[track_caller]
fn read(result: &Value) -> Answer {
    let text = result.pointer("/content/0/text").and_then(Value::as_str);
    let text = text.unwrap_or_else(|| panic!("a result is text: {result}"));
    let result: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
    assert!(result.is_object(), "a result is an object: {text}");
    Answer::Result { text: text.to_owned(), result }
}

/// Returns what is wrong with a call's result: it is one text block, nothing structured,
/// `isError` exactly on failure, the Result's keys in order, and nothing of the host.
fn faults_of(result: &Value, host: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut due = |holds: bool, what: &dyn Fn() -> String| {
        if !holds {
            faults.push(what());
        }
    };
    let blocks = result["content"].as_array().map_or(0, Vec::len);
    due(blocks == 1, &|| format!("a result is one block, not {blocks}"));
    due(result["content"][0]["type"] == "text", &|| "a result is a block of text".into());
    due(result.get("structuredContent").is_none(), &|| "a result has no structured content".into());
    let Answer::Result { text, result: parsed } = read(result) else {
        return faults;
    };
    let keys = parsed.as_object().into_iter().flatten();
    let keys: Vec<&str> = keys.map(|(key, _)| key.as_str()).collect();
    let failed = match keys[..] {
        ["success", "value"]
        | ["success", "value", "message"]
        | ["success", "value", "instruction"]
        | ["success", "value", "message", "instruction"] => Some(false),
        ["success", "error", "error_type", "instruction"] => Some(true),
        _ => None,
    };
    due(failed.is_some(), &|| format!("these are not the keys of a Result, in order: {keys:?}"));
    if let Some(failed) = failed {
        due(parsed["success"] == Value::Bool(!failed), &|| {
            format!("success does not fit the other keys: {text}")
        });
        let is_error = result.get("isError").unwrap_or(&Value::Bool(false));
        due(*is_error == Value::Bool(failed), &|| {
            format!("isError is {}, and has to be set exactly on failure", result["isError"])
        });
    }
    due(!text.contains(host), &|| format!("an absolute path of the host: {text}"));
    faults
}

/// Makes the directories above a path.
#[track_caller]
pub fn make_parent(path: &Path) {
    let parent = path.parent().expect("a path in the folder");
    std::fs::create_dir_all(parent).unwrap_or_else(|error| panic!("{parent:?}: {error}"));
}
