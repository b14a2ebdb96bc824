//! Compiles a `guide.yaml`: what it says is checked, and its patterns are parsed.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::documents::pattern::Pattern;
use crate::limits::{
    MAX_BYTES_LIMIT, MAX_EXCLUDED, MAX_GUIDE_PATTERNS, MAX_INDEX_LIMIT, MAX_NAME_BYTES,
    MAX_PREFIXED_NAME_BYTES,
};
use crate::project::category::{Category, CategoryKind, guide_pattern};
use crate::project::collection::{Collection, Meaning, Member};
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::file::{CategoryFields, CollectionFields, GuideFile, Include};
use crate::project::file::{Limits, languages};
use crate::project::guide::Project;
use crate::project::source::IncludeOrigin;
use crate::text::names::near;
use crate::text::use_when;
use crate::text::yaml::{self, YamlNode};

/// A file's content, compiled.
pub(super) struct Guide {
    /// What it says. The meaning of members is not known yet.
    pub project: Project,
    /// What it includes.
    pub includes: Vec<Include>,
    pub node: YamlNode,
    /// The include that leads to it, and what that puts before its names.
    origin: Option<Arc<IncludeOrigin>>,
    pub prefix: String,
    /// How many alternatives its `exclude` lists may still have.
    excluded_left: usize,
    /// How many default patterns it may still have.
    patterns_left: usize,
}

impl Guide {
    /// Compiles the content of a file.
    ///
    /// # Errors
    ///
    /// As [`Project::parse`].
    pub fn parse(
        content: &[u8],
        prefix: String,
        origin: Option<Arc<IncludeOrigin>>,
    ) -> Result<Self, ProjectError> {
        let node = yaml::parse(content)?;
        let file: GuideFile = node.read()?;
        let mut guide = Self {
            project: Project {
                categories: IndexMap::new(),
                collections: IndexMap::new(),
                context: file.context,
                search: file.search,
                limits: file.limits,
                check: file.check,
                unused: Vec::new(),
            },
            includes: file.include.into_iter().map(|include| include.0).collect(),
            node,
            origin,
            prefix,
            excluded_left: MAX_EXCLUDED,
            patterns_left: MAX_GUIDE_PATTERNS,
        };
        for (name, fields) in file.categories {
            let category = guide.category(&name, fields)?;
            let name = format!("{}{name}", guide.prefix);
            guide.project.categories.insert(name, category);
        }
        for (name, fields) in file.collections {
            let collection = guide.collection(&name, fields)?;
            let name = format!("{}{name}", guide.prefix);
            guide.project.collections.insert(name, collection);
        }
        for (index, include) in guide.includes.iter().enumerate() {
            if let Some(name) = &include.name {
                guide.check_name(&["include", &format!("[{index}]"), "as"], name)?;
            }
        }
        guide.check_settings()?;
        Ok(guide)
    }

    /// Returns the project of a file that includes nothing.
    pub fn alone(mut self) -> Result<Project, ProjectError> {
        match self.project.resolve_members() {
            Ok(()) => Ok(self.project),
            Err((name, kind)) => Err(self.error(&["collections", &name, "categories"], kind)),
        }
    }

    /// Returns the fields that are set and not used where the file is included.
    pub fn overriding_fields(&self) -> Vec<&'static str> {
        let mut fields = vec!["context", "search", "limits", "check"];
        fields.retain(|field| self.node.get(field).is_some());
        fields
    }

    /// Returns an error of the value at `path`, whose steps are keys, and items as `[0]`.
    pub fn error(&self, path: &[&str], kind: ProjectErrorKind) -> ProjectError {
        let (_, value) = self.node.at(path);
        ProjectError {
            path: path.join(".").replace(".[", "["),
            position: Some(value),
            kind,
        }
    }

    fn category(&mut self, name: &str, fields: CategoryFields) -> Result<Category, ProjectError> {
        let path = ["categories", name];
        self.check_name(&path, name)?;
        let use_when = self.use_when(path, fields.use_when.as_deref())?;
        let invalid = match &fields {
            of if of.dir.as_str().is_empty() => Some(("dir", ProjectErrorKind::EmptyDir)),
            of if of.patterns.is_empty() => Some(("patterns", ProjectErrorKind::NoPatterns)),
            of if !of.nested.iter().all(|name| is_file_name(name)) => {
                Some(("nested", ProjectErrorKind::Nested))
            }
            _ => None,
        };
        if let Some((field, kind)) = invalid {
            return Err(self.error(&[path[0], name, field], kind));
        }
        self.patterns_left = self
            .patterns_left
            .checked_sub(fields.patterns.len())
            .ok_or_else(|| self.error(&path, ProjectErrorKind::ManyPatterns))?;
        Ok(Category {
            patterns: fields.patterns.into_iter().map(guide_pattern).collect(),
            exclude: self.exclude(name, &fields.exclude)?,
            applies_to: fields.applies_to,
            origin: self.origin.clone(),
            // It serves no other names anyway, and these hold in hidden folders, too.
            hidden: fields.hidden || !fields.nested.is_empty(),
            kind: match fields.skills {
                _ if !fields.nested.is_empty() => CategoryKind::Nested(fields.nested),
                true => CategoryKind::Skills,
                false => CategoryKind::Plain,
            },
            dir: fields.dir,
            render: fields.render,
            context: fields.context,
            frontmatter: fields.frontmatter,
            description: fields.description,
            use_when,
        })
    }

    fn collection(&self, name: &str, fields: CollectionFields) -> Result<Collection, ProjectError> {
        let path = ["collections", name];
        self.check_name(&path, name)?;
        let use_when = self.use_when(path, fields.use_when.as_deref())?;
        let members = fields.members.into_iter().map(|member| Member {
            text: format!("{}{}", self.prefix, member.0.category),
            applies_to: member.0.applies_to,
            meaning: Meaning::Unknown,
        });
        Ok(Collection {
            members: members.collect(),
            description: fields.description,
            use_when,
            origin: self.origin.clone(),
            ..Collection::default()
        })
    }

    /// Parses the patterns of a category's `exclude`.
    fn exclude(&mut self, name: &str, texts: &[String]) -> Result<Vec<Pattern>, ProjectError> {
        let path = ["categories", name, "exclude"];
        let mut patterns = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let parsed = Pattern::parse(text).map_err(|error| {
                let (pattern, reason) = (text.clone(), error.kind);
                let kind = ProjectErrorKind::Exclude { pattern, reason };
                self.error(&[path[0], name, path[2], &format!("[{index}]")], kind)
            })?;
            self.excluded_left = self
                .excluded_left
                .checked_sub(parsed.written)
                .ok_or_else(|| self.error(&path, ProjectErrorKind::ManyExcluded))?;
            patterns.push(parsed);
        }
        Ok(patterns)
    }

    /// Checks the name at `path`, which with its prefix is a segment of its documents' locations.
    fn check_name(&self, path: &[&str], name: &str) -> Result<(), ProjectError> {
        let kind = match name {
            "" | "." | ".." => ProjectErrorKind::Name,
            _ if name.len() > MAX_NAME_BYTES => ProjectErrorKind::LongName,
            _ if self.prefix.len() + name.len() > MAX_PREFIXED_NAME_BYTES => {
                ProjectErrorKind::LongPrefixedName
            }
            _ => return Ok(()),
        };
        let (key, _) = self.node.at(path);
        Err(ProjectError {
            position: Some(key),
            ..self.error(path, kind)
        })
    }

    /// Checks the `use_when` of a category or a collection, and trims it.
    fn use_when(
        &self,
        [section, name]: [&str; 2],
        text: Option<&str>,
    ) -> Result<Option<String>, ProjectError> {
        let checked = text.map(use_when::checked).transpose();
        checked.map(Option::flatten).map_err(|problem| {
            let kind = ProjectErrorKind::UseWhen(problem);
            self.error(&[section, name, "use_when"], kind)
        })
    }

    /// Checks the limits and the language of searches.
    fn check_settings(&self) -> Result<(), ProjectError> {
        let Limits {
            file_bytes,
            response_bytes,
            index_bytes,
        } = self.project.limits;
        for (name, limit, range) in [
            ("file_bytes", file_bytes, 1..=MAX_BYTES_LIMIT),
            ("response_bytes", response_bytes, 1..=MAX_BYTES_LIMIT),
            ("index_bytes", index_bytes, 0..=MAX_INDEX_LIMIT),
        ] {
            if !range.contains(&limit) {
                let kind = ProjectErrorKind::Limit(*range.end());
                return Err(self.error(&["limits", name], kind));
            }
        }
        let (name, valid) = (&self.project.search.language, languages());
        if valid.contains(&&**name) {
            return Ok(());
        }
        let languages = Some(near(name, &valid)).filter(|near| !near.is_empty());
        let kind = ProjectErrorKind::Language {
            name: name.clone(),
            languages: languages.unwrap_or(valid),
        };
        Err(self.error(&["search", "language"], kind))
    }
}

/// Returns whether a text can be the name of a file.
fn is_file_name(name: &str) -> bool {
    let illegal = |c: char| c.is_control() || "/\\*?[{".contains(c);
    !matches!(name, "" | "." | "..") && !name.contains(illegal)
}

impl Project {
    /// Parses a project's file; what it includes is not read.
    ///
    /// # Errors
    ///
    /// Errors of YAML, and every [`ProjectErrorKind`] of its content, each with its position
    /// in the file. What can only surface in results (a default pattern's syntax, a
    /// directory, an unknown member) is no error here.
    pub fn parse(content: &[u8]) -> Result<Self, ProjectError> {
        Guide::parse(content, String::new(), None)?.alone()
    }
}
