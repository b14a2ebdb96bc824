//! What holds of every line of a server, whatever was asked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use serde_json::Value;
use tokio::sync::Notify;

/// So much of a line is shown where something is wrong with it.
const SHOWN: usize = 400;

/// Looks at all that goes over the wire, and keeps what was wrong with it.
#[derive(Debug)]
pub struct Watch {
    seen: Mutex<Seen>,
    told: Notify,
}

#[derive(Debug, Default)]
struct Seen {
    /// The name of the scenario's folder: drawn by lot, so that whoever says it
    /// knows where the folder is, however the path is written.
    folder: String,
    /// What the client has sent.
    sent: String,
    /// The methods of the requests that are not answered, by their ids as JSON.
    asked: BTreeMap<String, String>,
    answered: BTreeSet<String>,
    /// The results of each method, as they came.
    results: BTreeMap<String, Vec<Value>>,
    /// The capabilities of client and server.
    client: Value,
    server: Value,
    /// Paths that look like the host's, each with its line.
    paths: Vec<(String, String)>,
    problems: Vec<String>,
}

impl Watch {
    /// Over the server of a scenario in this folder.
    pub fn new(folder: &Path) -> Self {
        let folder = folder.file_name().unwrap_or_default();
        Self {
            seen: Mutex::new(Seen { folder: folder.to_string_lossy().into_owned(), ..Seen::default() }),
            told: Notify::new(),
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().expect("no panic holds it")
    }

    /// Takes note of a line of the client.
    pub fn sends(&self, line: &[u8]) {
        let mut seen = self.seen();
        let text = String::from_utf8_lossy(line);
        seen.sent.push_str(&text);
        let Ok(message) = serde_json::from_str::<Value>(&text) else {
            return;
        };
        // As the paths in it are, without what JSON escapes.
        let mut texts = Vec::new();
        strings(&message, &mut texts);
        seen.sent.push_str(&texts.join("\n"));
        if let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) {
            seen.asked.insert(id.to_string(), method.to_owned());
            if method == "initialize" {
                seen.client = message["params"]["capabilities"].clone();
            }
        }
    }

    /// Judges a line of the server.
    pub fn receives(&self, line: &[u8]) {
        let mut seen = self.seen();
        if let Err(problem) = seen.judge(line) {
            let text = String::from_utf8_lossy(line);
            let problem = format!("{problem}: {}", shown(text.trim_end()));
            seen.problems.push(problem);
        }
        if !seen.problems.is_empty() {
            self.told.notify_waiters();
        }
    }

    /// Waits for the first problem.
    pub async fn problem(&self) -> String {
        loop {
            let told = self.told.notified();
            if let Some(problem) = self.seen().problems.first() {
                return problem.clone();
            }
            told.await;
        }
    }

    /// Takes the results of a method's requests, as they came over the wire.
    pub fn results(&self, method: &str) -> Vec<Value> {
        self.seen().results.remove(method).unwrap_or_default()
    }

    /// The first result of a method, as it came over the wire.
    pub fn first(&self, method: &str) -> Option<Value> {
        self.seen().results.get(method)?.first().cloned()
    }

    /// Everything that was wrong. A path of the host may stand in an answer where
    /// the client has sent it, or where a document of the scenario holds it.
    pub fn problems<'a>(&self, documents: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
        let seen = self.seen();
        let told: Vec<_> = documents.map(String::from_utf8_lossy).collect();
        let paths = seen
            .paths
            .iter()
            .filter(|(path, _)| !seen.sent.contains(path) && !told.iter().any(|text| text.contains(path)));
        let paths =
            paths.map(|(path, line)| format!("the host's absolute path {path:?} in an answer: {line}"));
        seen.problems.iter().cloned().chain(paths).collect()
    }
}

impl Seen {
    fn judge(&mut self, line: &[u8]) -> Result<(), String> {
        if line.last() != Some(&b'\n') {
            return Err("a line without an end on stdout".into());
        }
        let message: Value = serde_json::from_slice(line)
            .map_err(|error| format!("a line on stdout that is no JSON ({error})"))?;
        let mut texts = Vec::new();
        strings(&message, &mut texts);
        let text = String::from_utf8_lossy(line);
        let at = shown(text.trim_end());
        for text in &texts {
            for path in host_paths(text) {
                self.paths.push((path.to_owned(), at.clone()));
            }
        }
        if texts.iter().any(|text| text.contains(&self.folder)) {
            return Err("the scenario's folder in an answer".into());
        }
        let Some(object) = message.as_object() else {
            return Err("a line on stdout that is no JSON-RPC message".into());
        };
        let keys: BTreeSet<&str> = object.keys().map(String::as_str).collect();
        let keys: Vec<&str> = keys.into_iter().collect();
        if object.get("jsonrpc") != Some(&Value::from("2.0")) {
            return Err("a message that is not of JSON-RPC 2.0".into());
        }
        match keys[..] {
            ["id", "jsonrpc", "result"] => self.answer(&message),
            ["error", "id", "jsonrpc"] => {
                error(&message["error"])?;
                self.answer(&message)
            }
            ["id", "jsonrpc", "method"] | ["id", "jsonrpc", "method", "params"] => self.request(&message),
            ["jsonrpc", "method"] | ["jsonrpc", "method", "params"] => self.notification(&message),
            _ => Err(format!("no JSON-RPC message has these keys: {keys:?}")),
        }
    }

    fn answer(&mut self, message: &Value) -> Result<(), String> {
        let id = message["id"].to_string();
        let Some(method) = self.asked.remove(&id) else {
            return Err(if self.answered.contains(&id) {
                format!("a second answer to the request {id}")
            } else {
                format!("an answer to no request: nobody asked with the id {id}")
            });
        };
        self.answered.insert(id);
        if let Some(result) = message.get("result") {
            if method == "initialize" {
                self.server = result["capabilities"].clone();
            }
            if method == "tools/call" {
                called(result)?;
            }
            self.results.entry(method).or_default().push(result.clone());
        }
        Ok(())
    }

    /// A server asks for what the client offers, and for nothing else.
    fn request(&self, message: &Value) -> Result<(), String> {
        let needed = match message["method"].as_str() {
            Some("ping") => return Ok(()),
            Some("roots/list") => "roots",
            Some("sampling/createMessage") => "sampling",
            Some("elicitation/create") => "elicitation",
            _ => return Err("a request that no client knows".into()),
        };
        match self.client.get(needed) {
            Some(_) => Ok(()),
            None => Err(format!("a request for {needed}, which this client has not")),
        }
    }

    /// A server notifies of what it has declared, and of what was asked for.
    fn notification(&self, message: &Value) -> Result<(), String> {
        let declared = |pointer: &str| {
            let value = self.server.pointer(pointer);
            value.is_some_and(|value| *value != Value::Bool(false))
        };
        let params = &message["params"];
        let allowed = match message["method"].as_str() {
            Some("notifications/message") => declared("/logging"),
            Some("notifications/tools/list_changed") => declared("/tools/listChanged"),
            Some("notifications/prompts/list_changed") => declared("/prompts/listChanged"),
            Some("notifications/resources/list_changed") => declared("/resources/listChanged"),
            Some("notifications/resources/updated") => declared("/resources/subscribe"),
            Some("notifications/progress") => {
                let token = format!("\"progressToken\":{}", params["progressToken"]);
                !self.asked.is_empty() && self.sent.contains(&token)
            }
            Some("notifications/cancelled") => params.get("requestId").is_some(),
            _ => false,
        };
        if allowed { Ok(()) } else { Err("a notification that nothing allows".into()) }
    }
}

/// What holds of the result of every `tools/call`: a list of content and, where
/// there is any, `isError`; each block of a type and what belongs to it.
fn called(result: &Value) -> Result<(), String> {
    let object = result.as_object().ok_or("a result that is no object")?;
    // Both added by the revision 2026-07-28, or free in all of them.
    let free = ["_meta", "resultType"];
    let strange =
        object.keys().find(|key| !["content", "isError"].contains(&key.as_str()) && !free.contains(&&***key));
    if let Some(key) = strange {
        return Err(format!("a call's result has the key {key:?}"));
    }
    for block in result["content"].as_array().into_iter().flatten() {
        let keys: Vec<&str> = block
            .as_object()
            .into_iter()
            .flat_map(|block| block.keys().map(String::as_str))
            .filter(|key| !["type", "text", "_meta"].contains(key))
            .collect();
        if !keys.is_empty() {
            return Err(format!("a block of a call's result has the keys {keys:?}"));
        }
    }
    Ok(())
}

/// What holds of every error: a code, a message, and at most data beside them.
fn error(error: &Value) -> Result<(), String> {
    let known = |key: &String| ["code", "message", "data"].contains(&key.as_str());
    let shaped = error["code"].is_i64()
        && error["message"].is_string()
        && error.as_object().is_some_and(|object| object.keys().all(known));
    if shaped { Ok(()) } else { Err("an error that is not of JSON-RPC".into()) }
}

/// Every text in a value, the keys too; JSON within a text is looked into.
fn strings(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            match serde_json::from_str::<Value>(text) {
                Ok(inner @ (Value::Object(_) | Value::Array(_))) => strings(&inner, texts),
                _ => texts.push(text.clone()),
            };
        }
        Value::Array(values) => values.iter().for_each(|value| strings(value, texts)),
        Value::Object(object) => {
            for (key, value) in object {
                texts.push(key.clone());
                strings(value, texts);
            }
        }
        _ => {}
    }
}

/// The absolute paths in a text whose first folder this host has.
fn host_paths(text: &str) -> Vec<&str> {
    let mut paths = Vec::new();
    for (at, _) in text.match_indices('/') {
        let before = text[..at].chars().next_back();
        let begins = text[..at].ends_with("file://")
            || before.is_none_or(|c| !c.is_alphanumeric() && !"._~%/-*?]}".contains(c));
        let length = text[at..]
            .find(|c: char| !c.is_alphanumeric() && !"/._~%+@-".contains(c))
            .unwrap_or(text.len() - at);
        let path = text[at..at + length].trim_end_matches(['.', '/']);
        let Some((first, rest)) = path.get(1..).and_then(|names| names.split_once('/')) else {
            continue;
        };
        if begins && !first.is_empty() && !rest.is_empty() && Path::new("/").join(first).is_dir() {
            paths.push(path);
        }
    }
    paths
}

fn shown(line: &str) -> String {
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.to_owned(),
    }
}
