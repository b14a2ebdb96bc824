//! A client's entry for the server, from a row of `spec/clients.yaml`.

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{edited_hook, edited_server};
use crate::cli::hook::measure::Bound;
use crate::cli::hook::settings::SettingsRow;
use crate::text::escape::escape_truncated;
use crate::text::names::near;

/// The clients, by their names for `setup`.
const CLIENTS: &str = include_str!(concat!(env!("OUT_DIR"), "/clients.json"));

/// The server's name in a client's file.
pub(super) const SERVER: &str = "guide";

/// A client's file in a project, if it reads one, and the user's.
pub(super) type ClientFiles<'c> = (Option<&'c Utf8Path>, &'c Utf8Path);

/// A client.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// Its name for `setup` and `hook`.
    #[serde(skip)]
    pub name: String,
    /// An older name of it.
    also: Option<String>,
    /// Whether it was asked for by that name.
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
    /// Whether the user's file is in the folder of the user's settings, if a variable names that.
    #[serde(default)]
    pub(super) moves: bool,
    /// Whether it starts the servers of the user's file in the folder where it is started.
    #[serde(default)]
    pub(super) starts_there: bool,
    /// What it replaces in the words of a command, which no path can have.
    #[serde(default)]
    pub(super) expands: Vec<String>,
    pub(super) then: Option<String>,
    /// Where it says which folders a person trusts.
    #[serde(default)]
    pub(super) trust: Vec<UserValue>,
    /// Where it says that our plugin is installed and not disabled.
    pub(super) plugin: Option<UserValue>,
    /// Its hooks, if it has any.
    pub hook: Option<Hook>,
}

/// What a client tells its hook, and takes from it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hook {
    /// The client whose entries it shares.
    of: Option<String>,
    /// The events to which the hook answers, by the names that a message has.
    pub events: IndexMap<String, HookEvent>,
    /// Fields that only the messages of other clients have, which run its entries, too.
    #[serde(default)]
    pub foreign: Vec<String>,
    /// The tools that write files.
    pub writes: Vec<String>,
    /// The causes of a start, or of what empties a context, with which it begins anew.
    #[serde(default)]
    pub forgets: Vec<String>,
    /// The causes of a start at which the model sees no text.
    #[serde(default)]
    pub unseen: Vec<String>,
    /// The events whose texts the model sees no more once the session is resumed.
    #[serde(default)]
    pub lost: Vec<String>,
    /// What says where the client was started, and how far above that it reads files.
    #[serde(default)]
    pub start: StartRow,
    /// Which of its own settings say what it loads by itself.
    #[serde(default)]
    pub settings: SettingsRow,
    /// The endings of the files that it imports; without any it imports all.
    #[serde(default)]
    pub imports: Vec<String>,
    /// The answer, with `{event}` and `{text}`.
    answer: Value,
    /// The answer that denies a write, if the client has one.
    deny: Option<Value>,
    /// The answer that the client shows to the person and not to the model, with `{text}`.
    tell: Option<Value>,
    /// How much of a text reaches the model whole.
    pub bound: Bound,
    pub(super) project_file: Option<Utf8PathBuf>,
    pub(super) shared_file: Option<Utf8PathBuf>,
    pub(super) user_file: Utf8PathBuf,
    /// The entry for each event, with `{command}`.
    #[serde(default)]
    pub(super) entries: Map<String, Value>,
    /// The whole file in place of entries, with `{command}` in JSON.
    pub(super) plugin: Option<String>,
    /// The matchers of entries that earlier versions wrote, and the digests of plugins.
    #[serde(default)]
    former: Vec<String>,
    #[serde(default)]
    pub(super) more: Map<String, Value>,
    pub(super) then: Option<String>,
}

/// What an event of a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HookEvent {
    /// A tool is about to run, or ran.
    Tool,
    /// A context begins.
    Start,
    /// Something else at which the model sees a text: what waits comes.
    More,
    /// A context is emptied, and the model sees no text.
    Forget,
}

/// What says where a client was started, beside the start of a session.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartRow {
    /// A variable of the hook's environment.
    pub variable: Option<String>,
    /// A field of each message.
    pub field: Option<StartField>,
    #[serde(default)]
    pub above: Above,
}

/// A field of a message that says where its client was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartField {
    Cwd,
    WorkspaceRoots,
}

/// How far above the folder where it was started a client reads files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Above {
    /// Up to the repository's top; not at all without one.
    #[default]
    Repository,
    All,
}

/// A value in a file of the user in which a client writes down what a person has answered.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UserValue {
    /// The paths of the file: the first whose variable, before its first slash, is set.
    pub user_file: Vec<String>,
    /// The way to a value, with `{folder}`.
    pub path: Vec<String>,
    /// The value; without it, a list that holds the folder.
    pub is: Option<Value>,
    /// For which folders below it a trusted folder counts.
    #[serde(default)]
    pub below: TrustedBelow,
}

/// For which folders below it a trusted folder counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TrustedBelow {
    /// Those of its repository, if it is the top of that.
    #[default]
    Top,
    /// Those of its repository, and those that are in none.
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
    /// The table cannot be read.
    pub(in crate::cli) fn all() -> Result<Vec<Self>, String> {
        let clients: IndexMap<String, Self> =
            serde_json::from_str(CLIENTS).map_err(|error| error.to_string())?;
        let named = clients
            .into_iter()
            .map(|(name, client)| Self { name, ..client });
        Ok(named.collect())
    }

    /// Finds the client of a name.
    ///
    /// # Errors
    ///
    /// The known clients.
    pub fn find(name: &str) -> Result<Self, String> {
        let clients = Self::all()?;
        let known: Vec<&str> = clients.iter().map(|client| &*client.name).collect();
        let list = known.join(", ");
        let error = match near(name, &known) {
            near if near.is_empty() => format!(
                "the clients are {list}. Most others take this entry: {{\"mcpServers\": \
                 {{\"{SERVER}\": {{\"command\": \"mcp-guide\", \"args\": [\"serve\"]}}}}}}"
            ),
            near => format!("did you mean {}? The clients are {list}", near.join(" or ")),
        };
        let is_it = |client: &Self| client.name == name || client.also.as_deref() == Some(name);
        let mut client = clients.into_iter().find(is_it).ok_or(error)?;
        client.is_renamed = client.name != name;
        Ok(client)
    }

    /// Returns the files of its servers.
    pub(super) fn files(&self) -> ClientFiles<'_> {
        (self.project_file.as_deref(), &self.user_file)
    }

    /// Returns the files of a project that have its settings, its servers or its hooks.
    pub fn project_files(&self) -> Vec<&str> {
        let hooks = self.hook.iter().flat_map(Hook::files);
        let written = hooks.chain([self.files()]);
        let written = written.filter_map(|(file, _)| Some(file?.as_str()));
        let settings = self.hook.iter().flat_map(|hook| &hook.settings.project);
        let mut files: Vec<&str> = written.chain(settings.map(String::as_str)).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Returns a text without what `setup` writes into one of the client's files.
    ///
    /// # Errors
    ///
    /// Why it cannot be read or edited, and where.
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

    /// Returns what a person does so that the client trusts a folder.
    pub(in crate::cli) fn step(&self) -> Option<&str> {
        let of_hook = self.hook.as_ref().and_then(|hook| hook.then.as_deref());
        self.then.as_deref().or(of_hook)
    }

    /// Returns the client whose name calls of its hook have.
    pub(in crate::cli) fn hook_name(&self) -> &str {
        let of = self.hook.as_ref().and_then(|hook| hook.of.as_deref());
        of.unwrap_or(&self.name)
    }

    /// Checks that the client takes words as they are.
    ///
    /// # Errors
    ///
    /// The first of which it would replace a part, and what can be done.
    pub(super) fn check(&self, words: &[String], is_shared: bool) -> Result<(), String> {
        let marks = self.expands.iter().map(String::as_str);
        // A command of Windows alone has variables between these.
        let mut marks = marks.filter(|mark| *mark != "%" || cfg!(windows));
        let found = marks.find_map(|mark| Some((words.iter().find(|of| of.contains(mark))?, mark)));
        let Some((word, mark)) = found else {
            return Ok(());
        };
        let shared = if is_shared {
            ""
        } else {
            ", or use --shared, which writes no such path"
        };
        let (word, name) = (escape_truncated(word), &self.name);
        Err(format!(
            "the path {word} cannot be written: {name} replaces what begins with '{mark}'; \
             use another name{shared}"
        ))
    }

    /// Returns the entry that starts the server by these words.
    pub fn server(&self, words: &[String]) -> Map<String, Value> {
        let mut server = self.more.clone();
        match self.one_list {
            true => server.extend([("command".into(), json!(words))]),
            false => server.extend([
                ("command".into(), json!(words[0])),
                ("args".into(), json!(words[1..])),
            ]),
        }
        server
    }
}

impl Hook {
    /// Returns the files of its entries: with the project's own, and with the one that it shares.
    pub(super) fn files(&self) -> [ClientFiles<'_>; 2] {
        let own = self.project_file.as_deref();
        let shared = self.shared_file.as_deref().or(own);
        [own, shared].map(|of| (of, &*self.user_file))
    }

    /// Returns the words by which an entry of this client calls the hook.
    pub(super) fn words<'h>(&'h self, client: &'h str) -> [&'h str; 2] {
        ["hook", self.of.as_deref().unwrap_or(client)]
    }

    /// Returns whether an earlier version wrote this.
    pub(super) fn is_former(&self, text: &str) -> bool {
        self.former.iter().any(|former| former == text)
    }

    /// Returns the answer to an event that gives a text to the model; one that denies the call if
    /// asked for.
    pub fn answer(&self, event: &str, text: &str, denies: bool) -> String {
        let deny = self.deny.as_ref().filter(|_| denies);
        filled(deny.unwrap_or(&self.answer), event, text)
    }

    /// Returns the answer to an event that tells a text to the person; `None` if the client shows
    /// none.
    pub fn told(&self, event: &str, text: &str) -> Option<String> {
        Some(filled(self.tell.as_ref()?, event, text))
    }
}

/// Returns an answer with its event and text.
fn filled(answer: &Value, event: &str, text: &str) -> String {
    let [event, text] = [event, text].map(|of| Value::from(of).to_string());
    let answer = answer.to_string();
    answer
        .replace(r#""{event}""#, &event)
        .replace(r#""{text}""#, &text)
}
