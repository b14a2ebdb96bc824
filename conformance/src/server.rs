//! What the scenarios run against.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_yaml::Value;
use tempfile::NamedTempFile;

use crate::client::{self, Client};
use crate::wants::Wants;
use crate::watch::Watch;
use crate::wire::Wire;

/// The table that a server uses unless a scenario changes it.
pub const TABLE: &str = include_str!("../../spec/content-tools.yaml");

/// A server, or one of the ways to reach it.
pub trait Server: std::fmt::Debug + Sync {
    /// Returns its name in the names of trials and in reports.
    fn name(&self) -> &str;

    /// Returns what is run, such as a command line.
    fn shown(&self) -> String;

    /// Returns why a scenario cannot run against it, if so. Most do not speak HTTP.
    fn excludes(&self, _requirement: &str, wants: &Wants) -> Option<String> {
        wants.over_http()
    }

    /// Starts it for a scenario, with a table in place of its default one.
    fn start(&self, setup: &Setup, table: Option<&str>, watch: Watch) -> Wire;

    /// Returns how long each answer may take.
    fn patience(&self) -> Duration {
        client::PATIENCE
    }

    /// Returns whether the wording of messages counts.
    fn words(&self) -> Wording {
        Wording::Exact
    }

    /// Returns the name and the version that the server gives for itself.
    fn identity(&self) -> (&str, &str) {
        ("mcp-guide", env!("CARGO_PKG_VERSION"))
    }

    /// Returns whether `guide.yaml` is written as JSON, which is YAML too.
    fn json(&self) -> bool {
        false
    }
}

/// Whether `error`, `message`, `instruction` and descriptions are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    Exact,
    Any,
}

/// How a scenario's server is started.
#[derive(Debug)]
pub struct Setup {
    pub server: &'static dyn Server,
    /// The scenario's folder.
    pub folder: PathBuf,
    /// Whether the project is named to the server.
    pub named: bool,
    pub working_directory: PathBuf,
    pub environment: Option<PathBuf>,
    /// The client's roots; `None` without that capability.
    pub roots: Option<Vec<String>>,
    /// Over HTTP: the token that clients have to send.
    pub token: Option<String>,
    /// What is merged into the default table.
    pub overlays: Vec<Value>,
}

impl Setup {
    pub fn new(server: &'static dyn Server, folder: &Path) -> Self {
        Self {
            server,
            folder: folder.to_owned(),
            named: false,
            working_directory: folder.to_owned(),
            environment: None,
            roots: None,
            token: None,
            overlays: Vec::new(),
        }
    }

    /// Starts the server and connects a client to it.
    pub async fn connect(&self) -> Client {
        let mut table = default_table();
        for overlay in &self.overlays {
            merge(&mut table, overlay);
        }
        let table =
            (!self.overlays.is_empty()).then(|| serde_yaml::to_string(&table).expect("a table is YAML"));
        let watch = Watch::new(&self.folder);
        let wire = self.server.start(self, table.as_deref(), watch);
        Client::connect(wire, self.roots.clone(), self.server.patience()).await
    }
}

/// Writes a table to a file, which is removed with the value. It lies outside of the
/// scenario's folder, where no pattern finds it.
pub fn table_file(table: &str) -> NamedTempFile {
    let mut file = NamedTempFile::with_suffix(".table.yaml").expect("the table's file");
    file.write_all(table.as_bytes()).expect("the table is written");
    file
}

/// Returns the default table.
pub fn default_table() -> Value {
    serde_yaml::from_str(TABLE).expect("the default table is YAML")
}

/// Merges maps; `null` removes, anything else is replaced.
fn merge(base: &mut Value, overlay: &Value) {
    let (Value::Mapping(base), Value::Mapping(overlay)) = (&mut *base, overlay) else {
        *base = overlay.clone();
        return;
    };
    for (key, value) in overlay {
        match base.get_mut(key) {
            _ if value.is_null() => {
                base.shift_remove(key);
            }
            Some(under) => merge(under, value),
            None => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}
