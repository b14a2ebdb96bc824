//! What the features run against. Each target is a way to a transport; all are
//! spoken to by the same MCP client.

mod client;
mod command;
mod engine;
mod http;
mod stdio;
mod watch;
mod wire;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use cucumber::gherkin;
use serde_yaml::Value;
use tempfile::NamedTempFile;

pub use client::Client;
pub use command::CommandLine;
pub use http::Response;
use watch::Watch;

use super::renamed::Renamed;
use laws::filter::{Without, without_openat2};

/// A target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The server in this process.
    Engine,
    /// The built binary on its standard streams.
    Stdio,
    /// The same on a system that has no `openat2`.
    Stepwise,
    /// The built binary over HTTP.
    Http,
    /// The server in this process, with a table in which everything that can
    /// have another name has one.
    Renamed,
    /// A server by its command line.
    Command(&'static CommandLine),
}

impl Target {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Stdio => "stdio",
            Self::Stepwise => "stepwise",
            Self::Http => "http",
            Self::Renamed => "renamed",
            Self::Command(_) => "command",
        }
    }

    /// The targets that `MCP_GUIDE_TARGET` asks for. The requirements are those
    /// that `MCP_GUIDE_LACKS` may name.
    pub fn wanted(requirements: &BTreeSet<String>) -> Result<Vec<Self>, String> {
        let ours = [
            Self::Engine,
            Self::Stdio,
            Self::Stepwise,
            Self::Http,
            Self::Renamed,
        ];
        let Ok(name) = std::env::var("MCP_GUIDE_TARGET") else {
            return Ok(ours.to_vec());
        };
        if name == "command" {
            let Ok(line) = std::env::var(command::VARIABLE) else {
                return Err(format!("the target command needs {}", command::VARIABLE));
            };
            let lacks = std::env::var(command::LACKS).unwrap_or_default();
            let line = CommandLine::new(&line)
                .map_err(|problem| format!("{}: {problem}", command::VARIABLE))?
                .lacking(&lacks, requirements)?;
            let line = match std::env::var(command::URL) {
                Ok(url) => line.at(&url)?,
                Err(_) => line,
            };
            return Ok(vec![Self::command(line)]);
        }
        match ours.into_iter().find(|target| target.name() == name) {
            Some(target) => Ok(vec![target]),
            None => Err(format!(
                "MCP_GUIDE_TARGET={name}: valid are engine, stdio, stepwise, http, renamed, command"
            )),
        }
    }

    /// A server by its command line; it is kept to the end of the process.
    pub fn command(line: CommandLine) -> Self {
        Self::Command(Box::leak(Box::new(line)))
    }

    /// Why a scenario cannot be put to this target; `None` where it can.
    pub fn excludes<'a>(
        self,
        requirement: &str,
        steps: impl Iterator<Item = &'a gherkin::Step>,
    ) -> Option<String> {
        match self {
            Self::Command(line) => line.excludes(requirement, steps),
            Self::Http => http::excludes(command::finds(steps)),
            Self::Engine | Self::Stdio | Self::Stepwise | Self::Renamed => {
                command::over_http(steps)
            }
        }
    }
}

/// How a scenario's server is started.
#[derive(Debug)]
pub struct Setup {
    target: Target,
    /// The scenario's folder.
    pub folder: PathBuf,
    /// Whether the project is named to the server.
    pub named: bool,
    pub working_directory: PathBuf,
    pub environment: Option<PathBuf>,
    /// The client's roots; `None` where it has no such capability.
    pub roots: Option<Vec<String>>,
    /// Over HTTP: the token that clients have to send.
    pub token: Option<String>,
    /// What is laid over the default table.
    pub overlays: Vec<Value>,
}

impl Setup {
    pub fn new(target: Target, folder: &Path) -> Self {
        Self {
            target,
            folder: folder.to_owned(),
            named: false,
            working_directory: folder.to_owned(),
            environment: None,
            roots: None,
            token: None,
            overlays: Vec::new(),
        }
    }

    /// Starts the server, and connects a client to it.
    pub async fn connect(&self) -> Client {
        let mut table = default_table();
        for overlay in &self.overlays {
            lay_over(&mut table, overlay);
        }
        let renamed = (self.target == Target::Renamed).then(|| Renamed::of(&mut table));
        let table = (renamed.is_some() || !self.overlays.is_empty())
            .then(|| serde_yaml::to_string(&table).expect("a table is YAML"));
        let (table, watch) = (table.as_deref(), Watch::new(&self.folder));
        let mut patience = client::PATIENCE;
        let wire = match self.target {
            Target::Engine | Target::Renamed => engine::start(self, table, watch),
            Target::Stdio => stdio::start(self, table, watch),
            Target::Http => http::start(self, table, watch),
            Target::Stepwise => {
                let runtime = tokio::runtime::Handle::current();
                without_openat2(Without::Missing, || {
                    let _entered = runtime.enter();
                    stdio::start(self, table, watch)
                })
            }
            Target::Command(line) => {
                patience = line.patience;
                line.start(self, table, watch)
            }
        };
        Client::connect(wire, self.roots.clone(), renamed, patience).await
    }
}

/// A table's file, which is there as long as the value: beside the scenario's
/// folder, where no pattern finds it.
fn table_file(table: &str) -> NamedTempFile {
    let mut file = NamedTempFile::with_suffix(".table.yaml").expect("the table's file");
    file.write_all(table.as_bytes())
        .expect("the table is written");
    file
}

/// The default table, as YAML gives it.
pub fn default_table() -> Value {
    serde_yaml::from_str(mcp_guide::spec::EMBEDDED).expect("the default table is YAML")
}

/// Maps are merged, `null` removes, anything else is replaced.
fn lay_over(base: &mut Value, overlay: &Value) {
    let (Value::Mapping(base), Value::Mapping(overlay)) = (&mut *base, overlay) else {
        *base = overlay.clone();
        return;
    };
    for (key, value) in overlay {
        match base.get_mut(key) {
            _ if value.is_null() => {
                base.shift_remove(key);
            }
            Some(under) => lay_over(under, value),
            None => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}
