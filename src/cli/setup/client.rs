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
    pub(super) project_file: Option<Utf8PathBuf>,
    pub(super) user_file: Utf8PathBuf,
    #[serde(default)]
    pub(super) dot_config: bool,
    pub(super) format: ConfigFormat,
    pub(super) key: String,
    #[serde(default)]
    more: Map<String, Value>,
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
        clients.shift_remove(name).ok_or_else(|| {
            let names: Vec<String> = clients.into_keys().collect();
            format!("the clients are {}", names.join(", "))
        })
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
        server.insert("command".into(), json!(program));
        server.insert("args".into(), json!(["--project", project, "serve"]));
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
