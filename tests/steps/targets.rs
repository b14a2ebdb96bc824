//! What the features run against. Each target is a way to a transport; all are
//! spoken to by the same MCP client.

mod client;
mod command;
mod engine;
mod stdio;

use std::path::{Path, PathBuf};

use cucumber::gherkin;
use serde_yaml::Value;

pub use client::Client;

use super::renamed::Renamed;

/// A target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The server in this process.
    Engine,
    /// The built binary on its standard streams.
    Stdio,
    /// The server in this process, with a table in which everything that can
    /// have another name has one.
    Renamed,
    /// The command line in `MCP_GUIDE_COMMAND`.
    Command,
}

impl Target {
    const ALL: [Self; 4] = [Self::Engine, Self::Stdio, Self::Renamed, Self::Command];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Stdio => "stdio",
            Self::Renamed => "renamed",
            Self::Command => "command",
        }
    }

    /// The targets that `MCP_GUIDE_TARGET` asks for.
    pub fn wanted() -> Result<Vec<Self>, String> {
        let Ok(name) = std::env::var("MCP_GUIDE_TARGET") else {
            return Ok(vec![Self::Engine, Self::Stdio, Self::Renamed]);
        };
        let target = Self::ALL.into_iter().find(|target| target.name() == name);
        let names: Vec<&str> = Self::ALL.iter().map(|target| target.name()).collect();
        let target = target
            .ok_or_else(|| format!("MCP_GUIDE_TARGET={name}: valid are {}", names.join(", ")))?;
        if target == Self::Command && std::env::var(command::VARIABLE).is_err() {
            return Err(format!("the target command needs {}", command::VARIABLE));
        }
        Ok(vec![target])
    }

    /// Why a scenario cannot be put to this target; `None` where it can.
    pub fn excludes<'a>(self, steps: impl Iterator<Item = &'a gherkin::Step>) -> Option<String> {
        if self != Self::Command {
            return None;
        }
        let mut steps = steps;
        steps
            .find(|step| command::OWN_START.contains(&step.value.as_str()))
            .map(|step| {
                format!(
                    "'{}' cannot be said by a command line with {{project}}",
                    step.value
                )
            })
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
        let roots = self.roots.clone();
        match self.target {
            Target::Engine | Target::Renamed => {
                Client::connect(engine::start(self, table.as_deref()), roots, renamed).await
            }
            Target::Stdio => {
                Client::connect(stdio::start(self, table.as_deref()), roots, None).await
            }
            Target::Command => Client::connect(command::start(self), roots, None).await,
        }
    }
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
