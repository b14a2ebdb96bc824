//! The fields of `guide.yaml` as the file contains them. `spec/guide.schema.json` describes the same
//! fields for editors.

use std::fmt;
use std::marker::PhantomData;

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::project::category::Frontmatter;
use crate::project::project_error::{ProjectError, ProjectErrorKind, project_error};
use crate::search::language::{Language, NONE};
use crate::text::paths::{normal, slashed};
use rule_files::yaml::{self, YamlNode};

/// A parsed `guide.yaml`. The values of its fields are not checked yet.
#[derive(Debug)]
pub(super) struct GuideFile {
    pub fields: GuideFields,
    /// The same content, with the position of each value.
    node: YamlNode,
}

impl GuideFile {
    /// Parses the content of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the content is not valid YAML, or if a field has the wrong type.
    pub fn parse(content: &[u8]) -> Result<Self, ProjectError> {
        let node = yaml::parse(content).map_err(project_error)?;
        let fields = node.read().map_err(project_error)?;
        Ok(Self { fields, node })
    }

    /// Returns the number of YAML events in the file, including events that aliases repeat.
    pub fn events(&self) -> usize {
        self.node.size().0
    }

    /// Returns the names of the fields that the file sets but that are not used if it is included.
    pub fn overriding_fields(&self) -> Vec<&'static str> {
        let mut fields = vec!["context", "search", "limits", "check"];
        fields.retain(|field| self.node.get(field).is_some());
        fields
    }

    /// Returns an error for the value at `path`. Each step of the path is a key, or for example
    /// `[0]` for an item of a list.
    pub fn error(&self, path: &[&str], kind: ProjectErrorKind) -> ProjectError {
        self.node.error(path, kind)
    }

    /// Returns an error for the key at `path`.
    pub fn key_error(&self, path: &[&str], kind: ProjectErrorKind) -> ProjectError {
        let (key, _) = self.node.at(path);
        ProjectError {
            position: Some(key),
            ..self.error(path, kind)
        }
    }
}

/// What mcp-guide serves from a project.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GuideFields {
    // Required and not null, because an empty value may come from a file that is still being
    // written.
    /// Directories of documents, by name. Listings keep this order.
    pub categories: IndexMap<String, CategoryFields>,
    /// Lists of categories, parts of categories and other collections, by name.
    #[serde(default)]
    pub collections: IndexMap<String, CollectionFields>,
    /// Variables for rendered templates: names, and any values.
    #[serde(default = "no_values", deserialize_with = "values")]
    pub context: Value,
    /// How documents are searched.
    #[serde(default)]
    pub search: Search,
    /// How much is read and returned.
    #[serde(default)]
    pub limits: Limits,
    /// Findings of `check` that are errors, and findings that are left out.
    #[serde(default)]
    pub check: Levels,
    /// Other guides whose categories and collections are also served.
    #[serde(default)]
    pub include: Vec<TextOr<IncludeFields>>,
}

/// A directory of documents with default patterns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CategoryFields {
    /// The directory, relative to this file.
    pub dir: Utf8PathBuf,
    /// The default patterns, in the order in which documents are returned. A call's pattern replaces
    /// them.
    pub patterns: Vec<String>,
    /// Patterns of files that are never served.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Whether a call's pattern finds names that begin with a dot.
    #[serde(default)]
    pub hidden: bool,
    /// Whether each folder in it that contains a SKILL.md is a skill.
    #[serde(default)]
    pub skills: bool,
    /// Whether templates (`NAME.mustache`) are rendered. If not, they are returned as stored.
    #[serde(default)]
    pub render: bool,
    /// Variables for its templates. They take precedence over those of the project.
    #[serde(default = "no_values", deserialize_with = "values")]
    pub context: Value,
    /// Whether Markdown documents are delivered with or without their frontmatter.
    #[serde(default)]
    pub frontmatter: Frontmatter,
    /// Patterns of the project's files that its documents apply to, unless a document says so itself.
    #[serde(default)]
    pub applies_to: Option<Vec<String>>,
    /// Names of documents that apply to the folder that contains them, for example `AGENTS.md`. The
    /// category serves only these documents.
    #[serde(default)]
    pub nested: Vec<String>,
    /// What it contains, for listings.
    #[serde(default)]
    pub description: Option<String>,
    /// When it is needed, in one sentence of at most 200 characters.
    #[serde(default)]
    pub use_when: Option<String>,
}

/// A named list of categories, parts of categories and other collections.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CollectionFields {
    /// Its members, in the order of an answer. Each member is a category, a category with `/` and a
    /// pattern, or another collection.
    #[serde(rename = "categories")]
    pub members: Vec<TextOr<MemberFields>>,
    /// What it is for.
    #[serde(default)]
    pub description: Option<String>,
    /// When it is needed, in one sentence of at most 200 characters.
    #[serde(default)]
    pub use_when: Option<String>,
}

/// A member with fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MemberFields {
    /// A category, optionally with `/` and a pattern.
    pub category: String,
    /// Patterns of the project's files that its documents apply to, unless a document says so itself.
    #[serde(deserialize_with = "some")]
    pub applies_to: Option<Vec<String>>,
}

/// A guide to include.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IncludeFields {
    /// A folder or a `guide.yaml`, relative to this file.
    pub path: Utf8PathBuf,
    /// The prefix of its names, before a dot.
    #[serde(default, rename = "as")]
    pub name: Option<String>,
    /// Whether it is an error if the guide is missing.
    #[serde(default)]
    pub required: bool,
    /// Patterns of the project's files that its documents apply to, unless a document or its category
    /// says so itself.
    #[serde(default)]
    pub applies_to: Option<Vec<String>>,
}

impl IncludeFields {
    /// Returns the folder of the included guide. The include's path is this folder or a file in it.
    pub fn folder(&self) -> &Utf8Path {
        let is_file = matches!(self.path.extension(), Some("yaml" | "yml"));
        let above = self.path.parent().filter(|above| is_file && *above != "");
        above.unwrap_or(&self.path)
    }

    /// Returns whether the include `other` has the same path and the same name for its prefix.
    pub fn is_same(&self, other: &Self) -> bool {
        let path = |include: &Self| normal(slashed(&include.path).as_str());
        let is_path = self.path == other.path || path(self).is_some() && path(self) == path(other);
        is_path && self.name == other.name
    }
}

impl From<String> for MemberFields {
    fn from(category: String) -> Self {
        let applies_to = None;
        Self {
            category,
            applies_to,
        }
    }
}

impl From<String> for IncludeFields {
    fn from(path: String) -> Self {
        let path = path.into();
        Self {
            path,
            ..Self::default()
        }
    }
}

/// A map of fields. The file may contain a string instead.
#[derive(Debug)]
pub(super) struct TextOr<T>(pub T);

impl<'de, T: Deserialize<'de> + From<String>> Deserialize<'de> for TextOr<T> {
    fn deserialize<D: Deserializer<'de>>(item: D) -> Result<Self, D::Error> {
        struct TextOrMap<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + From<String>> Visitor<'de> for TextOrMap<T> {
            type Value = T;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a text or a map")
            }

            fn visit_str<E>(self, text: &str) -> Result<T, E> {
                Ok(text.to_owned().into())
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        item.deserialize_any(TextOrMap(PhantomData)).map(Self)
    }
}

fn no_values() -> Value {
    Map::new().into()
}

/// Deserializes a map of values that must not be null.
fn values<'de, D: Deserializer<'de>>(map: D) -> Result<Value, D::Error> {
    let values = IndexMap::<String, Value>::deserialize(map)?;
    Ok(Map::from_iter(values).into())
}

/// Deserializes a field that must be present.
fn some<'de, D: Deserializer<'de>>(list: D) -> Result<Option<Vec<String>>, D::Error> {
    Vec::deserialize(list).map(Some)
}

/// How documents are searched.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Search {
    /// The language of documents and queries, for stemming; `none` turns it off.
    pub language: String,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            language: "english".to_owned(),
        }
    }
}

/// Returns the languages that searches support.
pub(super) fn languages() -> Vec<&'static str> {
    Language::names().chain([NONE]).collect()
}

/// Kinds of findings of `check`, by name.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Levels {
    /// Kinds that are errors.
    pub deny: Vec<String>,
    /// Kinds that are left out.
    pub allow: Vec<String>,
}

/// How much is read and returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// The maximum size of a document, in bytes; at most 16 MiB.
    pub file_bytes: u64,
    /// The maximum size of an answer's `value`, in bytes; at most 16 MiB.
    pub response_bytes: u64,
    /// The maximum memory that searches keep, in bytes; 0 to keep none, at most 1 GiB.
    pub index_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 1 << 20,
            response_bytes: 32_000,
            index_bytes: 1 << 26,
        }
    }
}
