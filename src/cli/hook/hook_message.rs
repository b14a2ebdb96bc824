//! The message that a client sends to its hook about the files that a tool is about to read or
//! write.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use camino::Utf8PathBuf;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::memory::Whom;
use crate::cli::setup::client::Client;
use crate::text::paths;

/// The names that clients use for the fields of a message. If a message contains several names of
/// one list, the first that has a usable value is used.
const SESSION: [&str; 3] = ["session_id", "sessionId", "conversation_id"];
const AGENT: [&str; 2] = ["agent_id", "agentId"];
const CWD: [&str; 1] = ["cwd"];
const EVENT: [&str; 2] = ["hook_event_name", "hookEventName"];
const TOOL: [&str; 2] = ["tool_name", "toolName"];
const SOURCE: [&str; 1] = ["source"];
const TRIGGER: [&str; 1] = ["trigger"];
const PROMPT: [&str; 1] = ["prompt"];
const ROOTS: [&str; 1] = ["workspace_roots"];
const INPUT: [&str; 3] = ["tool_input", "toolArgs", "args"];
/// The arguments of a tool that contain a path, and those that contain a shell command or a patch.
const PATHS: [&str; 6] = [
    "file_path",
    "path",
    "filePath",
    "absolute_path",
    "notebook_path",
    "target_file",
];
const COMMANDS: [&str; 2] = ["command", "patch"];
/// The maximum number of words of a shell command that are checked.
const MAX_WORDS: usize = 1024;
/// The beginnings of the lines in a patch that contain a path.
const PATCH_HEADERS: [&str; 4] = [
    "*** Add File: ",
    "*** Update File: ",
    "*** Delete File: ",
    "*** Move to: ",
];

/// A message from a client. A field is `None` if it is missing or has an unknown type.
#[derive(Debug)]
pub struct HookMessage<'m> {
    /// The session in which the message was sent.
    pub(super) session: Option<String>,
    /// The subagent that calls the tool, if any.
    pub(super) agent: Option<String>,
    pub(super) cwd: Utf8PathBuf,
    /// The folder of the workspace, if it has exactly one.
    pub(super) root: Option<Utf8PathBuf>,
    pub(super) event: Option<String>,
    pub(super) tool: Option<String>,
    /// The reason why a session starts.
    pub(super) source: Option<String>,
    /// The reason why a context is emptied.
    pub(super) trigger: Option<String>,
    /// The person's prompt.
    pub(super) prompt: Option<String>,
    tool_input: Option<&'m RawValue>,
}

/// The files that a tool is about to read or write.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ToolFiles {
    /// Absolute paths, without `.` and `..`.
    pub paths: BTreeSet<Utf8PathBuf>,
    /// Whether the paths are words of a shell command. If they are, only existing files are used.
    pub is_guessed: bool,
}

impl<'m> HookMessage<'m> {
    /// Parses a message.
    ///
    /// # Errors
    ///
    /// Returns an error if `message` is not a JSON object.
    pub(super) fn read(message: &'m [u8]) -> Result<Self, serde_json::Error> {
        let names: [&[&str]; 10] = [
            &SESSION, &AGENT, &CWD, &ROOTS, &EVENT, &TOOL, &SOURCE, &TRIGGER, &PROMPT, &INPUT,
        ];
        let fields = fields(message, &names.concat())?;
        let text = |names: &[&str]| {
            let mut values = names.iter().filter_map(|name| fields.get(name));
            values.find_map(|value| text(value))
        };
        let roots = ROOTS.iter().find_map(|name| fields.get(name));
        let roots =
            roots.and_then(|list| serde_json::from_str::<[Utf8PathBuf; 1]>(list.get()).ok());
        let mut inputs = INPUT.iter().filter_map(|name| fields.get(name));
        Ok(Self {
            session: text(&SESSION),
            agent: text(&AGENT),
            cwd: text(&CWD).unwrap_or_default().into(),
            root: roots.map(|[root]| root),
            event: text(&EVENT),
            tool: text(&TOOL),
            source: text(&SOURCE),
            trigger: text(&TRIGGER),
            prompt: text(&PROMPT),
            tool_input: inputs
                .find(|input| input.get().starts_with(['{', '"']))
                .copied(),
        })
    }

    /// Returns the recipient of the answer, or `None` if the message has no session.
    pub(super) fn whom<'w>(&'w self, client: &'w Client) -> Option<Whom<'w>> {
        Some(Whom {
            client: &client.name,
            session: self.session.as_deref()?,
            agent: self.agent.as_deref().unwrap_or_default(),
        })
    }

    /// Returns the files in the tool's arguments. If there are none, the result is empty.
    pub(super) fn tool_files(&self) -> ToolFiles {
        let input = self.tool_input.map_or("", RawValue::get);
        // Some clients send JSON within a string.
        let inner: Option<String> = serde_json::from_str(input).ok();
        let input = inner.as_deref().unwrap_or(input).as_bytes();
        let names: [&[&str]; 2] = [&PATHS, &COMMANDS];
        let input = fields(input, &names.concat()).unwrap_or_default();
        let string = |name: &&str| serde_json::from_str::<String>(input.get(*name)?.get()).ok();
        let list = |name: &&str| serde_json::from_str::<Vec<String>>(input.get(*name)?.get()).ok();
        let mut paths: Vec<String> = PATHS.iter().filter_map(string).collect();
        let mut commands = COMMANDS.iter();
        let command =
            commands.find_map(|name| string(name).or(list(name).map(|words| words.join("\n"))));
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
        ToolFiles {
            paths: paths.collect(),
            is_guessed,
        }
    }

    /// Makes `path` absolute, and removes `.` and `..`. Returns `None` if this is not possible.
    fn absolute(&self, path: &str) -> Option<Utf8PathBuf> {
        let absolute = paths::slashed(&self.cwd.join(path));
        if path.is_empty() || path.contains('\0') || !absolute.is_absolute() {
            return None;
        }
        // On Windows, a path begins with its drive or with two slashes.
        let root = match absolute.as_str() {
            path if cfg!(windows) && path.starts_with("//") => "//",
            path if path.starts_with('/') => "/",
            _ => "",
        };
        Some(format!("{root}{}", paths::normal(absolute.as_str())?).into())
    }
}

/// Returns whether a message has a field with any of these names.
pub(super) fn has_any(message: &[u8], names: &[String]) -> bool {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    fields(message, &names).is_ok_and(|fields| !fields.is_empty())
}

/// Returns a string or a number as text, or `None` for an empty string and for any other value.
fn text(value: &RawValue) -> Option<String> {
    let json = value.get();
    match json.as_bytes().first()? {
        b'"' => serde_json::from_str(json)
            .ok()
            .filter(|text: &String| !text.is_empty()),
        b'-' | b'0'..=b'9' => Some(json.to_owned()),
        _ => None,
    }
}

/// Returns the fields of a JSON object whose names are in `names`.
fn fields<'m, 'n>(
    object: &'m [u8],
    names: &[&'n str],
) -> Result<HashMap<&'n str, &'m RawValue>, serde_json::Error> {
    let mut json = serde_json::Deserializer::from_slice(object);
    let fields = KnownFields(names).deserialize(&mut json)?;
    json.end().map(|()| fields)
}

/// The names of the fields to keep. Other fields are skipped, and use no memory.
struct KnownFields<'f, 'n>(&'f [&'n str]);

impl<'m, 'n> DeserializeSeed<'m> for KnownFields<'_, 'n> {
    type Value = HashMap<&'n str, &'m RawValue>;

    fn deserialize<D: Deserializer<'m>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'m, 'n> Visitor<'m> for KnownFields<'_, 'n> {
    type Value = HashMap<&'n str, &'m RawValue>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'m>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut fields = HashMap::new();
        while let Some(name) = object.next_key::<String>()? {
            match self.0.iter().find(|known| **known == name) {
                Some(known) => drop(fields.insert(*known, object.next_value()?)),
                None => drop(object.next_value::<IgnoredAny>()?),
            }
        }
        Ok(fields)
    }
}

/// Returns the words of a shell command that may be paths: the words that `shlex` finds, and the
/// parts of words between operators. Nothing is expanded.
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
