//! The built binary as a process: JSON-RPC lines in, JSON-RPC lines out.

#![allow(dead_code, reason = "each test file uses its part of this")]

mod running;
pub mod terminal;

use std::io::{BufRead, BufReader, Write};
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

pub use laws::PATIENCE;
pub use running::Running;

/// Says why something is not tested here. Under `CI` that is an error, unless
/// `MCP_GUIDE_LEFT_OUT` names it.
#[track_caller]
pub fn left_out(name: &str, why: &str) {
    let named = std::env::var("MCP_GUIDE_LEFT_OUT").unwrap_or_default();
    let named = named.split(' ').any(|one| one == name);
    let allowed = named || std::env::var_os("CI").is_none();
    assert!(allowed, "{name} is not tested here: {why}; MCP_GUIDE_LEFT_OUT={name} leaves it out");
    println!("left out: {name}: {why}");
}

/// Whether this is the superuser, who alone may give a file away.
#[track_caller]
pub fn superuser() -> bool {
    let root = rustix::process::geteuid().is_root();
    if !root {
        left_out("superuser", "it needs files of other users");
    }
    root
}

/// A server that is being talked to.
pub struct Server {
    pub child: Running,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    next: u64,
}

impl Server {
    /// Starts `mcp-guide serve` with a project, and initializes it.
    #[track_caller]
    pub fn start(project: &Path) -> Self {
        let mut server = Self::unbegun(project);
        server.initialize(json!({}));
        server
    }

    /// Starts `mcp-guide serve` with a project, and sends nothing.
    #[track_caller]
    pub fn unbegun(project: &Path) -> Self {
        let mut command = binary();
        command.arg("--project").arg(project).arg("serve");
        Self::spawn(command)
    }

    /// Starts `mcp-guide serve` in this working directory, and sends nothing.
    #[track_caller]
    pub fn searching(working_directory: &Path) -> Self {
        let mut command = binary();
        command.current_dir(working_directory).arg("serve");
        Self::spawn(command)
    }

    /// Starts a command whose input and output are piped.
    #[track_caller]
    pub fn spawn(command: Command) -> Self {
        Self::spawn_with(command, Stdio::null())
    }

    /// The same with this standard error.
    #[track_caller]
    pub fn spawn_with(mut command: Command, stderr: Stdio) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        let mut child = command.spawn().expect("the server starts");
        let stdout = child.stdout.take().expect("a piped stdout");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { stdin: child.stdin.take(), child: Running(child), lines, next: 0 }
    }

    /// The handshake, with these client capabilities.
    #[track_caller]
    pub fn initialize(&mut self, capabilities: Value) -> Value {
        let result = self.request("initialize", hello("2025-06-18", capabilities));
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        result
    }

    /// Sends one line.
    #[track_caller]
    pub fn line(&mut self, line: &(impl AsRef<[u8]> + ?Sized)) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(line.as_ref()).expect("the server reads");
        stdin.write_all(b"\n").expect("the server reads");
    }

    #[track_caller]
    pub fn send(&mut self, message: &Value) {
        self.line(&message.to_string());
    }

    /// Sends a request without waiting for its answer; returns its id.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let id = self.next;
        self.send(&request(id, method, params));
        id
    }

    /// The next line that the server writes.
    #[track_caller]
    pub fn receive(&self) -> Value {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => serde_json::from_str(&line)
                .unwrap_or_else(|error| panic!("stdout holds what is not JSON: {line:?}: {error}")),
            Err(RecvTimeoutError::Timeout) => panic!("no answer within {PATIENCE:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the server is gone"),
        }
    }

    /// The next line as it stands on the wire.
    #[track_caller]
    pub fn receive_line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Whether the server is silent for this long.
    pub fn silent(&self, for_: Duration) -> bool {
        self.lines.recv_timeout(for_).is_err()
    }

    /// Sends a request; its whole answer.
    #[track_caller]
    pub fn answer(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.receive();
        assert_eq!(answer["id"], id, "another answer: {answer}");
        answer
    }

    /// Sends a request; its result.
    #[track_caller]
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// Calls a tool; the Result in its one text block.
    #[track_caller]
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        result_of(&result)
    }

    /// Closes stdin, so that the server's input ends.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }
}

impl Deref for Server {
    type Target = Running;

    fn deref(&self) -> &Running {
        &self.child
    }
}

impl DerefMut for Server {
    fn deref_mut(&mut self) -> &mut Running {
        &mut self.child
    }
}

/// Returns the params of `initialize` for a revision and these client capabilities.
pub fn hello(revision: &str, capabilities: Value) -> Value {
    json!({
        "protocolVersion": revision,
        "capabilities": capabilities,
        "clientInfo": { "name": "test", "version": "0" },
    })
}

/// Returns a request as a message.
pub fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

/// Returns the `_meta` of a request of revision 2026-07-28, with these client capabilities.
pub fn meta(capabilities: Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

/// Returns an error's code and id.
#[track_caller]
pub fn code_and_id(answer: &Value) -> (i64, Value) {
    let code = answer["error"]["code"].as_i64();
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(!message.is_empty(), "{answer}");
    (code.unwrap_or_else(|| panic!("{answer}")), answer.get("id").cloned().unwrap_or(json!("(absent)")))
}

/// Returns a call of all documents of the category `docs`.
pub fn get_docs(id: impl Into<Value>) -> Value {
    let arguments = json!({ "category": "docs" });
    let params = json!({ "name": "get_category_content", "arguments": arguments });
    request(id, "tools/call", params)
}

/// Returns the result of `roots/list` with one folder.
pub fn roots(folder: &Path) -> Value {
    json!({ "roots": [{ "uri": format!("file://{}", folder.display()) }] })
}

/// The Result in a tool's answer.
#[track_caller]
pub fn result_of(result: &Value) -> Value {
    let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}"));
    serde_json::from_str(text).expect("a Result is JSON")
}

/// The built binary, away from the caller's own project and home; or the command line of
/// `MCP_GUIDE_PROGRAM`, which runs that of another system.
pub fn binary() -> Command {
    let other = std::env::var("MCP_GUIDE_PROGRAM").ok();
    let words = other.and_then(|line| shlex::split(&line));
    let words = words.unwrap_or_else(|| vec![env!("CARGO_BIN_EXE_mcp-guide").to_owned()]);
    let mut command = laws::command(&words[0]);
    command.args(&words[1..]);
    command
}

/// Copies the binary, by a process of its own: a file that this one has open for writing
/// could not be run while another test starts a program.
#[track_caller]
pub fn copy_binary(to: &Path) {
    let mut copy = laws::command("cp");
    let copied = copy.arg(binary().get_program()).arg(to).status();
    assert!(copied.expect("cp runs").success(), "no copy");
}

/// What a command came to.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn of(output: std::process::Output) -> Self {
        Self {
            code: output.status.code().expect("an exit code"),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

/// Runs a command in a folder, without input.
#[track_caller]
pub fn run(folder: &Path, arguments: &[&str]) -> Ran {
    let output = binary()
        .current_dir(folder)
        .args(arguments)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program runs");
    Ran::of(output)
}

/// A project with one document `docs/a.md` that holds `a`.
pub fn one_document() -> tempfile::TempDir {
    project(&[GUIDE, ("docs/a.md", "a")])
}

/// A project with a document, and one below it that ends without a newline.
pub fn two_documents() -> tempfile::TempDir {
    project(&[GUIDE, ("docs/a.md", "# A\n"), ("docs/deep/b.md", "no newline")])
}

/// Makes a project of these files in a temporary folder.
#[track_caller]
pub fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = laws::folder();
    for (path, content) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    }
    folder
}

/// Says that it is done when it is dropped, also by a panic: or whoever waits
/// for a thread that goes on until then would wait forever.
pub struct Done<'a>(pub &'a std::sync::atomic::AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// A project with one category `docs` of Markdown files.
pub const GUIDE: (&str, &str) =
    ("guide.yaml", "categories:\n  docs:\n    dir: docs\n    patterns: ['**/*.md']\n");
