//! What a client tells its hook: which files a tool is about to read or write.

use std::collections::{BTreeSet, HashMap};

use camino::Utf8PathBuf;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::cli::setup::client::Foreign;
use crate::text::paths;

/// What names a file among the arguments of a tool, and what has a shell command or a patch.
const PATHS: [&str; 6] = [
    "file_path",
    "path",
    "filePath",
    "absolute_path",
    "notebook_path",
    "target_file",
];
const COMMANDS: [&str; 2] = ["command", "patch"];
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
    #[serde(alias = "sessionId")]
    session_id: Option<String>,
    /// What one client has in its place, perhaps beside it.
    conversation_id: Option<String>,
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
    /// Why a context is emptied.
    pub trigger: Option<String>,
    /// What a person asks for.
    pub prompt: Option<IgnoredAny>,
    #[serde(borrow, alias = "toolArgs", alias = "args")]
    tool_input: Option<&'m RawValue>,
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
    /// Returns the session in which it was sent.
    pub fn session(&self) -> Option<&str> {
        let session = self.session_id.as_deref();
        session.or(self.conversation_id.as_deref())
    }

    /// Returns the files of its tool; none if it names none.
    pub fn touched(&self) -> Touched {
        let input = self.tool_input.map_or("", RawValue::get);
        // Some clients send JSON within a string.
        let inner: Option<String> = serde_json::from_str(input).ok();
        let input: HashMap<String, &RawValue> =
            serde_json::from_str(inner.as_deref().unwrap_or(input)).unwrap_or_default();
        let string = |name: &&str| serde_json::from_str::<String>(input.get(*name)?.get()).ok();
        let list = |name: &&str| serde_json::from_str::<Vec<String>>(input.get(*name)?.get()).ok();
        let mut paths: Vec<String> = PATHS.iter().filter_map(string).collect();
        let mut commands = COMMANDS.iter();
        let command = commands.find_map(|name| string(name).or(list(name).map(|of| of.join("\n"))));
        let command = command.filter(|_| paths.is_empty()).unwrap_or_default();
        paths.extend(command.lines().filter_map(|line| {
            let mut starts = PATCH_HEADERS.iter();
            let path = starts.find_map(|start| line.strip_prefix(start))?;
            Some(path.trim_end().to_owned())
        }));
        let is_guessed = paths.is_empty();
        if is_guessed {
            paths.extend(shell_words(&command));
        }
        let paths = paths.iter().filter_map(|path| self.absolute(path));
        Touched {
            paths: paths.collect(),
            is_guessed,
        }
    }

    /// Returns the absolute path of a path, without `.` and `..`.
    fn absolute(&self, path: &str) -> Option<Utf8PathBuf> {
        let absolute = paths::slashed(&self.cwd.join(path));
        if path.is_empty() || path.contains('\0') || !absolute.is_absolute() {
            return None;
        }
        let root = if absolute.has_root() { "/" } else { "" };
        Some(format!("{root}{}", paths::normal(absolute.as_str())?).into())
    }
}

/// Returns whether a message is another client's, which runs the entries of this one, too.
pub(super) fn is_foreign(message: &[u8], Foreign { has, lacks }: &Foreign) -> bool {
    let fields: HashMap<String, IgnoredAny> = serde_json::from_slice(message).unwrap_or_default();
    !fields.contains_key(lacks) && has.iter().any(|field| fields.contains_key(field))
}

/// Returns the words of a shell command that may be paths: what `shlex` calls a word, and the
/// parts of one between operators. Nothing is expanded.
fn shell_words(command: &str) -> impl Iterator<Item = String> {
    let words = shlex::Shlex::new(command).flat_map(|word| {
        let is_operator = |c: char| "|&;<>()".contains(c);
        let mut parts: Vec<String> = word.split(is_operator).map(str::to_owned).collect();
        if parts.len() > 1 {
            parts.push(word);
        }
        parts
    });
    let words = words.filter(|word| !word.is_empty() && !word.starts_with('-'));
    words.take(MAX_WORDS)
}
