//! Compiles a `guide.yaml`: checks its fields and parses its patterns.

use std::sync::Arc;

use super::Project;
use crate::limits::{
    MAX_BYTES_LIMIT, MAX_EXCLUDED, MAX_GUIDE_PATTERNS, MAX_INDEX_LIMIT, MAX_NAME_BYTES,
    MAX_PREFIXED_NAME_BYTES,
};
use crate::project::category::{Category, CategoryKind, guide_pattern};
use crate::project::collection::{Collection, Meaning, Member};
use crate::project::guide_file::{CategoryFields, CollectionFields, GuideFile, Limits, languages};
use crate::project::include_origin::IncludeOrigin;
use crate::project::project_error::{ProjectError, ProjectErrorKind};
use crate::text::truncated::near;
use crate::text::use_when::use_when;
use rule_files::pattern::Pattern;

/// Compiles `file`. `origin` is the include through which the file is part of the project, if any.
/// The result does not contain the guides that the file includes, and the members of its
/// collections are not resolved.
///
/// # Errors
///
/// Returns the same errors as [`Project::parse`], except those for the limits of members.
pub(super) fn compile(
    file: &GuideFile,
    origin: Option<&Arc<IncludeOrigin>>,
) -> Result<Project, ProjectError> {
    let mut compiler = Compiler {
        file,
        origin,
        prefix: origin.map_or("", |origin| &origin.prefix),
        excluded_left: MAX_EXCLUDED,
        patterns_left: MAX_GUIDE_PATTERNS,
    };
    let fields = &file.fields;
    let mut project = Project {
        context: fields.context.clone(),
        search: fields.search.clone(),
        limits: fields.limits,
        check: fields.check.clone(),
        ..Project::default()
    };
    let prefix = compiler.prefix;
    for (name, fields) in &fields.categories {
        let category = compiler.category(name, fields)?;
        project
            .categories
            .insert(format!("{prefix}{name}"), category);
    }
    for (name, fields) in &fields.collections {
        let collection = compiler.collection(name, fields)?;
        project
            .collections
            .insert(format!("{prefix}{name}"), collection);
    }
    for (index, include) in fields.include.iter().enumerate() {
        if let Some(name) = &include.0.name {
            compiler.check_name(&["include", &format!("[{index}]"), "as"], name)?;
        }
    }
    compiler.check_settings()?;
    Ok(project)
}

/// Compiles a file that includes nothing.
///
/// # Errors
///
/// Returns the same errors as [`Project::parse`].
pub(super) fn compile_alone(file: &GuideFile) -> Result<Project, ProjectError> {
    let mut project = compile(file, None)?;
    match project.resolve_members() {
        Ok(()) => Ok(project),
        Err((name, kind)) => Err(file.error(&["collections", &name, "categories"], kind)),
    }
}

/// A compiler for one file, with counters of what the file may still contain.
struct Compiler<'f> {
    file: &'f GuideFile,
    origin: Option<&'f Arc<IncludeOrigin>>,
    /// The prefix of the names of the file's categories and collections.
    prefix: &'f str,
    /// The number of alternatives that the file's `exclude` lists may still have.
    excluded_left: usize,
    /// The number of default patterns that the file may still have.
    patterns_left: usize,
}

impl Compiler<'_> {
    fn category(&mut self, name: &str, fields: &CategoryFields) -> Result<Category, ProjectError> {
        let path = ["categories", name];
        self.check_name(&path, name)?;
        let use_when = self.use_when(path, fields.use_when.as_deref())?;
        let invalid = if fields.dir.as_str().is_empty() {
            Some(("dir", ProjectErrorKind::EmptyDir))
        } else if fields.patterns.is_empty() {
            Some(("patterns", ProjectErrorKind::NoPatterns))
        } else if !fields.nested.iter().all(|name| is_file_name(name)) {
            Some(("nested", ProjectErrorKind::Nested))
        } else {
            None
        };
        if let Some((field, kind)) = invalid {
            return Err(self.file.error(&[path[0], name, field], kind));
        }
        self.patterns_left = self
            .patterns_left
            .checked_sub(fields.patterns.len())
            .ok_or_else(|| self.file.error(&path, ProjectErrorKind::ManyPatterns))?;
        Ok(Category {
            patterns: fields.patterns.iter().cloned().map(guide_pattern).collect(),
            exclude: self.exclude(name, &fields.exclude)?,
            applies_to: fields.applies_to.clone(),
            origin: self.origin.cloned(),
            // A category with `nested` serves only files with these names, including those in
            // hidden folders.
            hidden: fields.hidden || !fields.nested.is_empty(),
            kind: if !fields.nested.is_empty() {
                CategoryKind::Nested(fields.nested.clone())
            } else if fields.skills {
                CategoryKind::Skills
            } else {
                CategoryKind::Plain
            },
            dir: fields.dir.clone(),
            render: fields.render,
            context: fields.context.clone(),
            frontmatter: fields.frontmatter,
            description: fields.description.clone(),
            use_when,
        })
    }

    fn collection(
        &self,
        name: &str,
        fields: &CollectionFields,
    ) -> Result<Collection, ProjectError> {
        let path = ["collections", name];
        self.check_name(&path, name)?;
        let use_when = self.use_when(path, fields.use_when.as_deref())?;
        let members = fields.members.iter().map(|member| Member {
            text: format!("{}{}", self.prefix, member.0.category),
            applies_to: member.0.applies_to.clone(),
            meaning: Meaning::Unknown,
        });
        Ok(Collection {
            members: members.collect(),
            description: fields.description.clone(),
            use_when,
            origin: self.origin.cloned(),
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
                self.file
                    .error(&[path[0], name, path[2], &format!("[{index}]")], kind)
            })?;
            self.excluded_left = self
                .excluded_left
                .checked_sub(parsed.expansions())
                .ok_or_else(|| self.file.error(&path, ProjectErrorKind::ManyExcluded))?;
            patterns.push(parsed);
        }
        Ok(patterns)
    }

    /// Checks `name`, the key at `path`. With its prefix, the name becomes a segment of URIs.
    fn check_name(&self, path: &[&str], name: &str) -> Result<(), ProjectError> {
        let kind = match name {
            "" | "." | ".." => ProjectErrorKind::Name,
            _ if name.len() > MAX_NAME_BYTES => ProjectErrorKind::LongName,
            _ if self.prefix.len() + name.len() > MAX_PREFIXED_NAME_BYTES => {
                ProjectErrorKind::LongPrefixedName
            }
            _ => return Ok(()),
        };
        Err(self.file.key_error(path, kind))
    }

    /// Checks and trims the `use_when` of a category or a collection.
    fn use_when(
        &self,
        [section, name]: [&str; 2],
        text: Option<&str>,
    ) -> Result<Option<String>, ProjectError> {
        let checked = text.map(use_when).transpose();
        checked.map(Option::flatten).map_err(|problem| {
            let kind = ProjectErrorKind::UseWhen(problem);
            self.file.error(&[section, name, "use_when"], kind)
        })
    }

    /// Checks the `limits`, and the language of searches.
    fn check_settings(&self) -> Result<(), ProjectError> {
        let Limits {
            file_bytes,
            response_bytes,
            index_bytes,
        } = self.file.fields.limits;
        for (name, limit, range) in [
            ("file_bytes", file_bytes, 1..=MAX_BYTES_LIMIT),
            ("response_bytes", response_bytes, 1..=MAX_BYTES_LIMIT),
            ("index_bytes", index_bytes, 0..=MAX_INDEX_LIMIT),
        ] {
            if !range.contains(&limit) {
                let kind = ProjectErrorKind::Limit(*range.end());
                return Err(self.file.error(&["limits", name], kind));
            }
        }
        let (name, valid) = (&self.file.fields.search.language, languages());
        if valid.contains(&&**name) {
            return Ok(());
        }
        let languages = Some(near(name, &valid)).filter(|near| !near.is_empty());
        let kind = ProjectErrorKind::Language {
            name: name.clone(),
            languages: languages.unwrap_or(valid),
        };
        Err(self.file.error(&["search", "language"], kind))
    }
}

/// Returns whether `name` can be the name of a file, and contains no wildcards.
fn is_file_name(name: &str) -> bool {
    let illegal = |c: char| c.is_control() || "/\\*?[{".contains(c);
    !matches!(name, "" | "." | "..") && !name.contains(illegal)
}
