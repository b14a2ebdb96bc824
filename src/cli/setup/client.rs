//! A client's entry for the server, from a row of `spec/clients.yaml`.

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::cli::init::{absolute, open, shown_folder};
use crate::cli::output::{quoted, say};
use crate::documents::error::FileError;
use crate::documents::sandbox::{FileType, ambient};
use crate::project::guide::FILE_NAME;
use crate::render::messages::MessageFormatter;
use crate::text::escape::Escaped;
use crate::text::yaml;

/// The clients, by their names for `setup`.
const CLIENTS: &str = include_str!("../../../spec/clients.yaml");

/// The server's name in a client's file.
pub(super) const SERVER: &str = "guide";

/// A client.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// Its name for `setup` and `hook`.
    #[serde(skip)]
    pub name: String,
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
    pub(super) then: Option<String>,
    /// Its hooks, if it has any.
    pub hook: Option<Hook>,
}

/// What a client tells its hook, and takes from it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hook {
    /// The event to which the hook answers.
    pub event: String,
    /// The tools that write files.
    pub writes: Vec<String>,
    /// The causes of a session's start with which its context begins anew.
    #[serde(default)]
    pub forgets: Vec<String>,
    /// The answer, with `{text}`.
    answer: Value,
    /// The answer that denies a write, if the client has one.
    deny: Option<Value>,
    /// The most characters of a text that reach the model whole.
    pub characters: usize,
    pub(super) project_file: Option<Utf8PathBuf>,
    pub(super) shared_file: Option<Utf8PathBuf>,
    pub(super) user_file: Utf8PathBuf,
    /// The entry for each event, with `{command}`.
    #[serde(default)]
    pub(super) entries: Map<String, Value>,
    /// The whole file in place of entries, with `{command}` in JSON.
    pub(super) plugin: Option<String>,
    #[serde(default)]
    pub(super) more: Map<String, Value>,
    pub(super) then: Option<String>,
}

/// The syntax of a client's file.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ConfigFormat {
    Json,
    Toml,
}

impl Client {
    /// Finds the client of a name.
    ///
    /// # Errors
    ///
    /// The known clients.
    pub fn find(name: &str) -> Result<Self, String> {
        let mut clients: IndexMap<String, Self> =
            yaml::from_slice(CLIENTS).map_err(|error| format!("{error:?}"))?;
        let client = clients.shift_remove(name).ok_or_else(|| {
            let names: Vec<String> = clients.into_keys().collect();
            format!("the clients are {}", names.join(", "))
        })?;
        let name = name.to_owned();
        Ok(Self { name, ..client })
    }

    /// Returns the command that starts the server for the project of a folder, as the
    /// client's entry has it.
    ///
    /// # Errors
    ///
    /// Why the path of the folder or of the program cannot be written.
    pub fn server(
        &self,
        wording: MessageFormatter<'_>,
        folder: &Utf8Path,
    ) -> Result<Map<String, Value>, String> {
        open(wording, folder)?;
        let project = absolute(wording, folder)?;
        let program = ambient::program().map_err(|error| match error {
            FileError::Name => {
                "the path of this program is not UTF-8; install it elsewhere".to_owned()
            }
            error => wording.said(&error),
        })?;
        let mut server = self.more.clone();
        let args = json!(["--project", project, "serve"]);
        match self.one_list {
            true => {
                let command = json!([program, "--project", project, "serve"]);
                server.insert("command".into(), command);
            }
            false => server.extend([("command".into(), json!(program)), ("args".into(), args)]),
        }
        Ok(server)
    }

    /// Returns what a file of the client holds that has only this server.
    pub fn block(&self, server: &Map<String, Value>) -> String {
        match self.format {
            ConfigFormat::Json => format!("{:#}\n", json!({ &self.key: { SERVER: server } })),
            ConfigFormat::Toml => {
                let head = format!("[{}.{SERVER}]\n", self.key);
                let line = |(key, value)| format!("{key} = {}\n", toml(value));
                server
                    .iter()
                    .map(line)
                    .fold(head, |text, line| text + &line)
            }
        }
    }
}

impl Hook {
    /// Returns the answer that gives a text to the model; one that denies the call if asked for.
    pub fn answer(&self, text: &str, denies: bool) -> Value {
        let deny = self.deny.as_ref().filter(|_| denies);
        filled(deny.unwrap_or(&self.answer), "{text}", text)
    }
}

/// Returns a value with a text in place of each string that is this placeholder.
pub(super) fn filled(value: &Value, placeholder: &str, text: &str) -> Value {
    match value {
        Value::String(string) if string == placeholder => text.into(),
        Value::Array(items) => {
            let items = items.iter().map(|item| filled(item, placeholder, text));
            items.collect()
        }
        Value::Object(map) => {
            let field =
                |(name, of): (&String, &Value)| (name.clone(), filled(of, placeholder, text));
            Value::Object(map.iter().map(field).collect())
        }
        other => other.clone(),
    }
}

/// Returns a value in TOML. JSON's strings and lists are TOML's, except for a raw DEL.
pub(super) fn toml(value: &Value) -> String {
    value.to_string().replace('\u{7f}', "\\u007f")
}

/// Says how to write a `guide.yaml`, if a folder has none.
pub(super) fn note_missing_guide(
    wording: MessageFormatter<'_>,
    folder: &Utf8Path,
) -> Result<(), String> {
    let existing = open(wording, folder)?.file_type(Utf8Path::new(FILE_NAME));
    if !matches!(existing, Ok(Some(FileType::RegularFile))) {
        say(&format!(
            "There is no guide.yaml in {}. To write one: mcp-guide init {}",
            Escaped(absolute(wording, folder)?.as_str()),
            quoted(shown_folder(folder))
        ));
    }
    Ok(())
}
