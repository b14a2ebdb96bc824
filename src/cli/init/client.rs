//! `init --client`: a client's entry for the server, from a row of `spec/clients.yaml`.

use camino::Utf8Path;
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{InitOutput, absolute, open, shown_folder};
use crate::cli::output::quoted;
use crate::documents::error::FileError;
use crate::documents::sandbox::{FileType, ambient};
use crate::project::guide::FILE_NAME;
use crate::render::messages::MessageFormatter;
use crate::spec::Table;
use crate::text::escape::{Escaped, escape_truncated};
use crate::text::yaml;

/// The clients, by their names for `--client`.
const CLIENTS: &str = include_str!("../../../spec/clients.yaml");

/// The server's name in a client's file.
const SERVER: &str = "guide";

/// A client.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Client {
    title: String,
    file: String,
    format: ConfigFormat,
    key: String,
    #[serde(default)]
    more: Map<String, Value>,
}

/// The syntax of its file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ConfigFormat {
    Json,
    Toml,
}

/// Returns the client of a name.
///
/// # Errors
///
/// The usage error, with the known clients.
pub(super) fn find(table: &Table, name: &str) -> Result<Client, String> {
    let mut clients: IndexMap<String, Client> =
        yaml::from_slice(CLIENTS).map_err(|fault| format!("{}: {fault:?}", fault.path))?;
    clients.shift_remove(name).ok_or_else(|| {
        let wording = MessageFormatter::new(table);
        let names: Vec<String> = clients.into_keys().collect();
        let names = wording.quoted(&names);
        format!(
            "unknown client '{}' (valid are {names})",
            escape_truncated(name)
        )
    })
}

/// Returns the entry of a client's file for the project of a folder, and which file that
/// is. Nothing is written.
///
/// # Errors
///
/// Why the path of the folder or of the program cannot be written.
pub(super) fn entry(
    table: &Table,
    client: &Client,
    folder: &Utf8Path,
) -> Result<InitOutput, String> {
    let wording = MessageFormatter::new(table);
    let existing = open(wording, folder)?.file_type(Utf8Path::new(FILE_NAME));
    let (title, file) = (&client.title, &client.file);
    let project = absolute(wording, folder)?;
    let program = ambient::program().map_err(|error| match error {
        FileError::Name => "the path of this program is not UTF-8; install it elsewhere".to_owned(),
        error => wording.said(&error),
    });
    let program = program?;
    let mut warnings = vec![format!(
        "For {title}, add this to {file}, beside the servers that it has:"
    )];
    if !matches!(existing, Ok(Some(FileType::File))) {
        let shown = Escaped(project.as_str());
        let named = quoted(shown_folder(folder));
        warnings.push(format!(
            "There is no guide.yaml in {shown}. To write one: mcp-guide init {named}"
        ));
    }
    let text = client.fill(&program, &project)?;
    Ok(InitOutput { text, warnings })
}

impl Client {
    fn fill(&self, program: &Utf8Path, project: &Utf8Path) -> Result<String, String> {
        let mut entry = self.more.clone();
        entry.insert("command".into(), json!(program));
        entry.insert("args".into(), json!(["--project", project, "serve"]));
        match self.format {
            ConfigFormat::Json => {
                let whole = json!({ &self.key: { SERVER: entry } });
                let text = serde_json::to_string_pretty(&whole);
                Ok(text.map_err(|error| error.to_string())? + "\n")
            }
            ConfigFormat::Toml => {
                let head = format!("[{}.{SERVER}]\n", self.key);
                // JSON's strings and lists are TOML's, except for a raw DEL.
                let line = |(key, value): (&String, &Value)| {
                    format!("{key} = {value}\n").replace('\u{7f}', "\\u007f")
                };
                Ok(entry.iter().map(line).fold(head, |text, line| text + &line))
            }
        }
    }
}
