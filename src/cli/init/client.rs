//! What a client's own file says of the server: a row of `spec/clients.yaml`, filled in.

use camino::Utf8Path;
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Done, opened, shown_folder};
use crate::cli::advice::quoted;
use crate::documents::fault::Fault;
use crate::documents::sandbox::{Kind, ambient};
use crate::project::guide::FILE_NAME;
use crate::render::wording::Wording;
use crate::spec::Table;
use crate::text::shown::{Shown, echo};
use crate::text::yaml;

/// Every client, by the name that `--client` takes.
const CLIENTS: &str = include_str!("../../../spec/clients.yaml");

/// What the server is called in a client's file.
const SERVER: &str = "guide";

/// A client.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    title: String,
    file: String,
    format: Format,
    key: String,
    #[serde(default)]
    more: Map<String, Value>,
}

/// How its file is written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Json,
    Toml,
}

/// The client of a name.
///
/// # Errors
///
/// Says which clients there are.
pub fn known(table: &Table, name: &str) -> Result<Client, String> {
    let mut clients: IndexMap<String, Client> =
        yaml::parse(CLIENTS.as_bytes()).map_err(|fault| format!("{}: {fault:?}", fault.path))?;
    clients.shift_remove(name).ok_or_else(|| {
        let wording = Wording::new(table);
        let names: Vec<String> = clients.into_keys().collect();
        let names = wording.quoted(&names);
        format!("unknown client '{}' (valid are {names})", echo(name))
    })
}

/// The block that a client's file takes for the project of a folder, and which
/// file that is. Nothing is written.
///
/// # Errors
///
/// Says why the folder or the program cannot be named.
pub fn block(table: &Table, client: &Client, folder: &Utf8Path) -> Result<Done, String> {
    let wording = Wording::new(table);
    let there = opened(wording, folder)?.look(Utf8Path::new(FILE_NAME));
    let (title, file) = (&client.title, &client.file);
    let unnamed = |what: &str, remedy: &str, fault: &Fault| match fault {
        Fault::Name => format!("{what} is not UTF-8, so {title} cannot be told it. {remedy}"),
        fault => format!("Cannot find {what}: {}", wording.said(fault)),
    };
    let project = ambient::absolute(folder).map_err(|fault| {
        let what = format!("the full path of {}", echo(shown_folder(folder)));
        unnamed(&what, "Rename the folder.", &fault)
    })?;
    let program = ambient::program()
        .map_err(|fault| unnamed("the path of this program", "Install it elsewhere.", &fault))?;
    let mut warned = vec![format!(
        "For {title}, add this to {file}, beside the servers that it has:"
    )];
    if !matches!(there, Ok(Some(Kind::File))) {
        let shown = Shown(project.as_str());
        let named = quoted(shown_folder(folder));
        warned.push(format!(
            "There is no guide.yaml in {shown}. To write one: mcp-guide init {named}"
        ));
    }
    let said = client.filled(&program, &project)?;
    Ok(Done { said, warned })
}

impl Client {
    fn filled(&self, program: &Utf8Path, project: &Utf8Path) -> Result<String, String> {
        let mut entry = self.more.clone();
        entry.insert("command".into(), json!(program));
        entry.insert("args".into(), json!(["--project", project, "serve"]));
        match self.format {
            Format::Json => {
                let whole = json!({ &self.key: { SERVER: entry } });
                let text = serde_json::to_string_pretty(&whole);
                Ok(text.map_err(|error| error.to_string())? + "\n")
            }
            Format::Toml => {
                let head = format!("[{}.{SERVER}]\n", self.key);
                // Strings and lists of JSON are TOML's, but for DEL as it is.
                let line = |(key, value): (&String, &Value)| {
                    format!("{key} = {value}\n").replace('\u{7f}', "\\u007f")
                };
                Ok(entry.iter().map(line).fold(head, |text, line| text + &line))
            }
        }
    }
}
