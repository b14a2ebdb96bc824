//! What a client tells its hook: which files a tool is about to read or write.

use std::collections::BTreeSet;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use serde::Deserialize;
use serde_json::value::RawValue;

/// How many words of a shell command are looked at.
const MAX_WORDS: usize = 1024;
/// What precedes a path in a patch.
const PATCH_HEADERS: [&str; 4] = [
    "*** Add File: ",
    "*** Update File: ",
    "*** Delete File: ",
    "*** Move to: ",
];

/// A message; clients name its fields differently.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct HookMessage<'m> {
    #[serde(alias = "sessionId", alias = "conversation_id")]
    pub session_id: Option<String>,
    /// The subagent that calls the tool, if it is one.
    #[serde(alias = "agentId")]
    pub agent_id: Option<String>,
    pub cwd: Utf8PathBuf,
    #[serde(rename = "hook_event_name", alias = "hookEventName")]
    pub event: Option<String>,
    #[serde(rename = "tool_name", alias = "toolName")]
    pub tool: Option<String>,
    /// Why a session starts.
    pub source: Option<String>,
    #[serde(borrow, alias = "toolArgs", alias = "args")]
    tool_input: Option<&'m RawValue>,
}

/// The arguments of a tool, of which those count that name files.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ToolInput {
    file_path: Option<Utf8PathBuf>,
    path: Option<Utf8PathBuf>,
    #[serde(rename = "filePath")]
    file_path_camel: Option<Utf8PathBuf>,
    absolute_path: Option<Utf8PathBuf>,
    notebook_path: Option<Utf8PathBuf>,
    command: Option<ShellCommand>,
    patch: Option<String>,
}

/// A shell command: a line, or its words.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum ShellCommand {
    Line(String),
    List(Vec<String>),
}

/// What a tool is about to do with files.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Touched {
    /// Absolute paths, without `.` and `..`.
    pub paths: BTreeSet<Utf8PathBuf>,
    /// Whether they are words of a shell command, of which only files count that exist.
    pub is_guessed: bool,
}

impl HookMessage<'_> {
    /// Returns the files of its tool; none if it names none.
    pub fn touched(&self) -> Touched {
        let input = self.tool_input.map_or("", RawValue::get);
        // Some clients send JSON within a string.
        let inner: Option<String> = serde_json::from_str(input).ok();
        let input = inner.as_deref().unwrap_or(input);
        let input: ToolInput = serde_json::from_str(input).unwrap_or_default();
        let named = [
            input.file_path,
            input.path,
            input.file_path_camel,
            input.absolute_path,
            input.notebook_path,
        ];
        let mut paths: Vec<Utf8PathBuf> = named.into_iter().flatten().collect();
        let command = match input.command {
            Some(ShellCommand::Line(line)) => Some(line),
            Some(ShellCommand::List(words)) => Some(words.join("\n")),
            None => input.patch,
        };
        let mut is_guessed = false;
        if let Some(command) = command.filter(|_| paths.is_empty()) {
            let headers = command.lines().filter_map(|line| {
                let mut starts = PATCH_HEADERS.iter();
                starts.find_map(|start| line.strip_prefix(start))
            });
            paths.extend(headers.map(|path| path.trim_end().into()));
            if paths.is_empty() {
                is_guessed = true;
                paths.extend(words(&command));
            }
        }
        let paths = paths.iter().filter_map(|path| self.absolute(path));
        Touched {
            paths: paths.collect(),
            is_guessed,
        }
    }

    /// Returns the absolute path of a path.
    fn absolute(&self, path: &Utf8Path) -> Option<Utf8PathBuf> {
        if path.as_str().is_empty() || path.as_str().contains(['\0', '\n', '\r']) {
            return None;
        }
        let mut absolute = Utf8PathBuf::new();
        for component in self.cwd.join(path).components() {
            match component {
                Utf8Component::CurDir => {}
                Utf8Component::ParentDir => drop(absolute.pop()),
                one => absolute.push(one),
            }
        }
        absolute.is_absolute().then_some(absolute)
    }
}

/// Returns the words of a shell command that may be paths. Nothing is expanded.
fn words(command: &str) -> Vec<Utf8PathBuf> {
    let words = shlex::Shlex::new(command).map(|word| {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || "<>&".contains(c));
        word.trim_end_matches([';', ')', '&', '|']).into()
    });
    let paths = words.filter(|word: &Utf8PathBuf| !word.as_str().starts_with('-'));
    paths
        .filter(|word| !word.as_str().is_empty())
        .take(MAX_WORDS)
        .collect()
}
