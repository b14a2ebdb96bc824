//! One scenario's folder, server and answers.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rmcp::model::{CallToolResult, ErrorData};
use serde_json::Value;
use tempfile::TempDir;

use super::targets::{Client, Setup, Target};

tokio::task_local! {
    /// The target that the current run is against.
    pub static TARGET: Target;
}

/// What a scenario builds up.
#[derive(Debug, cucumber::World)]
#[world(init = Self::new)]
pub struct World {
    pub folder: TempDir,
    pub setup: Setup,
    pub given: BTreeMap<String, Vec<u8>>,
    pub client: Option<Client>,
    pub answers: Vec<Answer>,
    /// How many answers the last `Then` has looked at.
    pub seen: usize,
}

/// What a call came to.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A tool's result: the text of its one block, and the Result in it.
    Result { text: String, result: Value },
    /// `tools/list`, as JSON.
    Tools(Value),
    /// The server's instructions.
    Instructions(String),
    /// A JSON-RPC error.
    Error { code: i64, message: String },
}

impl World {
    fn new() -> Self {
        let folder = TempDir::with_prefix("guide").expect("a temporary folder");
        Self {
            setup: Setup::new(TARGET.get(), folder.path()),
            folder,
            given: BTreeMap::new(),
            client: None,
            answers: Vec::new(),
            seen: 0,
        }
    }

    /// The place of a path in the scenario's folder.
    pub fn path(&self, relative: &str) -> PathBuf {
        let bytes = super::cells::bytes(relative);
        self.folder.path().join(std::ffi::OsStr::from_bytes(&bytes))
    }

    /// Writes a file, with the directories above it.
    #[track_caller]
    pub fn write(&mut self, relative: &str, content: Vec<u8>) {
        let path = self.path(relative);
        make_parent(&path);
        std::fs::write(&path, &content).unwrap_or_else(|error| panic!("{relative}: {error}"));
        self.given.insert(relative.to_owned(), content);
    }

    /// The client, connected at the first call.
    pub async fn client(&mut self) -> &Client {
        if self.client.is_none() {
            self.client = Some(self.setup.connect().await);
        }
        self.client.as_ref().expect("it was just connected")
    }

    /// Asks for one row of a `When`.
    pub async fn call(&mut self, tool: &str, arguments: serde_json::Map<String, Value>) {
        let host = self.folder.path().to_string_lossy().into_owned();
        let client = self.client().await;
        let answer = match tool {
            "tools/list" => Answer::Tools(client.tools().await),
            "initialize" => Answer::Instructions(client.instructions()),
            "tools/call" => refused(client.call_with(arguments).await),
            _ => match client.call(tool, arguments).await {
                Ok(result) => read(result, &host),
                Err(error) => refused(error),
            },
        };
        let answer = client.unmap(answer);
        self.answers.push(answer);
    }
}

fn refused(error: ErrorData) -> Answer {
    let ErrorData { code, message, .. } = error;
    Answer::Error {
        code: code.0.into(),
        message: message.into_owned(),
    }
}

/// What holds of every result: one text block, nothing structured, `isError`
/// exactly on failure, the Result's keys in order, and nothing of the host.
#[track_caller]
fn read(result: CallToolResult, host: &str) -> Answer {
    assert_eq!(result.content.len(), 1, "a result is one block");
    assert!(
        result.structured_content.is_none(),
        "a result has no structured content"
    );
    let text = result.content[0]
        .as_text()
        .expect("a result is text")
        .text
        .clone();
    let parsed: Value = serde_json::from_str(&text).expect("a result is JSON");
    let keys: Vec<&str> = parsed
        .as_object()
        .expect("a result is an object")
        .keys()
        .map(String::as_str)
        .collect();
    let failed = match keys[..] {
        ["success", "value"]
        | ["success", "value", "message"]
        | ["success", "value", "instruction"]
        | ["success", "value", "message", "instruction"] => false,
        ["success", "error", "error_type", "instruction"] => true,
        _ => panic!("these are not the keys of a Result, in order: {keys:?}"),
    };
    assert_eq!(parsed["success"], Value::Bool(!failed));
    assert_eq!(
        result.is_error.unwrap_or(false),
        failed,
        "isError exactly on failure"
    );
    assert!(!text.contains(host), "an absolute path of the host: {text}");
    Answer::Result {
        text,
        result: parsed,
    }
}

/// Makes the directories above a path.
#[track_caller]
pub fn make_parent(path: &Path) {
    let parent = path.parent().expect("a path in the folder");
    std::fs::create_dir_all(parent).unwrap_or_else(|error| panic!("{parent:?}: {error}"));
}
