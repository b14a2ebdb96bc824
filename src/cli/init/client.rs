//! `init --client`: a client's entry for the server, from a row of `spec/clients.yaml`.

use camino::Utf8Path;
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{absolute, open, shown_folder};
use crate::cli::output::{quoted, say};
use crate::documents::error::FileError;
use crate::documents::sandbox::{FileType, ambient};
use crate::project::guide::FILE_NAME;
use crate::render::messages::MessageFormatter;
use crate::text::escape::Escaped;
use crate::text::yaml;

/// The clients, by their names for `--client`.
const CLIENTS: &str = include_str!("../../../spec/clients.yaml");

/// The server's name in a client's file.
const SERVER: &str = "guide";

/// A client.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    title: String,
    file: String,
    format: ConfigFormat,
    key: String,
    #[serde(default)]
    more: Map<String, Value>,
}

/// The syntax of a client's file.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ConfigFormat {
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
        let client = clients.shift_remove(name);
        client.ok_or_else(|| {
            let names: Vec<String> = clients.into_keys().collect();
            format!("the clients are {}", names.join(", "))
        })
    }

    /// Returns the entry of the client's file for the project of a folder, and says which
    /// file that is. Nothing is written.
    ///
    /// # Errors
    ///
    /// Why the path of the folder or of the program cannot be written.
    pub(super) fn entry(
        &self,
        wording: MessageFormatter<'_>,
        folder: &Utf8Path,
    ) -> Result<String, String> {
        let existing = open(wording, folder)?.file_type(Utf8Path::new(FILE_NAME));
        let project = absolute(wording, folder)?;
        let program = ambient::program().map_err(|error| match error {
            FileError::Name => {
                "the path of this program is not UTF-8; install it elsewhere".to_owned()
            }
            error => wording.said(&error),
        })?;
        say(&format!(
            "For {}, add this to {}, beside the servers that it has:",
            self.title, self.file
        ));
        if !matches!(existing, Ok(Some(FileType::RegularFile))) {
            say(&format!(
                "There is no guide.yaml in {}. To write one: mcp-guide init {}",
                Escaped(project.as_str()),
                quoted(shown_folder(folder))
            ));
        }
        let mut entry = self.more.clone();
        entry.insert("command".into(), json!(program));
        entry.insert("args".into(), json!(["--project", project, "serve"]));
        Ok(match self.format {
            ConfigFormat::Json => format!("{:#}\n", json!({ &self.key: { SERVER: entry } })),
            ConfigFormat::Toml => {
                let head = format!("[{}.{SERVER}]\n", self.key);
                // JSON's strings and lists are TOML's, except for a raw DEL.
                let line = |(key, value): (&String, &Value)| {
                    format!("{key} = {value}\n").replace('\u{7f}', "\\u007f")
                };
                entry.iter().map(line).fold(head, |text, line| text + &line)
            }
        })
    }
}
