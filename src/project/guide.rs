//! `guide.yaml`: the project's categories, collections and limits.

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::Utf8PathBuf;
use indexmap::IndexMap;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::documents::filter::Served;
use crate::documents::pattern::{Pattern, PatternError};
use crate::limits::{
    MAX_EXCLUDED, MAX_INDEX_LIMIT, MAX_LIMIT, MAX_NAME_BYTES, MAX_PREFIXED_NAME_BYTES,
};
use crate::project::applies_to::{AppliesTo, is_file_name};
use crate::project::collection::Collection;
use crate::project::default_pattern::DefaultPattern;
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::include::{Include, IncludeOrigin, Unused};
use crate::project::settings::{Limits, Search, languages};
use crate::text::escape::MAX_QUOTED;
use crate::text::names::near;
use crate::text::use_when::{self, ALLOWED};
use crate::text::yaml::{self, YamlNode, shortened};

/// The name of a project's file.
pub const FILE_NAME: &str = "guide.yaml";

/// Names that people give it, and by which it is not found.
pub const NEAR_NAMES: [&str; 5] = [
    "guide.yml",
    "Guide.yaml",
    "Guide.yml",
    "GUIDE.yaml",
    "GUIDE.yml",
];

/// What mcp-guide serves of a project.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "guide.yaml")]
pub struct Project {
    // Required, and not null: an empty value may be a file that is being written.
    /// Directories of documents, by name; listings have them in this order.
    #[schemars(with = "BTreeMap<String, Category>", extend("propertyNames" = names()))]
    pub categories: IndexMap<String, Category>,
    /// Lists of categories, of parts of them and of other collections, by name.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Collection>", extend("propertyNames" = names()))]
    pub collections: IndexMap<String, Collection>,
    /// What templates are given where they are rendered: names, and any values.
    #[serde(default = "no_values", deserialize_with = "values")]
    #[schemars(with = "BTreeMap<String, Value>")]
    pub context: Value,
    /// How documents are searched.
    #[serde(default)]
    pub search: Search,
    /// How much is read and returned.
    #[serde(default)]
    pub limits: Limits,
    /// Other guides whose categories and collections are served, too.
    #[serde(default)]
    pub include: Vec<Include>,
    /// What of these is not used, with the paths of the includes that lead there.
    #[serde(skip)]
    pub unused: Vec<(String, Unused)>,
    /// The fields that are not used where this is included.
    #[serde(skip)]
    pub(super) settings: Vec<&'static str>,
    /// The YAML events of its file.
    #[serde(skip)]
    pub(super) events: usize,
}

/// A directory of documents with default patterns.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// The directory, relative to this file.
    #[schemars(with = "String", length(min = 1))]
    pub dir: Utf8PathBuf,
    /// The default patterns, which a call's pattern replaces; documents come in their order.
    #[schemars(with = "Vec<String>", length(min = 1))]
    pub patterns: Vec<DefaultPattern>,
    /// Patterns of what is never served.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// The patterns of `exclude`, parsed.
    #[serde(skip)]
    excluded: Vec<Pattern>,
    /// The include that it comes from.
    #[serde(skip)]
    pub origin: Option<Arc<IncludeOrigin>>,
    /// Whether a call's pattern finds names that begin with a dot.
    #[serde(default)]
    pub hidden: bool,
    /// Whether each folder in it that holds a SKILL.md is a skill.
    #[serde(default)]
    pub skills: bool,
    /// The path of the folder in `dir` that this category is, if it is a skill.
    #[serde(skip)]
    pub skill: Option<String>,
    /// Whether templates (`NAME.mustache`) are rendered, and not returned as stored.
    #[serde(default)]
    pub render: bool,
    /// What its templates are given, over what the project gives them.
    #[serde(default = "no_values", deserialize_with = "values")]
    #[schemars(with = "BTreeMap<String, Value>")]
    pub context: Value,
    /// Whether Markdown documents are delivered with or without their frontmatter.
    #[serde(default)]
    pub frontmatter: Frontmatter,
    /// Patterns of the project's files to which its documents apply, if they do not say.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub applies_to: Option<AppliesTo>,
    /// Names of documents that apply to the folder that holds them, such as `AGENTS.md`. It
    /// serves no others.
    #[serde(default)]
    pub nested: Vec<String>,
    /// What it holds, for listings.
    #[serde(default)]
    #[schemars(with = "String")]
    pub description: Option<String>,
    /// When it is needed, in one sentence of at most 200 characters.
    #[serde(default)]
    #[schemars(with = "String", length(max = MAX_QUOTED), regex(pattern = ALLOWED), extend("not" = comment()))]
    pub use_when: Option<String>,
}

fn no_values() -> Value {
    Map::new().into()
}

/// Deserializes a map of values; null is none.
fn values<'de, D: Deserializer<'de>>(map: D) -> Result<Value, D::Error> {
    let values = IndexMap::<String, Value>::deserialize(map)?;
    Ok(Map::from_iter(values).into())
}

/// The schema of a name, as [`check_name`] takes it.
fn names() -> Value {
    serde_json::json!({ "minLength": 1, "maxLength": MAX_NAME_BYTES, "not": { "enum": [".", ".."] } })
}

/// The schema of what no `use_when` holds.
pub(super) fn comment() -> Value {
    serde_json::json!({ "pattern": "-->" })
}

/// What becomes of the frontmatter of Markdown documents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Frontmatter {
    /// It is delivered as it is.
    #[default]
    Keep,
    /// The documents are delivered without it.
    Strip,
}

impl Category {
    /// Returns what it serves: hidden names only if it serves them all, or its default patterns
    /// match. An invalid pattern matches nothing. `suffixes` mark a template.
    pub fn served<'a>(&'a self, suffixes: &'a [String]) -> Served<'a> {
        let own = self.patterns.iter();
        let own = || own.filter_map(|pattern| pattern.parsed().ok()).collect();
        Served {
            base: self.skill.as_deref().unwrap_or_default(),
            exclude: &self.excluded,
            hidden: (!self.hidden).then(own),
            partials: self.render,
            names: &self.nested,
            suffixes,
        }
    }
}

impl Project {
    /// Parses a project's file.
    ///
    /// # Errors
    ///
    /// Errors of YAML, and every [`ProjectErrorKind`] of its content, each with its position
    /// in the file. What can only surface in results (a default pattern's syntax, a
    /// directory, an unknown member) is no error here.
    pub fn parse(content: &[u8]) -> Result<Self, ProjectError> {
        Self::parse_included(content, "")
    }

    /// Parses the file of a guide whose names follow `prefix` in the project.
    pub(super) fn parse_included(content: &[u8], prefix: &str) -> Result<Self, ProjectError> {
        let file = yaml::parse(content)?;
        let mut project: Self = file.read()?;
        project.events = file.events();
        let mut alternatives = 0;
        for (name, category) in &mut project.categories {
            check_name(&file, &["categories", name], prefix, name)?;
            check_use_when(&file, ["categories", name], &mut category.use_when)?;
            let (field, kind) = match category {
                Category { dir, .. } if dir.as_str().is_empty() => {
                    ("dir", ProjectErrorKind::EmptyDir)
                }
                Category { patterns, .. } if patterns.is_empty() => {
                    ("patterns", ProjectErrorKind::NoPatterns)
                }
                Category { nested, .. } if nested.iter().any(|name| !is_file_name(name)) => {
                    ("nested", ProjectErrorKind::Nested)
                }
                _ => {
                    category.excluded = excluded(&file, name, category, &mut alternatives)?;
                    continue;
                }
            };
            return Err(at(&file, &["categories", name, field], kind));
        }
        for (name, collection) in &mut project.collections {
            check_name(&file, &["collections", name], prefix, name)?;
            check_use_when(&file, ["collections", name], &mut collection.use_when)?;
        }
        project.resolve_members().map_err(|name| {
            let path = ["collections", &name, "categories"];
            at(&file, &path, ProjectErrorKind::ManyMembers)
        })?;
        for (index, include) in project.include.iter_mut().enumerate() {
            let path = ["include", &format!("[{index}]"), "as"];
            include.position = Some(file.at(&path[..2]).1);
            check_name(
                &file,
                &path,
                prefix,
                include.name.as_deref().unwrap_or("none"),
            )?;
        }
        project.settings = vec!["context", "search", "limits"];
        project.settings.retain(|field| file.get(field).is_some());
        let Limits {
            file_bytes,
            response_bytes,
            index_bytes,
        } = project.limits;
        for (name, limit, range) in [
            ("file_bytes", file_bytes, 1..=MAX_LIMIT),
            ("response_bytes", response_bytes, 1..=MAX_LIMIT),
            ("index_bytes", index_bytes, 0..=MAX_INDEX_LIMIT),
        ] {
            let kind = match limit {
                limit if range.contains(&limit) => continue,
                0 => ProjectErrorKind::ZeroLimit,
                _ => ProjectErrorKind::LargeLimit(*range.end()),
            };
            return Err(at(&file, &["limits", name], kind));
        }
        let name = &project.search.language;
        let valid = languages();
        if !valid.contains(&&**name) {
            let languages = Some(near(name, &valid)).filter(|near| !near.is_empty());
            let kind = ProjectErrorKind::Language {
                name: name.clone(),
                languages: languages.unwrap_or(valid),
            };
            return Err(at(&file, &["search", "language"], kind));
        }
        Ok(project)
    }
}

/// Parses the patterns of a category's `exclude`, and adds their number to
/// `alternatives`, which are [`MAX_EXCLUDED`] at most.
fn excluded(
    file: &YamlNode,
    name: &str,
    category: &Category,
    alternatives: &mut usize,
) -> Result<Vec<Pattern>, ProjectError> {
    let mut patterns = Vec::with_capacity(category.exclude.len());
    for (index, text) in category.exclude.iter().enumerate() {
        let pattern = Pattern::parse(text).map_err(|PatternError { kind, position }| {
            let pattern = text.clone();
            let error = match position {
                Some(position) => ProjectErrorKind::ExcludeAt {
                    pattern,
                    position,
                    reason: kind,
                },
                None => ProjectErrorKind::Exclude {
                    pattern,
                    reason: kind,
                },
            };
            let item = format!("[{index}]");
            at(file, &["categories", name, "exclude", &item], error)
        })?;
        *alternatives += pattern.alternatives();
        if *alternatives > MAX_EXCLUDED {
            let path = ["categories", name, "exclude"];
            return Err(at(file, &path, ProjectErrorKind::ManyExcluded));
        }
        patterns.push(pattern);
    }
    Ok(patterns)
}

/// Checks the name at `path`, which with its prefix is a segment of its documents' locations.
fn check_name(
    file: &YamlNode,
    path: &[&str],
    prefix: &str,
    name: &str,
) -> Result<(), ProjectError> {
    let kind = match name {
        "" => ProjectErrorKind::EmptyName,
        "." | ".." => ProjectErrorKind::DotName,
        _ if name.len() > MAX_NAME_BYTES => ProjectErrorKind::LongName,
        _ if prefix.len() + name.len() > MAX_PREFIXED_NAME_BYTES => {
            ProjectErrorKind::LongPrefixedName
        }
        _ => return Ok(()),
    };
    let (key, _) = file.at(path);
    Err(ProjectError {
        position: Some(key),
        ..at(file, path, kind)
    })
}

/// Checks the `use_when` of the category or collection at `path`, and trims it.
fn check_use_when(
    file: &YamlNode,
    [field, name]: [&str; 2],
    use_when: &mut Option<String>,
) -> Result<(), ProjectError> {
    if let Some(text) = use_when {
        *use_when = use_when::checked(text).map_err(|problem| {
            at(
                file,
                &[field, name, "use_when"],
                ProjectErrorKind::UseWhen(problem),
            )
        })?;
    }
    Ok(())
}

/// Returns an error of the value at `path`, whose steps are keys, and items as `[0]`.
fn at(file: &YamlNode, path: &[&str], kind: ProjectErrorKind) -> ProjectError {
    let (_, value) = file.at(path);
    ProjectError {
        path: shortened(&path.join(".").replace(".[", "[")),
        position: Some(value),
        kind,
    }
}

/// Returns the JSON Schema (draft 2020-12) of what [`Project::parse`] accepts, as JSON: a
/// field that may be left out is never null.
pub fn schema() -> Schema {
    let without_null = |schema: &mut Schema| {
        if schema.get("default") == Some(&Value::Null) {
            schema.remove("default");
        }
    };
    SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(without_null))
        .into_generator()
        .into_root_schema_for::<Project>()
}
