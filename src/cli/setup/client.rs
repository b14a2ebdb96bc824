//! The clients of `setup` and `hook`, from the rows of `spec/clients.yaml`.

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{edited_hook, edited_server};
use crate::cli::hook::text_unit::Bound;
use crate::text::escaped::escape_truncated;
use crate::text::truncated::near;

/// The clients, by their names for `setup`.
const CLIENTS: &str = include_str!(concat!(env!("OUT_DIR"), "/clients.json"));

/// The server's name in a client's file.
pub(super) const SERVER: &str = "guide";

/// A client's file in a project, if the client reads one, and the client's file for the user.
pub(super) type ClientFiles<'c> = (Option<&'c Utf8Path>, &'c Utf8Path);

/// A client, as its row describes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// The client's name for `setup` and `hook`.
    #[serde(skip)]
    pub name: String,
    /// An older name of the client.
    also: Option<String>,
    /// Whether the client was requested by its older name.
    #[serde(skip)]
    pub(super) is_renamed: bool,
    pub(super) project_file: Option<Utf8PathBuf>,
    pub(super) user_file: Utf8PathBuf,
    #[serde(default)]
    pub(super) dot_config: bool,
    pub(super) format: ConfigFormat,
    pub(super) key: String,
    #[serde(default)]
    more: Map<String, Value>,
    /// Whether the command and its arguments are one list.
    #[serde(default)]
    one_list: bool,
    /// Whether the user's file is in the folder of the user's settings, if a variable sets that
    /// folder.
    #[serde(default)]
    pub(super) moves: bool,
    /// Whether the client starts the servers of the user's file in its own start folder.
    #[serde(default)]
    pub(super) starts_there: bool,
    /// The character sequences that the client expands in a command. No path may contain them.
    #[serde(default)]
    pub(super) expands: Vec<String>,
    pub(super) then: Option<String>,
    /// The values by which the client stores the folders that a person trusts.
    #[serde(default)]
    pub(super) trust: Vec<UserValue>,
    /// The value by which the client stores that our plugin is installed and enabled.
    pub(super) plugin: Option<UserValue>,
    /// The client's hooks, if it has any.
    pub hook: Option<Hook>,
    /// What decides which rule files the client loads by itself.
    #[serde(skip)]
    pub reads: rule_files::Client,
}

/// The messages that a client sends to its hook, and the answers that it accepts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hook {
    /// The client whose entries this client shares.
    #[serde(rename = "of")]
    owner: Option<String>,
    /// The events to which the hook answers, by their names in messages.
    pub events: IndexMap<String, HookEvent>,
    /// Fields that occur only in the messages of other clients, which also run these entries.
    #[serde(default)]
    pub foreign: Vec<String>,
    /// The tools that write files.
    pub writes: Vec<String>,
    /// The causes of a start, or of emptying a context, after which a new context begins.
    #[serde(default)]
    pub forgets: Vec<String>,
    /// The causes of a start at which the model sees no text.
    #[serde(default)]
    pub unseen: Vec<String>,
    /// The events whose text the model no longer sees after the session is resumed.
    #[serde(default)]
    pub lost: Vec<String>,
    /// The sources for the client's start folder.
    #[serde(default)]
    pub start: StartRow,
    /// The template of the answer, with `{event}` and `{text}`.
    answer: Value,
    /// The template of the answer that denies a write, if the client has one.
    deny: Option<Value>,
    /// The template of the answer that the client shows only to the person, with `{text}`.
    tell: Option<Value>,
    /// The maximum length of text that reaches the model uncut.
    pub bound: Bound,
    pub(super) project_file: Option<Utf8PathBuf>,
    pub(super) shared_file: Option<Utf8PathBuf>,
    pub(super) user_file: Utf8PathBuf,
    /// The entry for each event, with `{command}` where the command belongs.
    #[serde(default)]
    pub(super) entries: Map<String, Value>,
    /// A whole file instead of entries, with `{command}` where the command belongs as a JSON
    /// string.
    pub(super) plugin: Option<String>,
    /// The matchers of entries, and the digests of plugins, that earlier versions wrote.
    #[serde(default)]
    former: Vec<String>,
    #[serde(default)]
    pub(super) more: Map<String, Value>,
    pub(super) then: Option<String>,
}

/// The kind of a client's event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HookEvent {
    /// A tool is about to run, or has run.
    Tool,
    /// A context begins.
    Start,
    /// A different event at which the model sees text. Only pending rules are given.
    More,
    /// A context is emptied, and the model sees no text.
    Forget,
}

/// The sources for a client's start folder, in addition to the start of a session.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartRow {
    /// A variable of the hook's environment.
    pub variable: Option<String>,
    /// A field of each message.
    pub field: Option<StartField>,
}

/// A field of a message that contains the client's start folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartField {
    Cwd,
    WorkspaceRoots,
}

/// A value in a user's file by which a client stores a person's answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UserValue {
    /// The candidate paths to the file. A path may begin with a variable; the first path that has
    /// no variable, or whose variable is set, is used.
    pub user_file: Vec<String>,
    /// The keys that lead to the value. `{folder}` stands for the path to a folder.
    pub path: Vec<String>,
    /// The expected value. If `None`, the value is a list that must contain the folder.
    pub is: Option<Value>,
    /// The folders below a trusted folder that are trusted as well.
    #[serde(default)]
    pub below: TrustedBelow,
}

/// The folders below a trusted folder that are trusted as well.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TrustedBelow {
    /// The folders of its repository, if the trusted folder is the repository's top.
    #[default]
    Top,
    /// The folders of its repository, and folders in no repository.
    Repository,
    All,
}

/// The syntax of a client's file.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ConfigFormat {
    Json,
    Toml,
}

impl Client {
    /// Returns all clients.
    ///
    /// # Errors
    ///
    /// Returns an error if the table cannot be read.
    pub(in crate::cli) fn all() -> Result<Vec<Self>, String> {
        let clients: IndexMap<String, Self> =
            serde_json::from_str(CLIENTS).map_err(|error| error.to_string())?;
        let mut readers = rule_files::Client::all();
        let named = clients.into_iter().map(|(name, client)| Self {
            reads: readers.remove(&name).unwrap_or_default(),
            name,
            ..client
        });
        Ok(named.collect())
    }

    /// Finds a client by its current or older name.
    ///
    /// # Errors
    ///
    /// Returns a message with the known clients if no client has this name.
    pub fn find(name: &str) -> Result<Self, String> {
        let clients = Self::all()?;
        let known: Vec<&str> = clients.iter().map(|client| &*client.name).collect();
        let list = known.join(", ");
        let error = match near(name, &known) {
            near if near.is_empty() => format!(
                "the clients are {list}. Most other clients accept this entry: {{\"mcpServers\": \
                 {{\"{SERVER}\": {{\"command\": \"mcp-guide\", \"args\": [\"serve\"]}}}}}}"
            ),
            near => format!("did you mean {}? The clients are {list}", near.join(" or ")),
        };
        let is_it = |client: &Self| client.name == name || client.also.as_deref() == Some(name);
        let mut client = clients.into_iter().find(is_it).ok_or(error)?;
        client.is_renamed = client.name != name;
        Ok(client)
    }

    /// Returns the files that contain the client's servers.
    pub(super) fn files(&self) -> ClientFiles<'_> {
        (self.project_file.as_deref(), &self.user_file)
    }

    /// Returns the files of a project that contain the client's settings, servers or hooks.
    pub fn project_files(&self) -> Vec<&str> {
        let hooks = self.hook.iter().flat_map(Hook::files);
        let written = hooks.chain([self.files()]);
        let written = written.filter_map(|(file, _)| Some(file?.as_str()));
        let settings = self.reads.project.iter().map(String::as_str);
        let mut files: Vec<&str> = written.chain(settings).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Returns `text` without the entries that `setup` writes to `files`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be parsed or edited. The message says where the problem
    /// is.
    pub(super) fn bare(&self, files: ClientFiles<'_>, text: &str) -> Result<String, String> {
        let mut bare = text.to_owned();
        if files == self.files() {
            bare = edited_server(self, &bare, None)?;
        }
        let hook = self.hook.as_ref().map(Hook::files);
        if hook.is_some_and(|hook| hook.contains(&files)) {
            bare = edited_hook(self, &bare, None)?;
        }
        Ok(bare)
    }

    pub(in crate::cli) fn has_project_file(&self) -> bool {
        self.project_file.is_some()
    }

    /// Returns a description of what a person must do so that the client trusts a folder.
    pub(in crate::cli) fn step(&self) -> Option<&str> {
        let of_hook = self.hook.as_ref().and_then(|hook| hook.then.as_deref());
        self.then.as_deref().or(of_hook)
    }

    /// Returns the name of the client with which the hook is called.
    pub(in crate::cli) fn hook_name(&self) -> &str {
        let owner = self.hook.as_ref().and_then(|hook| hook.owner.as_deref());
        owner.unwrap_or(&self.name)
    }

    /// Checks that the client uses `words` unchanged.
    ///
    /// # Errors
    ///
    /// Returns an error if the client would expand a part of a word. The message contains a remedy.
    pub(super) fn check(&self, words: &[String], is_shared: bool) -> Result<(), String> {
        let marks = self.expands.iter().map(String::as_str);
        // Only commands on Windows have variables between percent signs.
        let mut marks = marks.filter(|mark| *mark != "%" || cfg!(windows));
        let found =
            marks.find_map(|mark| Some((words.iter().find(|word| word.contains(mark))?, mark)));
        let Some((word, mark)) = found else {
            return Ok(());
        };
        let shared = if is_shared {
            ""
        } else {
            ", or use --shared, which writes no paths"
        };
        let (word, name) = (escape_truncated(word), &self.name);
        Err(format!(
            "the path {word} cannot be used: {name} expands '{mark}' in it; use another \
             name{shared}"
        ))
    }

    /// Returns the entry that starts the server with `words`.
    pub fn server(&self, words: &[String]) -> Map<String, Value> {
        let mut server = self.more.clone();
        if self.one_list {
            server.extend([("command".into(), json!(words))])
        } else {
            server.extend([
                ("command".into(), json!(words[0])),
                ("args".into(), json!(words[1..])),
            ])
        }
        server
    }
}

impl Hook {
    /// Returns the files that may contain the hook's entries: first with the project's unshared
    /// file, then with its shared file.
    pub(super) fn files(&self) -> [ClientFiles<'_>; 2] {
        let unshared = self.project_file.as_deref();
        let shared = self.shared_file.as_deref().or(unshared);
        [unshared, shared].map(|file| (file, &*self.user_file))
    }

    /// Returns the words with which an entry of this client calls the hook.
    pub(super) fn words<'h>(&'h self, client: &'h str) -> [&'h str; 2] {
        ["hook", self.owner.as_deref().unwrap_or(client)]
    }

    /// Returns whether `text` is a matcher, or the digest of a plugin, that an earlier version
    /// wrote.
    pub(super) fn is_former(&self, text: &str) -> bool {
        self.former.iter().any(|former| former == text)
    }

    /// Returns the answer to an event that gives `text` to the model. If `denies` is true and the
    /// client supports it, the answer also denies the call.
    pub fn answer(&self, event: &str, text: &str, denies: bool) -> String {
        let deny = self.deny.as_ref().filter(|_| denies);
        filled(deny.unwrap_or(&self.answer), event, text)
    }

    /// Returns the answer to an event that shows `text` to the person, or `None` if the client does
    /// not support this.
    pub fn told(&self, event: &str, text: &str) -> Option<String> {
        Some(filled(self.tell.as_ref()?, event, text))
    }
}

/// Fills `event` and `text` into the template of an answer.
fn filled(answer: &Value, event: &str, text: &str) -> String {
    let [event, text] = [event, text].map(|text| Value::from(text).to_string());
    let answer = answer.to_string();
    answer
        .replace(r#""{event}""#, &event)
        .replace(r#""{text}""#, &text)
}
