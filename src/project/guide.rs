//! `guide.yaml`: the project's categories, collections and limits.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use camino::Utf8PathBuf;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::documents::filter::FilterRules;
use crate::documents::pattern::{Pattern, PatternError};
use crate::project::collection::{self, Collection, RawCollection};
use crate::project::error::{ProjectError, ProjectErrorKind};
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

/// The most that a limit may be, in bytes: an answer is held in memory.
pub const MAX_LIMIT: u64 = 1 << 24;

/// The most patterns that the categories exclude together; one with braces counts
/// for each alternative. They are parsed when the project is loaded.
pub const MAX_EXCLUDED: usize = 2048;

/// A project, as its file describes it.
#[derive(Debug, Clone)]
pub struct Project {
    /// The categories, in the file's order.
    pub categories: IndexMap<String, Category>,
    /// The collections, in the file's order.
    pub collections: IndexMap<String, Collection>,
    /// The values for templates: a map.
    pub context: Value,
    /// The limits.
    pub limits: Limits,
}

/// A directory of documents with default patterns.
#[derive(Debug, Clone)]
pub struct Category {
    /// The directory, as the file spells it: relative to the project's folder.
    pub dir: Utf8PathBuf,
    /// The default patterns; at least one.
    pub patterns: Vec<DefaultPattern>,
    /// The patterns of what it never serves.
    pub exclude: Vec<Pattern>,
    /// Whether a call's pattern finds hidden names beside those that the default
    /// patterns match.
    pub hidden: bool,
    /// Whether templates are rendered, and not returned as stored.
    pub render: bool,
    /// The values for its templates, before the project's: a map.
    pub context: Value,
    /// Whether its Markdown documents keep their frontmatter.
    pub frontmatter: Frontmatter,
    /// A description for listings.
    pub description: Option<String>,
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
    /// Returns the rules for a search by its default patterns.
    pub fn served(&self) -> FilterRules<'_> {
        FilterRules {
            exclude: &self.exclude,
            hidden: None,
            partials: self.render,
        }
    }

    /// Returns the rules for a search by a call's pattern: hidden names only if it serves
    /// them all, or its default patterns match. An invalid pattern matches nothing.
    pub fn served_to_call(&self) -> FilterRules<'_> {
        let own = || {
            self.patterns
                .iter()
                .filter_map(|pattern| pattern.parsed().ok())
        };
        FilterRules {
            hidden: (!self.hidden).then(|| own().collect()),
            ..self.served()
        }
    }
}

/// A default pattern, or a member's, as given, parsed when it is first asked for: a
/// file may hold very many, and a call needs those of few categories.
#[derive(Debug, Clone)]
pub struct DefaultPattern {
    text: String,
    parsed: OnceLock<Result<Pattern, PatternError>>,
}

impl DefaultPattern {
    pub(super) fn new(text: String) -> Self {
        Self {
            text,
            parsed: OnceLock::new(),
        }
    }

    /// The pattern as the file spells it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The pattern.
    ///
    /// # Errors
    ///
    /// The syntax error, with its position.
    pub fn parsed(&self) -> Result<&Pattern, &PatternError> {
        let parsed = self.parsed.get_or_init(|| Pattern::parse(&self.text));
        parsed.as_ref()
    }
}

/// How much is read and returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// The largest document that is read, in bytes; at most 16 MiB.
    #[schemars(range(min = 1, max = MAX_LIMIT), extend("default" = Self::default().file_bytes))]
    pub file_bytes: u64,
    /// The most bytes of one answer's `value`; at most 16 MiB.
    #[schemars(range(min = 1, max = MAX_LIMIT), extend("default" = Self::default().response_bytes))]
    pub response_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 1 << 20,
            response_bytes: 1 << 18,
        }
    }
}

/// What mcp-guide serves of a project.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "guide.yaml")]
pub(super) struct RawProject {
    // Required, and no `null`: what is empty is perhaps being written.
    /// Directories of documents, by name; listings have them in this order.
    #[schemars(with = "BTreeMap<String, RawCategory>", extend("propertyNames" = names()))]
    categories: IndexMap<String, RawCategory>,
    /// Lists of categories, of parts of them and of other collections, by name.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, RawCollection>", extend("propertyNames" = names()))]
    collections: IndexMap<String, RawCollection>,
    /// What templates are given where they are rendered: names, and any values.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Value>")]
    context: IndexMap<String, Value>,
    /// How much is read and returned.
    #[serde(default)]
    limits: Limits,
}

/// A directory of documents with default patterns.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Category")]
struct RawCategory {
    /// The directory, relative to this file.
    #[schemars(with = "String", length(min = 1))]
    dir: Utf8PathBuf,
    /// The default patterns, which a call's pattern replaces; documents come in their order.
    #[schemars(length(min = 1))]
    patterns: Vec<String>,
    /// Patterns of what is never served.
    #[serde(default)]
    exclude: Vec<String>,
    /// Whether a call's pattern finds names that begin with a dot.
    #[serde(default)]
    hidden: bool,
    /// Whether templates (`NAME.mustache`) are rendered, and not returned as stored.
    #[serde(default)]
    render: bool,
    /// What its templates are given, over what the project gives them.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Value>")]
    context: IndexMap<String, Value>,
    /// Whether Markdown documents are delivered with or without their frontmatter.
    #[serde(default)]
    frontmatter: Frontmatter,
    /// What it holds, for listings.
    #[serde(default)]
    #[schemars(with = "String")]
    description: Option<String>,
}

/// The schema of a name, as [`check_name`] takes it.
fn names() -> Value {
    serde_json::json!({ "minLength": 1, "not": { "enum": [".", ".."] } })
}

impl Project {
    /// Parses a project's file.
    ///
    /// # Errors
    ///
    /// YAML faults, unknown or repeated keys, wrong types, empty pattern lists and
    /// directories, names that no location can hold, what is no pattern in `exclude`
    /// or more than [`MAX_EXCLUDED`] of them, more than [`MAX_MEMBERS`] of collections,
    /// limits of 0 and over [`MAX_LIMIT`], each with its place in the file. What can
    /// only surface in results (a default pattern's syntax, a directory, a member that
    /// is none) is no error here.
    ///
    /// [`MAX_MEMBERS`]: collection::MAX_MEMBERS
    pub fn parse(content: &[u8]) -> Result<Self, ProjectError> {
        let file = yaml::parse(content)?;
        let raw: RawProject = file.read()?;
        let mut alternatives = 0;
        let mut excluded = Vec::with_capacity(raw.categories.len());
        for (name, category) in &raw.categories {
            check_name(&file, &["categories", name])?;
            if category.dir.as_str().is_empty() {
                let path = ["categories", name, "dir"];
                return Err(at(&file, &path, ProjectErrorKind::EmptyDir));
            }
            if category.patterns.is_empty() {
                let path = ["categories", name, "patterns"];
                return Err(at(&file, &path, ProjectErrorKind::NoPatterns));
            }
            excluded.push(exclude(&file, name, &category.exclude, &mut alternatives)?);
        }
        for name in raw.collections.keys() {
            check_name(&file, &["collections", name])?;
        }
        let collections =
            collection::collections(&raw.collections, &raw.categories).map_err(|name| {
                let path = ["collections", &name, "categories"];
                at(&file, &path, ProjectErrorKind::ManyMembers)
            })?;
        for (name, limit) in [
            ("file_bytes", raw.limits.file_bytes),
            ("response_bytes", raw.limits.response_bytes),
        ] {
            let fault = match limit {
                0 => ProjectErrorKind::ZeroLimit,
                1..=MAX_LIMIT => continue,
                _ => ProjectErrorKind::LargeLimit,
            };
            return Err(at(&file, &["limits", name], fault));
        }
        let categories = raw.categories.into_iter().zip(excluded);
        Ok(Self {
            categories: categories
                .map(|((name, category), exclude)| (name, category.excluding(exclude)))
                .collect(),
            collections,
            context: Map::from_iter(raw.context).into(),
            limits: raw.limits,
        })
    }
}

impl RawCategory {
    fn excluding(self, exclude: Vec<Pattern>) -> Category {
        let patterns = self.patterns.into_iter();
        Category {
            dir: self.dir,
            patterns: patterns.map(DefaultPattern::new).collect(),
            exclude,
            hidden: self.hidden,
            render: self.render,
            context: Map::from_iter(self.context).into(),
            frontmatter: self.frontmatter,
            description: self.description,
        }
    }
}

/// Parses the patterns of a category's `exclude`, and counts their alternatives, which
/// are [`MAX_EXCLUDED`] at most.
fn exclude(
    file: &YamlNode,
    category: &str,
    texts: &[String],
    alternatives: &mut usize,
) -> Result<Vec<Pattern>, ProjectError> {
    let mut patterns = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        let pattern = Pattern::parse(text).map_err(|PatternError { kind, position }| {
            let pattern = text.clone();
            let fault = match position {
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
            at(file, &["categories", category, "exclude", &item], fault)
        })?;
        *alternatives += pattern.alternatives();
        if *alternatives > MAX_EXCLUDED {
            let path = ["categories", category, "exclude"];
            return Err(at(file, &path, ProjectErrorKind::ManyExcluded));
        }
        patterns.push(pattern);
    }
    Ok(patterns)
}

/// Checks the name at the end of `path`, which is a segment of its documents' locations.
fn check_name(file: &YamlNode, path: &[&str]) -> Result<(), ProjectError> {
    let fault = match path.last() {
        Some(&"") => ProjectErrorKind::EmptyName,
        Some(&("." | "..")) => ProjectErrorKind::DotName,
        _ => return Ok(()),
    };
    let (key, _) = file.at(path);
    Err(ProjectError {
        position: Some(key),
        ..at(file, path, fault)
    })
}

/// Returns an error of the value at `path`, whose steps are keys, and items as `[0]`.
fn at(file: &YamlNode, path: &[&str], fault: ProjectErrorKind) -> ProjectError {
    let (_, value) = file.at(path);
    ProjectError {
        path: shortened(&path.join(".").replace(".[", "[")),
        position: Some(value),
        kind: fault,
    }
}
