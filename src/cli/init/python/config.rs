//! The Python mcp-guide's `config.yaml`, as its versions 1.1 and 1.4 write it.

use std::fmt;

use camino::Utf8PathBuf;
use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use serde_json::Value;

use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::text::yaml::{self, YamlError};

/// The digits of a project's hash at the end of its key.
const HASH_DIGITS: usize = 8;

/// The configuration of all projects of a person.
#[derive(Debug)]
pub(super) struct Config {
    /// The directory that categories' directories are relative to.
    pub docroot: Option<Utf8PathBuf>,
    /// The projects, by their keys.
    pub projects: IndexMap<String, Project>,
    /// The whole file.
    pub whole: Value,
}

#[derive(Deserialize)]
struct RawConfig {
    docroot: Option<Utf8PathBuf>,
    #[serde(default)]
    projects: IndexMap<String, Project>,
}

/// A project. Other fields are settings of the Python server.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Project {
    /// Missing in the first versions, whose key is the name.
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
    /// Parses a configuration.
    ///
    /// # Errors
    ///
    /// Why it is not YAML of this shape, with the place.
    pub fn parse(content: &[u8]) -> Result<Self, ProjectError> {
        let file = yaml::parse(content).map_err(placed)?;
        let raw: RawConfig = file.read().map_err(placed)?;
        Ok(Self {
            docroot: raw.docroot,
            projects: raw.projects,
            whole: file.read().map_err(placed)?,
        })
    }

    /// Returns the keys of the projects with a key or a name.
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
    /// Removes the categories and collections whose names are unusable, and returns them
    /// with their fields.
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

/// Returns the name in a project's key.
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
    let kind = match error.path.is_empty() {
        true => ProjectErrorKind::Syntax(error.kind),
        false => ProjectErrorKind::Field(error.kind),
    };
    ProjectError {
        path: error.path,
        position: Some(error.position),
        kind,
    }
}

/// Deserializes a string, or the `null` that the Python server writes for none.
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
