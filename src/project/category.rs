//! A category: its directory, its patterns, and what its documents are.

use std::sync::Arc;

use camino::{Utf8Component, Utf8PathBuf};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::documents::filter::Served;
use crate::documents::pattern::{Pattern, PatternError};
use crate::project::include_origin::IncludeOrigin;
use crate::text::paths::{normal, slashed};

/// Everything below a directory.
pub const BELOW: &str = "*/**";

/// A directory of documents with default patterns.
#[derive(Debug, Clone)]
pub struct Category {
    /// The directory, relative to its guide.
    pub dir: Utf8PathBuf,
    /// The default patterns, in the order of their documents.
    pub patterns: Vec<GuidePattern>,
    pub(super) exclude: Vec<Pattern>,
    /// The include that it comes from.
    pub origin: Option<Arc<IncludeOrigin>>,
    /// Whether a call's pattern finds names that begin with a dot.
    pub hidden: bool,
    /// What its documents are.
    pub kind: CategoryKind,
    /// Whether templates are rendered, and not returned as stored.
    pub render: bool,
    /// What its templates are given, over what the project gives them: a map.
    pub context: Value,
    /// What becomes of the frontmatter of Markdown documents.
    pub frontmatter: Frontmatter,
    /// Patterns of the project's files to which its documents apply, if they do not say.
    pub applies_to: Option<Vec<String>>,
    /// What it holds, for listings.
    pub description: Option<String>,
    /// When it is needed.
    pub use_when: Option<String>,
}

/// What the documents of a category are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CategoryKind {
    /// Whatever its patterns find.
    Plain,
    /// Those of these names, which apply to the folder that holds them.
    Nested(Vec<String>),
    /// As of a plain one, and each folder that holds a SKILL.md is a skill.
    Skills,
    /// Those of one skill, by the path of its folder in the directory.
    Skill(String),
    /// Only what its patterns match, whatever a call asks for.
    Listed,
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

/// A pattern of `guide.yaml`, or its text and why it is none: calls that need it say so.
pub type GuidePattern = Result<Pattern, (String, PatternError)>;

/// Parses a pattern of `guide.yaml`.
pub(super) fn guide_pattern(text: String) -> GuidePattern {
    Pattern::parse(&text).map_err(|error| (text, error))
}

/// Returns a pattern as the file spells it.
pub fn pattern_text(pattern: &GuidePattern) -> &str {
    match pattern {
        Ok(pattern) => pattern.as_str(),
        Err((text, _)) => text,
    }
}

impl Category {
    /// Returns a category of the project's folder with only these documents.
    pub fn listed(documents: impl IntoIterator<Item = Pattern>) -> Self {
        Self {
            dir: ".".into(),
            patterns: documents.into_iter().map(Ok).collect(),
            exclude: Vec::new(),
            origin: None,
            hidden: false,
            kind: CategoryKind::Listed,
            render: false,
            context: Value::Null,
            frontmatter: Frontmatter::Keep,
            applies_to: None,
            description: None,
            use_when: None,
        }
    }

    /// Returns the path of its directory from the folder of its guide; `None` if it does not lie in
    /// that.
    pub fn relative_dir(&self) -> Option<String> {
        match self.dir.components().next() {
            Some(Utf8Component::RootDir | Utf8Component::Prefix(_)) => None,
            _ => normal(slashed(&self.dir).as_str()),
        }
    }

    /// Returns what it serves: hidden names only if it serves them all, or its default patterns
    /// match. An invalid pattern matches nothing. `suffixes` mark a template.
    pub fn served<'a>(&'a self, suffixes: &'a [String]) -> Served<'a> {
        self.served_and_excluded(suffixes).excluding(&self.exclude)
    }

    /// Returns whether its `exclude` takes a document out, which it may serve or not.
    pub fn excludes(&self, path: &str, suffixes: &[String]) -> bool {
        let all = Served {
            suffixes,
            ..Served::default()
        };
        !all.excluding(&self.exclude).allows(path)
    }

    /// Returns whether its `exclude` takes a file out that it may not serve anyhow. That nothing below
    /// its directory is served says nothing of a single file.
    pub fn bars(&self, path: &str, suffixes: &[String]) -> bool {
        let exclude = self.exclude.iter().filter(|of| of.as_str() != BELOW);
        let exclude: Vec<Pattern> = exclude.cloned().collect();
        let all = Served {
            suffixes,
            ..Served::default()
        };
        !all.excluding(&exclude).allows(path)
    }

    /// Returns whether its default patterns match a path, excluded or not.
    pub fn matches(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or_default();
        match self.nested() {
            [] => self.patterns.iter().flatten().any(|of| of.matches(path)),
            names => names.iter().any(|of| of == name),
        }
    }

    /// Returns what it would serve without its `exclude`.
    pub fn served_and_excluded<'a>(&'a self, suffixes: &'a [String]) -> Served<'a> {
        let served = Served {
            base: self.skill().unwrap_or_default(),
            partials: self.render,
            names: self.nested(),
            suffixes,
            ..Served::default()
        };
        let patterns = self.patterns.iter().flatten();
        match self.hidden {
            _ if self.kind == CategoryKind::Listed => served.only(patterns),
            true => served,
            false => served.hiding(patterns),
        }
    }

    /// Returns whether its documents are delivered without their frontmatter.
    pub fn is_stripped(&self) -> bool {
        self.frontmatter == Frontmatter::Strip
    }

    /// Returns the names of its documents, if it serves only these.
    pub fn nested(&self) -> &[String] {
        match &self.kind {
            CategoryKind::Nested(names) => names,
            _ => &[],
        }
    }

    /// Returns whether each folder in it that holds a SKILL.md is a skill.
    pub fn has_skills(&self) -> bool {
        self.kind == CategoryKind::Skills
    }

    /// Returns the path of its folder, if it is a skill.
    pub fn skill(&self) -> Option<&str> {
        match &self.kind {
            CategoryKind::Skill(path) => Some(path),
            _ => None,
        }
    }
}
