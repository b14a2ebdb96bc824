//! A category: its directory, its patterns and the kind of its documents.

use std::sync::Arc;

use camino::{Utf8Component, Utf8PathBuf};
use serde::Deserialize;
use serde_json::Value;

use crate::documents::served::Served;
use crate::project::include_origin::IncludeOrigin;
use crate::project::skill_fields::SKILL_FILE;
use crate::text::paths::{normal, slashed};
use rule_files::pattern::{Pattern, PatternError};

/// The pattern for everything in the subfolders of a directory.
pub const BELOW: &str = "*/**";

/// A directory of documents with default patterns.
#[derive(Debug, Clone)]
pub struct Category {
    /// The directory, relative to the category's guide.
    pub dir: Utf8PathBuf,
    /// The default patterns, in the order of their documents.
    pub patterns: Vec<GuidePattern>,
    pub(super) exclude: Vec<Pattern>,
    /// The include through which the category is part of the project, if any.
    pub origin: Option<Arc<IncludeOrigin>>,
    /// Whether a call's pattern finds names that begin with a dot.
    pub hidden: bool,
    /// The kind of documents that the category contains.
    pub kind: CategoryKind,
    /// Whether templates are rendered instead of returned as stored.
    pub render: bool,
    /// The values that the category's templates receive, as a map. They override the project's
    /// values.
    pub context: Value,
    /// The treatment of frontmatter in Markdown documents.
    pub frontmatter: Frontmatter,
    /// Patterns of the project's files to which the documents apply, unless a document itself says
    /// to which files it applies.
    pub applies_to: Option<Vec<String>>,
    /// A description of the category's content, for listings.
    pub description: Option<String>,
    /// A sentence that says when the category is needed.
    pub use_when: Option<String>,
}

/// The kind of documents that a category contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CategoryKind {
    /// The documents that its patterns find.
    Plain,
    /// Documents with these names. Each one applies to the folder that contains it.
    Nested(Vec<String>),
    /// The same documents as in a plain category. Each folder that contains a SKILL.md is a skill.
    Skills,
    /// The documents of one skill. The path to the skill's folder is relative to the directory.
    Skill(String),
    /// Only the documents that the category's patterns match, whatever a call asks for.
    Listed,
}

/// How the frontmatter of Markdown documents is delivered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Frontmatter {
    /// Unchanged.
    #[default]
    Keep,
    /// Not at all.
    Strip,
}

/// A pattern of `guide.yaml`, or its text and the reason why it is invalid. Only calls that need
/// the pattern report the error.
pub type GuidePattern = Result<Pattern, (String, PatternError)>;

/// Parses a pattern of `guide.yaml`.
pub(super) fn guide_pattern(text: String) -> GuidePattern {
    Pattern::parse(&text).map_err(|error| (text, error))
}

/// Returns the text of a pattern as the file spells it.
pub fn pattern_text(pattern: &GuidePattern) -> &str {
    match pattern {
        Ok(pattern) => pattern.as_str(),
        Err((text, _)) => text,
    }
}

impl Category {
    /// Returns the category of the skill whose folder is at `path` in this category.
    pub(crate) fn skill_at(&self, path: &str) -> Self {
        Self {
            patterns: vec![guide_pattern(SKILL_FILE.to_owned())],
            kind: CategoryKind::Skill(path.to_owned()),
            description: None,
            use_when: None,
            ..self.clone()
        }
    }

    /// Creates a category of the project's folder that serves only what the patterns `documents`
    /// match.
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

    /// Returns the path to the category's directory, relative to the folder of its guide. Returns
    /// `None` if the directory is outside that folder.
    pub fn relative_dir(&self) -> Option<String> {
        match self.dir.components().next() {
            Some(Utf8Component::RootDir | Utf8Component::Prefix(_)) => None,
            _ => normal(slashed(&self.dir).as_str()),
        }
    }

    /// Returns the filter for what the category serves. Hidden names are served only if `hidden` is
    /// set, or if the default patterns match them. Invalid patterns match nothing. `suffixes` mark
    /// a template.
    pub fn served<'a>(&'a self, suffixes: &'a [String]) -> Served<'a> {
        self.served_and_excluded(suffixes).excluding(&self.exclude)
    }

    /// Returns whether `exclude` matches the document at `path`, even if the category would not
    /// serve the document anyway.
    pub fn excludes(&self, path: &str, suffixes: &[String]) -> bool {
        let all = Served {
            suffixes,
            ..Served::default()
        };
        !all.excluding(&self.exclude).allows(path)
    }

    /// Returns whether `exclude` matches the file at `path`, even if the category would not serve
    /// the file anyway. Ignores [`BELOW`], which says nothing about a single file.
    pub fn bars(&self, path: &str, suffixes: &[String]) -> bool {
        let exclude = self.exclude.iter();
        let single = exclude.filter(|pattern| pattern.as_str() != BELOW);
        let exclude: Vec<Pattern> = single.cloned().collect();
        let all = Served {
            suffixes,
            ..Served::default()
        };
        !all.excluding(&exclude).allows(path)
    }

    /// Returns whether the default patterns match `path`, even if it is excluded.
    pub fn matches(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or_default();
        let mut patterns = self.patterns.iter().flatten();
        match self.nested() {
            [] => patterns.any(|pattern| pattern.matches(path)),
            names => names.iter().any(|nested| nested == name),
        }
    }

    /// Returns the filter for what the category would serve without `exclude`.
    pub fn served_and_excluded<'a>(&'a self, suffixes: &'a [String]) -> Served<'a> {
        let served = Served {
            base: self.skill().unwrap_or_default(),
            partials: self.render,
            names: self.nested(),
            suffixes,
            ..Served::default()
        };
        let patterns = self.patterns.iter().flatten();
        if self.kind == CategoryKind::Listed {
            served.only(patterns)
        } else if self.hidden {
            served
        } else {
            served.hiding(patterns)
        }
    }

    /// Returns whether the category's documents are delivered without their frontmatter.
    pub fn is_stripped(&self) -> bool {
        self.frontmatter == Frontmatter::Strip
    }

    /// Returns the names of the documents to which the category is restricted. The list is empty if
    /// it is not restricted.
    pub fn nested(&self) -> &[String] {
        match &self.kind {
            CategoryKind::Nested(names) => names,
            _ => &[],
        }
    }

    /// Returns whether each folder of the category that contains a SKILL.md is a skill.
    pub fn has_skills(&self) -> bool {
        self.kind == CategoryKind::Skills
    }

    /// Returns the path to the skill's folder, if the category is a skill.
    pub fn skill(&self) -> Option<&str> {
        match &self.kind {
            CategoryKind::Skill(path) => Some(path),
            _ => None,
        }
    }
}
