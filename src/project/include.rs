//! `include`: other guides whose categories and collections a project has, too.

use std::fmt;
use std::sync::Arc;

use camino::Utf8PathBuf;
use indexmap::map::Entry;
use schemars::{JsonSchema, Schema, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::documents::sandbox::Folder;
use crate::limits::MAX_NAME_BYTES;
use crate::project::guide::Project;
use crate::text::yaml::Position;

/// A guide to include: its path, or a map.
// `remote` derives a function that deserializes the map, which the trait's calls.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schemars(transform = or_path)]
pub struct Include {
    /// A folder or a `guide.yaml`, relative to this file.
    #[schemars(with = "String")]
    pub path: Utf8PathBuf,
    /// What precedes its names, with a dot.
    #[serde(default, rename = "as")]
    #[schemars(with = "String", extend("minLength" = 1, "maxLength" = MAX_NAME_BYTES, "not" = { "enum": [".", ".."] }))]
    pub name: Option<String>,
    /// Whether it is an error that the guide is missing.
    #[serde(default)]
    pub required: bool,
    /// Where the item is in the file.
    #[serde(skip)]
    pub position: Option<Position>,
}

/// Extends the schema of the map to that of an item.
fn or_path(schema: &mut Schema) {
    let map = std::mem::take(schema);
    *schema = json_schema!({ "anyOf": [{ "type": "string" }, map] });
}

impl<'de> Deserialize<'de> for Include {
    fn deserialize<D: Deserializer<'de>>(item: D) -> Result<Self, D::Error> {
        item.deserialize_any(PathOrMap)
    }
}

struct PathOrMap;

impl<'de> Visitor<'de> for PathOrMap {
    type Value = Include;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a path or a map")
    }

    fn visit_str<E>(self, path: &str) -> Result<Include, E> {
        let path = path.into();
        Ok(Include {
            path,
            ..Include::default()
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Include, A::Error> {
        Include::deserialize(MapAccessDeserializer::new(map))
    }
}

/// Which include a category or a collection comes from.
#[derive(Debug)]
pub struct IncludeOrigin {
    /// The paths of the includes that lead to the guide, as they are spelled.
    pub path: String,
    /// The guide's folder.
    pub folder: Arc<Folder>,
}

/// Why something of an included guide is not used.
#[derive(Debug, Clone)]
pub enum Unused {
    /// There is no guide.
    Missing,
    /// A nearer guide has this name in the same field.
    Name(&'static str, String),
    /// The project's own of these fields count.
    Fields(Vec<&'static str>),
}

impl Project {
    /// Adds the categories and collections of an included guide whose names are new, each
    /// with the prefix before its name. The members of collections are not resolved.
    pub(super) fn add(&mut self, guide: Self, prefix: &str, origin: &Arc<IncludeOrigin>) {
        let mut unused = |cause| self.unused.push((origin.path.clone(), cause));
        for (name, mut category) in guide.categories {
            category.origin = Some(Arc::clone(origin));
            match self.categories.entry(format!("{prefix}{name}")) {
                Entry::Vacant(free) => drop(free.insert(category)),
                Entry::Occupied(near) => unused(Unused::Name("categories", near.key().clone())),
            }
        }
        for (name, mut collection) in guide.collections {
            collection.origin = Some(Arc::clone(origin));
            for member in &mut collection.members {
                member.text.insert_str(0, prefix);
            }
            match self.collections.entry(format!("{prefix}{name}")) {
                Entry::Vacant(free) => drop(free.insert(collection)),
                Entry::Occupied(near) => unused(Unused::Name("collections", near.key().clone())),
            }
        }
        self.events += guide.events;
        if !guide.settings.is_empty() {
            unused(Unused::Fields(guide.settings));
        }
    }
}
