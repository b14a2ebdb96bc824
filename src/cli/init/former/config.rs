//! The Python mcp-guide's `config.yaml`, as its versions 1.1 and 1.4 write it.

use std::fmt;

use camino::Utf8PathBuf;
use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use serde_json::Value;

use crate::project::fault::{ProjectError, ProjectFault};
use crate::text::yaml::{self, YamlError};

/// How many digits of a project's hash its key ends in.
const HASH_DIGITS: usize = 8;

/// The configuration of all projects of a person.
#[derive(Debug)]
pub(super) struct Config {
    /// Where the directories of categories begin.
    pub docroot: Option<Utf8PathBuf>,
    /// The projects, by their keys.
    pub projects: IndexMap<String, Project>,
    /// All that the file holds.
    pub whole: Value,
}

#[derive(Deserialize)]
struct RawConfig {
    docroot: Option<Utf8PathBuf>,
    #[serde(default)]
    projects: IndexMap<String, Project>,
}

/// What it says of one project; other fields are settings of the Python server.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Project {
    /// Not there in the first versions: the key is the name then.
    #[serde(default, deserialize_with = "or_null")]
    name: Option<String>,
    #[serde(default)]
    pub categories: IndexMap<String, Category>,
    #[serde(default)]
    pub collections: IndexMap<String, Collection>,
}

/// A directory, and patterns, perhaps none.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Category {
    pub dir: Utf8PathBuf,
    pub patterns: Vec<String>,
    #[serde(default, deserialize_with = "or_null")]
    pub description: Option<String>,
}

/// A list of expressions.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Collection {
    pub categories: Vec<String>,
    #[serde(default, deserialize_with = "or_null")]
    pub description: Option<String>,
}

impl Config {
    /// # Errors
    ///
    /// What is no YAML that is taken, or not of this shape, with its place.
    pub fn parse(content: &[u8]) -> Result<Self, ProjectError> {
        let raw: RawConfig = yaml::parse(content).map_err(placed)?;
        Ok(Self {
            docroot: raw.docroot,
            projects: raw.projects,
            whole: yaml::parse(content).map_err(placed)?,
        })
    }

    /// The keys of the projects that a key or a name means.
    pub fn named(&self, name: &str) -> Vec<&str> {
        if let Some((key, _)) = self.projects.get_key_value(name) {
            return vec![key];
        }
        let named = (self.projects.iter())
            .filter(|(key, project)| project.name.as_deref().unwrap_or(without_hash(key)) == name);
        named.map(|(key, _)| key.as_str()).collect()
    }
}

impl Project {
    /// Takes away what could be asked for by its name neither there nor here: the
    /// fields and the names.
    pub fn take_unnamed(&mut self) -> Vec<(&'static str, String)> {
        let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.contains(['/', ',']);
        let mut unnamed = Vec::new();
        let mut keep = |field, name: &String| {
            let keep = is_name(name);
            if !keep {
                unnamed.push((field, name.clone()));
            }
            keep
        };
        self.categories.retain(|name, _| keep("categories", name));
        self.collections.retain(|name, _| keep("collections", name));
        unnamed
    }
}

/// The name in a project's key.
fn without_hash(key: &str) -> &str {
    match key.rsplit_once('-') {
        Some((name, hash))
            if hash.len() == HASH_DIGITS && hash.bytes().all(|b| b.is_ascii_hexdigit()) =>
        {
            name
        }
        _ => key,
    }
}

fn placed(error: YamlError) -> ProjectError {
    let YamlError { path, place, fault } = error;
    let fault = match path.is_empty() {
        true => ProjectFault::Syntax(fault),
        false => ProjectFault::Field(fault),
    };
    ProjectError {
        path,
        place: Some(place),
        fault,
    }
}

/// A text, or the `null` that the Python server writes for none.
fn or_null<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    struct OrNull;
    impl Visitor<'_> for OrNull {
        type Value = Option<String>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a text or null")
        }

        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok(Some(text.to_owned()))
        }
    }
    value.deserialize_any(OrNull)
}
